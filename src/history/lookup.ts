/**
 * Where transactions and events are: runs of rows, newest last. Runs of like size that follow each other are merged, so
 * that there are a few dozen whatever the number of ledgers: a hash is found by one read in each.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { mergeRanges, subtractRanges } from '../datastore/spans.ts';
import { mergeRuns, openRun, parseRunName, saveRun, syncFolder, type Run } from './run.ts';
import { postings, type Key, type Posting } from './rows.ts';

/** This many runs of a size become one of the next. */
const FAN = 10;
/** Runs are merged in memory, 12 kB a ledger of pubnet: they do not grow past this many ledgers. */
const MAX_LEDGERS = 1000;

/** The index of a history, in a folder or in memory only. */
export class Lookup {
  readonly #folder?: string;
  /** Sorted by ledger, none overlapping. */
  #runs: Run[] = [];
  /** Files of runs that a longer one has taken the place of. */
  readonly #replaced: string[] = [];

  /** Opens the index in a folder, which is made if there is none; without a folder it is kept in memory. */
  constructor(folder?: string) {
    this.#folder = folder;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
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
    return this.#runs.some(({ first, last }) => ledger >= first && ledger <= last);
  }

  /** Adds a run of ledgers that have none; runs of ten and more ledgers are kept in the folder. */
  async add(run: Run): Promise<void> {
    this.#runs.push(run);
    this.#runs.sort((a, b) => a.first - b.first);
    for (let merged = this.#mergeOnce(); merged; merged = this.#mergeOnce());
    await this.#save(FAN);
  }

  /** Puts what is in memory only into the folder. */
  async flush(): Promise<void> {
    this.#mergeTail();
    await this.#save(1);
  }

  async #save(least: number): Promise<void> {
    if (this.#folder === undefined) return;
    const isNew = (run: Run) => run.file === undefined && sizeOf(run) >= least;
    if (!this.#runs.some(isNew)) return;
    this.#runs = this.#runs.map((run) => (isNew(run) ? saveRun(this.#folder!, run) : run));
    await syncFolder(this.#folder);
    for (const name of this.#replaced.splice(0)) rmSync(join(this.#folder, name), { force: true });
  }

  /** Merges single ledgers at the end, so that stopping leaves one file and not many. */
  #mergeTail(): void {
    const tail = this.#runs.filter(({ file }) => file === undefined);
    for (const group of consecutive(tail)) if (group.length > 1) this.#replace(group);
  }

  #mergeOnce(): boolean {
    const group = consecutive(this.#runs)
      .flatMap((runs) => sameSize(runs))
      .find((runs) => runs.length >= FAN && sizeOf(runs[0]!) < MAX_LEDGERS);
    if (group) this.#replace(group.slice(0, FAN));
    return group !== undefined;
  }

  #replace(group: Run[]): void {
    const merged = mergeRuns(group);
    this.#runs = this.#runs.filter((run) => !group.includes(run));
    for (const run of group) {
      run.close?.();
      if (run.file !== undefined) this.#replaced.push(run.file);
    }
    this.#runs.push(merged);
    this.#runs.sort((a, b) => a.first - b.first);
  }

  /** Yields where transactions with the key of a hash may be, newest first. */
  *transactions(key: Key): Generator<Posting> {
    for (const run of this.#runs.toReversed()) yield* [...postings(run.transactions, key, 0)].reverse();
  }

  /** Yields the ledgers of a range that may hold events with the key, in order. */
  *events(key: Key, { first, last }: LedgerRange): Generator<number> {
    for (const run of this.#runs) {
      if (run.last < first || run.first > last) continue;
      for (const { ledger } of postings(run.events, key, first)) {
        if (ledger > last) break;
        yield ledger;
      }
    }
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

function sizeOf({ first, last }: Run): number {
  return last - first + 1;
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
