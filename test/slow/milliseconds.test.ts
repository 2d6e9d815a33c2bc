/** Ten ledgers in a second of a simulated network of protocol 30: what pipelines and JSON-RPC tell of them is what SQL over bronze tells. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, simulateStore } from '../../src/index.ts';
import { openDatabaseFile, selectRows } from '../../src/lake/duckdb.ts';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { temporaryFolder } from '../folder.ts';
import { definitionOf } from '../pipelines/definition.ts';
import { startTestNode, type TestNode } from '../server/node.ts';

const passphrase = 'Milliseconds Network';
const LAST = 101;
const folder = temporaryFolder();
const store = join(folder, 'store');

type Row = Record<string, unknown>;
let lake: Awaited<ReturnType<typeof open>>;
let node: TestNode;

const rows = async (sql: string): Promise<Row[]> => (await lake.query(sql)).toArray().map((row) => ({ ...row }));

beforeAll(async () => {
  const network = { seed: 'ms', passphrase, protocol: 30, interval: 0.1, mix: 'mixed' as const };
  await simulateStore(store, { ...network, ledgers: LAST - 1, transactionsPerLedger: 10 });
  lake = await open(join(folder, 'lake'), { network: passphrase });
  await lake.load(store);
  node = await startTestNode({ stores: [store], config: { passphrase } });
});
afterAll(async () => {
  await node?.stop();
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
});
