/** Real ledgers over and over, under new sequence numbers and with the hashes that these make: a store as long as one likes. */
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { objectKey } from '../src/datastore/keys.ts';
import type { Store } from '../src/datastore/store.ts';
import { decompress } from '../src/ledger/compression.ts';
import { ledgersIn, type Ledger } from '../src/ledger/ledger.ts';

const FILES_PER_PARTITION = 64_000;
const INTERVAL_SECONDS = 5;

/** Returns the ledgers of a store, in memory. */
export async function ledgersOf(store: Store): Promise<Ledger[]> {
  const ledgers: Ledger[] = [];
  for (const { key } of (await store.list()).objects) {
    const bytes = decompress(await store.get(key), { file: key });
    for (const { ledger } of ledgersIn(bytes, key)) ledgers.push(ledger);
  }
  return ledgers;
}

/**
 * Writes `count` ledgers, each a file, as a store: those given in turn, numbered from `first` on, 5 seconds apart. Generalized
 * transaction sets only, of ledgers from protocol 20 on. Header, transaction set and chain have their right hashes.
 */
export function writeRepeated(dir: string, ledgers: readonly Ledger[], first: number, count: number): void {
  let previous = new Uint8Array(32);
  for (let i = 0; i < count; i++) {
    const { bytes, hash } = renumbered(ledgers[i % ledgers.length], first + i, previous, ledgers[0].closeTime);
    previous = hash;
    const path = join(dir, objectKey(first + i, { ledgersPerFile: 1, filesPerPartition: FILES_PER_PARTITION }));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, zstdCompressSync(bytes));
  }
}

/** Writes the manifest of such a store. */
export function writeManifest(dir: string, networkPassphrase: string): void {
  const layout = { ledgersPerBatch: 1, batchesPerPartition: FILES_PER_PARTITION };
  const manifest = { networkPassphrase, version: '1.0', compression: 'zstd', ...layout };
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, '.config.json'), JSON.stringify(manifest));
}

function renumbered(ledger: Ledger, sequence: number, previous: Uint8Array, epoch: number) {
  const { header, scpValue, txSet, txSetEnd, headerStart, headerEnd } = ledger;
  const bytes = Buffer.from(ledger.bytes);
  const sha256 = (start: number, end: number) => hash('sha256', bytes.subarray(start, end), 'buffer');
  // TransactionSetV1 begins behind its discriminant with the hash of the ledger before it
  bytes.set(previous, txSet + 4);
  bytes.set(sha256(txSet, txSetEnd), scpValue.txSetHash);
  bytes.set(previous, header.previousLedgerHash);
  bytes.writeUInt32BE(sequence, header.ledgerSeq);
  bytes.writeBigUInt64BE(BigInt(epoch + INTERVAL_SECONDS * sequence), scpValue.closeTime);
  const own = sha256(headerStart, headerEnd);
  bytes.set(own, ledger.hash);
  return { bytes: batchOf(bytes, sequence), hash: own };
}

/** Returns a LedgerCloseMetaBatch of one ledger: its first and last, then a list of one. */
function batchOf(bytes: Buffer, sequence: number): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(sequence, 0);
  head.writeUInt32BE(sequence, 4);
  head.writeUInt32BE(1, 8);
  return Buffer.concat([head, bytes]);
}
