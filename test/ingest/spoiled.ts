/** Stores with a ledger that is not as the network made it. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { decompress } from '../../src/ledger/compression.ts';
import { readFrames } from '../../src/ledger/frames.ts';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';

export const sample = join(import.meta.dirname, '../../data/sample');
export const key = 'FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst';

/** Makes a store in the folder with ledgers 10 to 19 of the sample, one of them spoiled, and returns its path. */
export function storeWith(
  folder: string,
  name: string,
  spoil: (view: DataView, ledger: Ledger) => void,
  sequence = 15,
): string {
  const raw = Buffer.from(decompress(readFileSync(join(sample, key)), { file: key }));
  for (const { start, end } of [...readFrames(raw, key)]) {
    const bytes = raw.subarray(start, end);
    const ledger = readLedger(bytes);
    if (ledger.sequence === sequence) spoil(new DataView(raw.buffer, raw.byteOffset + start, end - start), ledger);
  }
  const store = join(folder, name);
  mkdirSync(join(store, 'FFFFFFFF--0-49'), { recursive: true });
  cpSync(join(sample, '.config.json'), join(store, '.config.json'));
  writeFileSync(join(store, key), zstdCompressSync(raw));
  return store;
}
