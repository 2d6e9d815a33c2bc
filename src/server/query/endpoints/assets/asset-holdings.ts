/**
 * What is held of an asset, kept in memory and advanced by what ledgers changed that were loaded since: to fold all entries that hold it
 * takes 35 ms of processor after each commit, to read what a commit changed 8.
 */
import type { LedgerRange } from '../../../../datastore/keys.ts';
import type { Row } from '../../fields.ts';
import { LINES, type Holdings, type Kind } from '../../holdings.ts';
import { inLedgers } from '../../lists/range.ts';
import { raw, sql, type Sql } from '../../sql.ts';
import { scaled } from '../../tokens.ts';
import type { View } from '../../view.ts';
import { contractOf, isAsset, type KnownAsset } from './asset.ts';

/** So many entries are kept of an asset. */
const MOST_ENTRIES = 20_000;

/** Returns what is held of an asset after the view's latest ledger; undefined where that is too much to be kept, or of ledgers before the last. */
export function holdingsOf(view: View, asset: KnownAsset): Promise<Holdings | undefined> {
  const read = () => readHoldings(view, asset);
  const advance = async (known: Holdings | undefined, since: LedgerRange) =>
    known && ((await readHoldings(view, asset, { known, since })) ?? read());
  // A state that was read whole has entries that no loaded ledger changed.
  const name = `${asset.key} ${view.snapshot.baseline?.ledger}`;
  return view.served.holdings.of(name, view.snapshot, { read, advance });
}

/** What is known, and the ledgers that came after it. */
interface Later {
  known: Holdings;
  since: LedgerRange;
}

async function readHoldings(view: View, asset: KnownAsset, later?: Later): Promise<Holdings | undefined> {
  const since = later?.since;
  const { rows } = await view.table(entriesOf(asset, contractOf(view, asset), since), since && [since]);
  const all = new Map(later?.known);
  for (const [entry, kind, stroops] of rows) {
    if (stroops === null) all.delete(String(entry));
    else all.set(String(entry), { kind: kind as Kind, stroops: BigInt(String(stroops)) });
  }
  return Math.max(rows.length, all.size) > MOST_ENTRIES ? undefined : all;
}

/** Where entries are looked for. */
interface Entries {
  of: (table: string) => Sql;
  /** Whether an entry with columns that begin so is of the asset. */
  isAsset: (prefix: string) => Sql;
  /** A column of an amount, in stroops. */
  stroops: (column: string) => Sql;
  /** What a contract keeps of a token. */
  kept: Sql;
}

const asTheyAre = ({ key }: KnownAsset): Entries => ({
  of: (table) => raw(`silver.${table}_current`),
  isAsset: (prefix) => isAsset(prefix, key),
  stroops: (column) => raw(`bronze.stroops(${column})`),
  kept: raw('balance_integer'),
});

/** Changes are read as they are in files: to make amounts and keys of all takes a quarter of the time. */
const asTheyChanged = ({ code, issuer }: KnownAsset): Entries => ({
  of: (table) => raw(`bronze.${table}_raw_v1`),
  isAsset: (prefix) =>
    issuer === null
      ? raw(`${prefix}type = 'native'`)
      : sql`(${raw(`${prefix}issuer`)} = ${issuer} and ${raw(`${prefix}code`)} = ${code})`,
  stroops: (column) => raw(`${column}_stroops`),
  kept: raw(`try_cast(nullif(balance, '') as hugeint)`),
});

/** The entries that hold an asset; of some ledgers those that changed in them, and without stroops where one holds none any more. */
function entriesOf(asset: KnownAsset, contract: string, ledgers?: LedgerRange): Sql {
  const { of, isAsset, stroops, kept } = ledgers ? asTheyChanged(asset) : asTheyAre(asset);
  const inLater = ledgers && sql`and ${inLedgers(ledgers)}`;
  // What is gone need not tell which asset it held.
  const isOf = (condition: Sql) =>
    ledgers ? sql`where (deleted or ${condition}) ${inLater}` : sql`where not deleted and ${condition}`;
  const lines =
    asset.issuer === null
      ? sql`
        select ledger_sequence, account_id as entry, 'authorized' as kind, if(deleted, null, ${stroops('balance')}) as stroops
        from ${of('accounts')} ${isOf(sql`true`)}`
      : sql`
        select
            ledger_sequence,
            ledger_key as entry,
            case when flags & 1 > 0 then 'authorized' when flags & 3 = 2 then 'maintained' else 'unauthorized' end as kind,
            if(deleted, null, ${stroops('balance')}) as stroops
        from ${of('trust_lines')} ${isOf(isAsset('asset_'))}`;
  const [isFirst, isSecond] = [isAsset('asset_a_'), isAsset('asset_b_')];
  return sql`
    select
        entry,
        arg_max_null(kind, ledger_sequence) as kind,
        arg_max_null(stroops, ledger_sequence) as stroops
    from (
        ${lines}
        union all
        select ledger_sequence, balance_id, 'claimable_balance', if(deleted, null, ${stroops('asset_amount')})
        from ${of('claimable_balances')} ${isOf(isAsset('asset_'))}
        union all
        select
            ledger_sequence,
            liquidity_pool_id,
            'liquidity_pool',
            if(deleted, null, if(${isFirst}, ${stroops('asset_a_amount')}, ${stroops('asset_b_amount')}))
        from ${of('liquidity_pools')} ${isOf(sql`(${isFirst} or ${isSecond})`)}
        union all
        select
            ledger_sequence,
            ledger_key_hash,
            'contract',
            if(
                balance_holder != '' and bronze.token_units(${kept}) > 0 and (
                    not deleted
                    or (ledger_sequence, ledger_key_hash_base_64) in (
                        select (ledger_sequence, ledger_key_hash)
                        from bronze.evicted_keys_raw_v1
                        where contract_id = ${contract} ${inLater}
                    )
                ),
                ${kept},
                null
            )
        from ${of('contract_data')}
        where contract_id = ${contract} ${inLater}
    )
    ${ledgers ? undefined : sql`where stroops is not null`}
    group by entry
    limit ${MOST_ENTRIES + 1}`;
}

/** Returns the figures of trust lines. */
export function linesIn(holdings: Holdings, { issuer }: KnownAsset): Row {
  const balances = LINES.map((kind) => balancesOf(holdings, kind));
  const all = balances.flat().sort((a, b) => (a < b ? 1 : -1));
  const supply = sum(all);
  const byKind = LINES.flatMap((kind, i) => [
    [`num_${kind}`, balances[i].length],
    [`sum_${kind}`, units(balances[i])],
  ]);
  return {
    total_holders: all.filter((balance) => balance > 0n).length,
    total_trustlines: issuer === null ? 0 : all.length,
    circulating_supply: units(all),
    top_10_concentration: supply === 0n ? 0 : toDouble(sum(all.slice(0, 10))) / toDouble(supply),
    ...(Object.fromEntries(byKind) as Row),
  };
}

/** Returns the figures of other kinds of holders, if they hold any. */
export function othersIn(holdings: Holdings): Row {
  const of = (kind: Kind) => balancesOf(holdings, kind).filter((balance) => balance > 0n);
  const [claimable, pools, contracts] = [of('claimable_balance'), of('liquidity_pool'), of('contract')];
  return {
    num_claimable_balances: claimable.length,
    claimable_balances_amount: units(claimable),
    num_liquidity_pools: pools.length,
    liquidity_pools_amount: units(pools),
    num_contracts: contracts.length,
    contracts_amount: units(contracts),
  };
}

function balancesOf(holdings: Holdings, wanted: Kind): bigint[] {
  return [...holdings.values()].flatMap(({ kind, stroops }) => (kind === wanted ? [stroops] : []));
}

const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
const units = (all: readonly bigint[]) => scaled(String(sum(all)), 7);

/** As DuckDB makes a double of a decimal with seven places. */
function toDouble(stroops: bigint): number {
  if (stroops <= Number.MAX_SAFE_INTEGER) return Number(stroops) / 1e7;
  return Number(stroops / 10_000_000n) + Number(stroops % 10_000_000n) / 1e7;
}
