import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openMade, toid, type Made } from './made.ts';

let made: Made;
beforeAll(async () => {
  made = await openMade();
});
afterEach(() => made.clear());
afterAll(() => made.close());

interface Operation {
  type: number;
  source?: string;
  to?: string;
  successful?: boolean;
  /** Contract and function that it calls. */
  call?: [contract: string, name: string];
  code?: string;
  hostFunction?: string;
}

/** Operations, each in a ledger of its own from 1 on; every two ledgers close at the same time. */
async function insert(...operations: Operation[]): Promise<void> {
  for (const [i, { type, source = 'GA', to, successful = true, call, code, hostFunction }] of operations.entries()) {
    const ledger_sequence = i + 1;
    const same = { ledger_sequence, closed_at: `2024-01-01 00:00:0${Math.floor(ledger_sequence / 2)}` };
    const id = toid(ledger_sequence, 1, 1);
    await made.insert('history_operations', {
      ...{ ...same, id, type, source_account: source, destination: to ?? null, transaction_successful: successful },
      ...{ operation_result_code: code ?? 'OperationResultCodeOpInner', host_function: hostFunction ?? null },
    });
    if (!call) continue;
    const [contract_id, function_name] = call;
    await made.insert('contract_invocations', {
      ...{ ...same, operation_id: id, caller: source, contract_id, function_name, successful },
      ...{ origin: 'root', depth: 0, in_call_tree: true },
    });
  }
}

const columns = `* replace (cast(first_activity as varchar) as first_activity, cast(last_activity as varchar) as last_activity)`;
const summaries = () => made.rows(`select ${columns} from semantic_account_summary order by account_id`);

const nothing = {
  ...{ total_operations: 0n, total_payments_sent: 0n, total_payments_received: 0n, total_contract_calls: 0n },
  ...{ unique_contracts_called: 0n, top_contract_id: null, top_contract_function: null, is_contract_deployer: false },
  ...{ contracts_deployed: 0, first_activity: null, last_activity: null },
};

it('counts what succeeded, a payment to oneself on both sides', async () => {
  await insert(
    { type: 1, to: 'GB' },
    { type: 2, to: 'GA' },
    { type: 13, to: 'GB', successful: false },
    { type: 0, to: 'GB' },
    { type: 24, hostFunction: 'HostFunctionTypeHostFunctionTypeCreateContract' },
    { type: 24, hostFunction: 'HostFunctionTypeHostFunctionTypeUploadContractWasm' },
  );
  expect(await summaries()).toEqual([
    {
      ...nothing,
      ...{ account_id: 'GA', total_operations: 5n, total_payments_sent: 2n, total_payments_received: 1n },
      ...{ is_contract_deployer: true, contracts_deployed: 1 },
      ...{ first_activity: '2024-01-01 00:00:00', last_activity: '2024-01-01 00:00:03' },
    },
    {
      ...{ ...nothing, account_id: 'GB', total_payments_received: 1n },
      ...{ first_activity: '2024-01-01 00:00:00', last_activity: '2024-01-01 00:00:00' },
    },
  ]);
});

it('breaks ties of contracts and functions by the last call, not by close times', async () => {
  await insert(
    { type: 24, call: ['C1', 'f'] },
    { type: 24, call: ['C2', 'g'] },
    { type: 24, call: ['C2', 'h'] },
    { type: 24, call: ['C1', 'f'] },
    { type: 24, call: ['C1', 'f'], successful: false },
    { type: 24, call: ['C2', 'g'], source: 'GB' },
    { type: 24, call: ['C1', 'e'], source: 'GB' },
  );
  const found = await made.rows(`
    select account_id, total_contract_calls, unique_contracts_called, top_contract_id, top_contract_function
    from semantic_account_summary order by account_id`);
  expect(found.map((row) => Object.values(row))).toEqual([
    ['GA', 4n, 2n, 'C1', 'f'],
    ['GB', 2n, 2n, 'C1', 'e'],
  ]);
});

it('knows accounts by what failed, by fees and by entries, but no account that there was not', async () => {
  await insert(
    { type: 1, source: 'GFAILED', to: 'GNEVER', successful: false },
    { type: 1, source: 'GNOBODY', successful: false, code: 'OperationResultCodeOpNoAccount' },
  );
  await made.insert('history_transactions', { account: 'GSENDER', fee_account: 'GPAYER', ledger_sequence: 3 });
  await made.insert('accounts', { account_id: 'GENTRY', ledger_sequence: 3, deleted: true });
  await made.insert('trust_lines', { account_id: 'GLINE', ledger_sequence: 3 });
  const ids = ['GENTRY', 'GFAILED', 'GLINE', 'GPAYER', 'GSENDER'];
  expect(await summaries()).toEqual(ids.map((account_id) => ({ account_id, ...nothing })));
});
