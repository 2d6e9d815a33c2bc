import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectRows, type DuckDBConnection } from '../../src/lake/duckdb/duckdb.ts';
import { openScratch, type ScratchDatabase } from '../../src/lake/asking/query/scratch.ts';
import { networkId, passphraseOf } from '../../src/ledger/network.ts';
import { createTables, tables } from '../../src/tables/index.ts';
import { hasCorpus } from '../corpus.ts';
import { planningOnce, withoutStatistics } from '../lake/planned.ts';
import { goldenSets, readSet, type GoldenSet } from './golden/sets.ts';

const only = ['contract_invocations', 'contract_creations', 'history_operations', 'contract_data'];

/** Queries whose rows are wrong. */
const checks: Record<string, string> = {
  'root calls are those of the operations': `
    select calls.operation_id, operations.id
    from (from contract_invocations where origin = 'root') as calls
    full join (from history_operations where soroban_function is not null) as operations
      on calls.operation_id = operations.id
    where (calls.contract_id, function_name, arguments::varchar, caller, successful) is distinct from
      (soroban_contract_id, soroban_function, soroban_arguments_json::varchar, source_account, transaction_successful)`,
  'a parent is the row one above': `
    select calls.operation_id, calls.execution_order
    from contract_invocations as calls
    left join contract_invocations as above
      on calls.operation_id = above.operation_id and calls.parent = above.execution_order
    where calls.depth <> coalesce(above.depth + 1, 0) or (calls.parent is null) <> (above.operation_id is null)`,
  'rows are numbered from 0': `
    select operation_id from contract_invocations group by operation_id
    having max(execution_order) + 1 <> count(distinct execution_order) or count(*) <> count(distinct execution_order)`,
  'a caller is the contract above': `
    select calls.operation_id, calls.execution_order
    from contract_invocations as calls
    join contract_invocations as above
      on calls.operation_id = above.operation_id and calls.parent = above.execution_order
    where calls.origin = 'diagnostic' and calls.caller <> above.contract_id`,
  // Arguments may differ: a contract may ask for others than its own.
  'what is authorised and succeeds is recorded': `
    select calls.operation_id, calls.contract_id, calls.function_name
    from contract_invocations as calls
    semi join (from contract_invocations where origin = 'diagnostic') using (operation_id)
    anti join (from contract_invocations where origin <> 'auth') as recorded
      using (operation_id, contract_id, function_name)
    where origin = 'auth' and successful`,
  'a contract is created where its instance is': `
    select contract_id
    from contract_creations
    full join (
      from contract_data
      where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance' and ledger_entry_change = 0
    ) as instances using (contract_id, ledger_sequence)
    where origin is null or key is null`,
  'an operation creates with the address in its details': `
    select id, details_json
    from history_operations
    left join contract_creations on operation_id = id
    where starts_with(details_json ->> '$.type', 'create_contract') and transaction_successful
      and (origin is distinct from 'operation'
        or creator_address is distinct from coalesce(details_json ->> '$.address', source_account))`,
  'authorised calls name an address of an entry': `
    select operation_id, auth_address
    from contract_invocations join history_operations on operation_id = id
    where (origin = 'auth') <> coalesce(list_contains(soroban_auth_addresses, auth_address), false)`,
};

/** What a query finds, by file: tests of core that authorise a call which is then not made. */
const known: Record<string, string[]> = {
  'core-lcm: what is authorised and succeeds is recorded': [
    'current__InvokeHostFunctionTests__536297cefb569ed7.xdr.zst',
    'next__InvokeHostFunctionTests__e4b75527318c3f4b.xdr.zst',
  ],
};

describe.skipIf(!hasCorpus)('calls and creations', () => {
  let scratch: ScratchDatabase;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    scratch = await withoutStatistics(() => openScratch({ tables }));
    connection = planningOnce((await scratch.session()).connection);
  });
  afterAll(async () => {
    connection.closeSync();
    await scratch.close();
  });

  const rows = (sql: string) => selectRows(connection, sql);

  async function load(set: GoldenSet): Promise<void> {
    const built = createTables(networkId(passphraseOf(set.network)), { only });
    for (const { ledger } of readSet(set)) built.add(ledger);
    await scratch.clear();
    for (const [name, batch] of built.batches()) if (batch.numRows > 0) await scratch.append(name, batch);
  }

  it.each(goldenSets)('agree with operations and entries of $name', async (set) => {
    const found: Record<string, string[]> = {};
    // Files that are networks of their own are not to be joined.
    for (const files of set.captures ? set.files.map((file) => [file]) : [set.files]) {
      await load({ ...set, files });
      for (const [name, sql] of Object.entries(checks)) {
        const wrong = await rows(sql);
        if (wrong.length > 0) (found[`${set.name}: ${name}`] ??= []).push(basename(files[0]));
      }
    }
    const expected = Object.entries(known).filter(([name]) => name.startsWith(`${set.name}: `));
    expect(found).toEqual(Object.fromEntries(expected));
  });

  it('are as many as the ledgers of pubnet record', async () => {
    await load(goldenSets[0]);
    const sql = `select origin, count(*)::integer as n, count_if(in_call_tree)::integer as calls, max(depth) as depth
      from contract_invocations group by origin order by origin`;
    expect(await rows(sql)).toEqual([
      { origin: 'auth', n: 362, calls: 0, depth: 2 },
      { origin: 'diagnostic', n: 196, calls: 196, depth: 3 },
      { origin: 'root', n: 295, calls: 295, depth: 0 },
    ]);
  });
});
