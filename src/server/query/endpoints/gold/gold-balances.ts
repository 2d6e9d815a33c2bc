/** Holders of an asset at a point in time. */
import { messageOf } from '../../../../core/system-errors.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { ApiError } from '../../errors.ts';
import { amount, boolean, listOf, may as mayBe, fields, text, whole, type Row } from '../../fields.ts';
import { assetParameters, coverageOf, format, goldAsset, Seal, sealed, withoutNulls } from '../../gold.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql } from '../../sql.ts';
import type { View } from '../../view.ts';
import { checkWalked, markOf } from '../../lists/walked.ts';
import { snapshotOf, snapshotTime, type Moment } from '../../snapshot-time.ts';
import { assetRecord, checkKnown, type KnownAsset } from '../../asset.ts';

const path = '/api/v1/gold/compliance/balances';
/** What is said of totals that may not be known. */
export const UNKNOWN = 'Absent while entries are unknown.';
export const UNKNOWN_COINS = 'Absent while entries are unknown; of lumens by the header of the ledger then.';
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

/** What a holder has; its part is of all that is held, or of all lumens, and absent where that is not known. */
export const BalanceHolder = fields({ account_id: text(), balance: amount(), percent_of_supply: mayBe(text()) });

export const goldBalances = object({
  path,
  summary: 'Point-in-time balances',
  parameters,
  answer: {
    ...Seal,
    snapshot_at: text(),
    snapshot_ledger: whole(),
    summary: fields({
      total_holders: mayBe(whole(UNKNOWN)),
      total_supply: mayBe(amount(UNKNOWN_COINS)),
      issuer_balance: amount(),
      circulating_supply: mayBe(amount(UNKNOWN_COINS)),
      claimable_balances: mayBe(amount()),
      liquidity_pools: mayBe(amount()),
      contracts: mayBe(amount()),
    }),
    holders: listOf(BalanceHolder),
    has_more: boolean(),
    cursor: mayBe(text()),
  },
  isState: true,
  table: { member: 'holders', row: BalanceHolder },
  read: readBalances,
});

async function readBalances(values: parameter.Values<typeof parameters>, view: View, secret: Uint8Array) {
  const asset = goldAsset(values);
  const { code } = asset;
  const moment = await snapshotOf(values, view);
  const { ledger, at, coverage, warnings } = moment;
  const isV2 = values.methodology === 'v2';
  const summary = await supplyAt(view, asset, moment);
  const all = await holdersAt(view, asset, moment, isV2);
  const page = balancesPage(all, { view, path, values, secret, ledger });
  const { fields, ...rest } = sealed({
    content: {
      asset: assetRecord(asset),
      snapshot_at: at,
      snapshot_ledger: ledger,
      methodology_version: `balance_snapshot_${values.methodology}`,
      coverage: coverageOf(view, coverage),
      rows: all.map(({ account_id, balance, percent_of_supply = null }) =>
        withoutNulls({ account_id: account_id!, balance: balance!, percent_of_supply }),
      ),
    },
    ...{ kind: 'bal', code, moment: at, snapshotLedger: ledger, file: 'balances', format: values.format },
  });
  const body = { ...fields, snapshot_at: at, snapshot_ledger: ledger, summary: summaryOf(summary, isV2), ...page };
  return { body, scanned: ledger, coverage, warnings, ...rest };
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

/** Returns how much there is of an asset after a ledger; throws ApiError where nothing names it by then. */
export async function supplyAfter(view: View, { code, issuer }: KnownAsset, ledger: number): Promise<Row> {
  const rows = view.rows(sql`from gold.supply_at_ledger(${code}, ${issuer}, ${ledger})`);
  const [row] = await rows.catch((error: unknown) => {
    const isUnknown = messageOf(error).includes('is not in the lake');
    throw isUnknown ? new ApiError(404, `asset not found in ledgers up to ${ledger}`) : error;
  });
  return row ?? {};
}

/** Returns the same of a moment, without totals where ledgers are missing by then. */
export async function supplyAt(view: View, asset: KnownAsset, { ledger, coverage }: Moment): Promise<Row> {
  await checkKnown(view, asset);
  const { state_coverage: known, issuer_balance: own = null, ...supply } = await supplyAfter(view, asset, ledger);
  return known === coverage ? { ...supply, issuer_balance: own } : { issuer_balance: own };
}

/** Returns accounts by what they hold at a moment; v2 takes all that is held for the supply, v1 what accounts hold. */
export function holdersAt(
  view: View,
  { code, issuer }: KnownAsset,
  { ledger, coverage }: Moment,
  isV2: boolean,
): Promise<Row[]> {
  const part = isV2
    ? sql`if(state_coverage = ${coverage}, percent_of_supply, null)`
    : sql`if(${coverage} = 'full', gold.percent(balance_stroops, (select sum(balance_stroops) from held)), null)`;
  return view.rows(sql`
    with held as (
        from gold.balances_at_ledger(${code}, ${issuer}, ${ledger})
        where holder_type = 'account'
    )
    select
        holder as account_id,
        balance,
        balance_stroops,
        cast(${part} as varchar) as percent_of_supply
    from held
    order by balance_stroops desc, holder`);
}

/** Returns the holders that a request wants, from its cursor on, and whether there are more. */
export function balancesPage(
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
  const everyLedger = { first: 0, last: ledger };
  if (from) checkWalked(view, everyLedger, from.s);
  const start = from?.n ?? 0;
  const holders = wanted.slice(start, start + limit);
  const next = start + holders.length;
  const hasMore = next < wanted.length;
  const after = { ...asks, k: [], l: ledger, n: next, s: markOf(view, everyLedger) };
  return { holders, has_more: hasMore, ...(hasMore && { cursor: writeCursor(secret, after) }) };
}
