/** Who held an asset at a time (contract 8.6). */
import { readCursor, writeCursor } from '../cursor.ts';
import { amount, flag, list as listOf, may as mayBe, object as fields, text, whole, type Row } from '../fields.ts';
import { assetParameters, coverageOf, format, goldAsset, Seal, sealed } from '../gold.ts';
import { object } from '../object.ts';
import * as parameter from '../parameters.ts';
import { sql } from '../sql.ts';
import type { View } from '../view.ts';
import { snapshotOf, snapshotTime } from '../snapshot-time.ts';
import { assetRecord, type KnownAsset } from './asset.ts';

const path = '/api/v1/gold/compliance/balances';
/** What a request for a page of holders says. */
interface HolderPage {
  limit: number;
  cursor?: string;
  min_balance?: string;
}

const parameters = {
  ...assetParameters,
  ...snapshotTime,
  methodology: parameter.choice('methodology', ['v1', 'v2'], 'v2'),
  min_balance: parameter.may(parameter.wholeText('Stroops that are held at least.')),
  limit: parameter.limit(1000, 10_000),
  cursor: parameter.cursor,
  format,
};

const Holder = fields({ account_id: text(), balance: amount(), percent_of_supply: text() });

export const goldBalances = object({
  path,
  summary: 'Point-in-time balances',
  isWide: true,
  parameters,
  answer: {
    ...Seal,
    snapshot_at: text(),
    snapshot_ledger: whole(),
    summary: fields({
      total_holders: whole(),
      total_supply: amount(),
      issuer_balance: amount(),
      circulating_supply: amount(),
      claimable_balances: mayBe(amount()),
      liquidity_pools: mayBe(amount()),
      contracts: mayBe(amount()),
    }),
    holders: listOf(Holder),
    has_more: flag(),
    cursor: mayBe(text()),
  },
  isState: true,
  table: { member: 'holders', row: Holder },
  read: readBalances,
});

async function readBalances(values: parameter.Values<typeof parameters>, view: View, secret: Uint8Array) {
  const asset = goldAsset(values);
  const { ledger, at } = await snapshotOf(values, view);
  const { code, issuer } = asset;
  const isV2 = values.methodology === 'v2';
  const summary = await view.row(sql`from gold.supply_at_ledger(${code}, ${issuer}, ${ledger})`);
  if (!summary) throw new Error(`no supply after ledger ${ledger}`);
  const all = await holdersAt(view, asset, ledger, isV2);
  const page = pageOf(all, { view, path, values, secret, ledger });
  const { fields, ...rest } = sealed({
    content: {
      asset: assetRecord(asset),
      snapshot_at: at,
      snapshot_ledger: ledger,
      methodology_version: `balance_snapshot_${values.methodology}`,
      coverage: coverageOf(view),
      rows: all.map(({ account_id, balance, percent_of_supply }) => ({
        account_id: account_id!,
        balance: balance!,
        percent_of_supply: percent_of_supply!,
      })),
    },
    ...{ kind: 'bal', code, moment: at, snapshotLedger: ledger, file: 'balances', format: values.format },
  });
  const body = { ...fields, snapshot_at: at, snapshot_ledger: ledger, summary: summaryOf(summary, isV2), ...page };
  return { body, scanned: ledger, ...rest };
}

function summaryOf(summary: Row, isV2: boolean): Row {
  if (isV2) return summary;
  const { total_holders, issuer_balance, accounts } = summary;
  return {
    total_holders: total_holders!,
    total_supply: accounts!,
    issuer_balance: issuer_balance!,
    circulating_supply: accounts!,
  };
}

/** Returns accounts by what they hold after a ledger; v2 takes all that is held for the supply, v1 what accounts hold. */
export function holdersAt(view: View, { code, issuer }: KnownAsset, ledger: number, isV2: boolean): Promise<Row[]> {
  return view.rows(sql`
    with held as (
        from gold.balances_at_ledger(${code}, ${issuer}, ${ledger})
        where ${isV2} or holder_type = 'account'
    )
    select
        holder as account_id,
        balance,
        balance_stroops,
        cast(gold.percent(balance_stroops, (select sum(balance_stroops) from held)) as varchar) as percent_of_supply
    from held
    where holder_type = 'account'
    order by balance_stroops desc, holder`);
}

/** Returns the holders that a request wants, from its cursor on, and whether there are more. */
export function pageOf(
  all: readonly Row[],
  {
    view,
    path,
    values,
    secret,
    ledger,
  }: { view: View; path: string; values: HolderPage; secret: Uint8Array; ledger: number },
) {
  const { limit, cursor, min_balance: least = '0' } = values;
  const filters = Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !['limit', 'cursor', 'format', 'explain'].includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
  const asks = { w: view.served.network, e: path, f: filters };
  const from = cursor === undefined ? undefined : readCursor(secret, cursor, asks);
  const wanted = all.filter(({ balance_stroops: held }) => BigInt(String(held)) >= BigInt(least));
  const start = from?.n ?? 0;
  const holders = wanted.slice(start, start + limit);
  const next = start + holders.length;
  const hasMore = next < wanted.length;
  const after = { ...asks, k: [], l: ledger, n: next };
  return { holders, has_more: hasMore, ...(hasMore && { cursor: writeCursor(secret, after) }) };
}
