import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openMade, toid, type Made } from './made.ts';

let made: Made;
beforeAll(async () => {
  made = await openMade();
});
afterEach(() => made.clear());
afterAll(() => made.close());

interface Call {
  ledger?: number;
  contract?: string;
  name?: string;
  caller?: string;
  origin?: string;
  depth?: number;
  successful?: boolean;
}

async function insertCalls(...calls: Call[]): Promise<void> {
  const rows = calls.map(({ ledger = 5, contract = 'C1', name = 'f', caller = 'GA', origin = 'root', ...call }, i) => ({
    operation_id: toid(ledger, i + 1, 1),
    transaction_id: toid(ledger, i + 1),
    ledger_sequence: ledger,
    closed_at: `2024-01-01 00:00:${String(ledger).padStart(2, '0')}`,
    execution_order: 0,
    depth: call.depth ?? (origin === 'root' ? 0 : 1),
    caller,
    contract_id: contract,
    function_name: name,
    origin,
    successful: call.successful ?? true,
    in_call_tree: origin !== 'auth',
  }));
  await made.insert('contract_invocations', ...rows);
}

const instance = (contract_id: string, value: object, ledger_sequence = 4) =>
  made.insert('contract_data', {
    contract_id,
    contract_key_type: 'ScValTypeScvLedgerKeyContractInstance',
    ledger_key_hash: `key of ${contract_id}`,
    val_decoded: JSON.stringify({ contract_instance: value }),
    deleted: false,
    ledger_sequence,
    closed_at: '2024-01-01',
  });

const wasm = (hash: string) => ({ executable: { wasm: hash }, storage: null });

/** Code that exports functions, as far as its bytes tell: length, name, kind. */
const code = (contract_code_hash: string, ...names: string[]) => {
  const bytes = names.map((name) => `${String.fromCharCode(name.length)}${name}\0`).join('\x7f');
  const hex = Buffer.from(`\0asm${bytes}`, 'latin1').toString('hex');
  return made.rows(
    `insert into loaded.contract_code_blob by name select '${contract_code_hash}' as contract_code_hash, unhex('${hex}') as wasm`,
  );
};

describe('semantic_contract_functions', () => {
  it('counts calls by operations, failed ones too', async () => {
    await insertCalls(
      {},
      { caller: 'GB', successful: false, ledger: 7 },
      { caller: 'GB', ledger: 6 },
      { caller: 'C9', origin: 'diagnostic' },
      { caller: 'GA', origin: 'auth' },
      { name: 'g' },
    );
    const found = await made.rows(`
      select * replace (cast(first_called as varchar) as first_called, cast(last_called as varchar) as last_called)
      from semantic_contract_functions order by total_calls desc`);
    expect(found).toEqual([
      {
        ...{ contract_id: 'C1', function_name: 'f', total_calls: 3n, successful_calls: 2n, failed_calls: 1n },
        ...{ unique_callers: 2n, first_called: '2024-01-01 00:00:05', last_called: '2024-01-01 00:00:07' },
      },
      expect.objectContaining({ function_name: 'g', total_calls: 1n }),
    ]);
  });

  it('counts on request what contracts call, after a time, but not what the host calls', async () => {
    await insertCalls(
      { name: '__constructor', origin: 'diagnostic', depth: 0, ledger: 9 },
      { ledger: 5 },
      { ledger: 6 },
      { ledger: 7, origin: 'diagnostic', caller: 'C9' },
    );
    const since = (time: string, withSub: boolean) =>
      made.rows(
        `select function_name, total_calls, unique_callers from semantic.contract_functions_since(${time}, ${withSub})`,
      );
    const f = { function_name: 'f' };
    expect(await since('null', true)).toEqual([{ ...f, total_calls: 3n, unique_callers: 2n }]);
    expect(await since(`timestamp '2024-01-01 00:00:05'`, true)).toEqual([
      { ...f, total_calls: 2n, unique_callers: 2n },
    ]);
    expect(await since(`timestamp '2024-01-01 00:00:05'`, false)).toEqual([
      { ...f, total_calls: 1n, unique_callers: 1n },
    ]);
  });
});

describe('semantic_entities_contracts', () => {
  it('tells what a contract is from its instance, its code and its calls', async () => {
    const map = [
      { key: { symbol: 'decimal' }, val: { u32: 3 } },
      { key: { symbol: 'name' }, val: { string: 'Own' } },
      { key: { symbol: 'symbol' }, val: { string: 'OWN' } },
    ];
    const metadata = [{ key: { symbol: 'METADATA' }, val: { map } }];
    const signer = [{ key: { symbol: 'Signer' }, val: { vec: [{ symbol: 'Secp256r1' }] } }];
    await instance('CTOKEN', { executable: { wasm: 'aa' }, storage: metadata });
    await instance('CBYCODE', wasm('bb'));
    await code('bb', 'transfer', 'balance', 'decimals');
    await instance('CTWO', wasm('cc'));
    await code('cc', 'transfer', 'balance', 'xdecimals');
    await instance('CBUILTIN', { executable: 'stellar_asset', storage: null });
    await made.insert('history_assets', {
      ...{ asset_type: 'credit_alphanum4', asset_code: 'USD', asset_issuer: 'GI', asset_id: 1, contract_id: 'CUSD' },
      ledger_sequence: 5,
    });
    await instance('CPASSKEY', wasm('dd'));
    await code('dd', '__check_auth', 'add_passkey');
    await instance('CRULES', wasm('unknown code'));
    await insertCalls({ contract: 'CRULES', name: 'add_signer' }, { contract: 'CRULES', name: 'add_context_rule' });
    await instance('CTYPED', { executable: { wasm: 'ee' }, storage: signer });
    await code('ee', '__check_auth');
    await instance('CNOWALLET', { executable: { wasm: 'ff' }, storage: signer });
    await code('ff', 'vote');
    await made.insert('history_contract_events', { contract_id: 'CEMITS' }, { contract_id: '' });
    const found = await made.rows(`
      select contract_id, contract_type, wallet_type, token_name, token_symbol, token_decimals, is_asset_only
      from semantic_entities_contracts order by contract_id`);
    const told = found.map((row) => [row['contract_id'], row['contract_type'], row['wallet_type']]);
    expect(told).toEqual([
      ['CBUILTIN', 'sac', null],
      ['CBYCODE', 'custom_soroban', null],
      ['CEMITS', 'unknown', null],
      ['CNOWALLET', 'unknown', null],
      ['CPASSKEY', 'smart_wallet', 'sep50_generic'],
      ['CRULES', 'smart_wallet', 'openzeppelin'],
      ['CTOKEN', 'custom_soroban', null],
      ['CTWO', 'unknown', null],
      ['CTYPED', 'smart_wallet', 'crossmint'],
      ['CUSD', 'sac', null],
    ]);
    expect(found.find((row) => row['contract_id'] === 'CTOKEN')).toMatchObject({
      ...{ token_name: 'Own', token_symbol: 'OWN', token_decimals: 3, is_asset_only: false },
    });
    expect(found.find((row) => row['contract_id'] === 'CUSD')).toMatchObject({
      ...{ token_name: 'USD:GI', token_symbol: 'USD', token_decimals: 7, is_asset_only: true },
    });
  });

  it('has the code of the last instance, and who created the contract', async () => {
    const created = { ledger_sequence: 5, closed_at: '2024-01-01 00:00:05' };
    const by = (origin: string, contract_id: string, creator_address: string, operation: bigint) =>
      made.insert('contract_creations', { ...created, origin, contract_id, creator_address, operation_id: operation });
    await made.insert('history_operations', { id: toid(5, 1, 1), ledger_sequence: 5, source_account: 'GSOURCE' });
    await by('operation', 'C1', 'GCREATOR', toid(5, 1, 1));
    await by('auth', 'C2', 'CFACTORY', toid(5, 1, 1));
    await by('entry', 'C3', 'GUNSURE', toid(5, 1, 1));
    await instance('C1', wasm('new'), 8);
    await instance('C1', wasm('old'), 6);
    await insertCalls(
      { caller: 'GA' },
      { caller: 'GA', name: 'a', successful: false },
      { caller: 'GB', ledger: 6 },
      { caller: 'C2', origin: 'diagnostic', name: 'Z', ledger: 9 },
    );
    const found = await made.rows(`
      select contract_id, deployer_account, deployed_ledger, wasm_hash, total_invocations, unique_callers,
        observed_functions, cast(last_activity as varchar) as last_activity
      from semantic_entities_contracts order by contract_id`);
    const never = { deployed_ledger: 5, wasm_hash: null, total_invocations: 0n, unique_callers: 0n };
    const nothing = { ...never, observed_functions: null, last_activity: null };
    expect(found).toEqual([
      {
        ...{ contract_id: 'C1', deployer_account: 'GSOURCE', deployed_ledger: 5, wasm_hash: 'new' },
        ...{ total_invocations: 3n, unique_callers: 2n, observed_functions: ['Z', 'a', 'f'] },
        last_activity: '2024-01-01 00:00:09',
      },
      { contract_id: 'C2', deployer_account: 'CFACTORY', ...nothing },
      { contract_id: 'C3', deployer_account: null, ...nothing },
    ]);
  });
});
