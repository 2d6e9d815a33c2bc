/** Fields of calls in a table of PostgreSQL. */
import { type Consumer } from '../component.ts';
import { postgres } from './postgres/consumer.ts';
import { amountColumn, upsert, type PostgresTable } from './postgres/table.ts';
import { postgresConfig } from './postgres-config.ts';

const tableOf = (wide: boolean): PostgresTable => ({
  name: 'extracted_contract_invocations',
  id: 'serial',
  columns: {
    toid: 'bigint not null',
    ledger: 'integer not null',
    timestamp: 'timestamp with time zone not null',
    contract_id: 'text not null',
    function_name: 'text not null',
    invoking_account: 'text not null',
    tx_hash: 'text not null',
    funder: 'text',
    recipient: 'text',
    amount: amountColumn(wide),
    project_id: 'text',
    memo_text: 'text',
    email: 'text',
    processed_at: 'timestamp with time zone default now()',
    schema_name: 'text not null',
    successful: 'boolean not null default true',
    created_at: 'timestamp with time zone default now()',
  },
  constraints: {
    extracted_contract_invocations_pkey: 'primary key (id)',
    extracted_contract_invocations_toid_key: 'unique (toid)',
    check_amount_non_negative: 'check (amount is null or amount >= 0)',
    check_contract_id_not_empty: 'check (length(contract_id) > 0)',
    check_schema_name_not_empty: 'check (length(schema_name) > 0)',
    check_tx_hash_not_empty: 'check (length(tx_hash) > 0)',
    check_ledger_positive: 'check (ledger > 0)',
    check_toid_positive: 'check (toid > 0)',
  },
  indexes: {
    idx_extracted_contract_invocations_contract_function: 'using btree (contract_id, function_name)',
    idx_extracted_contract_invocations_funder_project: 'using btree (funder, project_id)',
    idx_extracted_contract_invocations_funder_recipient: 'using btree (funder, recipient)',
    idx_extracted_contract_invocations_ledger_timestamp: 'using btree (ledger, "timestamp")',
    idx_extracted_contract_invocations_recipient_project: 'using btree (recipient, project_id)',
    idx_extracted_contract_invocations_contract_id: 'using btree (contract_id)',
    idx_extracted_contract_invocations_function_name: 'using btree (function_name)',
    idx_extracted_contract_invocations_funder: 'using btree (funder)',
    idx_extracted_contract_invocations_invoking_account: 'using btree (invoking_account)',
    idx_extracted_contract_invocations_ledger: 'using btree (ledger)',
    idx_extracted_contract_invocations_project_id: 'using btree (project_id)',
    idx_extracted_contract_invocations_recipient: 'using btree (recipient)',
    idx_extracted_contract_invocations_schema_name: 'using btree (schema_name)',
    idx_extracted_contract_invocations_successful: 'using btree (successful)',
    idx_extracted_contract_invocations_timestamp: 'using btree (timestamp)',
    idx_extracted_contract_invocations_toid: 'using btree (toid)',
    idx_extracted_contract_invocations_tx_hash: 'using btree (tx_hash)',
  },
  key: ['toid'],
});

/** Column values of a call without extracted fields. */
const plain = {
  toid: 's.id',
  ledger: 's.ledger_sequence',
  tx_hash: 's.transaction_hash',
  function_name: "coalesce(s.function_name, '')",
  schema_name: "'none'",
};

export const extractedContractInvocationsPostgres: Consumer = {
  kind: 'consumer',
  id: 'extracted_contract_invocations_postgres',
  name: 'Extracted Contract Invocations PostgreSQL',
  description: 'Fields of calls in a table of PostgreSQL.',
  origin: 'hosted',
  writes: ['extracted_contract_invocation', 'contract_invocation'],
  delivery: 'transaction',
  ...postgres(({ inputs, config }) => {
    const table = tableOf(config.wide_amounts === true);
    const calls = inputs.filter(({ name }) => name === 'contract_invocations');
    const extracted = inputs.filter(({ name }) => name === table.name);
    const ofPlain = { values: plain, where: "t.schema_name = 'none'" };
    return {
      tables: [table],
      records: [...calls, ...extracted],
      loads: (nameOf) => [
        ...calls.map((of) => ({ of: of.name, into: table.name, sql: upsert(nameOf, table, of, ofPlain) })),
        ...extracted.map((of) => ({ of: of.name, into: table.name, sql: upsert(nameOf, table, of) })),
      ],
    };
  }),
  config: postgresConfig(),
  example:
    '- type: extracted_contract_invocations_postgres\n  config: {host: localhost, database: stellar, username: me, password: "${POSTGRES_PASSWORD}"}\n',
};
