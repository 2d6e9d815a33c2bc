/** An archive of a simulated network whose buckets hold accounts of known numbers. */
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { ArchiveWriter } from '../../src/archive/archive-writer.ts';
import { LedgerBuckets } from '../../src/simulator/buckets/ledger-buckets.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { codeEntry, codeKey, entryOf, keyOf } from '../simulator/bucket-entries.ts';

export const passphrase = 'Archive Test Network';

/** What was written, and what must be read. */
export interface Written {
  folder: string;
  /** Balances of the accounts that live after ledger 127. */
  balances: Map<number, bigint>;
  /** The hash of each ledger from 2 on, in hex. */
  hashes: string[];
}

/** Writes the ledgers 2 to 140, with a hot archive, to a new folder. */
export function writeTestArchive(folder = mkdtempSync(join(tmpdir(), 'archive-'))): Written {
  const writer = new ArchiveWriter(folder, { networkPassphrase: passphrase, server: 'ledgerlake test' });
  const buckets = new LedgerBuckets();
  const balances = new Map<number, bigint>();
  const ledgers = closedLedgers();
  ledgers.forEach(({ meta }, i) => {
    const ledger = i + 2;
    addTo(buckets, ledger, ledger <= 127 ? balances : new Map());
    writer.add(meta, buckets.published());
  });
  return { folder, balances, hashes: ledgers.map(({ hash }) => hash.toString('hex')) };
}

let closed: { meta: Uint8Array; hash: Buffer }[] | undefined;

/** The ledgers with the hashes of their buckets, made once. */
function closedLedgers() {
  if (closed) return closed;
  const buckets = new LedgerBuckets();
  closed = [];
  for (const { bytes, sequence } of simulate({ seed: 'archive', passphrase, ledgers: 139, transactionsPerLedger: 2 })) {
    const before = closed.at(-1)?.hash ?? Buffer.alloc(32);
    closed.push(withHashes(bytes, before, addTo(buckets, sequence, new Map())));
  }
  return closed;
}

/** Some accounts are made, changed and merged away; code is evicted, and some of it restored. */
function addTo(buckets: LedgerBuckets, ledger: number, balances: Map<number, bigint>): Uint8Array {
  const changes = { init: [entryOf(ledger, 1n)], live: [] as Uint8Array[], dead: [] as Uint8Array[] };
  balances.set(ledger, 1n);
  if (ledger > 40 && ledger < 100) {
    changes.live.push(entryOf(ledger - 30, BigInt(ledger)));
    balances.set(ledger - 30, BigInt(ledger));
  }
  if (ledger > 100 && ledger % 3 === 0) {
    changes.dead.push(keyOf(ledger - 90));
    balances.delete(ledger - 90);
  }
  const archived = ledger % 20 === 0 ? [codeEntry(ledger)] : [];
  const restored = ledger === 70 ? [codeKey(60)] : [];
  return buckets.add({ ledger, protocol: 26, ...changes, archived, restored });
}

/** The ledger with other hashes in its header, and the hash that it has then. */
function withHashes(bytes: Uint8Array, previousLedgerHash: Uint8Array, bucketListHash: Uint8Array) {
  const meta = xdr.LedgerCloseMeta.fromXdr(bytes);
  if (meta.type !== 'v2') throw new Error(`close meta ${meta.type}`);
  const { ledgerHeader } = meta.v2;
  const header = new xdr.LedgerHeader({ ...ledgerHeader.header, previousLedgerHash, bucketListHash });
  const hash = createHash('sha256').update(header.toXdr()).digest();
  const entry = new xdr.LedgerHeaderHistoryEntry({ ...ledgerHeader, hash, header });
  const changed = new xdr.LedgerCloseMetaV2({ ...meta.v2, ledgerHeader: entry });
  return { meta: xdr.LedgerCloseMeta.v2(changed).toXdr(), hash };
}
