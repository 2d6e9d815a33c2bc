import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { open } from '../../src/index.ts';
import { followStore, type FollowCommit, type FollowOptions } from '../../src/ingest/follow.ts';
import { ROOT, serve, type TestServer } from '../datastore/server.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const network = 'Ledgerlake Sample Network ; 2026';
const root = mkdtempSync(join(tmpdir(), 'ledgerlake-follow-'));
const keys = (await (await openStore([sample])).list()).objects.map(({ key }) => key);

afterAll(() => rmSync(root, { recursive: true }));

/** Puts an object into a folder as a careful writer does. */
function publish(folder: string, key: string): void {
  const path = join(folder, key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.tmp`, readFileSync(join(sample, key)));
  renameSync(`${path}.tmp`, path);
}

/** Follows a store; `until` resolves when so many ledgers are committed, `stop` ends it. */
async function start(name: string, source: string[] | Store, options: FollowOptions = {}, access = {}) {
  const lake = await open(join(root, name), { network });
  const store = Array.isArray(source) ? await openStore(source, access) : source;
  const stop = new AbortController();
  const commits: FollowCommit[] = [];
  const troubles: string[] = [];
  const waiting: { ledgers: number; resolve: () => void }[] = [];
  const done = followStore(lake.lake, store, {
    workers: 1,
    ...options,
    signal: stop.signal,
    onTrouble: (message) => troubles.push(message),
    onCommit: (commit) => {
      commits.push(commit);
      for (const { ledgers, resolve } of waiting) if (commit.last >= ledgers) resolve();
    },
  });
  const ended = done.then(
    () => new Error('it ended'),
    (error: Error) => error,
  );
  return {
    lake,
    commits,
    troubles,
    done,
    async until(last: number) {
      const reached = new Promise<void>((resolve) => waiting.push({ ledgers: last, resolve }));
      const error = await Promise.race([reached, ended]);
      if (error) throw error;
    },
    async stop() {
      stop.abort(new Error('enough'));
      const report = await done;
      store.close?.();
      await lake.close();
      return report;
    },
  };
}

/** Waits until the server is asked again, so often, for the key or for anything. */
async function askedAgain(server: TestServer, times: number, key?: string): Promise<void> {
  const count = () => server.asked.filter((asked) => key === undefined || asked.key === key).length;
  const before = count();
  await vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(before + times), { timeout: 60_000 });
}

describe('followStore', () => {
  it('loads what is there and what comes, in order, and shows it soon', async () => {
    const folder = join(root, 'growing');
    mkdirSync(folder);
    cpSync(join(sample, '.config.json'), join(folder, '.config.json'));
    const follower = await start('lake', [folder], { compactAfter: 2 });
    publish(folder, keys[0]);
    publish(folder, keys[1]);
    publish(folder, keys[3]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    publish(folder, keys[2]);
    await follower.until(39);
    publish(folder, keys[4]);
    await follower.until(49);
    const { lagSeconds } = follower.commits.at(-1)!;
    const count = await follower.lake.query('select count(*) as n, max(sequence) as last from history_ledgers');
    expect(count.toArray()[0]!.toJSON()).toMatchObject({ n: 48n });
    publish(folder, keys[5]);
    await follower.until(59);
    const report = await follower.stop();
    expect(report).toMatchObject({ ledgers: 58, gaps: [] });
    expect(report.stoppedAfter).toBeUndefined();
    expect(report.compacted).toBeGreaterThan(0);
    // A quarter of a second is the time between two looks; the rest is decoding on a machine that does other things as well.
    expect(lagSeconds).toBeLessThan(30);
    for (let i = 1; i < follower.commits.length; i++) {
      expect(follower.commits[i].first).toBe(follower.commits[i - 1].last + 1);
    }
  });

  it('waits for the first ledger of an empty folder, whose manifest comes later still', async () => {
    const folder = join(root, 'empty');
    mkdirSync(folder);
    const follower = await start('empty-lake', [folder]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    publish(folder, keys[1]);
    await follower.until(19);
    cpSync(join(sample, '.config.json'), join(folder, '.config.json'));
    publish(folder, keys[2]);
    await follower.until(29);
    expect(await follower.stop()).toMatchObject({ ledgers: 20, gaps: [] });
    expect(follower.commits.map(({ first, last }) => [first, last])).toEqual([
      [10, 19],
      [20, 29],
    ]);
  });

  it.each(['s3', 'gcs'] as const)('waits for the first ledger of an empty bucket by %s', async (dialect) => {
    const server = await serve(dialect, new Map());
    const address = { s3: `s3://bucket/${ROOT}`, gcs: `gs://bucket/${ROOT}` }[dialect];
    const access = { endpointUrl: server.origin, anonymous: true, policy: { retryLimit: 0, retryWaitMs: 1 } };
    const follower = await start(`empty-${dialect}-lake`, [address], { range: { first: 2 } }, access);
    for (const key of keys.slice(0, 2)) server.objects.set(key, readFileSync(join(sample, key)));
    await follower.until(19);
    expect(await follower.stop()).toMatchObject({ ledgers: 18, gaps: [] });
    await server.close();
  });

  describe.each(['s3', 'gcs'] as const)(
    'where the listing of %s shows an object before the one ahead of it',
    (dialect) => {
      it.each([
        ['waits for no listing', false],
        ['takes it for no gap, though gaps are allowed', true],
      ])('%s', async (_title, allowGaps) => {
        const server = await serve(dialect, sample);
        for (const key of keys.slice(5)) server.objects.delete(key);
        server.unlisted.add(keys[1]).add(keys[3]);
        const address = { s3: `s3://bucket/${ROOT}`, gcs: `gs://bucket/${ROOT}` }[dialect];
        const access = { endpointUrl: server.origin, anonymous: true };
        const follower = await start(`lagging-${dialect}-${allowGaps}`, [address], { allowGaps }, access);
        await follower.until(49);
        server.unlisted.add(keys[5]);
        // The one after it is there first, listed or not.
        server.objects.set(keys[6], readFileSync(join(sample, keys[6])));
        await askedAgain(server, 4);
        server.objects.set(keys[5], readFileSync(join(sample, keys[5])));
        await follower.until(69);
        expect(await follower.stop()).toMatchObject({ ledgers: 68, gaps: [] });
        let next = 2;
        for (const { first, last } of follower.commits) {
          expect(first).toBe(next);
          next = last + 1;
        }
        await server.close();
      });
    },
  );

  it('waits for the manifest of a store that cannot be listed, and says so once', async () => {
    const server = await serve('http', new Map());
    const follower = await start('http-lake', [`${server.origin}/${ROOT}`], { range: { first: 2 } });
    await vi.waitFor(() => expect(follower.troubles).toHaveLength(1), { timeout: 60_000 });
    server.objects.set('.config.json', readFileSync(join(sample, '.config.json')));
    await askedAgain(server, 1, '.config.json');
    await askedAgain(server, 2);
    for (const key of keys.slice(0, 2)) server.objects.set(key, readFileSync(join(sample, key)));
    await follower.until(19);
    expect(await follower.stop()).toMatchObject({ ledgers: 18, gaps: [] });
    expect(follower.troubles[0]).toMatch(/^datastore manifest is missing and .*; waiting for what comes$/);
    await server.close();
  });

  it('goes on up to an object that is missing where nothing can be listed, and past it when it comes', async () => {
    const server = await serve('http', sample);
    for (const key of [keys[2], ...keys.slice(4)]) server.objects.delete(key);
    const follower = await start('http-gap-lake', [`${server.origin}/${ROOT}`]);
    await follower.until(19);
    server.objects.set(keys[2], readFileSync(join(sample, keys[2])));
    await follower.until(39);
    expect(await follower.stop()).toMatchObject({ ledgers: 38, gaps: [] });
    await server.close();
  });

  it('waits where nothing can be listed for the first ledger that was asked for, whatever the objects end in', async () => {
    const zstd = (key: string) => key.replace(/zst$/, 'zstd');
    const server = await serve('http', new Map([['.config.json', readFileSync(join(sample, '.config.json'))]]));
    const put = (index: number, name = (key: string) => key) =>
      server.objects.set(name(keys[index]), readFileSync(join(sample, keys[index])));
    const late = await start('http-late-lake', [`${server.origin}/${ROOT}`], { range: { first: 10 } });
    await askedAgain(server, 2);
    put(1);
    await late.until(19);
    expect(await late.stop()).toMatchObject({ ledgers: 10, gaps: [] });
    server.objects.delete(keys[1]);
    put(0, zstd);
    const follower = await start('http-zstd-lake', [`${server.origin}/${ROOT}`]);
    await follower.until(9);
    put(1, zstd);
    await follower.until(19);
    expect(await follower.stop()).toMatchObject({ ledgers: 18, gaps: [] });
    await server.close();
  });

  it('reads a manifest that a bucket gets while it grows', async () => {
    const server = await serve('s3', new Map(keys.slice(0, 1).map((key) => [key, readFileSync(join(sample, key))])));
    const access = { endpointUrl: server.origin, anonymous: true, policy: { retryLimit: 0, retryWaitMs: 1 } };
    const follower = await start('manifest-lake', [`s3://bucket/${ROOT}`], {}, access);
    await follower.until(9);
    server.objects.set('.config.json', Buffer.from('{"ledgersPerBatch":64,"batchesPerPartition":5}'));
    await askedAgain(server, 4);
    server.objects.set(keys[1], readFileSync(join(sample, keys[1])));
    await expect(follower.done).rejects.toThrow('.config.json says 64 ledgers a file, but');
    await follower.lake.close();
    await server.close();
  });

  it('waits for a file that is written in place', async () => {
    const folder = join(root, 'in-place');
    cpSync(sample, folder, { recursive: true });
    for (const key of keys.slice(2)) rmSync(join(folder, key));
    const follower = await start('in-place-lake', [folder]);
    const bytes = readFileSync(join(sample, keys[2]));
    writeFileSync(join(folder, keys[2]), bytes.subarray(0, bytes.length / 2));
    setTimeout(() => writeFileSync(join(folder, keys[2]), bytes), 700);
    await follower.until(29);
    expect((await follower.stop()).ledgers).toBe(28);
  });

  it('says that it waits for a damaged file that may be written on, and gives it up when nobody writes', async () => {
    const folder = join(root, 'future');
    cpSync(sample, folder, { recursive: true });
    for (const key of keys.slice(2)) rmSync(join(folder, key));
    const follower = await start('future-lake', [folder]);
    await follower.until(19);
    const path = join(folder, keys[2]);
    writeFileSync(`${path}.tmp`, readFileSync(join(sample, keys[2])).subarray(0, 1000));
    utimesSync(`${path}.tmp`, new Date(), new Date(Date.now() + 3_600_000));
    renameSync(`${path}.tmp`, path);
    await expect(follower.done).rejects.toThrow(`${keys[2]}`);
    expect(follower.troubles).toEqual([
      expect.stringMatching(/--20-29\.xdr\.zst.*; perhaps it is not written to its end: waiting for that$/),
    ]);
    await follower.lake.close();
  });

  it('goes on when an object is removed as soon as it is loaded', async () => {
    const folder = join(root, 'removed');
    cpSync(sample, folder, { recursive: true });
    for (const key of keys.slice(2)) rmSync(join(folder, key));
    let wait: (ledger: number) => void = () => undefined;
    const waiting = new Promise<number>((resolve) => (wait = resolve));
    const real = await openStore([folder]);
    let isGone = false;
    // Between the commit and the look at its time.
    const metadata: Store['metadata'] = async (key, options) => {
      if (key === keys[1]) rmSync(join(folder, key), { force: true });
      isGone ||= key === keys[1];
      return real.metadata(key, options);
    };
    const follower = await start('removed-lake', { ...real, metadata }, { onWaiting: wait });
    await follower.until(19);
    expect([isGone, follower.commits[0].lagSeconds]).toEqual([true, undefined]);
    expect(await waiting).toBe(20);
    publish(folder, keys[2]);
    await follower.until(29);
    expect(await follower.stop()).toMatchObject({ ledgers: 28, gaps: [] });
  });

  it('waits out an outage, and ends at the end of the range', async () => {
    const server = await serve('s3', sample);
    const later = keys.slice(2).map((key) => [key, server.objects.get(key)!] as const);
    for (const [key] of later) server.objects.delete(key);
    const access = { endpointUrl: server.origin, anonymous: true, policy: { retryLimit: 0, retryWaitMs: 1 } };
    let faults = 0;
    server.trick = ({ key }, response) => {
      if (key !== keys[2] || faults++ > 1) return undefined;
      response.statusCode = 503;
      response.end();
      return true;
    };
    const follower = await start('remote-lake', [`s3://bucket/${ROOT}`], { range: { first: 5, last: 19 } }, access);
    expect((await follower.done).ledgers).toBe(15);
    await follower.stop();
    const again = await start('remote-lake', [`s3://bucket/${ROOT}`], { range: { first: 5 } }, access);
    for (const [key, bytes] of later.slice(0, 2)) server.objects.set(key, bytes);
    await again.until(39);
    const report = await again.stop();
    expect(report).toMatchObject({ ledgers: 20, store: { requests: expect.any(Number) } });
    expect(again.troubles.length).toBeGreaterThan(0);
    expect(again.troubles[0]).toContain('the store answered 503');
    await server.close();
  });

  it('ends at an error that does not pass', async () => {
    const folder = join(root, 'broken');
    cpSync(sample, folder, { recursive: true });
    for (const key of keys.slice(2)) rmSync(join(folder, key));
    const follower = await start('broken-lake', [folder]);
    cpSync(join(sample, keys[5]), join(folder, keys[2]), { preserveTimestamps: true });
    await expect(follower.done).rejects.toThrow('objectRange is ledger 50, expected one of 20 to 29, as the name says');
    await follower.lake.close();
  });
});
