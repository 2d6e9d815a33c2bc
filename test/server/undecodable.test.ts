/** What a server says of a ledger that only a newer version reads. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { objectKey } from '../../src/datastore/keys.ts';
import { open } from '../../src/index.ts';
import { writeOmissions } from '../../src/lake/disk/snapshot/omissions.ts';
import { listen } from '../../src/server/http/listener.ts';
import { lakesHealthRoom } from '../../src/server/query/public.ts';
import { queryRoom } from '../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../src/server/query/start.ts';
import { temporaryFolder } from '../folder.ts';
import { batchOf, sampleLedgers } from '../history/cut.ts';
import { NEXT_PROTOCOL, withNewerMeta } from '../make/newer.ts';
import { passphrase, sample, startTestNode } from './node.ts';
import { secret } from './query/sample-server.ts';

const [FIRST, NEWER, LAST] = [120, 125, 129];
const undecodable = { ledger: NEWER, protocol: NEXT_PROTOCOL };
const line = (labels: string) => `ledgerlake_undecodable_ledger{${labels}protocol="${NEXT_PROTOCOL}"} ${NEWER}`;

const jsonOf = async (url: string) => (await fetch(url)).json() as Promise<Record<string, unknown>>;

it('a server that follows a store names the ledger that keeps its object from being served, until it can be read', async () => {
  const ledgers = await sampleLedgers();
  const store = join(temporaryFolder(), 'store');
  cpSync(sample, store, { recursive: true });
  const path = join(store, objectKey(FIRST, { ledgersPerFile: 10, filesPerPartition: 5 }));
  const put = (of: ReadonlyMap<number, Uint8Array>) => writeFileSync(path, zstdCompressSync(batchOf(of, FIRST, LAST)));
  put(new Map([...ledgers, [NEWER, withNewerMeta(ledgers.get(NEWER)!)]]));
  const node = await startTestNode({ stores: [store], adminEndpoint: '127.0.0.1:0' });
  const { history } = node.node;
  const page = async () => (await fetch(`http://127.0.0.1:${node.adminPort}/metrics`)).text();
  const before = await jsonOf(`${node.url}health`);
  expect(before).toMatchObject({ status: 'healthy', latestLedger: FIRST - 1 });
  expect(before).not.toHaveProperty('undecodable');
  await expect(history.refresh()).rejects.toThrow(`ledger ${NEWER}, `);
  expect(await jsonOf(`${node.url}health`)).toEqual({ ...before, undecodable });
  expect(await page()).toContain(line(''));
  const { result } = await node.call('getHealth');
  expect(result).toEqual(before);
  put(ledgers);
  await history.refresh();
  expect(await jsonOf(`${node.url}health`)).toMatchObject({ latestLedger: LAST });
  expect(await jsonOf(`${node.url}health`)).not.toHaveProperty('undecodable');
  expect(await page()).not.toContain('ledgerlake_undecodable_ledger{');
  await node.stop();
});

it('a server of lakes names the ledger after the newest one if it is of a newer protocol', async () => {
  const folder = join(temporaryFolder(), 'lake');
  const lake = await open(folder, { network: passphrase });
  await lake.load(sample, { range: { first: FIRST, last: NEWER - 1 } });
  await lake.close();
  const lakes = await openLakes([folder]);
  const queries = queryRoom({ lakes, secret });
  const listener = await listen('127.0.0.1:0', [queries, lakesHealthRoom(lakes)]);
  const ranges = { oldest: FIRST, latest: NEWER - 1 };
  const healthOf = async () => (await jsonOf(`${listener.url}health`))['networks'];
  const omit = (first: number) => {
    const recorded = { decoderVersion: '0', recordedAt: '2026-11-30T00:00:00Z' };
    return writeOmissions(folder, [
      { object: 'x', first, last: first, protocol: NEXT_PROTOCOL, message: 'unknown', ...recorded },
    ]);
  };
  await omit(NEWER + 1);
  expect(await healthOf()).toEqual({ local: ranges });
  expect(await queries.metrics?.()).not.toContain('ledgerlake_undecodable_ledger{');
  await omit(NEWER);
  expect(await healthOf()).toEqual({ local: { ...ranges, undecodable } });
  expect(await queries.metrics?.()).toContain(line('network="local",'));
  await listener.close();
  await closeLakes(lakes);
});
