/** Rows of bronze as they are. */
import { quoted, type Given, type PlainAnswer } from './answer.ts';

const ledgers = `select sequence as start, sequence + 5 as "end" from bronze.history_ledgers_raw_v1`;

/** Endpoints of ledgers: which columns their rows must tell, and in which order they stand. */
const tables = [
  ['operations', 'history_operations', 'id, source_account, type, transaction_hash', 'id'],
  [
    'trades',
    'history_trades',
    'history_operation_id, "order", buying_account_address',
    'history_operation_id, "order"',
  ],
  [
    'contract_events',
    'history_contract_events',
    'transaction_hash, contract_id, event_kind, event_index, topic_count',
    `transaction_id, list_position(['transaction', 'operation', 'diagnostic'], event_kind), coalesce(operation_id, 0), event_index`,
  ],
] as const;

/** Endpoints of whose entries rows are. */
const entries = [
  ['accounts', 'accounts', 'account_id', 'sequence_number, num_subentries', ''],
  ['trustlines', 'trust_lines', 'account_id', 'ledger_key, asset_code, flags', ', ledger_key'],
  ['offers', 'offers', 'seller_id', 'offer_id, pricen, priced', ', offer_id'],
] as const;

export const bronzeAnswers: readonly PlainAnswer[] = [
  ...tables.map(([name, table, columns, order]) => ({
    path: `/bronze/${name}`,
    requests: ledgers,
    members: ({ start, end }: Given) => ({
      data: `select ${columns} from bronze.${table}_raw_v1 where ledger_sequence between ${start} and ${end} order by ${order}`,
    }),
  })),
  ...entries.map(([name, table, owner, columns, order]) => ({
    path: `/bronze/${name}`,
    requests: `select distinct ${owner} from bronze.${table}_raw_v1`,
    members: (given: Given) => ({
      data: `select ledger_sequence, deleted, last_modified_ledger, ${columns} from bronze.${table}_raw_v1
        where ${owner} = ${quoted(given[owner])} order by ledger_sequence${order}`,
    }),
  })),
];
