import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMade, type Made } from './made.ts';

let made: Made;
beforeAll(async () => {
  made = await openMade();
});
/** All ledgers from the first of the network on, so that every entry is known. */
const ledgers = (last: number, first = 2) =>
  made.insert(
    'history_ledgers',
    ...Array.from({ length: last - first + 1 }, (_, i) => ({
      ...{ sequence: first + i, closed_at: `2024-01-01 00:00:${String(first + i).padStart(2, '0')}` },
      ...{ total_coins: 1000, fee_pool: 10 },
    })),
  );
beforeEach(() => ledgers(9));
afterEach(() => made.clear());
afterAll(() => made.close());

const usd = { asset_type: 'credit_alphanum4', asset_code: 'USD', asset_issuer: 'GI' };

const line = (account_id: string, ledger_sequence: number, balance_stroops: number | bigint, more = {}) =>
  made.insert('trust_lines', {
    ...{ ...usd, account_id, ledger_key: account_id, ledger_sequence, balance_stroops, deleted: false },
    ...more,
  });

/** A balance of a contract, in the storage of the contract of USD unless another is named. */
const stored = (balance_holder: string, ledger_sequence: number, balance: string, more = {}) =>
  made.insert('contract_data', {
    ...{ contract_id: 'CUSD', balance_holder, balance, ledger_sequence, deleted: false },
    ...{ ledger_key_hash_base_64: `key of ${balance_holder}`, ...more },
  });

const pool = (
  id: string,
  ledger_sequence: number,
  a: Record<string, string | number>,
  b: Record<string, string | number>,
) => {
  const side = (name: string, values: Record<string, string | number>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [`asset_${name}_${key}`, value]));
  return made.insert('liquidity_pools', {
    ...{ liquidity_pool_id: id, liquidity_pool_id_strkey: id, ledger_sequence, deleted: false },
    ...{ ...side('a', a), ...side('b', b) },
  });
};

async function insertAsset(): Promise<void> {
  await made.insert('history_assets', { ...usd, asset_id: 1, contract_id: 'CUSD', ledger_sequence: 1 });
}

async function holders(ledger: number, asset = `'USD', 'GI'`): Promise<unknown[][]> {
  const found = await made.rows(`
    select holder, cast(balance as varchar) as balance, cast(percent_of_supply as varchar) as part, last_modified_ledger
    from gold.balances_at_ledger(${asset}, ${ledger})`);
  return found.map((row) => Object.values(row));
}

it('finds the last balance of each holder by then, largest first', async () => {
  await insertAsset();
  await line('GA', 7, 30);
  await line('GA', 5, 10);
  await line('GB', 5, 20);
  await line('GB', 6, 20, { deleted: true });
  await line('GC', 6, 20);
  await line('GZERO', 6, 0);
  await line('GOTHER', 6, 90, { asset_issuer: 'GELSE' });
  expect(await holders(4)).toEqual([]);
  expect(await holders(5)).toEqual([
    ['GB', '0.0000020', '66.67', 5],
    ['GA', '0.0000010', '33.33', 5],
  ]);
  expect(await holders(6)).toEqual([
    ['GC', '0.0000020', '66.67', 6],
    ['GA', '0.0000010', '33.33', 5],
  ]);
  expect(await holders(9)).toEqual([
    ['GA', '0.0000030', '60.00', 7],
    ['GC', '0.0000020', '40.00', 6],
  ]);
});

it('tells kinds of holders apart, and counts accounts alone as holders', async () => {
  await insertAsset();
  await line('GA', 5, 1);
  await made.insert('claimable_balances', {
    ...{
      ...usd,
      balance_id: '00',
      balance_id_strkey: 'B1',
      asset_amount_stroops: 20,
      ledger_sequence: 5,
      deleted: false,
    },
  });
  const native = { type: 'native', code: '', issuer: '', amount_stroops: 7 };
  const side = { type: 'credit_alphanum4', code: 'USD', issuer: 'GI' };
  await pool('L1', 5, native, { ...side, amount_stroops: 300 });
  await pool('L2', 5, { ...side, amount_stroops: 4000 }, { ...side, issuer: 'GELSE', amount_stroops: 9 });
  await stored('C1', 5, '50000');
  await stored('C2', 5, '7', { contract_id: 'CELSE' });
  const [row] = await made.rows(`
    select snapshot_ledger, total_holders, accounts::varchar as accounts from gold.supply_at_ledger('USD', 'GI', 5)`);
  expect(row).toMatchObject({ snapshot_ledger: 5, total_holders: 1n, accounts: '0.0000001' });
  const [supply] = await made.rows(`
    select cast([claimable_balances, liquidity_pools, contracts, total_supply, issuer_balance, circulating_supply] as varchar[]) as all
    from gold.supply_at_ledger('USD', 'GI', 5)`);
  const total = '0.0054321';
  expect(supply['all']).toEqual(['0.0000020', '0.0004300', '0.0050000', total, '0.0000000', total]);
  expect((await holders(5)).map(([holder]) => holder)).toEqual(['C1', 'L2', 'L1', 'B1', 'GA']);
  expect((await holders(5, `'XLM', null`)).map(([holder, balance]) => [holder, balance])).toEqual([
    ['L1', '0.0000007'],
  ]);
});

it('still holds what is archived, until it is removed', async () => {
  await insertAsset();
  await stored('CARCHIVED', 5, '70');
  await stored('CARCHIVED', 6, '70', { deleted: true });
  await stored('CREMOVED', 5, '30');
  await stored('CREMOVED', 6, '30', { deleted: true });
  await made.insert('evicted_keys', { ledger_key_hash: 'key of CARCHIVED', ledger_sequence: 6 });
  expect((await holders(6)).map(([holder]) => holder)).toEqual(['CARCHIVED']);
  await stored('CARCHIVED', 7, '50');
  expect((await holders(7)).map(([, balance]) => balance)).toEqual(['0.0000050']);
});

it('adds up beyond 64 bits, and has no sum of what does not fit', async () => {
  const most = 9223372036854775807n;
  for (const account of ['GA', 'GB', 'GC']) await line(account, 5, most);
  const total = () =>
    made.rows(`
      select cast(total_supply as varchar) as total, cast(accounts as varchar) as accounts
      from gold.supply_at_ledger('USD', 'GI', 5)`);
  expect(await total()).toEqual([{ total: '2767011611056.4327421', accounts: '2767011611056.4327421' }]);
  await insertAsset();
  for (const contract of ['C1', 'C2']) await stored(contract, 5, '170141183460469231731687303715884105727');
  expect(await total()).toEqual([{ total: null, accounts: '2767011611056.4327421' }]);
  expect(await holders(5)).toContainEqual(['C1', null, null, 5]);
});

it('takes the last of ledgers that closed by a time', async () => {
  await made.clear();
  await insertAsset();
  for (const [sequence, closed_at] of [
    [2, '1970-01-01'],
    [3, '1970-01-01'],
    [4, '1970-01-01'],
    [5, '1970-01-01'],
    [6, '1970-01-01'],
    [7, '2016-01-02 00:00:01'],
  ] as const)
    await made.insert('history_ledgers', { sequence, closed_at, total_coins: 1000, fee_pool: 10 });
  for (const [ledger_sequence, balance_stroops] of [
    [5, 5],
    [6, 6],
    [7, 7],
  ] as const)
    await line('GA', ledger_sequence, balance_stroops);
  const at = async (time: string) => {
    const asked = `'USD', 'GI', '${time}'`;
    const [row] = await made.rows(
      `select snapshot_ledger, total_supply::varchar as supply from gold.supply_at(${asked})`,
    );
    const balances = await made.rows(`select balance::varchar as balance from gold.balances_at(${asked})`);
    expect(balances.map(({ balance }) => balance)).toEqual(row ? [row['supply']] : []);
    return row && Object.values(row);
  };
  await expect(at('1969-12-31T23:59:59Z')).rejects.toThrow(
    'no ledger that closed at or before 1969-12-31T23:59:59Z is in the lake',
  );
  await expect(at('2016-01-02T00:00:02Z')).rejects.toThrow('is after the latest loaded ledger');
  expect(await at('1970-01-01T00:00:00Z')).toEqual([6, '0.0000006']);
  expect(await at('2016-01-02T00:00:00Z')).toEqual([6, '0.0000006']);
  expect(await at('2016-01-02T00:00:01Z')).toEqual([7, '0.0000007']);
});

it('follows the supply over many times in one query', async () => {
  await made.clear();
  for (const [sequence, closed_at] of [
    [2, '2023-12-31'],
    [3, '2023-12-31'],
    [4, '2023-12-31'],
    [5, '2024-01-01'],
    [6, '2024-01-03'],
  ] as const)
    await made.insert('history_ledgers', { sequence, closed_at });
  await insertAsset();
  await line('GA', 5, 10);
  await line('GB', 6, 30);
  const found = await made.rows(`
    select total_supply::varchar as supply
    from range(timestamp '2023-12-31', timestamp '2024-01-04', interval 1 day) as days(day),
      lateral (from gold.supply_at('USD', 'GI', day))
    order by day`);
  expect(found.map(({ supply }) => supply)).toEqual(['0.0000000', '0.0000010', '0.0000010', '0.0000040']);
});

describe('of what is not known', () => {
  const rowsOf = async (query: string) => (await made.rows(query)).map((row) => Object.values(row));

  it.each([
    ['balances_at_ledger', `'USD', 'GI', 10`, 'ledger 10 is not in the lake'],
    ['supply_at_ledger', `'XLM', null, 10`, 'ledger 10 is not in the lake'],
    ['balances_at_ledger', `'USD', 'GNOBODY', 5`, 'asset USD:GNOBODY is not in the lake'],
    ['supply_at_ledger', `'USD', 'GNOBODY', 5`, 'asset USD:GNOBODY is not in the lake'],
    ['supply_at_ledger', `'USD', null, 5`, 'asset USD is not in the lake'],
    ['supply_at', `'USD', 'GNOBODY', '2024-01-01 00:00:05'`, 'asset USD:GNOBODY is not in the lake'],
    ['balances_at', `'USD', 'GI', '2024-01-01 00:00:10'`, 'is after the latest loaded ledger'],
  ])('%s(%s) says that it is not in the lake', async (macro, asked, says) => {
    await insertAsset();
    await expect(made.rows(`from gold.${macro}(${asked})`)).rejects.toThrow(says);
  });

  it('no total is told while ledgers before are missing, but that of lumens', async () => {
    await made.clear();
    await ledgers(9, 5);
    await line('GA', 6, 30);
    await made.insert('accounts', { account_id: 'GA', ledger_sequence: 6, balance_stroops: 495, deleted: false });
    expect(await holders(6)).toEqual([['GA', '0.0000030', null, 6]]);
    expect(await holders(6, `'XLM', null`)).toEqual([['GA', '0.0000495', '50.00', 6]]);
    const supply = (asset: string) =>
      rowsOf(`
        select total_holders, accounts, claimable_balances, liquidity_pools, contracts, total_supply::varchar, circulating_supply::varchar,
          known_holders, known_supply::varchar, state_coverage
        from gold.supply_at_ledger(${asset}, 6)`);
    const unknown = [null, null, null, null, null];
    expect(await supply(`'USD', 'GI'`)).toEqual([[...unknown, null, null, 1n, '0.0000030', 'touched_only']]);
    expect(await supply(`'XLM', null`)).toEqual([
      [...unknown, '0.0001000', '0.0000990', 1n, '0.0000495', 'touched_only'],
    ]);
  });

  it('no total is told of a time after which ledgers are missing', async () => {
    await made.clear();
    await ledgers(5);
    await ledgers(9, 8);
    await line('GA', 5, 30);
    const at = (second: number) =>
      rowsOf(`
        select snapshot_ledger, total_supply::varchar, known_supply::varchar, state_coverage
        from gold.supply_at('USD', 'GI', '2024-01-01 00:00:0${second}')`);
    expect(await at(5)).toEqual([[5, '0.0000030', '0.0000030', 'full']]);
    expect(await at(6)).toEqual([[5, null, '0.0000030', 'touched_only']]);
    expect(await at(8)).toEqual([[8, null, '0.0000030', 'touched_only']]);
    await expect(made.rows(`from gold.supply_at_ledger('USD', 'GI', 6)`)).rejects.toThrow(
      'ledger 6 is not in the lake',
    );
  });
});

it.each(['compliance_archives', 'compliance_artifacts', 'compliance_sources'])('has no rows of %s', async (name) => {
  expect(await made.rows(`from gold.${name}`)).toEqual([]);
});
