import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openMade, toid, type Made } from './made.ts';

let made: Made;
beforeAll(async () => {
  made = await openMade();
});
afterEach(() => made.clear());
afterAll(() => made.close());

const create = 'HostFunctionTypeHostFunctionTypeCreateContractV2';
const upload = 'HostFunctionTypeHostFunctionTypeUploadContractWasm';
const source = 'GSOURCEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const destination = 'GDESTINATIONAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** One transaction of these operations. */
async function insert(operations: Record<string, string | number | null>[], successful = true): Promise<void> {
  const same = { ledger_sequence: 5, closed_at: '2024-01-01 00:00:05', transaction_hash: 'aa' };
  await made.insert('history_transactions', { ...same, id: toid(5, 1), successful, fee_charged: 2700 });
  const rows = operations.map((operation, i) => ({
    ...same,
    id: toid(5, 1, i + 1),
    transaction_id: toid(5, 1),
    operation_index: i,
    transaction_successful: successful,
    source_account: source,
    ...operation,
  }));
  await made.insert('history_operations', ...rows);
}

const ofType = (type: number) => ({ type, destination: [0, 1, 2, 8, 13].includes(type) ? destination : null });

it('names what was done by the type of the operation', async () => {
  const calls: Record<string, string>[] = [
    { function_name: 'swap' },
    { function_name: '' },
    { host_function: create },
    { host_function: upload },
  ];
  await insert([
    ...Array.from({ length: 27 }, (_, type) => ofType(type)),
    ...calls.map((call) => ({ type: 24, ...call })),
  ]);
  const found = await made.rows('select activity_type from semantic_activities order by operation_id');
  expect(found.map((row) => row['activity_type'])).toEqual([
    ...['account_created', 'payment', 'path_payment', 'manage_offer', 'create_passive_offer', 'set_options'],
    ...['change_trust', 'allow_trust', 'account_merge', 'inflation', 'manage_data', 'bump_sequence', 'manage_offer'],
    ...['path_payment', 'create_claimable_balance', 'claim_claimable_balance', 'begin_sponsoring', 'end_sponsoring'],
    ...['revoke_sponsorship', 'clawback', 'clawback_claimable_balance', 'set_trust_line_flags'],
    ...['liquidity_pool_deposit', 'liquidity_pool_withdraw', 'invoke_host_function', 'extend_footprint_ttl'],
    ...['restore_footprint', 'contract_call', 'contract_call', 'contract_deployed', 'contract_code_uploaded'],
  ]);
});

it('has a sentence for every type, with amounts as people read them', async () => {
  await insert([
    { ...ofType(0), amount_stroops: 12345678900000 },
    { ...ofType(1), amount_stroops: 1, asset_type: 'credit_alphanum4', asset_code: 'USDC', asset_issuer: 'GI' },
    { ...ofType(13), amount_stroops: 5000000, asset_type: 'native' },
    { ...ofType(12), amount_stroops: 100000000, buying_asset_code: 'EUR', selling_asset_type: 'native' },
    { ...ofType(3), amount_stroops: 0, selling_asset_code: 'EUR' },
    { ...ofType(6), limit_stroops: 0, asset_code: 'EUR' },
    { ...ofType(6), limit_stroops: 9 },
    { ...ofType(8) },
    { type: 24, function_name: 'swap', contract_id: 'CAAA00000000BBBB' },
    { type: 24, function_name: '', contract_id: 'CAAA00000000BBBB' },
    { type: 24, host_function: create, contract_id: 'CAAA00000000BBBB' },
    { type: 24, host_function: upload, contract_id: '' },
    { type: 21, trustor: 'GTRU0000LINE' },
  ]);
  const found = await made.rows('select description from semantic_activities order by operation_id');
  expect(found.map((row) => row['description'])).toEqual([
    'Created account GDES...AAAA with 1,234,567.89 XLM',
    'Sent 0.0000001 USDC to GDES...AAAA',
    'Path payment of 0.5 XLM to GDES...AAAA',
    'Buy offer: 10 EUR',
    'Sell offer: 0 EUR',
    'Removed trustline for EUR',
    'Added trustline',
    'Merged GSOU...AAAA into GDES...AAAA',
    'Called swap on CAAA...BBBB',
    'Called CAAA...BBBB',
    'Deployed contract CAAA...BBBB',
    'Uploaded contract code',
    'Updated trustline flags of GTRU...LINE',
  ]);
});

it('says no amount that only the result of a failed transaction would tell', async () => {
  const paid = { amount_stroops: 70000000, asset_type: 'native' };
  await insert(
    [0, 1, 2, 8, 13, 14, 19, 3].map((type) => ({ ...ofType(type), ...paid })),
    false,
  );
  const found = await made.rows(`
    select operation_type, cast(amount as varchar) as amount, asset_code, asset_key, description, fee_charged, successful
    from semantic_activities order by operation_id`);
  const amounts = found.map((row) => [row['operation_type'], row['amount'], row['asset_code'], row['asset_key']]);
  expect(amounts).toEqual([
    ...[0, 1, 2].map((type) => [type, '7.0000000', 'XLM', 'native']),
    ...[8, 13].map((type) => [type, null, 'XLM', 'native']),
    ...[14, 19].map((type) => [type, '7.0000000', 'XLM', 'native']),
    [3, null, null, null],
  ]);
  expect(found[4]).toMatchObject({ description: 'Failed: Path payment in XLM to GDES...AAAA', fee_charged: 2700n });
  expect(found.every((row) => row['successful'] === false)).toBe(true);
});
