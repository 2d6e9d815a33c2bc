import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { goldenSets } from '../golden/sets.ts';
import { sorted, useNetworks, type GoldenRow, type Network } from './networks.ts';

const networks = useNetworks();

/** The change log of each snapshot, and the columns that name an entry. */
const snapshots: [snapshot: string, golden: string, key: string[]][] = [
  ['accounts_snapshot', 'accounts', ['account_id']],
  ['account_signers_snapshot', 'signers', ['account_id', 'signer']],
  ['trustlines_snapshot', 'trustlines', ['ledger_key']],
  ['offers_snapshot', 'offers', ['offer_id']],
  ['liquidity_pools_snapshot', 'liquidity_pools', ['liquidity_pool_id']],
  ['claimable_balances_snapshot', 'claimable_balances', ['balance_id']],
  ['contract_data_snapshot', 'contract_data', ['ledger_key_hash']],
  ['config_settings_snapshot', 'config_settings', ['config_setting_id']],
  ['evicted_keys_snapshot', 'evicted_keys', ['ledger_key_hash']],
];

/** evicted_keys.sql of stellar-dbt-public: the evicted keys of ledgers, and the keys that were restored. */
function evictedKeys(network: Network): GoldenRow[] {
  const evicted = network.golden('ledgers').flatMap(({ sequence, closed_at, evicted_ledger_keys_hash: keys }) =>
    ((keys ?? []) as string[]).map((key) => {
      return { ledger_key_hash: key, ledger_sequence: sequence, closed_at, is_evicted: true };
    }),
  );
  return [...network.golden('restored_key').map((row) => ({ ...row, is_evicted: false })), ...evicted];
}

/**
 * As models/snapshots/*.sql of stellar-dbt-public: each row is valid from its close time to that of the
 * next row of its key. Hubble keeps the last row of a day; ours keep all, in the order of ledgers, since close times repeat.
 */
function versionsOf(rows: GoldenRow[], key: string[]): unknown[][] {
  const order = (row: GoldenRow) => Number(row.ledger_sequence) * 2 + Number(row.is_evicted ?? 0);
  const entries = Map.groupBy(rows, (row) => JSON.stringify(key.map((name) => String(row[name]))));
  return [...entries.values()].flatMap((entry) => {
    const inOrder = entry.toSorted((a, b) => order(a) - order(b));
    return inOrder.map((row, i) => {
      const next = inOrder.at(i + 1);
      const own = [...key.map((name) => String(row[name])), row.ledger_sequence, row.closed_at];
      return [...own, next?.closed_at ?? null, next?.ledger_sequence ?? null, row.deleted ?? null];
    });
  });
}

/** Returns the last row of each entry. */
function current(rows: GoldenRow[], key: string): GoldenRow[] {
  const last = new Map<unknown, GoldenRow>();
  for (const row of rows.toSorted((a, b) => Number(a.ledger_sequence) - Number(b.ledger_sequence)))
    last.set(row[key], row);
  return [...last.values()].filter(({ deleted }) => !deleted);
}

interface Json {
  vec?: { symbol?: string; address?: string }[];
  i128?: string;
  map?: { key: { symbol?: string }; val: { i128?: string } }[];
}

/** The balance in an entry of contract storage, as the token examples and the asset contract keep it. */
function storedBalance({ key_decoded, val_decoded, contract_durability }: GoldenRow): [string, string] | undefined {
  const { vec } = key_decoded as Json;
  const { i128, map } = val_decoded as Json;
  const raw = i128 ?? map?.find(({ key }) => key.symbol === 'amount')?.val.i128;
  const isBalance = vec?.length === 2 && vec[0].symbol === 'Balance' && vec[1].address !== undefined;
  if (!isBalance || raw === undefined || contract_durability !== 'ContractDataDurabilityPersistent') return undefined;
  return [vec[1].address!, raw];
}

const stored = (rows: GoldenRow[]) =>
  rows.flatMap((row) => {
    const found = storedBalance(row);
    return found ? [{ row, owner: found[0], raw: found[1] }] : [];
  });

const ofKey = (row: GoldenRow) => `${row.asset_code as string}:${row.asset_issuer as string}`;
const time = (column: string) => `strftime(${column}, '%Y-%m-%dT%H:%M:%SZ') as ${column}`;

describe.skipIf(!hasCorpus).each(goldenSets)('states of $name', (set) => {
  it('are valid from each change to the next, what anyone holds is in their last, and on the last day', async () => {
    for await (const network of networks(set)) {
      for (const [snapshot, golden, key] of snapshots) {
        const rows = golden === 'evicted_keys' ? evictedKeys(network) : network.golden(golden);
        const deleted = golden === 'evicted_keys' ? 'null' : 'deleted';
        const names = key.map((name) => `cast(${name} as varchar) as ${name}`);
        const ours = await network.select(
          `select ${names.join()}, ledger_sequence, ${time('valid_from')}, ${time('valid_to')}, valid_to_ledger, ${deleted}
           from ${snapshot}`,
        );
        const expected = versionsOf(rows, key);
        expect([network.capture, snapshot, ...sorted(ours.map((row) => Object.values(row)))]).toEqual([
          ...[network.capture, snapshot, ...sorted(expected)],
        ]);
      }
      // Of the captures those in which anyone holds more than lumens.
      const isOfLumens = ['trustlines', 'contract_data'].every((table) => network.golden(table).length === 0);
      if (set.captures && isOfLumens) continue;
      await checkBalances(network);
      if (!set.captures || network.golden('liquidity_pools').length > 0) await checkLastDay(network);
    }
  }, 900_000);
});

/** What accounts, trust lines and entries of contract storage hold by their last rows. */
async function checkBalances(network: Network): Promise<void> {
  const accounts = current(network.golden('accounts'), 'account_id');
  const lines = current(network.golden('trustlines'), 'ledger_key');
  const entries = stored(current(network.golden('contract_data'), 'ledger_key_hash'));
  const expected = [
    ...accounts.map((row) => [row.account_id, 'native', row.balance, 'account', row.ledger_sequence]),
    ...lines.map((row) => {
      const key = row.liquidity_pool_id ? `liquidity_pool:${row.liquidity_pool_id as string}` : ofKey(row);
      return [row.account_id, key, row.balance, 'trustline', row.ledger_sequence];
    }),
  ].filter(([, , balance]) => Number(balance) > 0);
  const select = `select owner_address, asset_key, cast(balance_display as double) as balance, balance_source, last_updated_ledger
    from silver.address_balances_current`;
  const classic = await network.select(`${select} where balance_source != 'contract_data'`);
  expect(sorted(classic.map((row) => Object.values(row)))).toEqual(sorted(expected));

  const held = await network.select(
    `select token_contract_id, owner_address, balance_raw, key_hash from silver.address_balances_current
     where balance_source = 'contract_data'`,
  );
  const holders = entries.map(({ row, owner, raw }) => [row.contract_id, owner, raw, row.ledger_key_hash]);
  expect(sorted(held.map((row) => Object.values(row)))).toEqual(
    sorted(holders.filter(([, , raw]) => BigInt(raw as string) > 0n)),
  );

  const changes = await network.select(
    `select token_contract_id, owner_address, balance_raw, ledger_sequence, deleted from silver.contract_balance_changes`,
  );
  const changed = stored(network.golden('contract_data')).map(({ row, owner, raw }) => {
    return [row.contract_id, owner, raw, row.ledger_sequence, row.deleted];
  });
  expect(sorted(changes.map((row) => Object.values(row)))).toEqual(sorted(changed));

  const native = await network.select(
    `select account_id, cast(cast(bronze.units(balance) as varchar) as double) as balance, cast(cast(bronze.units(selling_liabilities) as varchar) as double) as selling,
       num_subentries, cast(sequence_number as varchar) as sequence from silver.native_balances_current`,
  );
  const lumens = accounts.map((row) => {
    const { account_id, balance, selling_liabilities, num_subentries, sequence_number } = row;
    return [account_id, balance, selling_liabilities, num_subentries, String(sequence_number)];
  });
  expect(sorted(native.map((row) => Object.values(row)))).toEqual(sorted(lumens));
}

/**
 * account_balances__daily_agg.sql of stellar-dbt-public and the int_account_balances__* under it: by day, holder and asset the
 * balance of the trust line (of lumens of the account), what offers may take, and what contracts keep, at the end of the day.
 * Theirs of contracts are sums of transfers, ours are what the storage says; the last day is the state that is current.
 */
async function checkLastDay(network: Network): Promise<void> {
  const accounts = current(network.golden('accounts'), 'account_id');
  const lines = current(network.golden('trustlines'), 'ledger_key').filter((row) => !row.liquidity_pool_id);
  const expected = [
    ...accounts.map((row) => [row.account_id, 'native', row.balance, row.selling_liabilities]),
    ...lines.map((row) => [row.account_id, ofKey(row), row.balance, row.selling_liabilities]),
  ];
  const lastDay = (relation: string) => `${relation} where day = (select max(day) from ${relation})`;
  const ours = await network.select(
    `select account_id, asset_key, cast(trustline_balance as double) as balance, cast(offer_balance as double) as offered
     from ${lastDay('account_balances__daily_agg')} and (trustline_balance > 0 or offer_balance > 0)`,
  );
  const some = expected.filter(([, , balance, offered]) => Number(balance) > 0 || Number(offered) > 0);
  expect(sorted(ours.map((row) => Object.values(row)))).toEqual(sorted(some));

  const counts = Map.groupBy(expected, ([, asset]) => asset);
  const found = await network.select(
    `select asset_key, total_accounts_with_trustline as lines, total_accounts_with_trustline_balance as holders,
       total_accounts_with_offer_balance as offering, cast(trustline_balance as double) as sum, state_coverage
     from ${lastDay('asset_balances__daily_agg')}`,
  );
  for (const { asset_key, lines: count, holders, offering, sum, state_coverage: coverage } of found) {
    if (coverage === 'touched_only') {
      expect([count, holders, offering, sum]).toEqual([null, null, null, null]);
      continue;
    }
    const rows = (counts.get(asset_key) ?? []).filter(([account]) => account !== burner);
    const having = (place: number) => BigInt(rows.filter((row) => Number(row[place]) > 0).length);
    expect([asset_key, count, holders, offering]).toEqual([asset_key, BigInt(rows.length), having(2), having(3)]);
    expectNear(sum, total(rows.map((row) => Number(row[2]))));
  }
  await checkLocked(network, expected);
}

const burner = 'GALAXYVOIDAOPZTDLHILAJQKCVVFMD4IKLXLSZV5YHO7VY74IWZILUTO';
const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/**
 * tvl_agg.sql: what offers may take and what pools hold, by asset; int_account_balances__liquidity_pools.sql: of the reserves of
 * a pool each who holds shares has the part that they are of all shares.
 */
async function checkLocked(network: Network, held: unknown[][]): Promise<void> {
  const pools = new Map(
    current(network.golden('liquidity_pools'), 'liquidity_pool_id').map((pool) => [pool.liquidity_pool_id, pool]),
  );
  const sides = (pool: GoldenRow) =>
    (['a', 'b'] as const).map((side) => {
      const key = pool[`asset_${side}_type`] === 'native' ? 'native' : undefined;
      const named = { asset_code: pool[`asset_${side}_code`], asset_issuer: pool[`asset_${side}_issuer`] };
      return { asset: key ?? ofKey(named), amount: Number(pool[`asset_${side}_amount`]) };
    });
  const locked = new Map<unknown, number>();
  const lock = (asset: unknown, amount: number) => locked.set(asset, (locked.get(asset) ?? 0) + amount);
  for (const [, asset, , offered] of held) lock(asset, Number(offered));
  for (const pool of pools.values()) for (const { asset, amount } of sides(pool)) lock(asset, amount);
  const tvl = await network.select(
    'select asset_key, cast(total_tvl as double) as tvl, state_coverage from tvl_agg where day = (select max(day) from tvl_agg)',
  );
  expect(tvl.map(({ asset_key }) => asset_key).sort()).toEqual([...locked.keys()].sort());
  for (const { asset_key, tvl: sum, state_coverage: coverage } of tvl) {
    if (coverage === 'full') expectNear(sum, locked.get(asset_key)!);
    else expect(sum).toBeNull();
  }

  const parts = new Map<string, number>();
  for (const line of current(network.golden('trustlines'), 'ledger_key')) {
    const pool = pools.get(line.liquidity_pool_id);
    if (!pool || Number(pool.pool_share_count) === 0) continue;
    for (const { asset, amount } of sides(pool)) {
      const key = `${line.account_id as string} ${asset}`;
      const part = (Number(line.balance) / Number(pool.pool_share_count)) * amount;
      parts.set(key, (parts.get(key) ?? 0) + part);
    }
  }
  const pooled = await network.select(
    `select account_id || ' ' || asset_key as key, cast(liquidity_pool_balance as double) as part
     from account_balances__daily_agg
     where liquidity_pool_balance > 0 and day = (select max(day) from account_balances__daily_agg)`,
  );
  const large = [...parts].filter(([, part]) => part > 0.00001).map(([key]) => key);
  expect(pooled.map(({ key }) => key)).toEqual(expect.arrayContaining(large));
  for (const { key, part } of pooled) expectNear(part, parts.get(key as string)!);
}

/** Theirs are doubles, ours are rounded down to stroops, once for each pool. */
function expectNear(found: unknown, expected: number): void {
  expect(Math.abs(Number(found) - expected)).toBeLessThanOrEqual(0.00001 + Math.abs(expected) * 1e-12);
}
