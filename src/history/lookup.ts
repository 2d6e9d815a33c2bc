/**
 * Finds transactions, events, entries and the rows of keys: runs of rows, newest last. Ten adjacent runs of similar size are
 * merged, so a few dozen runs exist, with a few reads each.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { mergeRanges, subtractRanges } from '../datastore/spans.ts';
import { StoreError } from '../core/errors.ts';
import { existsNow, syncFolder } from '../core/folders.ts';
import { entryRow } from './ledger-rows.ts';
import type { RowKey } from './row-keys.ts';
import { ledgersOfRows, postings, READ_ROWS, type Posting, type RowSource } from './rows.ts';
import { listsOf, mergeRuns, sizeOf, type Run, type RunKind } from './run.ts';
import { DamagedRun, mergeRunFiles, saveRun } from './run-file.ts';
import { folderError, openRuns, putAside, type OnRunFault } from './run-folder.ts';

/** This many runs of a size become one of the next. */
const FAN = 10;
/** Runs are merged in memory, 23 kB a ledger of pubnet, up to this many ledgers, and beyond in files beside them. */
const MEMORY_LEDGERS = 1000;
/** A run of this many ledgers of pubnet takes 20 GB: it grows no more. */
const MAX_LEDGERS = 1_000_000;

/** Comes after every ledger. */
const NO_LEDGER = 2 ** 32;

/** Folder of the index in a lake's. */
export const LOOKUP_FOLDER = 'lookup';

export interface LookupOptions {
  /** What is indexed: what ledger files hold, or the keys in rows of bronze. */
  kind?: RunKind;
  onFault?: OnRunFault;
}

/** The newest ledgers that changed and evicted an entry; undefined where the index knows of none. */
export interface EntryLedgers {
  changed?: number;
  evicted?: number;
}

/** Ledgers of a key that are asked for: the first or the last ones of a range. */
export interface KeyAsked extends LedgerRange {
  key: RowKey;
  /** Rows of one of these kinds. */
  kinds: number;
  isDescending: boolean;
  /** So many at most. */
  count: number;
  /** So many ledgers of the key, with rows of any kind, are looked through at most. */
  most?: number;
}

/** Ledgers of a key, in the order that was asked for. */
export interface LedgersOfKey {
  ledgers: number[];
  /** Whether the range has no others. */
  isAll: boolean;
}

/**
 * The index of a history, of one kind of runs, in a folder or in memory. A damaged file is reported and moved away; later
 * look-ups of transactions and entries throw DamagedRun.
 */
export class Lookup {
  readonly #folder?: string;
  readonly #onFault: OnRunFault;
  /** Sorted by ledger, none overlapping. */
  #runs: Run[] = [];
  /** Files of runs that a longer one has taken the place of. */
  readonly #replaced: string[] = [];
  /** The merging of files under way. */
  #merging?: Promise<void>;
  /** How many runs there were to be merged when that failed: it is tried again when there are more. */
  #failedWith?: number;
  readonly #ending = new AbortController();

  /**
   * Opens the index in a folder, which is made when it gets its first file; without a folder it is kept in memory. `onFault` is
   * told what goes wrong with files, beside what was asked for. Throws StoreError when the folder cannot be listed.
   */
  constructor(folder?: string, { kind = 'rows', onFault = () => undefined }: LookupOptions = {}) {
    this.#folder = folder;
    this.#onFault = onFault;
    if (folder !== undefined && existsNow(folder)) this.#runs = openRuns(folder, kind, onFault);
  }

  /** The ledgers that have rows. */
  ranges(): LedgerRange[] {
    return mergeRanges(this.#runs);
  }

  /** Returns the ledgers of a range that have no rows. */
  missing(range: LedgerRange): LedgerRange[] {
    return subtractRanges(range, this.ranges());
  }

  has(ledger: number): boolean {
    return this.#runWith(ledger) !== undefined;
  }

  #runWith(ledger: number): Run | undefined {
    return this.#runs.find(({ first, last }) => ledger >= first && ledger <= last);
  }

  /** Returns the `metaChecksum` of the ledger when it was indexed, undefined when it was not. */
  checksum(ledger: number): number | undefined {
    const run = this.#runWith(ledger);
    try {
      return run && Buffer.from(run.checksums(ledger - run.first, 1)).readUInt32BE();
    } catch (error) {
      if (!this.#dropDamaged(error)) throw error;
      return undefined;
    }
  }

  /**
   * Adds a run of ledgers that have none: it is found at once, and when the promise resolves runs of ten and more
   * ledgers are in the folder. Throws StoreError when they cannot be put there; they are with the next run, when that can be.
   */
  async add(run: Run): Promise<void> {
    this.#runs.push(run);
    this.#runs.sort((a, b) => a.first - b.first);
    for (let group = this.#toMerge(1, MEMORY_LEDGERS); group; group = this.#toMerge(1, MEMORY_LEDGERS)) {
      this.#mergeInMemory(group);
    }
    await this.#save(FAN);
    this.#startMerging();
  }

  /** Puts what is in memory only into the folder, and leaves off merging files. Throws StoreError when that cannot be. */
  async flush(): Promise<void> {
    this.#ending.abort();
    await this.#merging;
    this.#mergeTail();
    await this.#save(1);
  }

  /** Resolves when no files are being merged. */
  async settled(): Promise<void> {
    while (this.#merging) await this.#merging;
  }

  async #save(least: number): Promise<void> {
    const folder = this.#folder;
    const isNew = (run: Run) => run.file === undefined && sizeOf(run) >= least;
    if (folder === undefined || !this.#runs.some(isNew)) return;
    try {
      mkdirSync(folder, { recursive: true });
      this.#runs = this.#runs.map((run) => (isNew(run) ? saveRun(folder, run) : run));
      await this.#removeReplaced();
    } catch (error) {
      throw folderError(folder, error);
    }
  }

  /** What took their place must outlast a crash first. */
  async #removeReplaced(): Promise<void> {
    const names = this.#replaced.splice(0);
    await syncFolder(this.#folder!);
    for (const name of names) rmSync(join(this.#folder!, name), { force: true });
  }

  /** Merges single ledgers at the end, so that stopping leaves one file and not many. */
  #mergeTail(): void {
    const tail = this.#runs.filter(({ file }) => file === undefined);
    for (const group of consecutive(tail)) if (group.length > 1) this.#replace(group, mergeRuns(group));
  }

  #mergeInMemory(group: Run[]): void {
    try {
      this.#replace(group, mergeRuns(group));
    } catch (error) {
      if (!this.#dropDamaged(error)) throw error;
    }
  }

  /** Begins to merge files, unless that is under way; it goes on until there is nothing to merge. */
  #startMerging(): void {
    const folder = this.#folder;
    const group = this.#toMerge(MEMORY_LEDGERS, MAX_LEDGERS);
    const isUnderWay = this.#merging || this.#ending.signal.aborted;
    if (isUnderWay || folder === undefined || !group || this.#failedWith === this.#largeRuns()) return;
    this.#merging = this.#mergeFiles(folder, group).finally(() => {
      this.#merging = undefined;
      this.#startMerging();
    });
  }

  /** How many runs are merged in files. */
  #largeRuns(): number {
    return this.#runs.filter((run) => sizeOf(run) >= MEMORY_LEDGERS).length;
  }

  /** Merges several files into one. A failure is reported, and the files stay as they are. */
  async #mergeFiles(folder: string, group: Run[]): Promise<void> {
    try {
      const merged = await mergeRunFiles(folder, group, this.#ending.signal);
      this.#replace(group, merged);
      await this.#removeReplaced();
      this.#failedWith = undefined;
    } catch (error) {
      if (this.#ending.signal.aborted || this.#dropDamaged(error)) return;
      this.#onFault(folderError(folder, error), 'merge index files');
      this.#failedWith = this.#largeRuns();
    }
  }

  /** Returns runs of one size, at least `least` and below `most` ledgers each, that shall become one. */
  #toMerge(least: number, most: number): Run[] | undefined {
    const isOfSize = (run: Run) => sizeOf(run) >= least && sizeOf(run) < most;
    const groups = consecutive(this.#runs.filter(isOfSize)).flatMap((runs) => sameSize(runs));
    return groups.find(({ length }) => length >= FAN)?.slice(0, FAN);
  }

  #replace(group: Run[], merged: Run): void {
    this.#runs = this.#runs.filter((run) => !group.includes(run));
    for (const run of group) {
      run.close?.();
      if (run.file !== undefined) this.#replaced.push(run.file);
    }
    this.#runs.push(merged);
    this.#runs.sort((a, b) => a.first - b.first);
  }

  /** Returns where transactions with the key of a hash may be, newest first. */
  transactions(key: RowKey): Posting[] {
    return this.#intact(() =>
      this.#runs.toReversed().flatMap((run) => [...postings(run.transactions, key, 0)].reverse()),
    );
  }

  /**
   * Returns the ledgers of a range that may hold events with the key, in order. Those of a file that is found to be damaged are
   * `missing` from now on: that is to be asked afterwards.
   */
  events(key: RowKey, { first, last }: LedgerRange): number[] {
    const ledgers: number[] = [];
    for (const run of this.#runs) {
      if (run.last < first || run.first > last) continue;
      try {
        for (const { ledger } of postings(run.events, key, first)) if (ledger <= last) ledgers.push(ledger);
      } catch (error) {
        if (!this.#dropDamaged(error)) throw error;
      }
    }
    return ledgers;
  }

  /**
   * Returns the newest ledgers that did something to an entry with the key, among those of a range. They lie after the
   * range when what was there before is no longer in the index. Throws StoreError when not all of the range is in it.
   */
  entry(key: RowKey, { first, last }: LedgerRange): EntryLedgers {
    const [missing] = this.missing({ first, last });
    if (missing) throw new StoreError(`ledgers ${missing.first} to ${missing.last} are not in the index`);
    return this.#intact(() => {
      const found: EntryLedgers = {};
      for (const run of this.#runs.toReversed()) {
        if (run.first > last) continue;
        if (run.last < first) break;
        for (const { ledger, position } of postings(run.entries, key, first)) {
          if (position === entryRow.evicted) found.evicted = Math.max(found.evicted ?? 0, ledger);
          else found.changed = ledger;
        }
        // An eviction before the newest change does not count any more.
        if (found.changed !== undefined) break;
      }
      return found;
    });
  }

  /** Counts the ledgers with a row of the key, without reading them; a damaged file becomes `missing`. */
  countOf(key: RowKey): number {
    let count = 0;
    for (const run of this.#runs) {
      count += this.#unlessDamaged(() => run.keys.bound(key, NO_LEDGER) - run.keys.bound(key, 0)) ?? 0;
    }
    return count;
  }

  /**
   * Returns the first or last ledgers of a range with rows of a key, in the requested order. A damaged file becomes
   * `missing`.
   */
  ledgersOf({ key, first, last, kinds, isDescending, count, most = Infinity }: KeyAsked): LedgersOfKey {
    const runs = this.#runs.filter((run) => run.first <= last && run.last >= first);
    const found: number[] = [];
    let left = most;
    for (const run of isDescending ? runs.reverse() : runs) {
      if (found.length > count || left < 0) break;
      const of = this.#unlessDamaged(() => {
        const [start, end] = [run.keys.bound(key, first), run.keys.bound(key, last + 1)];
        const rows = isDescending
          ? { first: Math.max(start, end - left), end }
          : { first: start, end: Math.min(end, start + left) };
        left -= end - start;
        return ledgersOfRows(run.keys, { ...rows, kinds, isDescending, count: count + 1 - found.length });
      });
      for (const ledger of of ?? []) found.push(ledger);
    }
    return { ledgers: found.slice(0, count), isAll: found.length <= count && left >= 0 };
  }

  /** Returns the ledgers and row kinds of a key in a range, in order; a damaged file becomes `missing`. */
  kindsOf(key: RowKey, { first, last }: LedgerRange): Posting[] {
    const runs = this.#runs.filter((run) => run.first <= last && run.last >= first);
    const found = runs.flatMap((run) => this.#unlessDamaged(() => [...postings(run.keys, key, first)]) ?? []);
    return found.filter(({ ledger }) => ledger <= last);
  }

  #unlessDamaged<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!this.#dropDamaged(error)) throw error;
      return undefined;
    }
  }

  /** Reads the files that hold ledgers of a range from end to end; what is not as it was written is in the index no more. */
  verify(range: LedgerRange): void {
    for (const run of this.#runs.filter(({ first, last }) => first <= range.last && last >= range.first)) {
      try {
        for (const list of listsOf[run.kind]) readAll(run[list]);
        run.checksums(0, sizeOf(run));
      } catch (error) {
        if (!this.#dropDamaged(error)) throw error;
      }
    }
  }

  #intact<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      this.#dropDamaged(error);
      throw error;
    }
  }

  /** Returns whether the error is that of a damaged file; its run is then no part of the index any more. */
  #dropDamaged(error: unknown): boolean {
    if (!(error instanceof DamagedRun)) return false;
    const run = this.#runs.find(({ file }) => file === error.file);
    if (!run) return true;
    this.#runs = this.#runs.filter((other) => other !== run);
    run.close?.();
    this.#onFault(error, 'read an index file');
    putAside(this.#folder!, error.file, this.#onFault);
    return true;
  }

  /** Lets the files go; what is being merged is left off. */
  close(): void {
    this.#ending.abort();
    for (const run of this.#runs.splice(0)) run.close?.();
  }
}

function consecutive(runs: readonly Run[]): Run[][] {
  return grouped(runs, (a, b) => a.last + 1 === b.first);
}

function sameSize(runs: readonly Run[]): Run[][] {
  const tier = (run: Run) => Math.floor(Math.log10(sizeOf(run)));
  return grouped(runs, (a, b) => tier(a) === tier(b));
}

function grouped(runs: readonly Run[], together: (a: Run, b: Run) => boolean): Run[][] {
  const groups: Run[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    if (group && together(group.at(-1)!, run)) group.push(run);
    else groups.push([run]);
  }
  return groups;
}

function readAll(rows: RowSource): void {
  for (let first = 0; first < rows.count; first += READ_ROWS) rows.read(first, first + READ_ROWS);
}
