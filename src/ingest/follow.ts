/** Loads what a store has, and then what comes, ledger after ledger, until it is stopped. */
import { checkStore } from '../datastore/check-store.ts';
import { FIRST_LEDGER, type LedgerRange } from '../datastore/keys.ts';
import { askedRange } from '../datastore/listing/newest.ts';
import type { AskedRange } from '../datastore/range.ts';
import { mergeRanges } from '../datastore/spans.ts';
import type { LedgerObject, Store } from '../datastore/store.ts';
import type { DecodeError } from '../core/errors.ts';
import { knownOptions } from '../options/known-options.ts';
import { compactLake } from '../lake/writing/compact.ts';
import type { Lake } from '../lake/asking/lake.ts';
import type { Omission } from '../lake/disk/snapshot/manifest.ts';
import { Appearing, startingAt } from './appearing.ts';
import { isNothingYet } from './beginning.ts';
import { loadReadable } from './load.ts';
import { SAID_OF_LOADS, type LoadOptions } from './load-options.ts';
import { NewerLedgers } from './newer-ledgers.ts';
import { Outages, pause } from './outage.ts';
import { localPace, RemotePace, type Pace } from './pace.ts';
import { createPool, type Pool } from '../workers/pool.ts';
import { addReports, noReport, rangesOf, type FollowReport, type LoadReport } from './report.ts';
import { loadFinished } from './unfinished.ts';
import * as kind from '../options/kinds.ts';

/** Options of `followStore`. */
export interface FollowOptions extends Omit<LoadOptions, 'pool'> {
  /** Small segments after which they are merged; default 32. */
  compactAfter?: number;
  /** Called after each load that committed something. */
  onCommit?: (commit: FollowCommit) => void;
  /** Called for what is passed over because it cannot be decoded; it is not asked for again until the next start. */
  onOmitted?: (omission: Omission) => void;
  /** Called once, when all that was there is loaded, with the ledger that is waited for. */
  onWaiting?: (ledger: number) => void;
  /** Called when something keeps the store from being read; it is tried again. */
  onTrouble?: (message: string) => void;
}

/** What has become queryable. */
export interface FollowCommit extends LedgerRange {
  /** How many ledgers the commit has. */
  ledgers: number;
  /** Seconds since the last of its objects was written, when the store says that. */
  lagSeconds?: number;
}

const COMPACT_AFTER = 32;

/**
 * Loads a store like `loadStore`, then each new object in order, until the signal or the end of the range. Merges small
 * segments and waits through outages. Waits at a ledger of a newer protocol unless `skipUndecodable` is set. Throws all
 * other errors.
 */
export async function followStore(lake: Lake, store: Store, options: FollowOptions = {}): Promise<FollowReport> {
  checkStore('followStore', store);
  options = knownOptions('followStore', options, FOLLOW_OPTIONS);
  const range = await beginningOf(store, options);
  const pool = createPool(options.workers);
  if (options.workers !== undefined && pool.size < options.workers) {
    options.onFewerWorkers?.(pool.size, options.workers);
  }
  const follower = new Follower(lake, store, { ...options, range }, pool);
  try {
    return await follower.run();
  } finally {
    await follower.settled();
    await pool.close();
  }
}

const FOLLOW_OPTIONS: Record<keyof FollowOptions, kind.Kind> = {
  ...SAID_OF_LOADS,
  compactAfter: kind.whole(),
  onCommit: kind.call,
  onOmitted: kind.call,
  onWaiting: kind.call,
  onTrouble: kind.call,
};

/** Of a store that holds nothing yet, all that comes is the newest. */
async function beginningOf(store: Store, { range, signal }: FollowOptions): Promise<AskedRange | undefined> {
  try {
    return await askedRange(store, range, { signal });
  } catch (error) {
    if (isNothingYet(error)) return {};
    throw error;
  }
}

class Follower {
  readonly #lake: Lake;
  readonly #store: Store;
  readonly #options: FollowOptions & { range?: AskedRange };
  readonly #pool: Pool;
  readonly #started = performance.now();
  #report: FollowReport | undefined;
  #commits = 0;
  #compaction: Promise<void> | undefined;
  #failure: unknown;
  readonly #pace: Pace;
  readonly #outages: Outages;
  readonly #appearing: Appearing;
  readonly #newer: NewerLedgers;

  constructor(lake: Lake, store: Store, options: FollowOptions & { range?: AskedRange }, pool: Pool) {
    this.#lake = lake;
    this.#store = store;
    this.#options = options;
    this.#pool = pool;
    this.#pace = store.remote ? new RemotePace() : localPace;
    this.#outages = new Outages(options);
    this.#appearing = new Appearing(store, options, this.#pace);
    this.#newer = new NewerLedgers(lake, store, { ...options, untilNext: () => this.#pace.untilNext(8) });
  }

  async run(): Promise<FollowReport> {
    const { range, signal } = this.#options;
    let next = await this.#catchUp();
    this.#compact();
    while (!signal?.aborted && next <= (range?.last ?? Infinity)) {
      const objects = await this.#outages.persist(() => this.#appearing.from(next));
      if (!objects) break;
      await this.#outages.persist(() => this.#load(objects));
      next = await this.#nextAfter(next);
      this.#compact();
      if (this.#failure) throw this.#failure;
    }
    await this.settled();
    if (this.#failure) throw this.#failure;
    const seconds = (performance.now() - this.#started) / 1000;
    const store = this.#store.remote && { store: { ...this.#store.remote.metrics } };
    return { ...(this.#report ?? noReport()), seconds, ...store };
  }

  /**
   * Loads what is there up to the first gap, waiting for the first ledger of a store that has none, and returns the ledger
   * that comes next. With gaps allowed it is the one after the last that is there.
   */
  async #catchUp(): Promise<number> {
    const { range, signal, allowGaps = false } = this.#options;
    while (!signal?.aborted) {
      const objects = await this.#outages.persist(() => this.#appearing.list());
      const from = range?.first ?? objects?.[0]?.first;
      if (objects && from !== undefined) {
        const next = await this.#nextAfter(Math.max(from, FIRST_LEDGER));
        const wanted = allowGaps ? objects.filter(({ last }) => last >= next) : startingAt(objects, next);
        // Nobody else merges yet.
        const { compact = true } = this.#options;
        if (wanted.length > 0) await this.#outages.persist(() => this.#load(wanted, compact));
        return allowGaps && objects.length > 0 ? objects.at(-1)!.last + 1 : this.#nextAfter(next);
      }
      await pause(this.#pace.untilNext(8), signal);
    }
    return 0;
  }

  /** Returns the first ledger from `from` on that the lake lacks and that was not passed over. */
  async #nextAfter(from: number): Promise<number> {
    const done = mergeRanges([...(await this.#lake.loaded()), ...rangesOf(this.#report?.omitted ?? [])]);
    const run = done.find(({ first, last }) => first <= from && from <= last);
    return run ? run.last + 1 : from;
  }

  /** Loads objects that have appeared; where one holds a ledger of a newer protocol, waits until it holds another. */
  async #load(objects: LedgerObject[], compact = false): Promise<void> {
    while (!this.#options.signal?.aborted) {
      const newer = await this.#loadReadable(objects, compact);
      if (!newer) return;
      await this.#newer.wait(newer, objects);
    }
  }

  /** Loads objects up to a newer protocol and returns its error; waits for files that are still written. */
  async #loadReadable(objects: LedgerObject[], compact: boolean): Promise<DecodeError | undefined> {
    const { range, signal, onTrouble, onOmitted } = this.#options;
    const ofLoads = Object.entries(this.#options).filter(([name]) => name in SAID_OF_LOADS);
    const first = Math.max(objects[0].first, range?.first ?? FIRST_LEDGER);
    const asked = { first, last: Math.min(objects.at(-1)!.last, range?.last ?? Infinity) };
    const listing = { objects, files: [] };
    const load = () =>
      loadReadable(this.#lake, this.#store, {
        ...Object.fromEntries(ofLoads),
        range: asked,
        signal,
        listing,
        pool: this.#pool,
        compact,
      });
    const waiting = { signal, onTrouble, untilNext: () => this.#pace.untilNext(0) };
    const loaded = await loadFinished(this.#store, objects, load, waiting);
    if (!loaded) return undefined;
    const { report, newer } = loaded;
    for (const omission of report.omitted) onOmitted?.(omission);
    if (report.ledgers > 0 || report.omitted.length > 0) this.#add(report);
    const last = newer ? Number(newer.fields['ledger']) - 1 : asked.last;
    if (report.ledgers > 0) await this.#tell(report, { first, last }, objects);
    return newer;
  }

  /** Tells of a commit and how long after its last object was written. */
  async #tell({ ledgers }: LoadReport, range: LedgerRange, objects: readonly LedgerObject[]): Promise<void> {
    this.#commits++;
    const key = objects.findLast(({ first }) => first <= range.last)?.key ?? objects[0].key;
    // Whoever keeps a store small may have removed it by now.
    const modified = await this.#store.metadata(key).then(
      ({ modified }) => modified,
      () => undefined,
    );
    const lag = modified === undefined ? undefined : (Date.now() - Date.parse(modified)) / 1000;
    this.#options.onCommit?.({ ...range, ledgers, ...(lag !== undefined && { lagSeconds: lag }) });
  }

  /** Waits for the merge in hand. */
  async settled(): Promise<void> {
    await this.#compaction;
  }

  #compact(): void {
    const { signal, compactAfter = COMPACT_AFTER } = this.#options;
    if (this.#commits < compactAfter || this.#compaction) return;
    this.#commits = 0;
    this.#compaction = compactLake(this.#lake, { signal, onMerge: ({ segments }) => this.#merged(segments) })
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!signal?.aborted) this.#failure = error;
      })
      .finally(() => (this.#compaction = undefined));
  }

  #merged(segments: number): void {
    if (this.#report) this.#report.compacted += segments;
  }

  #add(report: LoadReport): void {
    this.#report = addReports(this.#report ?? noReport(report), report);
  }
}
