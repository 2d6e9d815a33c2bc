/** Unchanged rows of bronze tables, by ledger. */
import Type from 'typebox';
import { invalid } from '../../errors.ts';
import { rfc3339, text, whole, type Json, type Row } from '../../fields.ts';
import { list, type Key } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { raw, sql } from '../../sql.ts';
import { relationColumns } from '../../tables.ts';

const missing = 'missing required parameters: start, end';
const range = {
  start: parameter.required(parameter.ledger('The first ledger.'), missing),
  end: parameter.required(parameter.ledger('The last ledger.'), missing),
};

const sorts = ['sequence_asc', 'sequence_desc', 'closed_at_asc', 'closed_at_desc', 'tx_count_desc'] as const;

const parameters = { ...range, limit: parameter.limit(100, 10_000) };

const ascending = (...columns: string[]): Key[] => columns.map((column) => ({ column }));

/** The relations, with the column that has their ledger, and their keys. */
const relations = [
  { name: 'transactions', relation: 'history_transactions', key: ascending('id') },
  { name: 'operations', relation: 'history_operations', key: ascending('id') },
  { name: 'effects', relation: 'history_effects', key: ascending('operation_id', 'index') },
  { name: 'trades', relation: 'history_trades', key: ascending('history_operation_id', '"order"') },
  {
    name: 'contract_events',
    relation: 'history_contract_events',
    key: ascending('transaction_id', 'kind_order', 'operation_order', 'event_index'),
  },
] as const;

/** Raw rows: what they have is what the relation has. */
const RawRow = Type.Object({}, { additionalProperties: true });

const more: Partial<Record<string, string>> = {
  contract_events:
    ", list_position(['transaction', 'operation', 'diagnostic'], event_kind) as kind_order, coalesce(operation_id, 0) as operation_order",
};

const others = relations.map(({ name, relation, key }) =>
  list({
    path: `/api/v1/bronze/${name}`,
    summary: `Rows of bronze.${relation}`,
    legacyKey: name,
    parameters,
    row: RawRow,
    beside: { fields: { start: whole(), end: whole() }, read: async ({ start, end }) => ({ start, end }) },
    prepare: async ({ start, end }) => checkOrder(start, end),
    written: { shape: plain, columns: (view) => relationColumns(view, `bronze.${relation}`) },
    key: () => [...key],
    rows: ({ start, end }, { ceiling }) => sql`
      select * ${raw(more[name] ?? '')}
      from ${raw(`bronze.${relation}`)}
      where ledger_sequence between ${start} and ${Math.min(end, ceiling)}`,
  }),
);

const ledgers = list({
  path: '/api/v1/bronze/ledgers',
  summary: 'Rows of bronze.history_ledgers',
  legacyKey: 'ledgers',
  parameters: { ...parameters, sort: parameter.choice('sort', sorts, 'sequence_asc') },
  row: RawRow,
  beside: {
    fields: { start: whole(), end: whole(), sort: text() },
    read: async ({ start, end, sort }) => ({ start, end, sort }),
  },
  prepare: async ({ start, end }) => checkOrder(start, end),
  written: { shape: plain, columns: (view) => relationColumns(view, 'bronze.history_ledgers') },
  key({ sort }) {
    const sequence = { column: 'sequence', descending: sort.endsWith('_desc') && sort !== 'tx_count_desc' };
    if (sort === 'tx_count_desc') return [{ column: 'all_transactions', descending: true }, sequence];
    // Ledgers may share a close time; their numbers tell them apart.
    return [sequence];
  },
  rows: ({ start, end }, { ceiling }) => sql`
    select *, successful_transaction_count + failed_transaction_count as all_transactions
    from bronze.history_ledgers
    where sequence between ${start} and ${Math.min(end, ceiling)}`,
});

/** Rows that a ledger wrote of entries, with the column that says whose they are. */
const states = [
  { name: 'accounts', relation: 'accounts', owner: 'account_id', key: ascending('ledger_sequence') },
  {
    name: 'trustlines',
    relation: 'trust_lines',
    owner: 'account_id',
    key: [...ascending('ledger_sequence'), { column: 'ledger_key', type: 'varchar' }],
  },
  { name: 'offers', relation: 'offers', owner: 'seller_id', key: ascending('ledger_sequence', 'offer_id') },
] as const;

const entries = states.map(({ name, relation, owner, key }) =>
  list({
    path: `/api/v1/bronze/${name}`,
    summary: `Rows of bronze.${relation}, one for each ledger that changed an entry`,
    legacyKey: name,
    parameters: { [owner]: parameter.account(), limit: parameter.limit(100, 10_000) },
    row: RawRow,
    written: { shape: plain, columns: (view) => relationColumns(view, `bronze.${relation}`) },
    key: () => [...key],
    rows: (values, { ceiling }) => sql`
      select * from ${raw(`bronze.${relation}`)}
      where ${raw(owner)} = ${String(values[owner])} and ledger_sequence <= ${ceiling}`,
  }),
);

export const bronzeEndpoints = [ledgers, ...others, ...entries];

function checkOrder(start: number, end: number): null {
  if (start > end) throw invalid('start must be <= end');
  return null;
}

const made = ['kind_order', 'operation_order', 'all_transactions'];

/** The columns of type TIMESTAMP. */
const isTime = /_(at|ts|time)$/;

/** Columns of type uint32 in XDR, for which the tables need 64 bits. */
const isUnsigned = /^(base_fee|base_reserve|max_tx_set_size|num_sponsor(ed|ing))$/;

/** Times are RFC 3339, unsigned 32-bit integers are numbers; the rest is as in DuckDB's JSON. */
function plain(row: Row): Row {
  const known = Object.entries(row).filter(([name, value]) => value !== null && !made.includes(name));
  return Object.fromEntries(known.map(([name, value]) => [name, told(name, value)]));
}

function told(name: string, value: Json): Json {
  if (typeof value !== 'string') return value;
  if (isUnsigned.test(name)) return Number(value);
  return isTime.test(name) ? rfc3339(value) : value;
}
