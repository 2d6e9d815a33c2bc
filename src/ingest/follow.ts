/** Loads what a store has, and then what comes, ledger after ledger, until it is stopped. */
import { checkStore } from '../datastore/check-store.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { listGrowing } from '../datastore/listing/growing.ts';
import { FIRST_LEDGER, objectKey, parseKey, type Layout, type LedgerRange } from '../datastore/keys.ts';
import { layoutOf } from '../datastore/layout.ts';
import { askedRange } from '../datastore/listing/newest.ts';
import type { AskedRange } from '../datastore/range.ts';
import { mergeRanges } from '../datastore/spans.ts';
import type { LedgerObject, Store } from '../datastore/store.ts';
import { DecodeError, StoreError, VerifyError } from '../errors.ts';
import { knownOptions } from '../known-options.ts';
import { compactLake } from '../lake/compact.ts';
import type { Lake } from '../lake/lake.ts';
import type { Omission } from '../lake/manifest.ts';
import { isNothingYet, waitingFor } from './beginning.ts';
import { loadStore } from './load.ts';
import { SAID_OF_LOADS, type LoadOptions } from './load-options.ts';
import { localPace, RemotePace, type Pace } from './pace.ts';
import { createPool, type Pool } from '../workers/pool.ts';
import { addReports, noReport, rangesOf, type FollowReport, type LoadReport } from './report.ts';

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
  ledgers: number;
  /** Seconds since the last of its objects was written, when the store says that. */
  lagSeconds?: number;
}

/** Objects that are taken together when the store is ahead. */
const AT_ONCE = 64;
const COMPACT_AFTER = 32;
const LONGEST_TROUBLE_MS = 30_000;
/** A file that is being written in place is taken for whole when it has been left alone for so long. */
const SETTLE_MS = 5000;
/** After waiting so long for an object, the one after it is looked for. */
const SKIP_LOOK_MS = 15_000;

/**
 * Loads a store as `loadStore` does and goes on with each object that appears after the last one, in order and without a
 * gap, until the signal or the end of the range. Small segments are merged meanwhile. An outage of the store is waited
 * out; every other error is thrown.
 */
export async function followStore(lake: Lake, store: Store, options: FollowOptions = {}): Promise<FollowReport> {
  checkStore('followStore', store);
  knownOptions('followStore', options, FOLLOW_OPTIONS);
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

const FOLLOW_OPTIONS: Record<keyof FollowOptions, true> = {
  ...SAID_OF_LOADS,
  compactAfter: true,
  onCommit: true,
  onOmitted: true,
  onWaiting: true,
  onTrouble: true,
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

/** A file that is not whole yet, and since when it has been as it is. */
interface Writing {
  key: string;
  modified: string;
  bytes: number;
  since: number;
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
  #troubles = 0;
  /** Of the newest object that was listed. */
  #extension: string | undefined;
  /** Whether it was said that the store holds nothing yet. */
  #isWaiting = false;
  /** Whether it was said which ledger is waited for. */
  #isAtEnd = false;

  constructor(lake: Lake, store: Store, options: FollowOptions & { range?: AskedRange }, pool: Pool) {
    this.#lake = lake;
    this.#store = store;
    this.#options = options;
    this.#pool = pool;
    this.#pace = store.remote ? new RemotePace() : localPace;
  }

  async run(): Promise<FollowReport> {
    const { range, signal } = this.#options;
    let next = await this.#catchUp();
    this.#compact();
    while (!signal?.aborted && next <= (range?.last ?? Infinity)) {
      const objects = await this.#persist(() => this.#appeared(next));
      if (!objects) break;
      await this.#persist(() => this.#load(objects));
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
      const objects = await this.#persist(() => this.#list());
      const from = range?.first ?? objects?.[0]?.first;
      const newest = objects?.at(-1);
      if (newest) this.#extension = layoutOf(newest.key)?.extension;
      if (objects && from !== undefined) {
        const next = await this.#nextAfter(Math.max(from, FIRST_LEDGER));
        const wanted = allowGaps ? objects.filter(({ last }) => last >= next) : startingAt(objects, next);
        if (wanted.length > 0) await this.#persist(() => this.#load(wanted));
        return allowGaps && objects.length > 0 ? objects.at(-1)!.last + 1 : this.#nextAfter(next);
      }
      await this.#pause(this.#pace.untilNext(8));
    }
    return 0;
  }

  /** Returns undefined when the store holds nothing yet. */
  async #list(): Promise<readonly LedgerObject[] | undefined> {
    try {
      return await listGrowing(this.#store, this.#options);
    } catch (error) {
      if (!isNothingYet(error)) throw error;
      if (!this.#isWaiting) this.#options.onTrouble?.(waitingFor(error));
      this.#isWaiting = true;
      return undefined;
    }
  }

  /** Returns the first ledger from `from` on that the lake lacks and that was not passed over. */
  async #nextAfter(from: number): Promise<number> {
    const done = mergeRanges([...(await this.#lake.loaded()), ...rangesOf(this.#report?.omitted ?? [])]);
    const run = done.find(({ first, last }) => first <= from && from <= last);
    return run ? run.last + 1 : from;
  }

  /** Waits until the object of a ledger is there, and returns it with those that follow it; undefined when it is stopped. */
  async #appeared(ledger: number): Promise<LedgerObject[] | undefined> {
    const said = await this.#store.layout({ signal: this.#options.signal });
    const layout = { ...said, extension: this.#extension ?? said.extension };
    const since = performance.now();
    let told = false;
    await this.#pause(this.#pace.untilDue());
    for (let misses = 0; !this.#options.signal?.aborted; misses++) {
      const objects = await this.#objectsFrom(ledger, layout);
      if (objects.length > 0) {
        this.#pace.appeared();
        return objects;
      }
      if (!this.#isAtEnd) this.#options.onWaiting?.(ledger);
      this.#isAtEnd = true;
      if (!told && performance.now() - since > SKIP_LOOK_MS && (await this.#isSkipped(ledger, layout))) {
        told = true;
        this.#options.onTrouble?.(
          `the store has no object of ledger ${ledger}, but one after it; waiting for ${objectKey(ledger, layout, layout.extension)}`,
        );
      }
      await this.#pause(this.#pace.untilNext(misses));
    }
    return undefined;
  }

  async #objectsFrom(ledger: number, layout: Layout): Promise<LedgerObject[]> {
    const { range, signal } = this.#options;
    const objects: LedgerObject[] = [];
    for (let at = ledger; objects.length < AT_ONCE && at <= (range?.last ?? Infinity);) {
      const key = objectKey(at, layout, layout.extension);
      if (!(await this.#store.exists(key, { signal }))) break;
      const { bytes } = await this.#store.metadata(key, { signal });
      const { first, last } = parseKey(key)!;
      objects.push({ key, bytes, first, last });
      at = last + 1;
    }
    return objects;
  }

  #isSkipped(ledger: number, layout: Layout): Promise<boolean> {
    const { last } = parseKey(objectKey(ledger, layout, layout.extension))!;
    return this.#store.exists(objectKey(last + 1, layout, layout.extension), { signal: this.#options.signal });
  }

  /** Loads objects that have appeared; a file that is still being written is waited for. */
  async #load(objects: LedgerObject[]): Promise<void> {
    const { range, signal, ...options } = this.#options;
    const first = Math.max(objects[0].first, range?.first ?? FIRST_LEDGER);
    const asked = { first, last: Math.min(objects.at(-1)!.last, range?.last ?? Infinity) };
    const listing = { objects, files: [] };
    const report = await this.#settled(objects, () => {
      return loadStore(this.#lake, this.#store, { ...options, range: asked, signal, listing, pool: this.#pool });
    });
    if (!report) return;
    for (const omission of report.omitted) this.#options.onOmitted?.(omission);
    if (report.ledgers > 0 || report.omitted.length > 0) this.#add(report);
    if (report.ledgers === 0) return;
    this.#commits++;
    // Whoever keeps a store small may have removed it by now.
    const modified = await this.#store.metadata(objects.at(-1)!.key).then(
      ({ modified }) => modified,
      () => undefined,
    );
    const lag = modified === undefined ? undefined : (Date.now() - Date.parse(modified)) / 1000;
    this.#options.onCommit?.({
      ...asked,
      ledgers: report.ledgers,
      ...(lag !== undefined && { lagSeconds: lag }),
    });
  }

  /** Loads again while a file that cannot be read is still being written. */
  async #settled(objects: readonly LedgerObject[], load: () => Promise<LoadReport>): Promise<LoadReport | undefined> {
    let seen: Writing | undefined;
    while (!this.#options.signal?.aborted) {
      try {
        return await load();
      } catch (error) {
        const isOfBytes = error instanceof DecodeError || error instanceof VerifyError;
        if (!isOfBytes || this.#store.remote) throw error;
        const found = await this.#writing(objects, error, seen);
        if (!found) throw error;
        if (!seen)
          this.#options.onTrouble?.(`${error.message}; perhaps it is not written to its end: waiting for that`);
        seen = found;
        await this.#pause(this.#pace.untilNext(0));
      }
    }
    return undefined;
  }

  /** Returns the file that an error is about, undefined when nobody has written to it for a while, whatever its time says. */
  async #writing(
    objects: readonly LedgerObject[],
    { fields }: DecodeError | VerifyError,
    seen: Writing | undefined,
  ): Promise<Writing | undefined> {
    const key = objects.find(({ key }) => key === fields['file'])?.key ?? objects.at(-1)!.key;
    const { modified = '', bytes } = await this.#store.metadata(key);
    const now = performance.now();
    const isSame = seen?.key === key && seen.modified === modified && seen.bytes === bytes;
    if (isSame) return now - seen.since < SETTLE_MS ? seen : undefined;
    const isOld = !seen && Date.now() - Date.parse(modified) > SETTLE_MS;
    return isOld ? undefined : { key, modified, bytes, since: now };
  }

  /** Tries again, after pauses that double, while the store is out of reach or answers with faults that pass. */
  async #persist<T>(run: () => Promise<T>): Promise<T | undefined> {
    while (!this.#options.signal?.aborted) {
      try {
        const result = await run();
        this.#troubles = 0;
        return result;
      } catch (error) {
        if (this.#options.signal?.aborted) return undefined;
        if (!isPassing(error)) throw error;
        this.#options.onTrouble?.(`${error.message}; trying again`);
        await this.#pause(Math.min(1000 * 2 ** this.#troubles++, LONGEST_TROUBLE_MS));
      }
    }
    return undefined;
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

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#options.signal }).catch(() => undefined);
  }

  #add(report: LoadReport): void {
    this.#report = addReports(this.#report ?? noReport(report), report);
  }
}

/** Returns the objects from the one that holds a ledger up to the first gap. */
function startingAt(objects: readonly LedgerObject[], ledger: number): LedgerObject[] {
  const found: LedgerObject[] = [];
  let next = ledger;
  for (const object of objects) {
    if (object.last < next) continue;
    if (object.first > next) break;
    found.push(object);
    next = object.last + 1;
  }
  return found;
}

function isPassing(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.kind === 'passing' || error.kind === 'offline');
}
