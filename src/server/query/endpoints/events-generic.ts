/** Unchanged contract events. */
import { big, flag, flat, flats, json, may, object, text, time, whole, type Row } from '../fields.ts';
import { isAmong, keptRows } from '../kept-rows.ts';
import { keyedBy } from '../keyed-by.ts';
import { list, type Key, type Scan } from '../list.ts';
import * as parameter from '../parameters.ts';
import { inRange } from '../range.ts';
import { raw, sql, when, where, type Sql } from '../sql.ts';

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

const GenericEvent = object({
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
  transaction_successful: may(flag()),
  in_successful_contract_call: flag(),
  topic0_decoded: may(text()),
  topic1_decoded: may(text()),
  topic2_decoded: may(text()),
  topic3_decoded: may(text()),
  data_xdr: may(text()),
  operation_id: may(big()),
  stage: may(text('For transaction events: before_all_txs, after_tx or after_all_txs.')),
});

const key = ({ order }: { order: 'asc' | 'desc' }): Key[] =>
  ['transaction_id', 'place', 'operation_place', 'event_index'].map((column) => ({
    column,
    descending: order === 'desc',
  }));

const ofContract = keyedBy('event');

const common = {
  legacyKey: 'events',
  row: GenericEvent,
  table: 'history_contract_events',
  key,
  kept: keptRows({
    name: 'generic events',
    table: 'history_contract_events',
    key: key({ order: 'asc' }).map(({ column }) => column),
    rows: (scan) => genericRecords(inRange({}, scan)),
  }),
  keptFilters: ['event_type', 'topic_match', 'topic0', 'topic1', 'topic2', 'topic3', 'in_successful_call'],
} as const;

export const eventsGeneric = list({
  ...common,
  path: '/api/v1/silver/events/generic',
  summary: 'Raw contract events with topic filters',
  parameters: {
    contract_id: parameter.may(parameter.contract('Contract that emitted it.')),
    ...filters,
  },
  keyFilters: ['contract_id'],
  isListed,
  keyed: ({ contract_id: contract }) => ofContract(contract),
  rows: genericEvents,
});

export const eventsOfContract = list({
  ...common,
  path: '/api/v1/silver/events/contract/{id}',
  summary: 'Raw events of a contract with topic filters',
  parameters: { id: parameter.refused(parameter.contract(), 'invalid contract_id'), ...filters },
  beside: { contract_id: text() },
  readBeside: async ({ id }) => ({ contract_id: id }),
  keyFilters: ['id'],
  isListed: (row, { id, ...values }) => isListed(row, { ...values, contract_id: id }),
  keyed: ({ id }) => ofContract(id),
  rows: ({ id, ...values }, scan) => genericEvents({ ...values, contract_id: id }, scan),
});

interface Asked extends parameter.Values<typeof filters> {
  contract_id?: string;
}

/** Whether a kept row is asked for, as `genericEvents` says it in SQL. */
function isListed(row: Row, asked: Asked): boolean {
  const topics = ['topic0_decoded', 'topic1_decoded', 'topic2_decoded', 'topic3_decoded'].map((name) => row[name]);
  const isOfTopics = [asked.topic0, asked.topic1, asked.topic2, asked.topic3].every((one, i) =>
    isAmong(one, topics[i]),
  );
  return (
    isOfTopics &&
    isAmong(asked.contract_id, row['contract_id']) &&
    (asked.event_type === undefined ? row['event_type'] !== 'diagnostic' : row['event_type'] === asked.event_type) &&
    (asked.topic_match === undefined || topics.join('').includes(asked.topic_match)) &&
    (asked.in_successful_call === undefined || row['in_successful_contract_call'] === asked.in_successful_call)
  );
}

function genericEvents(values: Asked, scan: Scan): Sql {
  return genericRecords([
    ...inRange(values, scan),
    when(scan.after?.get('transaction_id'), (toid) => {
      const ledger = Number(BigInt(toid) >> 32n);
      return sql`ledger_sequence ${raw(values.order === 'desc' ? '<=' : '>=')} ${ledger}`;
    }),
    when(values.contract_id, (id) => sql`contract_id = ${id}`),
    when(values.tx_hash, (hash) => sql`transaction_hash = ${hash}`),
    ofType(values.event_type),
    when(values.topic0, (word) => sql`topic0 = ${word}`),
    when(values.topic1, (word) => sql`topic1 = ${word}`),
    when(values.topic2, (word) => sql`topic2 = ${word}`),
    when(values.topic3, (word) => sql`topic3 = ${word}`),
    when(values.topic_match, (word) => sql`contains(concat(topic0, topic1, topic2, topic3), ${word})`),
    when(values.in_successful_call, (is) => sql`in_successful_contract_call = ${is}`),
  ]);
}

function genericRecords(conditions: readonly (Sql | undefined)[]): Sql {
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
    ${where(...conditions)}`;
}

function ofType(type: 'contract' | 'system' | 'diagnostic' | undefined) {
  if (type === 'diagnostic') return sql`event_kind = 'diagnostic'`;
  const emitted = sql`event_kind != 'diagnostic'`;
  return type === undefined ? emitted : sql`${emitted} and type = ${type === 'system' ? 0 : 1}`;
}
