/** Operations with fields of their transaction. */
import { operationTypes } from '../operation-types.ts';
import { isAmong } from '../kept-rows.ts';
import { keyedBy } from '../keyed-by.ts';
import { list } from '../list.ts';
import * as parameter from '../parameters.ts';
import { afterToid, inRange, ofKey } from '../range.ts';
import { rowsWith } from '../single-rows.ts';
import { listed, sql, when, where } from '../sql.ts';
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

const ofSource = keyedBy('source');
const ofParticipant = keyedBy('participant');

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
    type: parameter.may(operationTypes),
    successful: parameter.may(parameter.flag('Only of successful transactions, or only of failed ones.')),
    limit: parameter.limit(100, 1000),
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
  isListed: ({ source_account: source }, { account_id: account }) => isAmong(account, source),
  keyed: ({ account_id: account, participant }) => (participant === true ? ofParticipant : ofSource)(account),
  rowsOfKey: ({ account_id: account, participant }) =>
    participant === true ? undefined : rowsWith({ history_operations: ['source_account'] }, account),
  areGiven: ({ account_id: account, participant }) => account !== undefined && participant !== true,
  rows: (values, scan) => sql`
    select id as operation_id, ledger_sequence, type
    from bronze.history_operations_raw_v1
    ${where(
      ...inRange(values, scan),
      afterToid(scan, 'operation_id', values.order === 'desc'),
      ofKey(scan, values.account_id, (id) =>
        values.participant === true
          ? sql`id in (select operation_id from bronze.operation_participants where address = ${id})`
          : sql`source_account = ${id}`,
      ),
      when(values.tx_hash, (hash) => sql`transaction_hash = ${hash}`),
      values.payments_only === true ? sql`type in (1, 2, 13)` : undefined,
      values.soroban_only === true ? sql`type in (24, 25, 26)` : undefined,
      when(values.type, (types) => sql`type in (${listed(types)})`),
      when(values.successful, (is) => sql`transaction_successful = ${is}`),
    )}`,
  page: (_values, { window }) => operationRecords(among(sql`from page`), window),
  ofKeys: recordsWithoutHashes,
  unfilled: unfilledBy('type'),
  rowsOf: rowsOfToids,
  complete: withHashes,
});
