import { describe, expect, it } from 'vitest';
import { bufferSettings, Downloads } from '../../src/datastore/transfer/buffer.ts';
import type { Store } from '../../src/datastore/store.ts';

const objects = (count: number, bytes = 10) => Array.from({ length: count }, (_, i) => ({ key: String(i), bytes }));

/** A store whose downloads end when the test says so. */
function heldStore() {
  const open = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  let most = 0;
  const get = (key: string) =>
    new Promise<Uint8Array>((resolve, reject) => {
      const end = () => {
        open.delete(key);
        resolve(new Uint8Array(10));
      };
      open.set(key, { resolve: end, reject });
      most = Math.max(most, open.size);
    });
  return { store: { get } as Partial<Store> as Store, open, most: () => most };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('Downloads', () => {
  it('gives objects in their order, whatever order they come in', async () => {
    const { store, open } = heldStore();
    const reader = new Downloads(store, { size: 4, workers: 4, bytes: 1000 }).reader(objects(4));
    await settle();
    expect([...open.keys()]).toEqual(['0', '1', '2', '3']);
    for (const key of ['3', '1', '0', '2']) open.get(key)!.resolve();
    const keys = [];
    for (let next = await reader.next(); next; next = await reader.next()) keys.push(next.key);
    expect(keys).toEqual(['0', '1', '2', '3']);
  });

  it.each([
    ['so many downloads', { size: 100, workers: 3, bytes: 1000 }, 3],
    ['so many objects', { size: 5, workers: 100, bytes: 1000 }, 5],
    ['so many bytes', { size: 100, workers: 100, bytes: 45 }, 4],
    ['one object that is larger than the buffer', { size: 100, workers: 100, bytes: 1 }, 1],
  ])('has at most %s under way', async (_name, settings, most) => {
    const held = heldStore();
    const downloads = new Downloads(held.store, settings);
    const reader = downloads.reader(objects(20));
    for (let i = 0; i < 20; i++) {
      await settle();
      const next = reader.next();
      for (const { resolve } of [...held.open.values()]) resolve();
      await next;
    }
    expect(held.most()).toBe(most);
    expect(downloads.peakBytes).toBeLessThanOrEqual(Math.max(settings.bytes, 10));
  });

  it('waits for whoever takes the objects', async () => {
    const { store, open } = heldStore();
    new Downloads(store, { size: 2, workers: 2, bytes: 1000 }).reader(objects(10));
    for (let i = 0; i < 5; i++) {
      await settle();
      for (const { resolve } of [...open.values()]) resolve();
    }
    expect(open.size).toBe(0);
  });

  it('shares the buffer among its readers', async () => {
    const { store, open } = heldStore();
    const downloads = new Downloads(store, { size: 6, workers: 6, bytes: 1000 });
    downloads.reader(objects(10), 3);
    downloads.reader(objects(30).slice(20), 3);
    await settle();
    expect([...open.keys()]).toEqual(['0', '1', '20', '21']);
  });

  it('throws what a download threw when its turn has come', async () => {
    const { store, open } = heldStore();
    const reader = new Downloads(store, { size: 3, workers: 3, bytes: 1000 }).reader(objects(3));
    await settle();
    open.get('1')!.reject(new Error('broken'));
    open.get('0')!.resolve();
    expect((await reader.next())!.key).toBe('0');
    await expect(reader.next()).rejects.toThrow('broken');
  });
});

describe('bufferSettings(ledgersPerFile, given)', () => {
  it.each([
    [1, {}, { size: 100, workers: 10 }],
    [64, {}, { size: 10, workers: 5 }],
    [1000, {}, { size: 10, workers: 2 }],
    [1, { size: 4 }, { size: 4, workers: 4 }],
    [1000, { workers: 20 }, { size: 20, workers: 20 }],
  ])('suits files of %i ledgers with %j', (ledgers, given, expected) => {
    expect(bufferSettings(ledgers, given)).toMatchObject(expected);
  });
});
