/** Loads a store into a lake: plan, decode in workers, commit segment by segment in the main thread. */
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { checkLayout } from '../datastore/layout.ts';
import { missingLedger, planUnits, type Plan } from '../datastore/plan.ts';
import type { AskedRange } from '../datastore/range.ts';
import { mergeRanges, subtractRanges } from '../datastore/spans.ts';
import type { LedgerObject, Listing, Store, StoreObject } from '../datastore/store.ts';
import type { StoreMetrics } from '../datastore/metrics.ts';
import { LakeError } from '../errors.ts';
import { Lookup, LOOKUP_FOLDER } from '../history/lookup.ts';
import { memoryRun } from '../history/run.ts';
import { otherBytes } from '../lake/catalog.ts';
import { selectRows } from '../lake/duckdb.ts';
import type { Lake } from '../lake/lake.ts';
import type { Omission, Segment } from '../lake/manifest.ts';
import { verifyError } from '../ledger/verify.ts';
import { Fetcher } from './fetch.ts';
import type { Counts, LedgerHash, LoadResult, LoadTask, Progress, TaskInput, TaskObject } from './messages.ts';
import { createPool, type Pool } from './pool.ts';
import { settingsFor } from './read.ts';

/** Segments are cut at multiples of this many ledgers. */
export const SEGMENT_LEDGERS = 100;

export interface LoadOptions {
  range?: AskedRange;
  workers?: number;
  verify?: boolean;
  withXdr?: boolean;
  /** Fill the table `transaction_changes`, too. */
  withChanges?: boolean;
  /** Pass over ledgers that cannot be decoded, whole, and list them in the report and the lake. */
  skipUndecodable?: boolean;
  allowGaps?: boolean;
  anchor?: { sequence: number; hash: string };
  segmentLedgers?: number;
  /** What DuckDB may use in each worker to write files; the rows of a segment lie beside it. */
  memoryLimit?: string;
  /** What the store is known to hold, in place of asking for a listing. */
  listing?: Listing;
  signal?: AbortSignal;
  /** Called with the plan before an object is read; what it throws ends the load. */
  agree?: (plan: Plan) => Promise<void>;
  onProgress?: (progress: LoadProgress) => void;
  /** Workers to use and leave running, in place of a pool of the load's own; `workers` and `onProgress` are then the pool's. */
  pool?: Pool;
}

/** How far a load is; `total` ledgers is 0 while files of unknown range are to be read. */
export interface LoadProgress extends Progress {
  total: number;
}

/** What a load did. */
export interface LoadReport extends Counts {
  bytesWritten: number;
  segments: number;
  seconds: number;
  verified: boolean;
  /** Ranges that the lake had already. */
  skipped: { first: number; last: number }[];
  gaps: { first: number; last: number }[];
  /** What was passed over because it could not be decoded. */
  omitted: Omission[];
  /** With an anchor: whether the lake now has its ledger, whose hash is then the anchor's. */
  anchored?: boolean;
  /** Set when the signal stopped the load: the last ledger of the last commit. */
  stoppedAfter?: number;
  /** What reading a store over a network took. */
  store?: StoreMetrics;
}

/** Returns what a load would read, without reading it. */
export async function planLoad(
  lake: Pick<Lake, 'loaded'> | undefined,
  store: Store,
  options: LoadOptions = {},
): Promise<{ plan: Plan; listing: Listing }> {
  const { range, allowGaps, segmentLedgers = SEGMENT_LEDGERS, signal } = options;
  const listing = options.listing ?? (await listStore(store, options));
  const manifest = await store.manifest({ signal });
  checkLayout(store.name, listing.objects, { manifest });
  const loaded = (await lake?.loaded()) ?? [];
  const plan = planUnits({ listing, range, loaded, unitLedgers: segmentLedgers, allowGaps, schema: manifest });
  return { plan, listing };
}

/** Where objects are computed, what gaps are allowed is found by asking for each of them. */
async function listStore(store: Store, { range, allowGaps = false, signal }: LoadOptions): Promise<Listing> {
  const listing = await store.list({ range, signal });
  if (!listing.computed || !allowGaps) return listing;
  const { objects } = listing;
  const isThere: boolean[] = [];
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < objects.length; i = next++) isThere[i] = await store.exists(objects[i]!.key, { signal });
  };
  await Promise.all(Array.from({ length: settingsFor(store, objects).workers }, lane));
  return { ...listing, objects: objects.filter((_, i) => isThere[i]) };
}

/**
 * Loads what the store holds and the lake lacks. Throws what made a segment fail; segments that were committed stay.
 * Ledgers that the lake has are compared with the store's, and others than these are a LakeError.
 */
export async function loadStore(lake: Lake, store: Store, options: LoadOptions = {}): Promise<LoadReport> {
  const started = performance.now();
  const { plan, listing } = await planLoad(lake, store, options);
  await options.agree?.(plan);
  const total = plan.units.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const seen: Progress = { ledgers: 0, rows: 0, bytesRead: 0 };
  const report = (step: Progress) => {
    seen.ledgers += step.ledgers;
    seen.rows += step.rows;
    seen.bytesRead += step.bytesRead;
    options.onProgress?.({ ...seen, total: plan.files.length > 0 ? 0 : total });
  };
  const pool = options.pool ?? createPool(options.workers, report);
  const fetcher = new Fetcher(store, pool, listing.objects);
  const lookup = new Lookup(join(lake.path, LOOKUP_FOLDER));
  const load = new Load(lake, lookup, fetcher, options, pool);
  try {
    await load.checkAnchor();
    await load.compare(listing.objects, plan, store.remote !== undefined);
    await load.run(plan);
    await load.checkAnchor();
  } finally {
    fetcher.stop();
    await keepIndex(lookup);
    if (!options.pool) await pool.close();
  }
  const { omitted, stoppedAfter } = load.report;
  const gaps = stoppedAfter === undefined ? await gapsAfter(lake, plan, listing, omitted, options) : plan.gaps;
  const seconds = (performance.now() - started) / 1000;
  const metrics = store.remote && { store: { ...store.remote.metrics } };
  return { ...load.report, skipped: load.skipped(plan), gaps, seconds, ...metrics };
}

/** Files say what they hold only when they are read, so what they lack of an explicit range is known after the load. */
async function gapsAfter(
  lake: Lake,
  plan: Plan,
  listing: Listing,
  omitted: readonly Omission[],
  { range, allowGaps }: LoadOptions,
): Promise<LedgerRange[]> {
  if (plan.files.length === 0 || range?.first === undefined || range.last === undefined) return plan.gaps;
  const gaps = await lake.missing({ first: range.first, last: range.last });
  const [lacking] = gaps.flatMap((gap) => subtractRanges(gap, mergeRanges(rangesOf(omitted))));
  if (lacking && !allowGaps) throw missingLedger(lacking.first, { listing });
  return gaps;
}

/** Returns the ranges of what was passed over, as far as they are known. */
export function rangesOf(omitted: readonly Omission[]): LedgerRange[] {
  return omitted.flatMap(({ first, last }) => (first === undefined || last === undefined ? [] : [{ first, last }]));
}

class Load {
  readonly report = {
    ledgers: 0,
    transactions: 0,
    operations: 0,
    bytesRead: 0,
    rows: {} as Record<string, number>,
    bytesWritten: 0,
    segments: 0,
    verified: true,
    omitted: [] as Omission[],
    anchored: undefined as boolean | undefined,
    stoppedAfter: undefined as number | undefined,
  };
  readonly #lake: Lake;
  readonly #lookup: Lookup;
  readonly #fetcher: Fetcher;
  readonly #options: LoadOptions;
  readonly #pool: Pool;
  readonly #cancel = new SharedArrayBuffer(4);
  #present: LedgerHash[] = [];
  #stopped = false;
  #lastCommitted: number | undefined;

  constructor(lake: Lake, lookup: Lookup, fetcher: Fetcher, options: LoadOptions, pool: Pool) {
    this.#lake = lake;
    this.#lookup = lookup;
    this.#fetcher = fetcher;
    this.#options = options;
    this.#pool = pool;
    this.report.verified = options.verify ?? true;
  }

  /** Compares the anchor with the ledger that the lake holds; one that is read now is compared before it is committed. */
  async checkAnchor(): Promise<void> {
    const { anchor } = this.#options;
    if (!anchor) return;
    const { sequence, hash } = anchor;
    const held = (await this.#lake.hashes({ first: sequence, last: sequence })).get(sequence);
    if (held && held.hash !== hash) throw verifyError({ file: this.#lake.path, sequence }, 'anchor', held.hash, hash);
    this.report.anchored = held !== undefined;
  }

  /**
   * Looks at the objects of ledgers that are loaded: files that were not the source must hold the same ledgers. Objects behind
   * a network are taken for the source when name and size are the same: reading them again would cost as much as loading them.
   */
  async compare(objects: readonly LedgerObject[], plan: Plan, isRemote: boolean): Promise<void> {
    const objectsThere = objects.filter((object) =>
      plan.skipped.some(({ first, last }) => object.first <= last && object.last >= first),
    );
    if (objectsThere.length === 0) return;
    const files = await this.#lake.read((connection) => selectRows(connection, 'from meta.ledger_files'));
    const known = files.map(({ sha256 }) => String(sha256));
    const names = new Set(files.map((file) => `${String(file['object_name'])} ${String(file['bytes'])}`));
    const unlike = isRemote ? objectsThere.filter(({ key, bytes }) => !names.has(`${key} ${bytes}`)) : objectsThere;
    const groups = chunk(unlike, Math.ceil(unlike.length / this.#pool.size));
    const results = await Promise.all(
      groups.map((objects) => {
        const make = (input: TaskInput) => ({ kind: 'compare' as const, input, known, cancel: this.#cancel, objects });
        return this.#fetcher.run(make, objects);
      }),
    );
    await this.#checkPresent(results.flatMap((result) => result?.present ?? []));
  }

  /** Runs the units of the plan, then the files of unknown range, with no more in flight than keeps the workers busy. */
  async run(plan: Plan): Promise<void> {
    const { signal } = this.#options;
    const stop = () => {
      this.#stopped = true;
      this.#end();
    };
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    const tasks = this.#tasks(plan);
    const failures: unknown[] = [];
    const lane = async () => {
      for (let task = tasks.shift(); task && !this.#stopped && failures.length === 0; task = tasks.shift()) {
        try {
          const result = await task();
          if (result) await this.#commit(result);
        } catch (error) {
          failures.push(error);
          this.#end();
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: this.#pool.size + 1 }, lane));
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    if (failures.length > 0) throw failures[0];
    if (this.#stopped) this.report.stoppedAfter = this.#lastCommitted ?? 0;
  }

  #end(): void {
    Atomics.store(new Int32Array(this.#cancel), 0, 1);
    this.#fetcher.stop();
  }

  /** Ranges that were loaded before, as far as they are known from names or were met in files. */
  skipped(plan: Plan): { first: number; last: number }[] {
    const met = this.#present.map(({ sequence }) => ({ first: sequence, last: sequence }));
    return plan.files.length > 0 ? mergeRanges([...plan.skipped, ...met]) : plan.skipped;
  }

  #tasks({ units, files }: Plan): (() => Promise<LoadResult | undefined>)[] {
    const ofUnits = units.map(
      ({ first, last, objects }) =>
        () =>
          this.#run(objects, first, last, []),
    );
    const ofFiles = files.map((file) => async () => {
      const { first = 0, last = Infinity } = this.#options.range ?? {};
      return this.#run([file], first, last, await this.#lake.loaded());
    });
    return [...ofUnits, ...ofFiles];
  }

  #run(
    objects: readonly (StoreObject & TaskObject)[],
    first: number,
    last: number,
    loaded: LoadTask['loaded'],
  ): Promise<LoadResult | undefined> {
    const {
      verify = true,
      withXdr = false,
      withChanges = false,
      skipUndecodable = false,
      anchor,
      segmentLedgers = SEGMENT_LEDGERS,
      memoryLimit = '1GB',
    } = this.#options;
    const make = (input: TaskInput): LoadTask => ({
      kind: 'load',
      input,
      objects: objects.map(({ key, first, last }) => ({ key, first, last })),
      first,
      last,
      loaded,
      lake: this.#lake.path,
      passphrase: this.#lake.network,
      verify,
      withXdr,
      withChanges,
      skipUndecodable,
      anchor,
      unitLedgers: segmentLedgers,
      memoryLimit,
      cancel: this.#cancel,
    });
    return this.#fetcher.run(make, objects);
  }

  async #commit({ segments, index, counts, present, omitted }: LoadResult): Promise<void> {
    await this.#checkPresent(present);
    this.#present.push(...present);
    for (const segment of segments) {
      const isNew = await this.#lake.commit(await this.#checkedAgainstLake(segment), { chain: this.report.verified });
      if (!isNew) this.#present.push(...segment.ledgers.map(({ sequence, hash }) => ({ sequence, hash, key: '' })));
      else this.#lastCommitted = segment.last;
      this.report.bytesWritten += isNew ? segment.files.reduce((sum, { bytes }) => sum + bytes, 0) : 0;
      this.report.segments += isNew ? 1 : 0;
    }
    for (const run of index) if (isWholly(this.#lookup.missing(run), run)) await this.#lookup.add(memoryRun(run));
    await this.#lake.recordOmissions(omitted);
    this.report.omitted.push(...omitted);
    this.report.ledgers += counts.ledgers;
    this.report.transactions += counts.transactions;
    this.report.operations += counts.operations;
    this.report.bytesRead += counts.bytesRead;
    for (const [table, rows] of Object.entries(counts.rows)) {
      this.report.rows[table] = (this.report.rows[table] ?? 0) + rows;
    }
  }

  /** The commit checks the chain to the ledger before, so the first ledger's record may say so when that one is there. */
  async #checkedAgainstLake(segment: Segment): Promise<Segment> {
    const [head, ...rest] = segment.ledgers;
    const before = await this.#lake.hashes({ first: segment.first - 1, last: segment.first - 1 });
    if (!head || !this.report.verified || before.size === 0) return segment;
    const name = 'previousLedgerHash';
    const checked = {
      ...head,
      checks: [...head.checks, name],
      unchecked: head.unchecked.filter((other) => other !== name),
    };
    return { ...segment, ledgers: [checked, ...rest] };
  }

  async #checkPresent(present: readonly LedgerHash[]): Promise<void> {
    if (present.length === 0) return;
    const sequences = present.map(({ sequence }) => sequence);
    const known = await this.#lake.hashes({ first: Math.min(...sequences), last: Math.max(...sequences) });
    for (const { sequence, key, ...ledger } of present) {
      const there = known.get(sequence);
      const other = there && otherBytes(ledger, there);
      if (!other) continue;
      const { what, found, expected } = other;
      throw new LakeError(
        `${key}, ledger ${sequence}: the lake holds other bytes for this ledger: its ${what} is ${found}, expected ${expected}`,
        { lake: this.#lake.path, file: key, ledger: sequence, found, expected },
      );
    }
  }
}

async function keepIndex(lookup: Lookup): Promise<void> {
  try {
    await lookup.settled();
    await lookup.flush();
  } finally {
    lookup.close();
  }
}

/** What is in the index in part is left to the server, which adds what it misses. */
function isWholly([missing]: LedgerRange[], { first, last }: LedgerRange): boolean {
  return missing?.first === first && missing.last === last;
}

function chunk<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
