/** What a contract keeps, by its id, decoded (contract 9): live entries, with their lifetimes. */
import { flag, json, may, object, text, whole } from '../fields.ts';
import { shapeOf, type Row } from '../fields.ts';
import { list } from '../list.ts';
import * as parameter from '../parameters.ts';
import { sql, when, where, type Sql } from '../sql.ts';
import { typedOf } from '../typed-scval.ts';
import type { View } from '../view.ts';

const Entry = object({
  contract_id: text(),
  key_hash: text('SHA-256 of the ledger key.'),
  durability: text('persistent or temporary.'),
  key: json('With type, value and display.'),
  value: json('Likewise.'),
  last_modified_ledger: whole(),
  live_until_ledger: may(whole('The last ledger in which it lives; absent where that is not known.')),
  is_live: may(flag('Whether it lives at the latest ledger; absent where that is not known.')),
});

const filters = {
  live_only: parameter.may(parameter.flag('Leave out what is known to have ended.')),
  durability: parameter.may(parameter.choice('durability', ['persistent', 'temporary'])),
  key_hash: parameter.may(parameter.matching(/^[0-9a-f]{64}$/, 'SHA-256 of the ledger key, hex.')),
  limit: parameter.limit(100, 1000),
};

const common = { row: Entry, isState: true, key: () => [{ column: 'key_hash', type: 'varchar' }] } as const;

export const contractStorage = list({
  ...common,
  path: '/api/v1/silver/contracts/{id}/storage',
  summary: 'Storage of a contract',
  legacyKey: 'entries',
  parameters: { id: parameter.refused(parameter.contract(), 'invalid contract_id'), ...filters },
  shape: shapeEntry(),
  rows: (values, { view }) => stored(values.id, values, view),
});

export const contractData = list({
  ...common,
  path: '/api/v1/silver/soroban/contract-data',
  summary: 'Ledger entries of a contract',
  legacyKey: 'entries',
  parameters: { contract_id: parameter.contract(), ...filters },
  shape: shapeEntry(),
  rows: (values, { view }) => stored(values.contract_id, values, view),
});

type Filters = Omit<parameter.Values<typeof filters>, 'limit'>;

/** The newest row of each entry comes first, then what is asked of it. */
function stored(id: string, { live_only: isLive, durability, key_hash: hash }: Filters, view: View): Sql {
  return sql`
    from (
        select
            contract_id,
            ledger_key_hash as key_hash,
            if(contract_durability = 'ContractDataDurabilityPersistent', 'persistent', 'temporary') as durability,
            key_decoded as key,
            val_decoded as value,
            entries.last_modified_ledger,
            live_until_ledger_seq as live_until_ledger,
            live_until_ledger_seq >= ${view.bounds.latest} as is_live
        from silver.contract_data_current as entries
        left join silver.ttl_current as lifetimes
            on lifetimes.key_hash = entries.ledger_key_hash and not lifetimes.deleted
        where contract_id = ${id} and not entries.deleted
    )
    ${where(
      isLive === true ? sql`coalesce(is_live, true)` : undefined,
      when(durability, (one) => sql`durability = ${one}`),
      when(hash, (one) => sql`key_hash = ${one}`),
    )}`;
}

function shapeEntry(): (row: Row) => Row {
  const shape = shapeOf(Entry);
  return (row) => {
    const told = shape(row) as Row;
    return { ...told, key: typedOf(told['key'] ?? null), value: typedOf(told['value'] ?? null) };
  };
}
