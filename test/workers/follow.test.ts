import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/datastore/open.ts';
import { open } from '../../src/index.ts';
import { followStore, type FollowCommit, type FollowOptions } from '../../src/workers/follow.ts';
import { ROOT, serve } from '../datastore/server.ts';

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
async function start(name: string, sources: string[], options: FollowOptions = {}, access = {}) {
  const lake = await open(join(root, name), { network });
  const store = await openStore(sources, access);
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

describe('followStore', () => {
  it('loads what is there and what comes, in order, and shows it soon', async () => {
    const folder = join(root, 'growing');
    mkdirSync(folder);
    cpSync(join(sample, '.config.json'), join(folder, '.config.json'));
    const follower = await start('lake', [folder], { compactAfter: 2 });
    publish(folder, keys[0]!);
    publish(folder, keys[1]!);
    publish(folder, keys[3]!);
    await new Promise((resolve) => setTimeout(resolve, 500));
    publish(folder, keys[2]!);
    await follower.until(39);
    publish(folder, keys[4]!);
    await follower.until(49);
    const { lagSeconds } = follower.commits.at(-1)!;
    const count = await follower.lake.query('select count(*) as n, max(sequence) as last from history_ledgers');
    expect(count.toArray()[0]!.toJSON()).toMatchObject({ n: 48n });
    publish(folder, keys[5]!);
    await follower.until(59);
    const report = await follower.stop();
    expect(report).toMatchObject({ ledgers: 58, gaps: [] });
    expect(report.stoppedAfter).toBeUndefined();
    expect(report.compacted).toBeGreaterThan(0);
    // A quarter of a second is the time between two looks; the rest is decoding on a machine that does other things as well.
    expect(lagSeconds).toBeLessThan(30);
    for (let i = 1; i < follower.commits.length; i++) {
      expect(follower.commits[i]!.first).toBe(follower.commits[i - 1]!.last + 1);
    }
  });

  it('waits for the first ledger of an empty folder, whose manifest comes later still', async () => {
    const folder = join(root, 'empty');
    mkdirSync(folder);
    const follower = await start('empty-lake', [folder]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    publish(folder, keys[1]!);
    await follower.until(19);
    cpSync(join(sample, '.config.json'), join(folder, '.config.json'));
    publish(folder, keys[2]!);
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

  it('waits for a file that is written in place', async () => {
    const folder = join(root, 'in-place');
    cpSync(sample, folder, { recursive: true });
    for (const key of keys.slice(2)) rmSync(join(folder, key));
    const follower = await start('in-place-lake', [folder]);
    const bytes = readFileSync(join(sample, keys[2]!));
    writeFileSync(join(folder, keys[2]!), bytes.subarray(0, bytes.length / 2));
    setTimeout(() => writeFileSync(join(folder, keys[2]!), bytes), 700);
    await follower.until(29);
    expect((await follower.stop()).ledgers).toBe(28);
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
    cpSync(join(sample, keys[5]!), join(folder, keys[2]!), { preserveTimestamps: true });
    await expect(follower.done).rejects.toThrow('objectRange is ledger 50, expected one of 20 to 29, as the name says');
    await follower.lake.close();
  });
});
