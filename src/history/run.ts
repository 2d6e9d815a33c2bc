/** A run: the index rows of consecutive ledgers, in memory or in a file of their own. */
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { LedgerRange } from '../datastore/keys.ts';
import { StoreError } from '../errors.ts';
import { readLedger, type Ledger } from '../ledger/ledger.ts';
import { LedgerParts } from '../ledger/parts.ts';
import { entryRows, eventRows, transactionRows } from './ledger-rows.ts';
import { memoryRows, mergeRows, newestRows, ROW_BYTES, rowSource, type RowSource } from './rows.ts';

/** The lists of rows of a run, in the order of its file. */
export const lists = ['transactions', 'events', 'entries'] as const;

/** Which transactions, event keys and changed entries the ledgers `first` to `last` hold. */
export interface Run extends LedgerRange {
  transactions: RowSource;
  events: RowSource;
  /** Of each entry the newest change and the newest eviction only. */
  entries: RowSource;
  /** Returns the CRC-32 of each of so many ledgers, from the first of the run on, as big-endian words. */
  checksums(skip: number, count: number): Uint8Array;
  /** The name of its file; undefined for a run in memory. */
  file?: string;
  close?(): void;
}

const MAGIC = 'LLINDEX3';
const HEAD_BYTES = 28;
const CHECKSUM_BYTES = 4;

/** Returns how many ledgers a run has. */
export function sizeOf({ first, last }: LedgerRange): number {
  return last - first + 1;
}

/** Returns the name of the file for the ledgers. */
export function runName({ first, last }: LedgerRange): string {
  return `${first}-${last}.rows`;
}

/** Returns the ledgers that a file's name stands for, undefined when it is no run's. */
export function parseRunName(name: string): LedgerRange | undefined {
  const match = /^(\d+)-(\d+)\.rows$/.exec(name);
  return match ? { first: Number(match[1]), last: Number(match[2]) } : undefined;
}

/** Returns the run of one ledger, whose envelopes must be paired. */
export function runOf(parts: LedgerParts): Run {
  return runFrom(parts, readLedger(parts.bytes, parts.file), crc32(parts.bytes));
}

/** Returns the run of a ledger that was read and whose transactions have their envelopes; `checksum` is its bytes' CRC-32. */
export function runOfLedger(ledger: Ledger, checksum: number): Run {
  return runFrom(new LedgerParts(ledger.bytes, ledger.file ?? '', ledger), ledger, checksum);
}

function runFrom(parts: LedgerParts, ledger: Ledger, checksum: number): Run {
  const { sequence } = parts;
  const checksums = Buffer.alloc(CHECKSUM_BYTES);
  checksums.writeUInt32BE(checksum);
  const rows = [transactionRows(parts), eventRows(ledger), entryRows(ledger)];
  return memoryRun({ first: sequence, last: sequence, checksums, rows });
}

/** A run as plain data, which goes from one thread to another. */
export interface RunRows extends LedgerRange {
  checksums: Uint8Array;
  /** Of each of `lists` the rows. */
  rows: Uint8Array[];
}

/** Returns a run as plain data. */
export function rowsOf(run: Run): RunRows {
  const { first, last } = run;
  // A view would be sent with all that it is a view of.
  const rows = lists.map((list) => new Uint8Array(run[list].read(0, run[list].count)));
  return { first, last, checksums: new Uint8Array(run.checksums(0, sizeOf(run))), rows };
}

/** Returns the run of plain data. */
export function memoryRun({ first, last, checksums, rows }: RunRows): Run {
  const [transactions, events, entries] = rows.map(memoryRows) as [RowSource, RowSource, RowSource];
  const sums = (skip: number, count: number) =>
    checksums.subarray(skip * CHECKSUM_BYTES, (skip + count) * CHECKSUM_BYTES);
  return { first, last, transactions, events, entries, checksums: sums };
}

/** Returns consecutive runs as one in memory. */
export function mergeRuns(runs: readonly Run[]): Run {
  const merged = lists.map((list) => mergeRows(runs.map(({ [list]: rows }) => rows.read(0, rows.count))));
  merged[2] = newestRows(merged[2]!);
  const checksums = Buffer.concat(runs.map((run) => run.checksums(0, sizeOf(run))));
  return memoryRun({ first: runs[0]!.first, last: runs.at(-1)!.last, checksums, rows: merged });
}

/** Writes a run into the folder under a temporary name, renames it when it is on disk, and returns it as a file. */
export function saveRun(folder: string, run: Run): Run {
  const file = new RunFile(folder, run);
  try {
    for (const list of lists) {
      const { count } = run[list];
      file.write(run[list].read(0, count));
      file.counts.push(count);
    }
    file.write(run.checksums(0, sizeOf(run)));
  } catch (error) {
    file.remove();
    throw error;
  }
  return file.finish();
}

/** The file of a run while it is written, under a temporary name: its lists, then the checksums. */
export class RunFile {
  /** How many rows each list has. */
  readonly counts: number[] = [];
  readonly #folder: string;
  readonly #range: LedgerRange;
  readonly #temporary: string;
  readonly #file: number;

  constructor(folder: string, range: LedgerRange) {
    this.#folder = folder;
    this.#range = range;
    this.#temporary = join(folder, `.${runName(range)}.${process.pid}`);
    this.#file = openSync(this.#temporary, 'w');
    this.write(Buffer.alloc(HEAD_BYTES));
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
  }

  /** Puts the file in its place, and returns it as a run. */
  finish(): Run {
    const { first, last } = this.#range;
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(MAGIC, 'latin1');
    [first, last, ...this.counts].forEach((number, i) => head.writeUInt32BE(number, MAGIC.length + i * 4));
    writeSync(this.#file, head, 0, HEAD_BYTES, 0);
    fsyncSync(this.#file);
    closeSync(this.#file);
    const name = runName(this.#range);
    renameSync(this.#temporary, join(this.#folder, name));
    return openRun(this.#folder, name);
  }

  /** Leaves nothing behind. */
  remove(): void {
    closeSync(this.#file);
    rmSync(this.#temporary, { force: true });
  }
}

/** Returns the run that a file holds; throws StoreError when it is not one or is cut short. */
export function openRun(folder: string, name: string): Run {
  const path = join(folder, name);
  const file = openSync(path, 'r');
  const read = (start: number, length: number) => {
    const bytes = Buffer.allocUnsafe(length);
    if (readSync(file, bytes, 0, length, start) === length) return bytes;
    throw new StoreError(`${path} is cut short; remove it, and it is made again`, { key: path });
  };
  try {
    return readRun(path, read, { file: name, close: () => closeSync(file) });
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

type Read = (start: number, length: number) => Buffer;

function readRun(path: string, read: Read, opened: Pick<Run, 'file' | 'close'>): Run {
  const head = read(0, HEAD_BYTES);
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new StoreError(`${path} is no index of ledgers; remove it, and it is made again`, { key: path });
  }
  const [first, last, ...counts] = [8, 12, 16, 20, 24].map((at) => head.readUInt32BE(at)) as [number, number];
  let start = HEAD_BYTES;
  const rows = counts.map((count) => {
    const from = start;
    start += count * ROW_BYTES;
    return rowSource(count, (begin, end) => read(from + begin * ROW_BYTES, (Math.min(end, count) - begin) * ROW_BYTES));
  }) as [RowSource, RowSource, RowSource];
  const sums = start;
  const checksums = (skip: number, count: number) => read(sums + skip * CHECKSUM_BYTES, count * CHECKSUM_BYTES);
  // The end is there when the rest is.
  checksums(last - first, 1);
  const [transactions, events, entries] = rows;
  return { first, last, transactions, events, entries, checksums, ...opened };
}

/** Makes what was renamed in a folder last through a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
