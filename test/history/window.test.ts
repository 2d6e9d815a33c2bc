import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objectKey } from '../../src/datastore/keys.ts';
import { temporaryFolder } from '../folder.ts';
import { passphrase, patientConfig, startTestNode, type TestNode } from '../server/node.ts';
import { batchOf, sampleLedgers, writeObjects } from './cut.ts';

const WINDOW = 20;
let ledgers: Map<number, Uint8Array>;
let folder: string;
let node: TestNode;

beforeAll(async () => {
  ledgers = await sampleLedgers();
});
beforeEach(async () => {
  folder = temporaryFolder();
  writeObjects(folder, ledgers, { first: 2, last: 40, size: 1 });
  node = await startTestNode({
    stores: [folder],
    cacheBytes: 0,
    config: { ...patientConfig(passphrase), retentionWindow: WINDOW, classicFeeWindow: 5, sorobanFeeWindow: 5 },
  });
  await node.node.history.indexed();
});
afterEach(() => node.stop());

function pathOf(ledger: number): string {
  return join(folder, objectKey(ledger, { ledgersPerFile: 1, filesPerPartition: 1 }));
}

function write(first: number, last = first): void {
  writeObjects(folder, ledgers, { first, last, size: 1 });
}

function remove(first: number, last = first): void {
  for (let ledger = first; ledger <= last; ledger++) rmSync(pathOf(ledger));
}

const refresh = () => node.node.history.refresh();
const window = async () => (await node.call('getHealth')).result;

describe('a window that moves on', () => {
  it('goes past a ledger that is gone from the store', async () => {
    remove(22);
    write(41);
    await refresh();
    expect(await window()).toMatchObject({ oldestLedger: 23, latestLedger: 41 });
    expect(node.lines.join('')).toMatch(/cannot serve a ledger file.*FFFFFFE9--22/);
    write(42, 50);
    await refresh();
    expect(await window()).toMatchObject({ oldestLedger: 31, latestLedger: 50 });
  });

  it('begins with the first that is there when many are gone', async () => {
    remove(2, 34);
    write(41);
    await refresh();
    expect(await window()).toMatchObject({ oldestLedger: 35, latestLedger: 41 });
  });

  it('is of the newest alone when all before are gone', async () => {
    remove(2, 40);
    write(41);
    await refresh();
    expect(await window()).toMatchObject({ oldestLedger: 41, latestLedger: 41 });
  });

  it('goes past a ledger that is damaged', async () => {
    writeFileSync(pathOf(22), zstdCompressSync(Buffer.alloc(100)));
    write(41);
    await refresh();
    expect(await window()).toMatchObject({ oldestLedger: 23, latestLedger: 41 });
  });

  it('waits while its oldest is there and cannot be read', async () => {
    remove(22);
    symlinkSync(pathOf(22), pathOf(22));
    write(41);
    await expect(refresh()).rejects.toThrow(/links/);
    expect(await window()).toMatchObject({ oldestLedger: 21, latestLedger: 40 });
    remove(22);
    write(22);
    await refresh();
    expect(await window()).toMatchObject({ oldestLedger: 22, latestLedger: 41 });
  });

  it('tells which ledger it waits for when later ones are there', async () => {
    write(42, 43);
    await expect(refresh()).rejects.toThrow('ledger 41 is in no store, though 43 is: waiting for it');
    write(41);
    await refresh();
    expect(await window()).toMatchObject({ latestLedger: 43 });
  });

  it('tells of an object that lacks a ledger of its name', async () => {
    const triples = temporaryFolder();
    writeObjects(triples, ledgers, { first: 3, last: 38, size: 3 });
    const other = await startTestNode({ stores: [triples] });
    const path = join(triples, objectKey(39, { ledgersPerFile: 3, filesPerPartition: 1 }));
    writeFileSync(path, zstdCompressSync(batchOf(ledgers, 39, 40)));
    await expect(other.node.history.refresh()).rejects.toThrow(/does not hold ledger 41$/);
    expect((await other.call('getHealth')).result).toMatchObject({ latestLedger: 40 });
    await other.stop();
  });
});
