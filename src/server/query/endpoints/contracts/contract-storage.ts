/** Live storage entries of a contract, decoded, with their lifetimes. */
import { boolean, json, listOf, may, fields, text, whole } from '../../fields.ts';
import { fieldShape, type Json, type Row } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import { leftOut, withoutTotals } from '../../meta.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql, when, where, type Sql } from '../../sql.ts';
import { typedOf } from '../../contracts/typed-scval.ts';
import type { View } from '../../view.ts';

const entry = {
  contract_id: text(),
  key_hash: text('SHA-256 of the ledger key.'),
  durability: text('persistent or temporary.'),
  key: json('The key as type, value and display text.'),
  value: json('Likewise.'),
  last_modified_ledger: whole(),
  live_until_ledger: may(whole('The last ledger in which it lives; absent where that is not known.')),
  is_live: may(boolean('Whether it lives at the latest ledger; absent where that is not known.')),
};
const Entry = fields(entry);

const filters = {
  live_only: parameter.may(parameter.flag('Leave out what is known to have ended.')),
  durability: parameter.may(parameter.choice('durability', ['persistent', 'temporary'])),
  key_hash: parameter.may(parameter.matching(/^[0-9a-f]{64}$/, 'SHA-256 of the ledger key, hex.')),
  limit: parameter.limit(100, 1000),
};

const common = { row: Entry, kind: { isState: true }, key: () => [{ column: 'key_hash', type: 'varchar' }] } as const;

export const contractStorage = list({
  written: { shape: shapeEntry() },
  ...common,
  path: '/api/v1/silver/contracts/{id}/storage',
  summary: 'Storage of a contract',
  legacyKey: 'entries',
  parameters: { id: parameter.refused(parameter.contract(), 'invalid contract_id'), ...filters },
  rows: (values, { view }) => stored(values.id, values, view),
});

export const contractDataEndpoint = list({
  written: { shape: shapeEntry() },
  ...common,
  path: '/api/v1/silver/soroban/contract-data',
  summary: 'Ledger entries of a contract',
  legacyKey: 'entries',
  parameters: { contract_id: parameter.contract(), ...filters },
  rows: (values, { view }) => stored(values.contract_id, values, view),
});

export const contractEntry = object({
  path: '/api/v1/silver/soroban/contract-data/entry',
  summary: 'One ledger entry of a contract',
  parameters: {
    contract_id: parameter.contract(),
    key_hash: parameter.matching(/^[0-9a-f]{64}$/, 'SHA-256 of the ledger key, hex.'),
  },
  answer: entry,
  isState: true,
  async read({ contract_id: id, key_hash: hash }, view) {
    const row = await view.row(stored(id, { key_hash: hash }, view));
    if (!row) throw view.notFound('entry');
    return { body: { ...row, key: typedText(row['key']), value: typedText(row['value']) } };
  },
});

const totals = [
  ...['entries', 'persistent_entries', 'temporary_entries', 'live_entries', 'archived_entries', 'expired_entries'],
  ...['next_to_end', 'key_types'],
];

export const storageSummary = object({
  path: '/api/v1/silver/contracts/{id}/storage/summary',
  summary: 'Storage of a contract, in numbers',
  parameters: { id: parameter.refused(parameter.contract(), 'invalid contract_id') },
  answer: {
    contract_id: text(),
    known_entries: whole('Entries that are not removed and that the lake knows.'),
    entries: may(whole('All that are not removed; absent, as what follows, while entries are unknown.')),
    persistent_entries: may(whole('The instance is one of them.')),
    temporary_entries: may(whole()),
    live_entries: may(whole('Entries that are live at the latest ledger.')),
    archived_entries: may(whole('Persistent ones whose lifetime has ended.')),
    expired_entries: may(whole('Temporary ones whose lifetime has ended.')),
    next_to_end: may(whole('The ledger after which the next live entry expires.')),
    last_modified_ledger: whole(),
    key_types: may(listOf(fields({ type: text(), count: whole() }), 'The most frequent first.')),
  },
  isState: true,
  async read({ id }, view) {
    const row = await view.row(sql`
      with entries as (${stored(id, {}, view)}),
      types as (
          select if(json_type(key) = 'OBJECT', json_keys(key)[1], key->>'$') as type, count(*) as count
          from entries
          group by all
      )
      select
          count(*) as known_entries,
          count(*) as entries,
          count(*) filter (durability = 'persistent') as persistent_entries,
          count(*) filter (durability = 'temporary') as temporary_entries,
          count(*) filter (is_live) as live_entries,
          count(*) filter (not is_live and durability = 'persistent') as archived_entries,
          count(*) filter (not is_live and durability = 'temporary') as expired_entries,
          min(live_until_ledger) filter (is_live) as next_to_end,
          max(last_modified_ledger) as last_modified_ledger,
          (select list({type: type, count: count} order by count desc, type) from types) as key_types
      from entries`);
    if (!row || Number(row['known_entries']) === 0) throw view.notFound('contract');
    return {
      body: { contract_id: id, ...withoutTotals(row, totals, view.coverage) },
      warnings: leftOut(view.coverage),
    };
  },
});

type Filters = Omit<Partial<parameter.Values<typeof filters>>, 'limit'>;

/** The newest row of each entry comes first, then what is asked of it. */
function stored(id: string, { live_only: liveOnly, durability, key_hash: hash }: Filters, view: View): Sql {
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
            ${isLive(view)} as is_live
        from silver.contract_data_current as entries
        left join silver.ttl_current as lifetimes
            on lifetimes.key_hash = entries.ledger_key_hash and not lifetimes.deleted
        where contract_id = ${id} and not entries.deleted
    )
    ${where(
      liveOnly === true ? sql`coalesce(is_live, true)` : undefined,
      when(durability, (one) => sql`durability = ${one}`),
      when(hash, (one) => sql`key_hash = ${one}`),
    )}`;
}

/** Where every entry is known, one without a lifetime is in the hot archive. */
function isLive({ bounds, coverage }: View): Sql {
  const isWithin = sql`live_until_ledger_seq >= ${bounds.latest}`;
  return coverage === 'full' ? sql`coalesce(${isWithin}, false)` : isWithin;
}

function shapeEntry(): (row: Row) => Row {
  const shape = fieldShape(Entry);
  return (row) => {
    const told = shape(row) as Row;
    return { ...told, key: typedOf(told['key'] ?? null), value: typedOf(told['value'] ?? null) };
  };
}

/** Returns the text of a decoded value as type, value and display. */
function typedText(text: Json | undefined): Json {
  return typedOf(JSON.parse(String(text)) as Json);
}
