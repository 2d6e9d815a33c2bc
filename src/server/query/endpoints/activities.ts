/** Every operation as what somebody did. */
import { amount, flag, may, object, text, time, whole, type Row } from '../fields.ts';
import { isAmong, keptRows } from '../kept-rows.ts';
import { keyedBy } from '../keyed-by.ts';
import { list, type Scan } from '../list.ts';
import * as parameter from '../parameters.ts';
import { afterToid, andWithin, inRange, ledgersOfToids, ofKey } from '../range.ts';
import { rowsWith } from '../single-rows.ts';
import { listed, listedAlike, raw, sql, when, where, type Sql } from '../sql.ts';
import { areHashesApart, withHashes } from '../transaction-hashes.ts';
import type { View } from '../view.ts';
import { rowsOfToids, unfilledBy } from './operations.ts';

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

const parameters = {
  account: parameter.may(parameter.account('Source or destination.')),
  contract_id: parameter.may(parameter.contract()),
  activity_type: parameter.may(parameter.choice('activity_type', types)),
  ...parameter.beforeAfter,
  limit: parameter.limit(50, 200),
  order: parameter.order,
  ...parameter.ledgerRange,
};

const ofParty = keyedBy('source', 'operation');
const ofContract = keyedBy('operation');

export const activities = list({
  path: '/api/v1/semantic/activities',
  summary: 'Unified on-chain activity feed',
  legacyKey: 'activities',
  parameters,
  row: object({
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
    is_soroban: flag(),
    soroban_function_name: may(text()),
    transaction_hash: text(),
    operation_index: may(whole()),
    successful: flag(),
    fee_charged: may(whole('Stroops, of the whole transaction: not to be summed.')),
  }),
  table: 'history_operations',
  key: ({ order }) => [{ column: 'operation_id', descending: order === 'desc' }],
  kept: keptRows({
    name: 'activities',
    table: 'history_operations',
    key: ['operation_id'],
    rows: (scan) => done({}, scan),
  }),
  keyFilters: ['account', 'contract_id'],
  keptFilters: ['activity_type'],
  isListed: (row, asked) =>
    isAmong(asked.account, row['source_account'], row['destination_account']) &&
    isAmong(asked.contract_id, row['contract_id']) &&
    isTyped(row['activity_type'], asked.activity_type),
  keyed: ({ account, contract_id: contract }) => ofParty(account) ?? ofContract(contract),
  rowsOfKey: ({ account }) => rowsWith({ history_operations: ['source_account', 'destination'] }, account),
  areGiven: ({ account }) => account !== undefined,
  isDear: true,
  rows: done,
  ofKeys: (toids, { window, view, isAlone }) => sql`
    select * ${areHashesApart(view, ledgersOfToids(toids).length) ? raw('exclude (id, transaction_hash)') : undefined}
    from semantic.semantic_activities
    ${isAlone ? undefined : sql`where operation_id in (${listedAlike(toids.map(BigInt))}) ${andWithin(window)}`}`,
  unfilled: unfilledBy('operation_type'),
  rowsOf: rowsOfToids,
  complete: withIds,
});

const isOther = (type: unknown) => others.some((other) => other === type);

function isTyped(type: Row[string] | undefined, asked: (typeof types)[number] | undefined): boolean {
  return asked === 'other' ? isOther(type) : isAmong(asked, type);
}

function isOfType(type: (typeof types)[number]): Sql {
  return type === 'other' ? sql`activity_type in (${listed(others)})` : sql`activity_type = ${type}`;
}

/** Adds hashes, and the ids that are made of them, to activities that have none. */
async function withIds(rows: readonly Row[], view: View): Promise<Row[]> {
  const hashed = await withHashes(rows, view);
  return hashed.map((row) => ({
    id: `${String(row['transaction_hash'])}:${String(row['operation_index'])}`,
    ...row,
  }));
}

/** Returns what was done, of what is asked for. */
function done(values: Partial<parameter.Values<typeof parameters>>, scan: Scan): Sql {
  return sql`
    from semantic.semantic_activities
    ${where(
      ...inRange(values, scan),
      afterToid(scan, 'operation_id', values.order === 'desc'),
      ofKey(scan, values.account, (id) => sql`(source_account = ${id} or destination_account = ${id})`),
      when(values.contract_id, (id) => sql`contract_id = ${id}`),
      when(values.activity_type, isOfType),
      when(values.before, (time) => sql`timestamp < cast(${time} as timestamp)`),
      when(values.after, (time) => sql`timestamp > cast(${time} as timestamp)`),
    )}`;
}
