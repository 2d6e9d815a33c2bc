import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { openLake, type Lake } from '../../src/lake/asking/lake.ts';
import { selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { tables } from '../../src/tables/index.ts';
import { followStore } from '../../src/ingest/follow.ts';
import { temporaryFolder } from '../folder.ts';
import { passphrase, sample } from '../cli/command.ts';
import { startTestNode } from '../server/node.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { randomSchedule } from './faults.ts';
import { loadInto } from './lakes.ts';
import { sampleObjects } from './reading.ts';
import { objectsOf, servers, type Upload } from './servers.ts';

const policy = { retryLimit: 20, retryWaitMs: 1, timeoutMs: 1000 };
const dir = temporaryFolder();
const manifest = objectsOf(sample).filter(({ key }) => key === '.config.json');

/** The objects in three parts, as they come to be there. */
const parts: Upload[][] = [
  [...manifest, ...sampleObjects.slice(0, 5)],
  sampleObjects.slice(5, 6),
  sampleObjects.slice(6),
];

/** Returns, for each table, how many rows it has and what all of them are together, in whatever files they lie. */
async function content(lake: Lake): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const sql = `select count(*) as n, bit_xor(hash(t)) as rows from bronze.${name} t`;
    found[name] = (await lake.read((connection) => selectRows(connection, sql)))[0];
  }
  return found;
}

let expected: Record<string, unknown>;
beforeAll(async () => {
  const path = join(dir, 'folder');
  await loadInto(path, await openLedgerStore([sample]), passphrase, { workers: 1 });
  const lake = await openLake(path, { tables, write: false });
  expected = await content(lake);
  await lake.close();
  for (const { environment } of servers) Object.assign(process.env, environment);
});

describe.each(servers)('following a growing bucket of $kind', (server) => {
  it.skipIf(!server.url)('through random faults skips nothing and doubles nothing', async () => {
    const bucket = 'growing';
    await server.fill(bucket, parts[0]);
    await using proxy = await startFaultProxy({ upstream: server.url!, schedule: randomSchedule('follow', 3, 50) });
    const store = await openLedgerStore([server.address(bucket)], { ...server.access(proxy.url), policy });
    const lake = await openLake(join(dir, server.kind), { tables, write: true, network: passphrase });
    const commits: [number, number][] = [];
    const growing = parts.slice(1);
    const report = await followStore(lake, store, {
      range: { first: 2, last: 129 },
      workers: 1,
      onCommit({ first, last }) {
        commits.push([first, last]);
        void server.put(bucket, growing.shift() ?? []);
      },
    });
    expect(report).toMatchObject({ ledgers: 128, gaps: [] });
    expect(commits.length).toBeGreaterThanOrEqual(parts.length);
    expect([commits[0][0], commits.at(-1)![1]]).toEqual([2, 129]);
    for (let i = 1; i < commits.length; i++) expect(commits[i][0]).toBe(commits[i - 1][1] + 1);
    expect(await content(lake)).toEqual(expected);
    await lake.close();
    store.close?.();
  });
});

describe.each(servers)('a window over a growing bucket of $kind', (server) => {
  it.skipIf(!server.url)('has each ledger that comes', async () => {
    const bucket = 'window';
    await server.fill(bucket, parts[0]);
    const store = await openLedgerStore([server.address(bucket)], server.access(server.url!));
    const node = await startTestNode({ stores: [store], follow: true, followEvery: 50 });
    const { history } = node.node;
    expect(history.window()).toMatchObject({ first: 2, last: 49 });
    for (const [part, last] of [[parts[1], 59] as const, [parts[2], 129] as const]) {
      const comes = new Promise<void>((resolve) => history.onLedger(({ sequence }) => sequence === last && resolve()));
      await server.put(bucket, part);
      await comes;
    }
    expect(history.window()).toMatchObject({ first: 2, last: 129 });
    expect(node.lines.filter((line) => line.includes('error'))).toEqual([]);
    await node.stop();
    store.close?.();
  });
});
