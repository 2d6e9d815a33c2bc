/** What may be said of a load. */
import type { Plan } from '../datastore/plan.ts';
import type { AskedRange, RangeOption } from '../datastore/range.ts';
import type { Listing } from '../datastore/store.ts';
import { DECODE_OPTIONS, type DecodeOptions } from '../tables/decode-options.ts';
import type { Pool } from '../workers/pool.ts';
import { anchorKind, type Anchor } from './anchor.ts';
import type { LoadProgress } from './report.ts';
import { checkShard, parseShard, type Shard } from './shard-number.ts';
import * as kind from '../options/kinds.ts';

/** Segments are cut at multiples of this many ledgers, of ten times as many where a load has many of them and they are small. */
export const SEGMENT_LEDGERS = 100;

/** Options of a load. */
export interface LoadOptions extends DecodeOptions {
  /** The ledgers to load, such as `2:+100`; all of the store by default. */
  range?: RangeOption;
  /** Only this part of the range, whose ends must both be given: see `shardRanges`. */
  shard?: Shard;
  /** Decode workers: 1 to 9999, at most four per core are started; one per core by default. */
  workers?: number;
  /** Recompute all hashes of each ledger and check the chain; true by default. With false, only transactions are compared. */
  verify?: boolean;
  /** Skip ledgers that cannot be decoded, and list them in the report and the lake. By default they fail the load. */
  skipUndecodable?: boolean;
  /** Load what is there of an explicit range; by default a missing ledger is a StoreError before anything is read. */
  allowGaps?: boolean;
  /** A trusted ledger hash. The load fails with a VerifyError if the ledger has another hash; none by default. */
  anchor?: Anchor;
  /** Cut segments at multiples of this many ledgers; 100 by default, 1000 if a load has many small segments. */
  segmentLedgers?: number;
  /** Write the materialised relations of each segment with it; true by default. With false, `refreshLake` writes them later. */
  silver?: boolean;
  /** Merge small segments of the lake afterwards, if there are many; true by default. */
  compact?: boolean;
  /** Publish Iceberg tables of the lake now and with each later commit; false by default, which leaves them as they are. */
  iceberg?: boolean;
  /** Memory of DuckDB in each worker, such as `500MB`, in addition to the rows of a segment; 1GB by default. */
  memoryLimit?: string;
  /** A listing of the store; by default the load asks the store for one. */
  listing?: Listing;
  /** Stops the load after the ledgers in hand. The report then has `stoppedAfter`; the `load` of a handle rejects. */
  signal?: AbortSignal;
  /** Called with the plan before an object is read; what it throws ends the load. */
  agree?: (plan: Plan) => Promise<void>;
  /** Called after each step of a worker, with sums since the load began. */
  onProgress?: (progress: LoadProgress) => void;
  /** Takes in words what went wrong and does not end the load. */
  onTrouble?: (message: string) => void;
  /** Called when fewer workers are started than `workers` asks for, since no more would have anything to do. */
  onFewerWorkers?: (started: number, asked: number) => void;
  /** Workers to use and leave running, instead of the load's own pool; `workers` is then the pool's. */
  pool?: Pool;
}

/** A part as an option: also the text that the command line takes. */
const shardKind: kind.Kind = {
  expected: 'I/N, such as 3/8, or index and count',
  read: (value) => {
    if (typeof value === 'string') return parseShard(value);
    return typeof value === 'object' && value !== null ? checkShard(value as Shard) : undefined;
  },
};

/** Their names, but for the pool, which who follows has of its own. */
export const SAID_OF_LOADS: Record<Exclude<keyof LoadOptions, 'pool'>, kind.Kind> = {
  ...DECODE_OPTIONS,
  range: kind.range,
  shard: shardKind,
  workers: kind.whole(1, 9999),
  verify: kind.flag,
  skipUndecodable: kind.flag,
  allowGaps: kind.flag,
  anchor: anchorKind,
  segmentLedgers: kind.whole(),
  silver: kind.flag,
  compact: kind.flag,
  iceberg: kind.flag,
  memoryLimit: kind.memory,
  listing: kind.object,
  signal: kind.signal,
  agree: kind.call,
  onProgress: kind.call,
  onFewerWorkers: kind.call,
  onTrouble: kind.call,
};

/** Their names. */
export const LOAD_OPTIONS: Record<keyof LoadOptions, kind.Kind> = { ...SAID_OF_LOADS, pool: kind.object };

/** The same with a range whose ends are known as far as they can be before a store is listed. */
export type ResolvedLoadOptions = LoadOptions & { range?: AskedRange };
