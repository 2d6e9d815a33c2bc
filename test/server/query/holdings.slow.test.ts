/** What is kept of assets and advanced by commits is what the lake says when it is asked for all of it. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compactLake, open, type LakeHandle } from '../../../src/index.ts';
import type { Snapshot } from '../../../src/lake/disk/snapshot/snapshot.ts';
import { IncrementalValues } from '../../../src/server/query/incremental-values.ts';
import { assetStats } from '../../../src/server/query/endpoints/assets/asset-stats.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { sql } from '../../../src/server/query/sql.ts';
import { View, type ServedLake } from '../../../src/server/query/view.ts';
import { writeStore } from '../../../src/simulator/store.ts';
import { temporaryFolder } from '../../folder.ts';
import { secret } from './sample-server.ts';

const passphrase = 'Network of Slow Ledgers';
const [folder, store] = ['lake', 'store'].map((name) => join(temporaryFolder(), name));
let writer: LakeHandle;
let served: ServedLake;
beforeAll(async () => {
  // The last day begins within the lake, and in the middle of an hour.
  const network = { seed: 'holdings', passphrase, startLedger: 2, startTime: 1_767_225_600, interval: 1000 };
  const size = { ledgers: 127, transactionsPerLedger: 8, ledgersPerFile: 1, filesPerPartition: 1000 };
  writeStore(store, { ...network, ...size, mix: 'mixed' });
  writer = await open(folder, { network: passphrase });
  await load('2:30');
  [served] = await openLakes([folder]);
});
afterAll(async () => {
  await closeLakes([served]);
  await writer.close();
});

const load = (range: string) => writer.load(store, { range, workers: 1, compact: false });
const viewOf = async (of: ServedLake, snapshot?: Snapshot) =>
  new View(of, snapshot ?? (await served.lake.snapshot()), new AbortController().signal, {});

async function assetsOf(view: View): Promise<string[]> {
  const rows = await view.rows(sql`select distinct asset_key from bronze.history_assets order by asset_key`);
  return rows.map((row) => String(row['asset_key']).replace('native', 'XLM'));
}

/** What is told of every asset, but the time of the answer. */
async function toldOf(view: View): Promise<unknown[]> {
  const told: unknown[] = [];
  for (const asset of await assetsOf(view)) {
    const given = new Map([['asset', asset]]);
    const { body } = await assetStats.handle({ view, given, secret, format: 'json' });
    told.push({ ...body, generated_at: '' });
  }
  return told;
}

/** The same with nothing kept, by SQL over all entries. */
async function byItself(snapshot?: Snapshot): Promise<unknown[]> {
  const holdings = new IncrementalValues<undefined>(1);
  vi.spyOn(holdings, 'of').mockResolvedValue(undefined);
  return toldOf(await viewOf({ ...served, holdings, moved: holdings }, snapshot));
}

describe('statistics of assets', () => {
  it('go on from what is kept when ledgers are loaded, and read these alone', async () => {
    expect(await toldOf(await viewOf(served))).toEqual(await byItself());
    const before = await byItself();
    for (const range of ['31:50', '51:51', '52:70']) {
      await load(range);
      const view = await viewOf(served);
      const read = vi.spyOn(view, 'table');
      expect(await toldOf(view)).toEqual(await byItself());
      const [first, last] = range.split(':').map(Number);
      expect(read.mock.calls.map(([, ledgers]) => ledgers)).toContainEqual([{ first, last }]);
    }
    const after = await byItself();
    expect(before.length).toBeGreaterThan(3);
    expect(after.slice(0, before.length)).not.toEqual(before);
  });

  it('are of the ledgers of a snapshot before, and go on from the later one', async () => {
    const former = await served.lake.snapshot();
    await load('71:80');
    const expected = await byItself();
    expect(await toldOf(await viewOf(served))).toEqual(expected);
    expect(await toldOf(await viewOf(served, former))).toEqual(await byItself(former));
    expect(await toldOf(await viewOf(served))).toEqual(expected);
  });

  it('are right beyond a gap, when it is filled, and when segments are merged', async () => {
    for (const change of [
      () => load('101:110'),
      () => load('81:100'),
      () => compactLake(writer.lake),
      () => load('111:128'),
    ]) {
      await change();
      expect(await toldOf(await viewOf(served))).toEqual(await byItself());
    }
  });

  it('are right after a statement that failed', async () => {
    const holdings: ServedLake['holdings'] = new IncrementalValues(16);
    const own = { ...served, holdings };
    const whole = await served.lake.snapshot();
    await toldOf(await viewOf(own, whole.upTo(90)));
    const given = new Map([['asset', 'XLM']]);
    const left = new AbortController();
    const view = new View(own, whole, left.signal, {});
    const asked = assetStats.handle({ view, given, secret, format: 'json' });
    left.abort(new Error('the client left'));
    await expect(asked).rejects.toThrow('the client left');
    expect(await toldOf(await viewOf(own))).toEqual(await byItself());
  });
});
