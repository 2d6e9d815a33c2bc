import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ROOT, serve } from '../datastore/server.ts';
import { askedAgain, keys, sample, start } from './following.ts';

describe('followStore of a store behind a network', () => {
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
});
