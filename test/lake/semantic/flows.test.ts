import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openMade, toid, type Made } from './made.ts';

let made: Made;
beforeAll(async () => {
  made = await openMade();
});
afterEach(() => made.clear());
afterAll(() => made.close());

interface Movement {
  ledger?: number;
  operation?: number;
  from?: string;
  to?: string;
  amount: string;
  isSoroban?: boolean;
  topic?: string;
  /** Of an asset of GI, unless it says another. */
  token?: Record<string, string>;
  contract?: string;
  at?: string;
}

const usd = { asset_type: 'credit_alphanum4', asset_key: 'USD:GI' };
const noAsset = (contract: string) => ({ token: { asset_type: '', asset_key: contract }, contract });

/** One transaction a ledger; its operations are those that movements name. */
async function insert(...movements: Movement[]): Promise<void> {
  const ledgers = new Map(movements.map(({ ledger = 5, at = '2024-01-10' }) => [ledger, at]));
  for (const [sequence, closed_at] of ledgers) await made.insert('history_ledgers', { sequence, closed_at });
  const operations = new Set(movements.map(({ ledger = 5, operation = 1 }) => toid(ledger, 1, operation)));
  for (const id of operations)
    await made.insert('history_operations', { id, ledger_sequence: Number(id >> 32n), type: 24 });
  const rows = movements.map(({ ledger = 5, operation = 1, at = '2024-01-10', ...movement }, event_index) => ({
    transaction_hash: `hash${ledger}`,
    transaction_id: toid(ledger, 1),
    operation_id: movement.topic === 'fee' ? null : toid(ledger, 1, operation),
    event_topic: movement.topic ?? 'transfer',
    from: movement.from ?? null,
    to: movement.to ?? null,
    amount_raw: movement.amount,
    contract_id: movement.contract ?? 'CUSD',
    is_soroban: movement.isSoroban ?? false,
    ledger_sequence: ledger,
    closed_at: at,
    event_index,
    ...(movement.token ?? usd),
  }));
  await made.insert('token_transfers_raw', ...rows);
}

it('numbers movements in their transaction, without fees, equal ones each', async () => {
  const same = { from: 'GA', to: 'GB', amount: '70' };
  await insert({ ...same, topic: 'fee' }, same, same, { ...same, operation: 2 }, { ...same, ledger: 6 });
  const found = await made.rows('select id from semantic_flows_value order by operation_id, event_index');
  expect(found.map(({ id }) => id)).toEqual(['hash5:0', 'hash5:1', 'hash5:2', 'hash6:0']);
  const [filtered] = await made.rows(
    `select list(id) as ids from semantic_flows_value where operation_id = ${toid(5, 1, 2)}`,
  );
  expect(filtered['ids']).toEqual(['hash5:2']);
});

it('tells mints and burns by who is missing, or by the issuer', async () => {
  await insert(
    { to: 'GB', amount: '1' },
    { from: 'GB', amount: '1', topic: 'clawback' },
    { from: 'GI', to: 'GB', amount: '1' },
    { from: 'GB', to: 'GI', amount: '1' },
    { from: 'GI', to: 'GI', amount: '1' },
    { from: 'GB', to: 'BBALANCE', amount: '1' },
  );
  const found = await made.rows('select flow_type from semantic_flows_value order by event_index');
  expect(found.map((row) => row['flow_type'])).toEqual(['mint', 'burn', 'mint', 'burn', 'transfer', 'transfer']);
});

it('keeps amounts exact, and null where units have no meaning or no room', async () => {
  const most = '170141183460469231731687303715884105727';
  await insert(
    { to: 'GB', amount: '9223372036854775807' },
    { to: 'GB', amount: '12345678901234567890123456789012345678' },
    { to: 'GB', amount: most },
    { to: 'GB', amount: '5', ...noAsset('COWN'), isSoroban: true },
    { to: 'GB', amount: '-30', token: { asset_type: 'native', asset_key: 'native' }, isSoroban: true },
  );
  const found = await made.rows(`
    select cast(amount as varchar) as amount, amount_raw, asset_type, asset_code, asset_key
    from semantic_flows_value order by event_index`);
  expect(found.map((row) => row['amount'])).toEqual([
    '922337203685.4775807',
    '1234567890123456789012345678901.2345678',
    null,
    null,
    '-0.0000030',
  ]);
  expect(found[2]).toMatchObject({ amount_raw: most, asset_type: 'credit_alphanum4' });
  expect(found[3]).toMatchObject({ asset_type: 'soroban_token', asset_code: null, asset_key: 'COWN' });
  expect(found[4]).toMatchObject({ asset_type: 'soroban_token', asset_code: 'XLM', asset_key: 'native' });
});

it('counts windows back from the last ledger, whatever the clock says', async () => {
  const moved = { from: 'GA', to: 'GB', amount: '10000000' };
  await insert(
    { ...moved, ledger: 5, at: '2024-01-03 00:00:00' },
    { ...moved, ledger: 6, at: '2024-01-03 00:00:01' },
    { ...moved, ledger: 7, at: '2024-01-09 00:00:00' },
    { to: 'GB', amount: '3', ledger: 8, at: '2024-01-09 00:00:01' },
    { from: 'GB', amount: '4', ledger: 9, at: '2024-01-10 00:00:00' },
  );
  const [row] = await made.rows(`
    select
      * replace (cast(transfer_volume_24h as varchar) as transfer_volume_24h),
      cast(transfer_volume_7d as varchar) as volume_7d
    from semantic_asset_stats where asset_key = 'USD:GI'`);
  expect(row).toMatchObject({
    transfer_count_24h: 2n,
    transfer_volume_24h: '0.0000007',
    transfer_count_7d: 4n,
    volume_7d: '2.0000007',
    mint_count_24h: 1n,
    burn_count_24h: 1n,
    holder_count: null,
    known_holder_count: 0n,
    token_decimals: 7,
    contract_id: 'CUSD',
  });
  const [times] = await made.rows(
    `select cast(first_seen as varchar) as first, cast(last_transfer as varchar) as last from semantic_asset_stats where asset_key = 'USD:GI'`,
  );
  expect(times).toEqual({ first: '2024-01-03 00:00:00', last: '2024-01-10 00:00:00' });
});

it('answers although the amounts of a token have no sum', async () => {
  const most = '170141183460469231731687303715884105727';
  await insert(
    { to: 'GB', amount: most, ...noAsset('COWN'), isSoroban: true },
    { to: 'GB', amount: most, ...noAsset('COWN'), isSoroban: true },
    { to: 'GB', amount: '7', ...noAsset('CFINE'), isSoroban: true },
    { to: 'GB', amount: '7' },
  );
  const found = await made.rows(`
    select asset_key, transfer_count_24h, cast(transfer_volume_24h as varchar) as volume, token_decimals, asset_type
    from semantic_asset_stats order by asset_key`);
  expect(found).toEqual([
    {
      asset_key: 'CFINE',
      transfer_count_24h: 1n,
      volume: '7.0000000',
      token_decimals: null,
      asset_type: 'soroban_token',
    },
    { asset_key: 'COWN', transfer_count_24h: 2n, volume: null, token_decimals: null, asset_type: 'soroban_token' },
    {
      asset_key: 'USD:GI',
      transfer_count_24h: 1n,
      volume: '0.0000007',
      token_decimals: 7,
      asset_type: 'credit_alphanum4',
    },
  ]);
});
