/** The sample's ledgers in objects of other sizes, and changed as a test needs them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { objectKey } from '../../src/datastore/keys.ts';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { StoredLedgers } from '../../src/history/stored-ledgers.ts';
import { sample } from '../server/node.ts';

/** Returns the close meta of each ledger of the sample, by sequence. */
export async function sampleLedgers(): Promise<Map<number, Uint8Array>> {
  const store = await openLedgerStore([sample]);
  const ledgers = new Map<number, Uint8Array>();
  for (const { key } of (await store.list()).objects) {
    for (const { sequence, bytes } of new StoredLedgers(await store.get(key), key).ledgers()) {
      ledgers.set(sequence, bytes);
    }
  }
  return ledgers;
}

/** Returns ledgers `first` to `last` as one LedgerCloseMetaBatch. */
export function batchOf(ledgers: ReadonlyMap<number, Uint8Array>, first: number, last: number): Buffer {
  const head = Buffer.alloc(12);
  [first, last, last - first + 1].forEach((number, i) => head.writeUInt32BE(number, i * 4));
  return Buffer.concat([head, ...Array.from({ length: last - first + 1 }, (_, i) => ledgers.get(first + i)!)]);
}

/** Writes objects of `size` ledgers, the first of them at `first`, a multiple of the size, up to `last`, into a folder. */
export function writeObjects(
  folder: string,
  ledgers: ReadonlyMap<number, Uint8Array>,
  { first, last, size }: { first: number; last: number; size: number },
): void {
  for (let start = first; start + size - 1 <= last; start += size) {
    const path = join(folder, objectKey(start, { ledgersPerFile: size, filesPerPartition: 1 }));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, zstdCompressSync(batchOf(ledgers, start, start + size - 1)));
  }
}
