/** Holders of an asset, and their balances. */
import { amount, big, may, fields, text, whole } from '../../fields.ts';
import { list, type Scan } from '../../lists/list.ts';
import { leftOut, withoutTotals } from '../../meta.ts';
import * as parameter from '../../parameters.ts';
import { counted, join, raw, sql, when, where, type Sql } from '../../sql.ts';
import { lives } from '../../state.ts';
import type { View } from '../../view.ts';
import { Asset, assetOfKey, assetRecord, checkKnown, contractOf, namedAsset, type KnownAsset } from '../../asset.ts';

/** What holds besides accounts; `archived` is of contracts, too. */
const kinds = {
  claimable_balances: 'claimable_balance',
  liquidity_pools: 'liquidity_pool',
  contracts: 'contract',
  archived: 'contract',
} as const;

export const assetHolders = list({
  path: '/api/v1/silver/assets/{asset}/holders',
  summary: 'Asset holders',
  legacyKey: 'holders',
  parameters: {
    asset: parameter.assetOrContract('CODE:ISSUER, XLM, or the contract of an asset.'),
    limit: parameter.limit(100, 1000),
    min_balance: parameter.may(parameter.wholeText('Stroops that are held at least.')),
    include: parameter.may(
      parameter.choices(
        'include',
        ['claimable_balances', 'liquidity_pools', 'contracts', 'archived'],
        'Holders besides accounts; of contracts those, too, whose balance has to be restored first.',
      ),
    ),
  },
  row: fields({
    account_id: text('The account; of other holders the B, L or C address.'),
    balance: amount(),
    balance_stroops: big(),
    percent_of_supply: may(
      text('Percentage of all holdings, with four decimal places; absent while entries are unknown.'),
    ),
    last_modified_ledger: whole(),
    holder_type: may(
      text('account, claimable_balance, liquidity_pool or contract; present if `include` names others.'),
    ),
  }),
  beside: {
    fields: { asset: Asset, total_holders: may(whole('All that match; absent while entries are unknown.')) },
    async read(values, scan, [first], key) {
      const asset = assetOfKey(key ?? 'native');
      if (!first) await checkKnown(scan.view, asset);
      const count = sql`select count(*) as total from (${holders(values, scan, asset)})`;
      const { total = 0 } = first ?? (await scan.view.row(count)) ?? {};
      const isFull = scan.view.coverageAt(scan.ceiling) === 'full';
      return { asset: assetRecord(asset), total_holders: isFull ? Number(total) : null };
    },
  },
  warnings: (_values, view) => leftOut(view.coverage),
  complete: async (rows, { coverage }) => rows.map((row) => withoutTotals(row, ['percent_of_supply'], coverage)),
  async prepare({ asset: named, include }, view) {
    const asset = await namedAsset(view, named);
    if (include) await checkKnown(view, asset);
    return asset.key;
  },
  kind: { isState: true, isRanked: true, isWhole: true },
  key: () => [
    { column: 'balance_stroops', type: 'hugeint', descending: true },
    { column: 'account_id', type: 'varchar' },
  ],
  rows: (values, scan, key) => holders(values, scan, assetOfKey(key ?? 'native')),
});

interface Wanted {
  include?: (keyof typeof kinds)[];
  min_balance?: string;
}

/** The holders that are asked for, with `total`, how many there are. */
function holders({ include, min_balance: least }: Wanted, scan: Scan, asset: KnownAsset): Sql {
  const known = sql`
    with held as (${held(include, scan, asset)})
    from (
        select
            holder as account_id,
            balance,
            balance_stroops,
            -- Halves are rounded up.
            bronze.scaled_text(
                cast((2000000 * balance_stroops + supply) // (2 * supply) as varchar), 4
            ) as percent_of_supply,
            last_modified_ledger,
            ${include ? sql`holder_type` : sql`null as holder_type`}
        from held
        cross join (select sum(balance_stroops) as supply from held)
    )
    ${where(when(least, (stroops) => sql`balance_stroops >= cast(${stroops} as hugeint)`))}`;
  return counted(known, 'total');
}

const isOfNow = (include: Wanted['include'], { ceiling, view }: Scan) =>
  include === undefined && ceiling >= view.bounds.latest;

/** Accounts as they are now are kept; of other holders, and of times before, all changes are looked through. */
function held(include: Wanted['include'], scan: Scan, asset: KnownAsset): Sql {
  const { key, code, issuer } = asset;
  const { ceiling, view } = scan;
  if (isOfNow(include, scan)) return accounts(key);
  const types = ['account', ...(include ?? []).map((kind) => kinds[kind])].map((type) => sql`${type}`);
  const isLive = include?.includes('contracts') === true && !include.includes('archived');
  return sql`
    from gold.balances_at_ledger(${code}, ${issuer}, ${ceiling})
    where holder_type in (${join(types)})
        ${isLive ? sql`and (holder_type != 'contract' or holder in (${livingIn(view, asset)}))` : undefined}`;
}

/** The contracts whose balance of an asset lives. */
const livingIn = (view: View, asset: KnownAsset): Sql => sql`
    select balance_holder
    from silver.contract_data_current
    where contract_id = ${contractOf(view, asset)} and balance_holder != '' and not deleted and ${lives(view, 'ledger_key_hash')}`;

const accounts = (key: string): Sql => sql`
    select
        'account' as holder_type,
        account_id as holder,
        balance,
        cast(bronze.stroops(balance) as hugeint) as balance_stroops,
        ledger_sequence as last_modified_ledger
    from ${raw(key === 'native' ? 'silver.accounts_current' : 'silver.trust_lines_current')}
    where not deleted and balance > 0 ${key === 'native' ? undefined : sql`and asset_key = ${key}`}`;
