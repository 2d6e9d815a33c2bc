/** Payments. */
import { isAmong } from '../kept-rows.ts';
import { keyedBy } from '../keyed-by.ts';
import { list } from '../list.ts';
import * as parameter from '../parameters.ts';
import { afterToid, inRange, ofKey } from '../range.ts';
import { rowsWith } from '../single-rows.ts';
import { join, raw, sql, when, where, type Sql } from '../sql.ts';
import { withHashes } from '../transaction-hashes.ts';
import {
  among,
  EnrichedOperation,
  keptOperations,
  operationRecords,
  recordsWithoutHashes,
  rowsOfToids,
  unfilledBy,
} from './operations.ts';

/** What Horizon takes for payments, too. */
const wider = {
  create_account: sql`type = 0`,
  account_merge: sql`type = 8`,
  contract: sql`type = 24 and id in (
    select operation_id from silver.token_transfers_raw where operation_type = 24 and asset_type is not null
  )`,
};

const ofParty = keyedBy('source', 'operation');
const ofIssuer = keyedBy('issuer');

export const payments = list({
  path: '/api/v1/silver/payments',
  summary: 'Payment operations',
  legacyKey: 'payments',
  parameters: {
    account_id: parameter.may(parameter.account('Source or destination.')),
    asset_code: parameter.may(parameter.text('Code of the asset; XLM without issuer is the native one.')),
    asset_issuer: parameter.may(parameter.address(['G'], 'Issuer of the asset.')),
    include: parameter.may(
      parameter.choices(
        'include',
        ['create_account', 'account_merge', 'contract'],
        'Further operations that count as payments.',
      ),
    ),
    successful: parameter.may(parameter.flag('Only of successful transactions, or only of failed ones.')),
    limit: parameter.limit(50, 500),
    order: parameter.order,
    ...parameter.ledgerRange,
    ...parameter.timeRange,
  },
  row: EnrichedOperation,
  table: 'history_operations',
  key: ({ order }) => [{ column: 'operation_id', descending: order === 'desc' }],
  isDear: true,
  kept: keptOperations,
  keyFilters: ['account_id'],
  isListed: ({ is_payment_op: isPayment, source_account: source, destination }, { account_id: account }) =>
    isPayment === true && isAmong(account, source, destination),
  keyed: ({ account_id: account, asset_issuer: issuer }) => ofParty(account) ?? ofIssuer(issuer),
  rowsOfKey: ({ account_id: account }) => rowsWith({ history_operations: ['source_account', 'destination'] }, account),
  areGiven: ({ account_id: account }) => account !== undefined,
  rows: (values, scan) => sql`
    select id as operation_id, ledger_sequence, type
    from bronze.history_operations_raw_v1
    ${where(
      ...inRange(values, scan),
      afterToid(scan, 'operation_id', values.order === 'desc'),
      sql`(${join([sql`type in (1, 2, 13)`, ...(values.include ?? []).map((kind) => wider[kind])], ' or ')})`,
      ofKey(scan, values.account_id, (id) => sql`(source_account = ${id} or destination = ${id})`),
      ofAsset(values),
      when(values.successful, (is) => sql`transaction_successful = ${is}`),
    )}`,
  page: (_values, { window }) => operationRecords(among(sql`from page`), window),
  ofKeys: recordsWithoutHashes,
  unfilled: unfilledBy('type'),
  rowsOf: rowsOfToids,
  complete: withHashes,
});

/** Lumens are the asset of payments that name none. */
function ofAsset({
  asset_code: code,
  asset_issuer: issuer,
}: {
  asset_code?: string;
  asset_issuer?: string;
}): Sql | undefined {
  if (code === undefined && issuer === undefined) return undefined;
  if (issuer === undefined && (code === 'XLM' || code === 'native'))
    return sql`(type in (0, 8) or asset_type = 'native')`;
  const both = [when(code, (text) => sql`asset_code = ${text}`), when(issuer, (id) => sql`asset_issuer = ${id}`)];
  return sql`(${join([raw('true'), ...both.filter((one) => one !== undefined)], ' and ')})`;
}
