/** Unchanged contract events. */
import { big, boolean, flat, flats, json, may, fields, text, time, whole } from '../../fields.ts';
import { keptRows } from '../../lists/kept-rows.ts';
import type { Row } from '../../json.ts';
import { inOrder, list, type Scan } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { raw, sql, where as having, type Sql } from '../../sql.ts';
import { is, timeRange } from '../../lists/where.ts';

const topics = ['topic0', 'topic1', 'topic2', 'topic3'] as const;
const topic = (n: number) => parameter.may(parameter.text(`Topic ${n} as its decoded text.`));

const filters = {
  tx_hash: parameter.may(parameter.transactionHash()),
  event_type: parameter.may(
    parameter.choice(
      'event_type',
      ['contract', 'system', 'diagnostic'],
      undefined,
      'event_type must be contract, system, or diagnostic',
    ),
  ),
  topic_match: parameter.may(parameter.text('A part of the decoded texts of the topics.')),
  topic0: topic(0),
  topic1: topic(1),
  topic2: topic(2),
  topic3: topic(3),
  in_successful_call: parameter.may(parameter.flag('Only of successful operations, or only of failed ones.')),
  limit: parameter.limit(20, 200),
  order: parameter.order,
  ...parameter.ledgerRange,
  ...parameter.timeRange,
};

const GenericEvent = fields({
  event_id: text(),
  contract_id: may(text()),
  ledger_sequence: whole(),
  transaction_hash: text(),
  closed_at: time(),
  event_type: text('contract, system or diagnostic.'),
  topics_json: may(json('Each topic as XDR in base64.')),
  topics_decoded: may(flats()),
  data_decoded: may(flat()),
  topic_count: whole(),
  operation_index: may(whole()),
  event_index: whole(),
  transaction_successful: may(boolean()),
  in_successful_contract_call: boolean(),
  topic0_decoded: may(text()),
  topic1_decoded: may(text()),
  topic2_decoded: may(text()),
  topic3_decoded: may(text()),
  data_xdr: may(text()),
  operation_id: may(big()),
  stage: may(text('For transaction events: before_all_txs, after_tx or after_all_txs.')),
});

const keyColumns = ['transaction_id', 'place', 'operation_place', 'event_index'];

const isEmitted = raw(`event_kind != 'diagnostic'`);
const topicsOf = (row: Row) => topics.map((name) => String(row[`${name}_decoded`] ?? ''));

const where = {
  event_type: {
    sql: (type: string) =>
      type === 'diagnostic'
        ? sql`event_kind = 'diagnostic'`
        : sql`${isEmitted} and type = ${type === 'system' ? 0 : 1}`,
    test: (row: Row, type: string) => row['event_type'] === type,
    absent: { sql: isEmitted, test: (row: Row) => row['event_type'] !== 'diagnostic' },
  },
  tx_hash: is(['transaction_hash', null]),
  topic_match: {
    sql: (word: string) => sql`contains(concat(topic0, topic1, topic2, topic3), ${word})`,
    test: (row: Row, word: string) => topicsOf(row).join('').includes(word),
  },
  topic0: is(['topic0', 'topic0_decoded']),
  topic1: is(['topic1', 'topic1_decoded']),
  topic2: is(['topic2', 'topic2_decoded']),
  topic3: is(['topic3', 'topic3_decoded']),
  in_successful_call: is('in_successful_contract_call'),
  ...timeRange('closed_at'),
};
const isContract = is('contract_id', { kinds: ['event'] });

const common = {
  legacyKey: 'events',
  row: GenericEvent,
  key: inOrder(...keyColumns),
  of: keptRows({
    name: 'generic events',
    table: 'history_contract_events',
    key: keyColumns,
    rows: genericRecords,
  }),
  rows: (_values: object, scan: Scan) => genericRecords(scan),
} as const;

export const eventsGeneric = list({
  ...common,
  path: '/api/v1/silver/events/generic',
  summary: 'Raw contract events with topic filters',
  parameters: {
    contract_id: parameter.may(parameter.contract('Contract that emitted it.')),
    ...filters,
  },
  where: { contract_id: isContract, ...where },
});

export const eventsOfContract = list({
  ...common,
  path: '/api/v1/silver/events/contract/{id}',
  summary: 'Raw events of a contract with topic filters',
  parameters: { id: parameter.refused(parameter.contract(), 'invalid contract_id'), ...filters },
  beside: { fields: { contract_id: text() }, read: async ({ id }) => ({ contract_id: id }) },
  where: { id: isContract, ...where },
});

function genericRecords({ filters }: Scan): Sql {
  return sql`
    select
        transaction_hash
        || case event_kind when 'transaction' then ':tx:' when 'diagnostic' then ':diag:'
            else ':' || ((operation_id & 4095) - 1) || ':' end
        || event_index as event_id,
        nullif(contract_id, '') as contract_id,
        ledger_sequence,
        transaction_hash,
        closed_at,
        case when event_kind = 'diagnostic' then 'diagnostic' when type = 0 then 'system' else 'contract' end as event_type,
        topics as topics_json,
        topics_decoded,
        data_decoded,
        topic_count,
        if(event_kind = 'operation', (operation_id & 4095) - 1, null) as operation_index,
        event_index,
        successful as transaction_successful,
        in_successful_contract_call,
        topic0 as topic0_decoded,
        topic1 as topic1_decoded,
        topic2 as topic2_decoded,
        topic3 as topic3_decoded,
        data ->> '$' as data_xdr,
        operation_id,
        if(event_kind = 'transaction', event_stage, null) as stage,
        transaction_id,
        -- Of a transaction: what came before its operations, these, what came after, and last what diagnoses them.
        case event_kind
            when 'operation' then 1
            when 'diagnostic' then 3
            else if(cast(event_stage as varchar) like '%before%', 0, 2)
        end as place,
        coalesce(operation_id, 0) as operation_place
    from bronze.history_contract_events
    ${having(...filters)}`;
}
