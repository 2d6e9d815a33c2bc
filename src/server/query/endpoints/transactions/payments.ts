/** Payments. */
import { inOrder, list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { join, raw, sql, when, where, type Sql } from '../../sql.ts';
import { withHashes } from '../../lists/transaction-hashes.ts';
import { anyOf, is, timeRange } from '../../lists/where.ts';
import { EnrichedOperation, keptOperations, operationsOf, recordsWithoutHashes } from './operations.ts';

/** What Horizon takes for payments, too. */
const wider = {
  create_account: sql`type = 0`,
  account_merge: sql`type = 8`,
  contract: sql`type = 24 and id in (
    select operation_id from silver.token_transfers_raw where operation_type = 24 and asset_type is not null
  )`,
};

const isPayment = raw('type in (1, 2, 13)');

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
  where: {
    account_id: anyOf(['source_account', 'destination'], operationsOf),
    asset_issuer: { place: { kinds: ['issuer'] } },
    include: {
      sql: (kinds) => sql`(${join([isPayment, ...kinds.map((kind) => wider[kind])], ' or ')})`,
      absent: { sql: isPayment, test: (row) => row['is_payment_op'] === true },
    },
    successful: is(['transaction_successful', null]),
    ...timeRange('closed_at'),
  },
  key: inOrder('operation_id'),
  of: keptOperations,
  rows: (values, { filters }) => sql`
    select id as operation_id, ledger_sequence, type
    from bronze.history_operations_raw_v1
    ${where(...filters, ofAsset(values))}`,
  page: recordsWithoutHashes,
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
