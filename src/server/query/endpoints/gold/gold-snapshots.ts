/** Accounts and holders at a point in time. */
import Type from 'typebox';
import { invalid } from '../../errors.ts';
import { amount, big, boolean, listOf, may, fields, text, whole, type Row } from '../../fields.ts';
import { assetParameters, GoldCoverage, coverageOf, goldAsset, momentOf } from '../../gold.ts';
import { object, posted } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { snapshotOf, snapshotTime, type Moment } from '../../snapshot-time.ts';
import { listed, sql } from '../../sql.ts';
import { entriesAt } from '../../state.ts';
import type { View } from '../../view.ts';
import { wallClock } from '../../wall-clock.ts';
import { Asset, assetRecord } from '../../asset.ts';
import { BalanceHolder, holdersAt, balancesPage, supplyAt, UNKNOWN, UNKNOWN_COINS } from './gold-balances.ts';

const MOST_ACCOUNTS = 100;

const Snapshot = {
  snapshot_at: text(),
  snapshot_ledger: whole('After which it was so.'),
  generated_at: text(),
  coverage: GoldCoverage,
};

const State = fields({
  balance: amount(),
  balance_stroops: big(),
  sequence_number: big(),
  num_subentries: whole(),
  home_domain: may(text()),
  thresholds: fields({ low: whole(), med: whole(), high: whole() }),
  flags: fields({ auth_required: boolean(), auth_revocable: boolean(), auth_immutable: boolean() }),
});

/** Returns the state of those of the accounts that existed after the ledger. */
async function statesAt(view: View, accounts: readonly string[], ledger: number): Promise<Map<string, Row>> {
  const among = sql`account_id in (${listed(accounts)})`;
  const rows = await view.rows(sql`
    select
        account_id,
        balance,
        bronze.stroops(balance) as balance_stroops,
        sequence_number,
        num_subentries,
        nullif(home_domain, '') as home_domain,
        {low: threshold_low, med: threshold_medium, high: threshold_high} as thresholds,
        {auth_required: flags & 1 > 0, auth_revocable: flags & 2 > 0, auth_immutable: flags & 4 > 0} as flags
    from (${entriesAt(view, 'accounts', ledger, among)})`);
  return new Map(rows.map((row) => [String(row['account_id']), row]));
}

function snapshotRow(view: View, { ledger, at, coverage }: Moment): Row {
  return { snapshot_at: at, snapshot_ledger: ledger, generated_at: wallClock(), coverage: coverageOf(view, coverage) };
}

/** Further fields of a moment. */
function told({ ledger, coverage, warnings }: Moment) {
  return { scanned: ledger, coverage, warnings };
}

export const goldAccount = object({
  path: '/api/v1/gold/snapshots/account',
  summary: 'An account as it was at a time',
  parameters: { account_id: parameter.account(), ...snapshotTime },
  answer: { account_id: text(), ...Snapshot, state: may(State) },
  isState: true,
  async read({ account_id: account, ...time }, view) {
    const moment = await snapshotOf(time, view);
    const state = (await statesAt(view, [account], moment.ledger)).get(account) ?? null;
    return { body: { account_id: account, ...snapshotRow(view, moment), state }, ...told(moment) };
  },
});

const Balance = fields({
  asset_type: text(),
  asset_code: may(text()),
  asset_issuer: may(text()),
  liquidity_pool_id: may(text('For pool shares.')),
  balance: amount(),
});

export const goldPortfolio = object({
  path: '/api/v1/gold/snapshots/portfolio',
  summary: 'Balances of an account at a time, without contract tokens',
  parameters: { account_id: parameter.account(), ...snapshotTime },
  answer: {
    account_id: text(),
    ...Snapshot,
    balances: listOf(Balance),
    total_assets: may(whole('Absent while entries are unknown.')),
  },
  isState: true,
  table: { member: 'balances', row: Balance },
  async read({ account_id: account, ...time }, view) {
    const moment = await snapshotOf(time, view);
    const own = sql`account_id = ${account}`;
    const balances = await view.rows(sql`
      from (
          select 'native' as asset_type, 'XLM' as asset_code, null as asset_issuer, null as liquidity_pool_id, balance
          from (${entriesAt(view, 'accounts', moment.ledger, own)})
          union all
          select
              if(asset_type = 'pool_share', 'liquidity_pool_shares', asset_type),
              nullif(asset_code, ''),
              nullif(asset_issuer, ''),
              nullif(liquidity_pool_id, ''),
              balance
          from (${entriesAt(view, 'trust_lines', moment.ledger, own)})
          where balance > 0
      )
      order by asset_type != 'native', balance desc, asset_code, asset_issuer, liquidity_pool_id`);
    const total = moment.coverage === 'full' ? balances.length : null;
    const body = { account_id: account, ...snapshotRow(view, moment), balances, total_assets: total };
    return { body, ...told(moment) };
  },
});

const holdersPath = '/api/v1/gold/snapshots/balance';

export const goldHolders = object({
  path: holdersPath,
  summary: 'Holders of an asset at a time',
  parameters: {
    ...assetParameters,
    ...snapshotTime,
    min_balance: parameter.may(parameter.wholeText('Stroops that are held at least.')),
    limit: parameter.limit(1000, 10_000),
    cursor: parameter.cursor,
  },
  answer: {
    asset: Asset,
    ...Snapshot,
    holders: listOf(BalanceHolder),
    summary: fields({
      total_holders: may(whole(UNKNOWN)),
      total_supply: may(amount(UNKNOWN_COINS)),
      circulating_supply: may(amount(UNKNOWN_COINS)),
      returned_count: whole(),
    }),
    has_more: boolean(),
    cursor: may(text()),
  },
  isState: true,
  table: { member: 'holders', row: BalanceHolder },
  async read(values, view, secret) {
    const asset = goldAsset(values);
    const moment = await snapshotOf(values, view);
    const { ledger } = moment;
    const supply = await supplyAt(view, asset, moment);
    const all = await holdersAt(view, asset, moment, true);
    const page = balancesPage(all, { view, path: holdersPath, values, secret, ledger });
    const summary = { ...supply, returned_count: page.holders.length };
    return { body: { asset: assetRecord(asset), ...snapshotRow(view, moment), summary, ...page }, ...told(moment) };
  },
});

const Body = Type.Object({
  account_ids: Type.Array(Type.String({ pattern: '^G[A-Z2-7]{55}$' }), { minItems: 1, maxItems: MOST_ACCOUNTS }),
  timestamp: Type.Optional(Type.String({ description: 'RFC 3339, or a date: the end of that day.' })),
  ledger: Type.Optional(Type.Integer({ minimum: 1, maximum: 4_294_967_295, description: 'Instead of a time.' })),
});

export const goldAccountBatch = posted({
  path: '/api/v1/gold/snapshots/accounts/batch',
  summary: 'Several accounts as they were at a time',
  body: Body,
  expected: `{"account_ids": [1 to ${MOST_ACCOUNTS} accounts], "timestamp" or "ledger"}`,
  answer: {
    ...Snapshot,
    accounts: listOf(fields({ account_id: text(), found: boolean(), state: may(State) })),
    requested: whole(),
    found: whole(),
  },
  isState: true,
  async read({ account_ids: ids, ...time }, view) {
    if (time.timestamp !== undefined && momentOf(time.timestamp, true) === undefined) {
      throw invalid('invalid timestamp format');
    }
    const moment = await snapshotOf(time, view);
    const states = await statesAt(view, ids, moment.ledger);
    const accounts = ids.map((account) => {
      const state = states.get(account) ?? null;
      return { account_id: account, found: state !== null, state };
    });
    const found = accounts.filter((account) => account.found).length;
    const body = { ...snapshotRow(view, moment), accounts, requested: ids.length, found };
    return { body, ...told(moment) };
  },
});
