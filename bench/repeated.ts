/** Real ledgers over and over, under new sequence numbers and with the hashes that these make: a store as long as one likes. */
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { objectKey } from '../src/datastore/keys.ts';
import type { Store } from '../src/datastore/store.ts';
import { decompress } from '../src/ledger/compression.ts';
import { ledgersIn, type Ledger } from '../src/ledger/ledger.ts';
import { networkId } from '../src/ledger/network.ts';
import type { LedgerTransaction } from '../src/ledger/transaction.ts';
import { checkLedger, transactionHash } from '../src/ledger/verify.ts';
import { skipTransactionExt } from '../src/xdr/generated/skip.ts';

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
 * transaction sets only, of ledgers from protocol 20 on. Header, transaction set and chain have their right hashes. Transactions keep theirs, unless
 * the passphrase of their network is given: then no two are the same.
 */
export function writeRepeated(
  dir: string,
  ledgers: readonly Ledger[],
  first: number,
  count: number,
  passphrase?: string,
): void {
  const network = passphrase === undefined ? undefined : networkId(passphrase);
  if (network) for (const ledger of ledgers) checkLedger(ledger, network, { verify: false });
  let previous = new Uint8Array(32);
  for (let i = 0; i < count; i++) {
    const { closeTime } = ledgers[0];
    const { bytes, hash } = renumbered(ledgers[i % ledgers.length], first + i, { previous, closeTime, network });
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

interface Place {
  previous: Uint8Array;
  /** Of the first ledger. */
  closeTime: number;
  network: Uint8Array | undefined;
}

function renumbered(ledger: Ledger, sequence: number, { previous, closeTime, network }: Place) {
  const { header, scpValue, txSet, txSetEnd, headerStart, headerEnd } = ledger;
  const bytes = Buffer.from(ledger.bytes);
  const sha256 = (start: number, end: number) => hash('sha256', bytes.subarray(start, end), 'buffer');
  if (network) {
    for (const transaction of ledger.transactions) rename(bytes, transaction, sequence, network);
    bytes.set(resultSetHash(bytes, ledger.transactions), header.txSetResultHash);
  }
  // TransactionSetV1 begins behind its discriminant with the hash of the ledger before it
  bytes.set(previous, txSet + 4);
  bytes.set(sha256(txSet, txSetEnd), scpValue.txSetHash);
  bytes.set(previous, header.previousLedgerHash);
  bytes.writeUInt32BE(sequence, header.ledgerSeq);
  bytes.writeBigUInt64BE(BigInt(closeTime + INTERVAL_SECONDS * sequence), scpValue.closeTime);
  const own = sha256(headerStart, headerEnd);
  bytes.set(own, ledger.hash);
  return { bytes: batchOf(bytes, sequence), hash: own };
}

/** Gives a transaction another sequence number, and the hash that this makes. */
function rename(bytes: Buffer, transaction: LedgerTransaction, sequence: number, network: Uint8Array): void {
  const { envelope, pair, innerPair } = transaction;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // Its upper half says in which ledger the account was made.
  view.setUint32(envelope.sequence, sequence);
  bytes.write(transactionHash(view, envelope, network), pair, 'latin1');
  if (innerPair < 0) return;
  const inner = {
    signed: envelope.source,
    signedEnd: skipTransactionExt(view, envelope.ext),
    isFeeBump: false,
    isV0: false,
  };
  bytes.write(transactionHash(view, inner, network), innerPair, 'latin1');
}

/** The TransactionResultSet is the count and the result pairs. */
function resultSetHash(bytes: Buffer, transactions: readonly LedgerTransaction[]): Uint8Array {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(transactions.length);
  const pairs = transactions.map(({ pair, pairEnd }) => bytes.subarray(pair, pairEnd));
  return hash('sha256', Buffer.concat([count, ...pairs]), 'buffer');
}

/** Returns a LedgerCloseMetaBatch of one ledger: its first and last, then a list of one. */
function batchOf(bytes: Buffer, sequence: number): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(sequence, 0);
  head.writeUInt32BE(sequence, 4);
  head.writeUInt32BE(1, 8);
  return Buffer.concat([head, bytes]);
}
