/** Ten ledgers in a second of a simulated network of protocol 30: what REST, pipelines and JSON-RPC tell of them is what SQL over bronze tells. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, simulateStore } from '../../src/index.ts';
import { openDatabaseFile, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { listen, type Listener } from '../../src/server/http/listener.ts';
import { queryRoom, type QueryRoomOptions } from '../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../src/server/query/start.ts';
import { wasmHashOf } from '../../src/simulator/soroban/contracts/index.ts';
import { temporaryFolder } from '../folder.ts';
import { definitionOf } from '../pipelines/definition.ts';
import { startTestNode, type TestNode } from '../server/node.ts';
import { bodyOf, budget, secret } from '../server/query/sample-server.ts';

const passphrase = 'Milliseconds Network';
const LAST = 101;
const folder = temporaryFolder();
const store = join(folder, 'store');

type Row = Record<string, unknown>;
let lake: Awaited<ReturnType<typeof open>>;
let node: TestNode;
let lakes: QueryRoomOptions['lakes'] = [];
let listener: Listener;

const ask = <T>(path: string) => bodyOf<T>(fetch(`${listener.url}lake/v1/${lakes[0].network}/api/v1${path}`));

/** Returns the rows of a REST list, read page after page. */
async function listed(path: string): Promise<Row[]> {
  const found: Row[] = [];
  for (let next = path; next !== '';) {
    const { data, cursor, has_more: hasMore } = await ask<{ data: Row[]; cursor?: string; has_more: boolean }>(next);
    found.push(...data);
    next = hasMore ? `${path}&cursor=${encodeURIComponent(cursor!)}` : '';
  }
  return found;
}

const rows = async (sql: string): Promise<Row[]> => (await lake.query(sql)).toArray().map((row) => ({ ...row }));

beforeAll(async () => {
  const network = { seed: 'ms', passphrase, protocol: 30, interval: 0.1, mix: 'mixed' as const };
  await simulateStore(store, { ...network, ledgers: LAST - 1, transactionsPerLedger: 10 });
  lake = await open(join(folder, 'lake'), { network: passphrase });
  await lake.load(store);
  lakes = await openLakes([join(folder, 'lake')]);
  listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget })]);
  node = await startTestNode({ stores: [store], config: { passphrase } });
});
afterAll(async () => {
  await node?.stop();
  await listener?.close();
  await closeLakes(lakes);
  await lake?.close();
});

describe('ledgers of which ten close in a second', () => {
  it('are each at a time of their own in the lake', async () => {
    const [found] = await rows(`
      select count(*)::integer as ledgers, count(distinct closed_at)::integer as times, count(distinct date_trunc('second', closed_at))::integer as seconds,
        count(*) filter (epoch_us(closed_at) % 100000 != 0)::integer as odd
      from history_ledgers`);
    expect(found).toEqual({ ledgers: LAST - 1, times: LAST - 1, seconds: 10, odd: 0 });
    const [muxed] = await rows(`select count(*)::integer as n from token_transfers_raw where to_muxed like 'W%'`);
    expect(muxed['n']).toBeGreaterThan(0);
  });

  it('have the events in a pipeline that SQL has', async () => {
    const path = join(folder, 'events.duckdb');
    const consumers = [{ type: 'duckdb', config: { path } }];
    const definition = definitionOf({ name: 'ms', end: String(LAST), consumers });
    const report = await runPipeline(definition, { store, dataDir: folder });
    expect(report).toMatchObject({ status: 'completed', currentLedger: LAST });
    const instance = await openDatabaseFile(path);
    const connection = await instance.connect();
    const told = await selectRows(
      connection,
      `select ledger_sequence::integer as ledger, epoch_ms(timestamp)::varchar as at, contract_id as contract, count(*)::integer as events
      from contract_events where operation_index >= 0 group by all order by all`,
    );
    connection.closeSync();
    instance.closeSync();
    expect(told.length).toBeGreaterThan(50);
    expect(told).toEqual(
      await rows(`
        select ledger_sequence::integer as ledger, epoch_ms(closed_at)::varchar as at, contract_id as contract, count(*)::integer as events
        from history_contract_events where event_kind = 'operation' group by all order by all`),
    );
  });

  it('have the transactions in JSON-RPC that SQL has, at times in seconds', async () => {
    const expected = await rows(`
      select transaction_hash as hash, ledger_sequence::integer as ledger, (epoch_us(closed_at) // 1000000)::integer as at
      from history_transactions order by id`);
    const told: Row[] = [];
    for (let cursor: unknown; told.length < expected.length;) {
      const params = cursor === undefined ? { startLedger: 2 } : { pagination: { cursor } };
      const { result } = await node.call('getTransactions', params);
      const page = result!['transactions'] as { txHash: string; ledger: number; createdAt: number }[];
      if (page.length === 0) break;
      told.push(...page.map(({ txHash: hash, ledger, createdAt: at }) => ({ hash, ledger, at })));
      cursor = result!['cursor'];
    }
    expect(told).toEqual(expected);
  });

  it('have the ledgers and movements in REST that SQL has, at times in milliseconds', async () => {
    const millisecond = (at: unknown) => String(Date.parse(String(at)));
    const ledgers = (await listed('/silver/ledgers/recent?limit=30')).map(({ sequence, closed_at: at }) => ({
      sequence,
      at: millisecond(at),
    }));
    expect(ledgers).toEqual(
      await rows(`
        select sequence::integer as sequence, epoch_ms(closed_at)::varchar as at from history_ledgers order by sequence desc`),
    );
    const moved = (await listed('/silver/transfers?order=asc&limit=200')).map((row) => ({
      ledger: row['ledger_sequence'],
      at: millisecond(row['timestamp']),
      from: row['from_account'] ?? null,
      to: row['to_account'] ?? null,
      amount: row['amount_raw'],
    }));
    expect(moved.length).toBeGreaterThan(200);
    expect(moved).toEqual(
      await rows(`
        select ledger_sequence::integer as ledger, epoch_ms(closed_at)::varchar as at, "from", "to", amount_raw::varchar as amount
        from token_transfers_raw where operation_id is not null order by operation_id, event_index`),
    );
  });

  it('find the transactions of each tenth of a second in REST', async () => {
    const expected = await rows(`
      select strftime(closed_at, '%Y-%m-%dT%H:%M:%S.%gZ') as at, count(*)::integer as transfers
      from token_transfers_raw where operation_id is not null group by all order by all`);
    expect(expected.length).toBeGreaterThan(50);
    for (const { at, transfers } of expected) {
      const after = new Date(Date.parse(String(at)) + 1).toISOString();
      const found = await listed(`/silver/transfers?start_time=${String(at)}&end_time=${after}&limit=1000`);
      expect([at, found.length]).toEqual([at, transfers]);
    }
  });

  it('have calls that accounts and their wallets allow, by credentials of CAP-71', async () => {
    const kinds = await rows(`
      select distinct kind from (
        select unnest(cast(soroban_auth_credentials_types as varchar[])) as kind from history_operations where transaction_successful)
      order by kind`);
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'address',
      'address_v2',
      'address_with_delegates',
      'source_account',
    ]);
    const [wallet] = await rows(`
      select transaction_hash as hash, contract_id as contract from contract_invocations as calls
      join history_transactions as transactions on calls.transaction_id = transactions.id
      where calls.origin = 'auth' and starts_with(auth_address, 'C') and transactions.successful limit 1`);
    const { calls } = await ask<{ calls: Row[] }>(`/silver/tx/${String(wallet['hash'])}/call-graph`);
    expect(calls.map((call) => call['function'] ?? call['function_name'])).toContain('__check_auth');
  });

  it('have contracts with names of 1,024 bytes in their interface', async () => {
    const [vault] = await rows(
      `select contract_id as id from silver.contract_metadata where wasm_hash = '${wasmHashOf('vault')}'`,
    );
    const found = await ask<{ interface: Row }>(`/silver/contracts/${String(vault['id'])}/interface`);
    expect(JSON.stringify(found.interface)).toMatch(/"(ledgerlake::){80}/);
  });

  it('tell balances at each millisecond as those after the ledger before', async () => {
    const times = [2, 3, 40, 57, 98].flatMap((ledger) => [0, 1, 99].map((after) => ({ ledger, after })));
    for (const { ledger, after } of times) {
      const at = `(select closed_at + interval ${after} milliseconds from history_ledgers where sequence = ${ledger})`;
      const [found] = await rows(`select ledger::integer as ledger from gold.ledger_at(${at})`);
      expect([ledger, after, found['ledger']]).toEqual([ledger, after, ledger]);
      if (after !== 99) continue;
      const columns = 'select holder, balance::varchar as balance';
      expect(await rows(`${columns} from gold.balances_at('XLM', null, ${at}) order by all`)).toEqual(
        await rows(`${columns} from gold.balances_at_ledger('XLM', null, ${ledger}) order by all`),
      );
    }
  });
});
