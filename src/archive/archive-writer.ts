/** Writes a history archive: a checkpoint per 64 ledgers (stellar-core CheckpointBuilder, HistoryArchive). */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { StoreError } from '../core/errors.ts';
import { existsNow, makeFolderSync, makeWritableFolder } from '../core/folders.ts';
import { readLedger } from '../ledger/ledger.ts';
import { checkpointRecords, headerRecord, type CheckpointRecords } from './checkpoint-records.ts';
import { NO_BUCKET, parseState, stateText, type ArchiveState, type LevelHashes } from './archive-state.ts';
import { NEWEST_STATE, bucketFile, checkpointFile, checkpointOf } from './names.ts';

/** A bucket as it is published. */
export interface PublishedBucket {
  hash: Uint8Array;
  bytes: Uint8Array;
}

/** A list of buckets, newest level first. */
export interface PublishedList {
  levels: readonly { curr: PublishedBucket; snap: PublishedBucket }[];
}

/** The buckets after a ledger; with a hot archive since protocol 23. */
export interface PublishedBuckets {
  live: PublishedList;
  hotArchive?: PublishedList;
}

/** What an archive says of itself. */
export interface ArchiveOptions {
  networkPassphrase: string;
  /** The program that writes it. */
  server: string;
}

/**
 * Writes the checkpoints of consecutive ledgers. Like a node, it publishes complete checkpoints only, and the state file
 * last.
 */
export class ArchiveWriter {
  readonly #folder: string;
  readonly #options: ArchiveOptions;
  #records: CheckpointRecords = { ledger: [], transactions: [], results: [] };

  /** Makes the folder; throws as `prepareArchive` does. */
  constructor(folder: string, options: ArchiveOptions) {
    prepareArchive(folder, options);
    this.#folder = folder;
    this.#options = options;
  }

  /** Takes the header of a ledger that has no close meta: the one before the first that was closed. */
  addHeader(header: Uint8Array, hash: Uint8Array): void {
    this.#records.ledger.push(headerRecord(header, hash));
  }

  /**
   * Adds the next ledger and its buckets; writes a complete checkpoint. Throws StoreError if a file exists with other
   * content, and system errors.
   */
  add(closeMeta: Uint8Array, buckets: PublishedBuckets): void {
    const ledger = readLedger(closeMeta);
    const { transactions, results, ledger: headers } = checkpointRecords(ledger);
    this.#records.ledger.push(...headers);
    this.#records.transactions.push(...transactions);
    this.#records.results.push(...results);
    if (checkpointOf(ledger.sequence) === ledger.sequence) this.#publish(ledger.sequence, buckets);
  }

  #publish(checkpoint: number, buckets: PublishedBuckets): void {
    const { live, hotArchive } = buckets;
    for (const list of [live, ...(hotArchive ? [hotArchive] : [])]) this.#writeBuckets(list);
    for (const kind of ['ledger', 'transactions', 'results'] as const) {
      this.#write(checkpointFile(kind, checkpoint), gzipSync(Buffer.concat(this.#records[kind])));
    }
    const text = stateText(stateOf(checkpoint, buckets, this.#options));
    this.#write(checkpointFile('history', checkpoint), Buffer.from(text));
    this.#replace(NEWEST_STATE, Buffer.from(text));
    this.#records = { ledger: [], transactions: [], results: [] };
  }

  #writeBuckets({ levels }: PublishedList): void {
    for (const { hash, bytes } of levels.flatMap(({ curr, snap }) => [curr, snap])) {
      const file = bucketFile(hexOf(hash));
      // What has the name has the content: it is its hash.
      if (bytes.length > 0 && !existsNow(join(this.#folder, file))) this.#replace(file, gzipSync(bytes));
    }
  }

  /** Writes a file that never changes. */
  #write(file: string, bytes: Uint8Array): void {
    const path = join(this.#folder, file);
    if (!existsNow(path)) return this.#replace(file, bytes);
    if (readFileSync(path).equals(bytes)) return;
    const message = `${path} is there with other content; write the archive to another folder`;
    throw new StoreError(message, { store: this.#folder, key: file });
  }

  /** A file has its name only when it is whole. */
  #replace(file: string, bytes: Uint8Array): void {
    const path = join(this.#folder, file);
    makeFolderSync(dirname(path));
    try {
      writeFileSync(`${path}.part`, bytes);
      renameSync(`${path}.part`, path);
    } finally {
      rmSync(`${path}.part`, { force: true });
    }
  }
}

/** Creates the folder of an archive. Throws StoreError if it holds another network, and system errors. */
export function prepareArchive(folder: string, options: ArchiveOptions): void {
  checkNetwork(folder, options);
  makeWritableFolder(folder);
}

function checkNetwork(folder: string, options: ArchiveOptions): void {
  const path = join(folder, NEWEST_STATE);
  if (!existsNow(path)) return;
  const { networkPassphrase } = parseState(readFileSync(path, 'utf8'), path);
  if (networkPassphrase === options.networkPassphrase) return;
  const found = networkPassphrase === undefined ? 'a network that it does not name' : `"${networkPassphrase}"`;
  const message = `${folder} is an archive of ${found}; write to another folder`;
  throw new StoreError(message, { store: folder, key: NEWEST_STATE });
}

function stateOf(ledger: number, { live, hotArchive }: PublishedBuckets, options: ArchiveOptions): ArchiveState {
  return {
    version: hotArchive ? 2 : 1,
    ...options,
    ledger,
    live: hashesOf(live),
    hotArchive: hotArchive ? hashesOf(hotArchive) : [],
  };
}

function hashesOf({ levels }: PublishedList): LevelHashes[] {
  return levels.map(({ curr, snap }) => ({ curr: nameOf(curr), snap: nameOf(snap) }));
}

function nameOf({ hash, bytes }: PublishedBucket): string {
  return bytes.length === 0 ? NO_BUCKET : hexOf(hash);
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
