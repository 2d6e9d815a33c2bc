/** Lifetimes of contract entries: of one entry, of a contract, soon to expire, expired. */
import { hash } from 'node:crypto';
import { decodeJson } from '../../../../xdr/decode.ts';
import { readKey, strkeyVersion } from '../../../../xdr/strkey.ts';
import { invalid } from '../../errors.ts';
import { boolean, may, fields, fieldShape, text, time, whole, type Row } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { raw, sql, when, type Sql } from '../../sql.ts';
import type { View } from '../../view.ts';

const Lifetime = fields({
  key_hash: text('SHA-256 of the ledger key, hex.'),
  live_until_ledger: whole('The last ledger in which the entry lives.'),
  ledgers_remaining: may(whole('Remaining ledgers; absent if expired.')),
  expired: boolean(),
  last_modified_ledger: whole('Ledger that set the lifetime.'),
  closed_at: time('When that ledger closed.'),
  contract_id: may(text('Whose entry it is, where that was looked up: code is of no contract.')),
  durability: may(text('persistent or temporary, likewise.')),
});

/** Returns the lifetimes that a condition holds for, as they are at the latest ledger. */
function lifetimes({ bounds: { latest } }: View, condition: Sql): Sql {
  return sql`
    select
        key_hash,
        live_until_ledger_seq as live_until_ledger,
        if(live_until_ledger_seq >= ${latest}, live_until_ledger_seq - ${latest}, null) as ledgers_remaining,
        live_until_ledger_seq < ${latest} as expired,
        last_modified_ledger,
        closed_at
    from silver.ttl_current
    where not deleted and ${condition}`;
}

/** Returns the entries of a contract. */
const entriesOf = (contract: string) => sql`
    select contract_id, ledger_key_hash, ${durability} from silver.contract_data_current
    where contract_id = ${contract} and not deleted`;

const durability = raw(
  `if(contract_durability = 'ContractDataDurabilityPersistent', 'persistent', 'temporary') as durability`,
);

const keyHash = parameter.hex(64, 'SHA-256 of the ledger key, hex.');
const limit = parameter.limit(100, 1000);

export const ttlEndpoint = list({
  path: '/api/v1/silver/soroban/ttl',
  summary: 'Lifetime of an entry, or of the entries of a contract',
  legacyKey: 'ttl_entries',
  parameters: { key_hash: parameter.may(keyHash), contract_id: parameter.may(parameter.contract()), limit },
  row: Lifetime,
  beside: {
    fields: { contract_id: may(text()), ttl: may(Lifetime) },
    async read({ key_hash: key, contract_id: contract }, { view }, [first]): Promise<Row> {
      if (contract !== undefined) return { contract_id: contract };
      if (key !== undefined && !first) throw view.notFound('TTL entry');
      return { ttl: fieldShape(Lifetime)(first ?? null) };
    },
  },
  async prepare({ key_hash: key, contract_id: contract }) {
    if (key === undefined && contract === undefined) throw invalid('key_hash or contract_id parameter required');
    if (key !== undefined && contract !== undefined) throw invalid('specify key_hash or contract_id, not both');
    return null;
  },
  kind: { isState: true },
  key: () => [{ column: 'key_hash', type: 'varchar' }],
  rows({ key_hash: key, contract_id: contract }, { view }) {
    if (contract === undefined) return lifetimes(view, sql`key_hash = ${key ?? ''}`);
    return sql`
      with entries as (${entriesOf(contract)})
      select lifetimes.*, contract_id, durability
      from (${lifetimes(view, raw('true'))}) as lifetimes
      inner join entries on entries.ledger_key_hash = lifetimes.key_hash`;
  },
});

/** Whose entries those of `page` are. */
const withOwners = sql`
    select page.*, entries.contract_id, entries.durability
    from page
    left join (
        select contract_id, ledger_key_hash, ${durability}
        from silver.contract_data_current
        where ledger_key_hash in (select key_hash from page)
    ) as entries on entries.ledger_key_hash = page.key_hash`;

const ofContract = (contract: string | undefined) =>
  when(contract, (id) => sql`and key_hash in (select ledger_key_hash from (${entriesOf(id)}))`);

const ended = { column: 'live_until_ledger' } as const;
const byKey = { column: 'key_hash', type: 'varchar' } as const;
const badWithin = 'within_ledgers must be a positive integer';

export const ttlExpiring = list({
  path: '/api/v1/silver/soroban/ttl/expiring',
  summary: 'Entries whose lifetime ends soon, the next ones first',
  legacyKey: 'ttl_entries',
  parameters: {
    within_ledgers: parameter.required(
      parameter.refused(parameter.ledger('Only entries that expire within this number of ledgers.'), badWithin),
      'within_ledgers parameter required',
    ),
    contract_id: parameter.may(parameter.contract('Whose entries.')),
    limit,
  },
  row: Lifetime,
  beside: {
    fields: { within_ledgers: whole() },
    read: async ({ within_ledgers: within }) => ({ within_ledgers: within }),
  },
  kind: { isState: true },
  key: () => [ended, byKey],
  rows({ within_ledgers: within, contract_id: contract }, { view }) {
    const { latest } = view.bounds;
    const soon = sql`live_until_ledger_seq between ${latest} and ${latest + within}`;
    return lifetimes(view, sql`${soon} ${ofContract(contract)}`);
  },
  page: () => withOwners,
});

export const ttlExpired = list({
  path: '/api/v1/silver/soroban/ttl/expired',
  summary: 'Entries whose lifetime has ended, the last ones first',
  legacyKey: 'ttl_entries',
  parameters: { contract_id: parameter.may(parameter.contract('Whose entries.')), limit },
  row: Lifetime,
  kind: { isState: true },
  key: () => [{ ...ended, descending: true }, byKey],
  rows: ({ contract_id: contract }, { view }) =>
    lifetimes(view, sql`live_until_ledger_seq < ${view.bounds.latest} ${ofContract(contract)}`),
  page: () => withOwners,
});

/** LEDGER_KEY_CONTRACT_INSTANCE, the one value of its type (Stellar-contract.x). */
const INSTANCE = Buffer.from('00000014', 'hex');

const base64 = parameter.read(
  parameter.matching(/^[A-Za-z0-9+/]{4,4000}={0,2}$/, 'The key in storage: an SCVal in base64.'),
  (given) => (isValue(given) ? given : undefined),
);

function isValue(given: string): boolean {
  try {
    decodeJson('ScVal', Buffer.from(given, 'base64'));
    return true;
  } catch {
    return false;
  }
}

export const ttlResolve = object({
  path: '/api/v1/silver/soroban/ttl/resolve',
  summary: 'Lifetime of an entry, by its key in the storage of a contract',
  parameters: {
    contract_id: parameter.contract(),
    key: parameter.may(base64),
    key_type: parameter.may(
      parameter.choice('key_type', ['instance'], undefined, "unsupported key_type; only 'instance' is supported"),
    ),
    durability: parameter.choice('durability', ['persistent', 'temporary'], 'persistent'),
  },
  answer: { key_hash: text('SHA-256 of the ledger key, hex.'), ttl: Lifetime },
  isState: true,
  async read({ contract_id: contract, key, key_type: type, durability: kept }, view) {
    if (key === undefined && type === undefined) throw invalid('key (base64 ScVal) or key_type=instance required');
    if (key !== undefined && type !== undefined) throw invalid('specify key or key_type, not both');
    const value = key === undefined ? INSTANCE : Buffer.from(key, 'base64');
    const found = keyHashOf(contract, value, kept);
    const row = await view.row(lifetimes(view, sql`key_hash = ${found}`));
    if (!row) throw view.notFound('TTL entry');
    return { body: { key_hash: found, ttl: { ...row, contract_id: contract, durability: kept } } };
  },
});

/** The SHA-256 of a LedgerKey of contract data: type 6, an address of type 1, the key, and 1 where it is persistent (Stellar-ledger-entries.x). */
function keyHashOf(contract: string, key: Uint8Array, kept: 'persistent' | 'temporary'): string {
  const payload = readKey(contract, strkeyVersion.contract) ?? new Uint8Array();
  const parts = [
    Buffer.from('0000000600000001', 'hex'),
    payload,
    key,
    Buffer.from([0, 0, 0, Number(kept === 'persistent')]),
  ];
  return hash('sha256', Buffer.concat(parts), 'hex');
}
