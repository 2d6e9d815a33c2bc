import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { keys, publish, root, sample, start } from './following.ts';

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
    const { lake, commits } = follower;
    // A merge goes on beside the loads.
    const merged = async () => expect((await lake.status()).segments).toBeLessThan(commits.length);
    await vi.waitFor(merged, { timeout: 60_000 });
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
    const real = await openLedgerStore([folder]);
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

  it('ends at an error that does not pass', async () => {
    const folder = join(root, 'broken');
    cpSync(sample, folder, { recursive: true });
    for (const key of keys.slice(2)) rmSync(join(folder, key));
    const follower = await start('broken-lake', [folder]);
    cpSync(join(sample, keys[5]), join(folder, keys[2]), { preserveTimestamps: true });
    await expect(follower.done).rejects.toThrow('the object holds ledger 50, but its name says ledgers 20 to 29: ');
    await follower.lake.close();
  });
});
