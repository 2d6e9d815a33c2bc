/** Contract entries that were evicted or restored, newest first. */
import { may, fields, text, time, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { inRange } from '../../lists/range.ts';
import { raw, sql, when, where } from '../../sql.ts';

/** Both relations, with the table that their rows are of. */
const relations = [
  { name: 'evicted-keys', table: 'evicted_keys', summary: 'Entries that were evicted' },
  { name: 'restored-keys', table: 'restored_key', summary: 'Entries that were restored' },
] as const;

const [evicted, restored] = relations.map(({ name, table, summary }) =>
  list({
    path: `/api/v1/silver/soroban/${name}`,
    summary,
    legacyKey: name.replace('-', '_'),
    parameters: {
      contract_id: parameter.may(parameter.contract('Whose entries.')),
      limit: parameter.limit(100, 1000),
      ...parameter.ledgerRange,
    },
    row: fields({
      contract_id: may(text('Absent of code.')),
      key_hash: text('SHA-256 of the ledger key, hex.'),
      ledger_sequence: whole(),
      closed_at: time(),
      key_type: may(text('Type of the key in storage, or ContractCode.')),
      durability: text('persistent, temporary or unknown.'),
    }),
    of: table,
    key: () => [
      { column: 'ledger_sequence', descending: true },
      { column: 'ledger_key_hash', type: 'varchar' },
    ],
    rows: (values, scan) => sql`
      select ledger_key_hash, contract_id, contract_durability, ledger_sequence, closed_at
      from ${raw(`bronze.${table}_raw_v1`)}
      ${where(
        ...inRange(values, scan),
        when(values.contract_id, (id) => sql`contract_id = ${id}`),
      )}`,
    page: () => sql`
      select
          ledger_sequence,
          ledger_key_hash,
          nullif(contract_id, '') as contract_id,
          sha256(from_base64(ledger_key_hash)) as key_hash,
          closed_at,
          bronze.ledger_key_type(ledger_key_hash) as key_type,
          case contract_durability
              when 'ContractDataDurabilityPersistent' then 'persistent'
              when 'ContractDataDurabilityTemporary' then 'temporary'
              else 'unknown'
          end as durability
      from page`,
  }),
);

export const sorobanKeys = [evicted, restored];
