/** Figures of an asset, in full and in short. */
import { amount, boolean, may, fields, real, text, whole, type Row } from '../../fields.ts';
import { leftOut } from '../../meta.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql, type Sql } from '../../sql.ts';
import { scaledAmount } from '../../tokens.ts';
import type { View } from '../../view.ts';
import { wallClock } from '../../wall-clock.ts';
import { dayMovedOf } from './asset-movements.ts';
import { Asset, assetRecord, contractOf, checkKnown, isAssetKey, namedAsset, type KnownAsset } from '../../asset.ts';

const UNKNOWN = 'Absent while entries are unknown.';

const Counts = fields({
  authorized: may(whole()),
  authorized_to_maintain_liabilities: may(whole()),
  unauthorized: may(whole()),
});
const Amounts = fields({
  authorized: may(amount()),
  authorized_to_maintain_liabilities: may(amount()),
  unauthorized: may(amount()),
});

export const assetStats = object({
  path: '/api/v1/silver/assets/{asset}/stats',
  summary: 'Asset statistics',
  parameters: { asset: parameter.assetOrContract('CODE:ISSUER, XLM, or the contract of an asset.') },
  answer: {
    asset: Asset,
    stats: fields({
      total_holders: may(whole(UNKNOWN)),
      total_trustlines: may(whole(UNKNOWN)),
      circulating_supply: may(amount(UNKNOWN)),
      top_10_concentration: may(real(UNKNOWN)),
      transfers_24h: whole(),
      volume_24h: amount(),
      unique_accounts_24h: whole(),
    }),
    supply: fields({
      accounts: Counts,
      balances: Amounts,
      num_claimable_balances: may(whole()),
      claimable_balances_amount: may(amount()),
      num_liquidity_pools: may(whole()),
      liquidity_pools_amount: may(amount()),
      num_contracts: may(whole('Whose balance has not to be restored before it can move.')),
      contracts_amount: may(amount()),
      num_archived_contracts: may(whole('Whose balance has.')),
      archived_contracts_amount: may(amount()),
    }),
    flags: may(
      fields({
        auth_required: boolean(),
        auth_revocable: boolean(),
        auth_immutable: boolean(),
        auth_clawback_enabled: boolean(),
      }),
    ),
    contract_id: text(),
    generated_at: text(),
  },
  isState: true,
  async read({ asset: named }, view) {
    const asset = await namedAsset(view, named);
    const { lines, moved, issuer } = await readAsset(view, asset);
    const contract = contractOf(view, asset);
    const others = (await view.row(held(asset.key, contract))) ?? {};
    const isFull = view.coverage === 'full';
    const [ofLines, ofOthers] = isFull ? [lines, await withArchived(view, contract, others)] : [{}, {}];
    return { body: bodyOf(view, asset, ofLines, ofOthers, moved, issuer), warnings: leftOut(view.coverage) };
  },
});

/** Tells balances of contracts whose lifetime has ended, evicted or not, from the others (as Horizon does). */
async function withArchived(view: View, contract: string, others: Row): Promise<Row> {
  const { num_contracts: count = 0, contracts_amount: amount = '0.0000000' } = others;
  const found = Number(count) > 0 ? await view.row(archivedOf(contract, view.bounds.latest)) : undefined;
  const [number, stroops] = [Number(found?.['count'] ?? 0), BigInt(String(found?.['stroops'] ?? 0))];
  return {
    ...others,
    num_contracts: Number(count) - number,
    contracts_amount: scaledAmount(String(BigInt(String(amount).replace('.', '')) - stroops), 7),
    num_archived_contracts: number,
    archived_contracts_amount: scaledAmount(String(stroops), 7),
  };
}

export const assetDetail = object({
  path: '/api/v1/silver/assets/{asset}',
  summary: 'An asset in short',
  parameters: { asset: parameter.assetOrContract('CODE:ISSUER, XLM, or the contract of an asset.') },
  answer: {
    canonical_slug: text('Name of the asset in paths: CODE:ISSUER or XLM.'),
    asset_code: text(),
    asset_issuer: may(text()),
    asset_type: text(),
    decimals: whole(),
    decimals_source: text('sac: the seven of an asset.'),
    contract_id: text(),
    home_domain: may(text('Home domain of the issuer.')),
    auth_required: may(boolean()),
    auth_revocable: may(boolean()),
    auth_immutable: may(boolean()),
    auth_clawback_enabled: may(boolean()),
    holder_count: may(
      whole('Trust lines, of lumens accounts, with a balance; absent, as other totals, while entries are unknown.'),
    ),
    total_trustlines: may(whole()),
    circulating_supply: may(amount('What those hold.')),
    top_10_concentration: may(real('Part of the ten largest balances, from 0 to 1.')),
    transfers_24h: whole(),
    volume_24h: amount(),
    unique_accounts_24h: whole(),
  },
  isState: true,
  async read({ asset: named }, view) {
    const asset = await namedAsset(view, named);
    const { lines, moved, issuer } = await readAsset(view, asset);
    const { code, issuer: by = null, type } = assetRecord(asset);
    const names = {
      canonical_slug: by === null ? 'XLM' : asset.key,
      asset_code: code,
      asset_issuer: by,
      asset_type: type,
    };
    const contract = { decimals: 7, decimals_source: 'sac', contract_id: contractOf(view, asset) };
    const totals = { ...lines, holder_count: lines['total_holders'] ?? 0 };
    return {
      body: { ...names, ...contract, ...issuer, ...moved, ...(view.coverage === 'full' && totals) },
      warnings: leftOut(view.coverage),
    };
  },
});

/** Returns trust-line, 24-hour and issuer figures; throws ApiError when nothing names the asset. */
async function readAsset(view: View, asset: KnownAsset) {
  const { key, issuer } = asset;
  const [lines = {}, moved = {}, flags] = await Promise.all([
    view.row(trustLines(key)),
    dayMovedOf(view, contractOf(view, asset)),
    issuer === null ? undefined : view.row(flagsOf(issuer)),
  ]);
  if (!Number(lines['total_trustlines'])) await checkKnown(view, asset);
  return { lines, moved, issuer: flags };
}

function bodyOf(view: View, asset: KnownAsset, lines: Row, others: Row, moved: Row, flags: Row | undefined): Row {
  const byFlag = (prefix: string) => ({
    authorized: lines[`${prefix}_authorized`] ?? null,
    authorized_to_maintain_liabilities: lines[`${prefix}_maintained`] ?? null,
    unauthorized: lines[`${prefix}_unauthorized`] ?? null,
  });
  return {
    asset: assetRecord(asset),
    stats: { ...lines, ...moved },
    supply: { accounts: byFlag('num'), balances: byFlag('sum'), ...others },
    flags: flags ?? null,
    contract_id: contractOf(view, asset),
    generated_at: wallClock(),
  };
}

/** Trust lines of the asset; of lumens accounts, which need no authorisation. */
const linesOf = (key: string): Sql => {
  if (key === 'native') {
    return sql`
        select balance, true as is_authorized, false as is_maintained, false as is_line
        from silver.accounts_current
        where not deleted`;
  }
  return sql`
        select balance, flags & 1 > 0 as is_authorized, flags & 3 = 2 as is_maintained, true as is_line
        from silver.trust_lines_current
        where not deleted and ${isAssetKey('asset_', key)}`;
};

const trustLines = (key: string): Sql => sql`
    with lines as (${linesOf(key)})
    select
        count(*) filter (balance > 0) as total_holders,
        count(*) filter (is_line) as total_trustlines,
        cast(coalesce(sum(balance), 0) as decimal(38, 7)) as circulating_supply,
        coalesce(cast(list_sum(max(balance, 10)) as double) / nullif(cast(sum(balance) as double), 0), 0)
            as top_10_concentration,
        count(*) filter (is_authorized) as num_authorized,
        count(*) filter (is_maintained) as num_maintained,
        count(*) filter (not is_authorized and not is_maintained) as num_unauthorized,
        cast(coalesce(sum(balance) filter (is_authorized), 0) as decimal(38, 7)) as sum_authorized,
        cast(coalesce(sum(balance) filter (is_maintained), 0) as decimal(38, 7)) as sum_maintained,
        cast(coalesce(sum(balance) filter (not is_authorized and not is_maintained), 0) as decimal(38, 7))
            as sum_unauthorized
    from lines`;

/** What others than accounts hold now; of a contract also what was evicted, which it can restore. */
const held = (key: string, contract: string): Sql => sql`
    with holdings as (
        select 'claimable_balance' as holder, asset_amount as balance
        from silver.claimable_balances_current
        where not deleted and ${isAssetKey('asset_', key)}
        union all
        select 'liquidity_pool', if(asset_a_key = ${key}, asset_a_amount, asset_b_amount)
        from silver.liquidity_pools_current
        where not deleted and (asset_a_key = ${key} or asset_b_key = ${key})
        union all
        select 'contract', bronze.token_units(balance_integer)
        from silver.contract_data_current
        where contract_id = ${contract} and balance_holder != '' and (
            not deleted
            or (ledger_sequence, ledger_key_hash_base_64) in (
                select (ledger_sequence, ledger_key_hash) from bronze.evicted_keys_raw_v1 where contract_id = ${contract}
            )
        )
    )
    select
        count(*) filter (holder = 'claimable_balance') as num_claimable_balances,
        cast(coalesce(sum(balance) filter (holder = 'claimable_balance'), 0) as decimal(38, 7)) as claimable_balances_amount,
        count(*) filter (holder = 'liquidity_pool') as num_liquidity_pools,
        cast(coalesce(sum(balance) filter (holder = 'liquidity_pool'), 0) as decimal(38, 7)) as liquidity_pools_amount,
        count(*) filter (holder = 'contract') as num_contracts,
        cast(coalesce(sum(balance) filter (holder = 'contract'), 0) as decimal(38, 7)) as contracts_amount
    from holdings
    where balance > 0`;

/** What of that has to be restored before it can move. */
const archivedOf = (contract: string, latest: number): Sql => sql`
    with kept as materialized (
        select ledger_key_hash, ledger_key_hash_base_64, ledger_sequence, deleted, balance_integer
        from silver.contract_data_current
        where contract_id = ${contract} and balance_holder != '' and bronze.token_units(balance_integer) > 0
    )
    select count(*) as count, cast(coalesce(sum(balance_integer), 0) as varchar) as stroops
    from kept
    where
        (not deleted and ledger_key_hash not in (
            select key_hash
            from silver.ttl_current
            where live_until_ledger_seq >= ${latest} and not deleted and key_hash in (select ledger_key_hash from kept)
        ))
        or (deleted and (ledger_sequence, ledger_key_hash_base_64) in (
            select (ledger_sequence, ledger_key_hash) from bronze.evicted_keys_raw_v1 where contract_id = ${contract}
        ))`;

const flagsOf = (issuer: string): Sql => sql`
    select
        flags & 1 > 0 as auth_required,
        flags & 2 > 0 as auth_revocable,
        flags & 4 > 0 as auth_immutable,
        flags & 8 > 0 as auth_clawback_enabled,
        nullif(home_domain, '') as home_domain
    from silver.accounts_current
    where account_id = ${issuer} and not deleted`;
