/**
 * Where transactions, events and entries are: runs of rows, newest last. Ten runs of like size that follow each other are
 * merged, so that there are a few dozen whatever the number of ledgers: a hash is found by a few reads in each.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { mergeRanges, subtractRanges } from '../datastore/spans.ts';
import { entryRow } from './ledger-rows.ts';
import { mergeFiles } from './merge.ts';
import type { Key } from './row-keys.ts';
import { postings, type Posting } from './rows.ts';
import { mergeRuns, openRun, parseRunName, saveRun, sizeOf, syncFolder, type Run } from './run.ts';

/** This many runs of a size become one of the next. */
const FAN = 10;
/** Runs are merged in memory, 23 kB a ledger of pubnet, up to this many ledgers, and beyond in files beside them. */
const MEMORY_LEDGERS = 1000;
/** A run of this many ledgers of pubnet takes 20 GB: it grows no more. */
const MAX_LEDGERS = 1_000_000;

/** Folder of the index in a lake's. */
export const LOOKUP_FOLDER = 'lookup';

/** The newest ledgers that changed and evicted an entry; undefined where the index knows of none. */
export interface EntryLedgers {
  changed?: number;
  evicted?: number;
}

/** The index of a history, in a folder or in memory only. */
export class Lookup {
  readonly #folder?: string;
  /** Sorted by ledger, none overlapping. */
  #runs: Run[] = [];
  /** Files of runs that a longer one has taken the place of. */
  readonly #replaced: string[] = [];
  /** The merging of files under way. */
  #merging?: Promise<void>;
  readonly #ending = new AbortController();

  /** Opens the index in a folder, which is made when it gets its first file; without a folder it is kept in memory. */
  constructor(folder?: string) {
    this.#folder = folder;
    if (folder === undefined || !existsSync(folder)) return;
    for (const name of runFiles(folder)) this.#runs.push(openRun(folder, name));
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

  /** Returns the CRC-32 of the ledger's bytes when it was indexed, undefined when it was not. */
  checksum(ledger: number): number | undefined {
    const run = this.#runWith(ledger);
    return run && Buffer.from(run.checksums(ledger - run.first, 1)).readUInt32BE();
  }

  /**
   * Adds a run of ledgers that have none: it is found at once, and when the promise resolves runs of ten and more
   * ledgers are in the folder.
   */
  async add(run: Run): Promise<void> {
    this.#runs.push(run);
    this.#runs.sort((a, b) => a.first - b.first);
    for (let group = this.#toMerge(1, MEMORY_LEDGERS); group; group = this.#toMerge(1, MEMORY_LEDGERS)) {
      this.#replace(group, mergeRuns(group));
    }
    await this.#save(FAN);
    this.#startMerging();
  }

  /** Puts what is in memory only into the folder, and leaves off merging files. */
  async flush(): Promise<void> {
    this.#ending.abort();
    await this.#merging?.catch(() => undefined);
    this.#mergeTail();
    await this.#save(1);
  }

  /** Resolves when no files are left to be merged; throws what that throws. */
  async settled(): Promise<void> {
    while (this.#merging) await this.#merging;
  }

  async #save(least: number): Promise<void> {
    if (this.#folder === undefined) return;
    const isNew = (run: Run) => run.file === undefined && sizeOf(run) >= least;
    if (!this.#runs.some(isNew)) return;
    mkdirSync(this.#folder, { recursive: true });
    this.#runs = this.#runs.map((run) => (isNew(run) ? saveRun(this.#folder!, run) : run));
    await this.#removeReplaced();
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

  /** Begins to merge files, unless that is under way; it goes on until there is nothing to merge. */
  #startMerging(): void {
    const folder = this.#folder;
    const group = this.#toMerge(MEMORY_LEDGERS, MAX_LEDGERS);
    if (this.#merging || folder === undefined || !group || this.#ending.signal.aborted) return;
    const merge = async () => {
      this.#replace(group, await mergeFiles(folder, group, this.#ending.signal));
      await this.#removeReplaced();
    };
    this.#merging = merge().finally(() => {
      this.#merging = undefined;
      this.#startMerging();
    });
    // Whoever waits for it is told; the next run that is added tries again.
    this.#merging.catch(() => undefined);
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
  transactions(key: Key): Posting[] {
    return this.#runs.toReversed().flatMap((run) => [...postings(run.transactions, key, 0)].reverse());
  }

  /** Yields the ledgers of a range that may hold events with the key, in order. Nothing may be added meanwhile. */
  *events(key: Key, { first, last }: LedgerRange): Generator<number> {
    for (const run of this.#runs) {
      if (run.last < first || run.first > last) continue;
      for (const { ledger } of postings(run.events, key, first)) {
        if (ledger > last) break;
        yield ledger;
      }
    }
  }

  /**
   * Returns the newest ledgers that did something to an entry with the key, among those of a range. They lie after the
   * range when what was there before is no longer in the index.
   */
  entry(key: Key, { first, last }: LedgerRange): EntryLedgers {
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
  }

  close(): void {
    for (const run of this.#runs.splice(0)) run.close?.();
  }
}

/** What a crash left behind: runs that a longer one holds too. */
function runFiles(folder: string): string[] {
  const found = allRunFiles(folder).map((name) => ({ name, range: parseRunName(name)! }));
  found.sort((a, b) => a.range.first - b.range.first || b.range.last - a.range.last);
  let end = 0;
  return found.flatMap(({ name, range }) => {
    if (range.first <= end) return [];
    end = range.last;
    return [name];
  });
}

function allRunFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => parseRunName(name) !== undefined);
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
