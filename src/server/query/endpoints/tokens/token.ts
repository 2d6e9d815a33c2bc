/** A token: its metadata, and figures of its use. */
import { big, may, rfc3339, text, whole, type Row } from '../../fields.ts';
import { leftOut } from '../../meta.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { raw, sql, type Sql } from '../../sql.ts';
import { activityOf, decimalsSource, unitsOf } from '../../tokens.ts';
import type { View } from '../../view.ts';
import { isAssetKey } from '../../asset.ts';
import { readRegistered } from './registered-token.ts';
import { TOTAL_SUPPLY, totalSupply } from './token-supply.ts';

export const token = object({
  path: '/api/v1/silver/tokens/{contract_id}',
  summary: 'SEP-41 token metadata',
  parameters: { contract_id: parameter.contract('Contract of the token.') },
  answer: {
    contract_id: text(),
    name: may(text()),
    symbol: may(text()),
    asset_code: may(text()),
    asset_issuer: may(text()),
    source_type: text('classic for the contract of an asset, else soroban.'),
    token_type: text('sac or custom_soroban.'),
    decimals: whole('7 where none are known.'),
    holder_count: may(whole('Number of live balances; absent while entries are unknown.')),
    transfer_count: whole(),
    first_seen: may(text()),
    last_activity: may(text()),
    decimals_source: text(decimalsSource),
    admin: may(text()),
    total_supply: may(text(TOTAL_SUPPLY)),
    total_supply_raw: may(big('The same in the smallest unit, where no decimals are known.')),
  },
  isState: true,
  read: async ({ contract_id: id }, view) => ({ body: await readToken(view, id), warnings: leftOut(view.coverage) }),
});

/** Returns the fields of a token; throws ApiError when there is none. */
export async function readToken(view: View, id: string): Promise<Row> {
  const registered = await readRegistered(view, id);
  const key = registered?.['asset_key'];
  const named = typeof key === 'string' ? key : null;
  const [held, moved] = await Promise.all([view.row(holders(view, id, named)), activityOf(view, id)]);
  const isKnown = registered ?? (Number(held?.['holders']) > 0 || Number(moved?.['transfers']) > 0);
  if (isKnown === false) throw view.notFound('token');
  return bodyOf(view, id, registered ?? {}, held ?? {}, moved ?? {});
}

/** What contracts keep of a token that is more than nothing. */
const kept = (id: string): Sql => sql`
    select ledger_key_hash, try_cast(balance as hugeint) as raw
    from (
        select
            ledger_key_hash,
            bronze.balance_owner(key_decoded) as owner,
            bronze.balance_raw(val_decoded) as balance
        from silver.contract_data_current
        where contract_id = ${id}
            and not deleted
            and contract_key_type = 'ScValTypeScvVec'
            and contract_durability = 'ContractDataDurabilityPersistent'
    )
    where owner is not null and balance != '0' and not starts_with(balance, '-')`;

/**
 * What `silver.address_balances_current` has of a token, which reads more to tell what each has: accounts, trust lines, and what contracts
 * keep, with how many of those have ended.
 */
function holders(view: View, id: string, key: string | null): Sql {
  return sql`
    with kept as materialized (${kept(id)})
    select
        count(*) as holders,
        ${sumOf(raw('raw'))} as supply,
        (${endedAmong(view, sql`select ledger_key_hash from kept`)}) as ended
    from (${classicHolders(key)} from kept)`;
}

function classicHolders(key: string | null): Sql | undefined {
  if (key === null) return undefined;
  const [relation, isOf] =
    key === 'native'
      ? [raw('accounts_current'), undefined]
      : [raw('trust_lines_current'), sql`and ${isAssetKey('asset_', key)}`];
  return sql`
        select null as ledger_key_hash, bronze.stroops(balance) as raw from silver.${relation} where not deleted and balance > 0 ${isOf}
        union all`;
}

/** More than this, which only a contract of its own can tell of, might not fit in a sum. */
const MOST = sql`cast('1000000000000000000000000000000' as hugeint)`;

/** Returns the sum of amounts as digits; null where one is too large, or as far below 0. */
export const sumOf = (amount: Sql): Sql => {
  const isSmall = sql`filter (${amount} between -${MOST} and ${MOST})`;
  return sql`if(count(*) ${isSmall} = count(*), cast(coalesce(sum(${amount}) ${isSmall}, 0) as varchar), null)`;
};

/** Returns how many storage entries of a token have expired. */
export async function endedOf(view: View, id: string): Promise<number> {
  const row = await view.row(endedAmong(view, sql`select ledger_key_hash from (${kept(id)})`));
  return Number(row?.['ended']);
}

const endedAmong = ({ bounds: { latest } }: View, hashes: Sql): Sql => sql`
    select count(*) as ended
    from silver.ttl_current
    where live_until_ledger_seq < ${latest} and not deleted and key_hash in (${hashes})`;

async function bodyOf(view: View, id: string, registered: Row, held: Row, moved: Row): Promise<Row> {
  const isAsset = registered['token_type'] === 'sac';
  const seen = registered['first_seen_ledger'];
  const time = (found: Row[string] | undefined) => (typeof found === 'string' ? rfc3339(found) : undefined);
  const first = time(moved['first_transfer']) ?? (seen ? await view.asOf(Number(seen)) : null);
  const [sum, key] = [held['supply'], registered['asset_key']].map((one) => (typeof one === 'string' ? one : null));
  const supply = await totalSupply(view, { id, key, held: sum });
  const decimals = registered['token_decimals'] ?? null;
  return {
    contract_id: id,
    name: registered['token_name'] ?? null,
    symbol: registered['token_symbol'] ?? null,
    asset_code: registered['asset_code'] ?? null,
    asset_issuer: registered['asset_issuer'] ?? null,
    source_type: isAsset ? 'classic' : 'soroban',
    token_type: isAsset ? 'sac' : 'custom_soroban',
    decimals: decimals ?? 7,
    holder_count: view.coverage === 'full' ? Number(held['holders']) - Number(held['ended']) : null,
    transfer_count: moved['transfers'] ?? 0,
    first_seen: first,
    last_activity: time(moved['last_transfer']) ?? first,
    decimals_source: registered['decimals_source'] ?? 'default',
    admin: registered['admin'] ?? null,
    total_supply: unitsOf(supply, decimals),
    total_supply_raw: decimals === null ? supply : null,
  };
}
