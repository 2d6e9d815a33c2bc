/** Operations with fields of their transaction. */
import { operationTypeNames } from '../../operation-types.ts';
import { inOrder, list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { raw, sql, where } from '../../sql.ts';
import { withHashes } from '../../lists/transaction-hashes.ts';
import { among as isAmong, is, only, timeRange } from '../../lists/where.ts';
import { EnrichedOperation, keptOperations, ofSource, recordsWithoutHashes } from './operations.ts';

const isSource = is('source_account');

export const operationsEnriched = list({
  path: '/api/v1/silver/operations/enriched',
  summary: 'Operations with transaction context',
  legacyKey: 'operations',
  parameters: {
    account_id: parameter.may(parameter.account('Source of the operation.')),
    participant: parameter.may(parameter.flag('The account may be any participant.')),
    tx_hash: parameter.may(parameter.transactionHash()),
    payments_only: parameter.may(parameter.flag('Payments and path payments alone.')),
    soroban_only: parameter.may(parameter.flag('Only operations on contracts.')),
    type: parameter.may(operationTypeNames),
    successful: parameter.may(parameter.flag('Only of successful transactions, or only of failed ones.')),
    limit: parameter.limit(100, 1000),
    order: parameter.order,
    ...parameter.ledgerRange,
    ...parameter.timeRange,
  },
  row: EnrichedOperation,
  where: {
    account_id: {
      ...isSource,
      sql: (id, asked) =>
        asked['participant'] === true
          ? sql`id in (select operation_id from bronze.operation_participants where address = ${id})`
          : isSource.sql(id),
      place: ({ participant }) => (participant === true ? { kinds: ['participant'] } : ofSource),
    },
    tx_hash: is(['transaction_hash', null]),
    payments_only: only(raw('type in (1, 2, 13)')),
    soroban_only: only(raw('type in (24, 25, 26)')),
    type: isAmong('type'),
    successful: is(['transaction_successful', null]),
    ...timeRange('closed_at'),
  },
  key: inOrder('operation_id'),
  of: keptOperations,
  rows: (_values, { filters }) => sql`
    select id as operation_id, ledger_sequence, type
    from bronze.history_operations_raw_v1
    ${where(...filters)}`,
  page: recordsWithoutHashes,
  complete: withHashes,
});
