/** Every operation as what somebody did. */
import { amount, boolean, may, fields, text, time, whole, type Row } from '../../fields.ts';
import { keptRows } from '../../lists/kept-rows.ts';
import { inOrder, list, type Scan } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { andWithin, ledgersOfToids } from '../../lists/range.ts';
import { listed, listedAlike, raw, sql, where, type Sql } from '../../sql.ts';
import { areHashesApart, withHashes } from '../../lists/transaction-hashes.ts';
import type { View } from '../../view.ts';
import { anyOf, beforeAfter, is } from '../../lists/where.ts';
import { operationsOf, rowsOfToids, unfilledBy } from '../transactions/operations.ts';

const others = [
  'create_claimable_balance',
  'claim_claimable_balance',
  'begin_sponsoring',
  'end_sponsoring',
  'revoke_sponsorship',
  'clawback',
  'clawback_claimable_balance',
  'liquidity_pool_deposit',
  'liquidity_pool_withdraw',
  'extend_footprint_ttl',
  'restore_footprint',
  'contract_deployed',
  'contract_code_uploaded',
] as const;

const types = [
  'account_created',
  'payment',
  'path_payment',
  'manage_offer',
  'create_passive_offer',
  'set_options',
  'change_trust',
  'allow_trust',
  'account_merge',
  'inflation',
  'manage_data',
  'bump_sequence',
  'set_trust_line_flags',
  'contract_call',
  'invoke_host_function',
  ...others,
  'other',
] as const;

export const activities = list({
  path: '/api/v1/semantic/activities',
  summary: 'Unified on-chain activity feed',
  legacyKey: 'activities',
  parameters: {
    account: parameter.may(parameter.account('Source or destination.')),
    contract_id: parameter.may(parameter.contract()),
    activity_type: parameter.may(parameter.choice('activity_type', types)),
    ...parameter.beforeAfter,
    limit: parameter.limit(50, 200),
    order: parameter.order,
    ...parameter.ledgerRange,
  },
  row: fields({
    id: text('Hash of the transaction and position of the operation.'),
    ledger_sequence: whole(),
    timestamp: time(),
    activity_type: text(),
    description: may(text()),
    source_account: may(text()),
    destination_account: may(text()),
    contract_id: may(text()),
    asset_code: may(text()),
    asset_issuer: may(text()),
    amount: may(amount()),
    is_soroban: boolean(),
    soroban_function_name: may(text()),
    transaction_hash: text(),
    operation_index: may(whole()),
    successful: boolean(),
    fee_charged: may(whole('Stroops, of the whole transaction: not to be summed.')),
  }),
  where: {
    account: anyOf(['source_account', 'destination_account'], operationsOf),
    contract_id: is('contract_id', { kinds: ['operation'] }),
    activity_type: {
      sql: (type) => sql`activity_type in (${listed(typesOf(type))})`,
      test: (row, type) => typesOf(type).some((one) => one === row['activity_type']),
    },
    ...beforeAfter('timestamp'),
  },
  key: inOrder('operation_id'),
  of: keptRows({
    name: 'activities',
    table: 'history_operations',
    key: ['operation_id'],
    rows: (scan) => done(scan),
  }),
  rows: (_values, scan) => done(scan),
  page: {
    ofKeys: (toids, { window, view, isAlone }) => sql`
    select * ${areHashesApart(view, ledgersOfToids(toids).length) ? raw('exclude (id, transaction_hash)') : undefined}
    from semantic.semantic_activities
    ${isAlone ? undefined : sql`where operation_id in (${listedAlike(toids.map(BigInt))}) ${andWithin(window)}`}`,
    unfilled: unfilledBy('operation_type'),
    rowsOf: rowsOfToids,
  },
  complete: withIds,
});

const typesOf = (type: (typeof types)[number]) => (type === 'other' ? others : [type]);

/** Adds hashes, and the ids that are made of them, to activities that have none. */
async function withIds(rows: readonly Row[], view: View): Promise<Row[]> {
  const hashed = await withHashes(rows, view);
  return hashed.map((row) => ({
    id: `${String(row['transaction_hash'])}:${String(row['operation_index'])}`,
    ...row,
  }));
}

/** Returns the activities of a scan. */
function done({ filters }: Scan): Sql {
  return sql`from semantic.semantic_activities ${where(...filters)}`;
}
