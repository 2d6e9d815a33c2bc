/** A run: the index rows of consecutive ledgers, in memory or in a file of their own. */
import { closeSync, fsyncSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { StoreError } from '../errors.ts';
import { listEvents } from '../ledger/event-list.ts';
import type { LedgerParts } from '../ledger/parts.ts';
import { eventRows, memoryRows, mergeRows, ROW_BYTES, Sample, transactionRows, type RowSource } from './rows.ts';

/** Which transactions and event keys the ledgers `first` to `last` hold. */
export interface Run extends LedgerRange {
  transactions: RowSource;
  events: RowSource;
  /** The name of its file; undefined for a run in memory. */
  file?: string;
  close?(): void;
}

const MAGIC = 'LLINDEX1';
const HEAD_BYTES = 24;

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
  const { sequence } = parts;
  const transactions = memoryRows(transactionRows(parts));
  return { first: sequence, last: sequence, transactions, events: memoryRows(eventRows(parts, listEvents(parts))) };
}

/** Returns consecutive runs as one in memory. */
export function mergeRuns(runs: readonly Run[]): Run {
  const whole = (rows: RowSource) => rows.read(0, rows.count);
  return {
    first: runs[0]!.first,
    last: runs.at(-1)!.last,
    transactions: memoryRows(mergeRows(runs.map((run) => whole(run.transactions)))),
    events: memoryRows(mergeRows(runs.map((run) => whole(run.events)))),
  };
}

/** Writes a run into the folder under a temporary name, renames it when it is on disk, and returns it as a file. */
export function saveRun(folder: string, run: Run): Run {
  const name = runName(run);
  const temporary = join(folder, `.${name}.${process.pid}`);
  const file = openSync(temporary, 'w');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(MAGIC, 'latin1');
    [run.first, run.last, run.transactions.count, run.events.count].forEach((n, i) => head.writeUInt32BE(n, 8 + i * 4));
    writeSync(file, head);
    for (const rows of [run.transactions, run.events]) writeAll(file, rows.read(0, rows.count));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, join(folder, name));
  return openRun(folder, name);
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** Returns the run that a file holds; throws StoreError when it is not one or is cut short. */
export function openRun(folder: string, name: string): Run {
  const path = join(folder, name);
  const file = openSync(path, 'r');
  const head = Buffer.alloc(HEAD_BYTES);
  const isWhole = readSync(file, head, 0, HEAD_BYTES, 0) === HEAD_BYTES;
  if (!isWhole || head.toString('latin1', 0, 8) !== MAGIC) {
    closeSync(file);
    throw new StoreError(`${path} is no index of ledgers; remove it, and it is made again`, { key: path });
  }
  const [first, last, transactionCount, eventCount] = [8, 12, 16, 20].map((at) => head.readUInt32BE(at));
  const transactions = fileRows(path, file, HEAD_BYTES, transactionCount!);
  const events = fileRows(path, file, HEAD_BYTES + transactionCount! * ROW_BYTES, eventCount!);
  return { first: first!, last: last!, transactions, events, file: name, close: () => closeSync(file) };
}

function fileRows(path: string, file: number, start: number, count: number): RowSource {
  const read = (first: number, end: number) => {
    const rows = Buffer.allocUnsafe((Math.min(end, count) - first) * ROW_BYTES);
    const found = readSync(file, rows, 0, rows.length, start + first * ROW_BYTES);
    if (found === rows.length) return rows;
    throw new StoreError(`${path} is cut short; remove it, and it is made again`, { key: path });
  };
  const sample = new Sample(count, (index) => read(index, index + 1));
  return { count, read, near: (key, ledger) => sample.near(key, ledger) };
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
