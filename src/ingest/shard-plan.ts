/** What a load in parts takes and costs, part by part, before anything is read. */
import { costOf, priceOf } from '../datastore/cost.ts';
import type { LedgerRange } from '../datastore/keys.ts';
import type { RangeOption } from '../datastore/range.ts';
import type { Listing, Store } from '../datastore/store.ts';
import { askedRange } from '../datastore/listing/newest.ts';
import { UsageError } from '../core/errors.ts';
import { knownOptions } from '../options/known-options.ts';
import type { LoadOptions } from './load-options.ts';
import { MOST_LISTED, shardRanges } from './shard.ts';
import * as kind from '../options/kinds.ts';

/** Options of `planShards`. */
export interface ShardPlanOptions extends Pick<LoadOptions, 'allowGaps' | 'segmentLedgers' | 'signal'> {
  /** The ledgers of the whole load; both ends must be known. */
  range: RangeOption;
  /** How many parts. */
  count: number;
  /** Ledgers a second that one machine loads. */
  rate?: number;
  /** USD an hour of one machine. */
  machinePrice?: number;
  /** USD a gigabyte that is read; by default what the store's readers usually pay. */
  pricePerGb?: number;
}

/** A part of a load. */
export interface PlannedShard extends LedgerRange {
  /** How many ledgers the part has. */
  ledgers: number;
  /** How many objects it reads; an estimate if the plan says so. */
  objects: number;
  /** Their compressed size in bytes; an estimate if the plan says so. */
  bytes: number;
  /** Where a rate is known. */
  seconds?: number;
  /** USD, for the bytes. */
  trafficUsd: number;
  /** USD, where rate and price of a machine are known. */
  machineUsd?: number;
}

/** The parts of a load. */
export interface ShardPlan {
  /** The parts in ascending order of their ledgers. */
  shards: PlannedShard[];
  /** Whether objects and bytes are estimated from some of each part, since listing all of them takes too long. */
  isEstimate: boolean;
}

const PLAN_OPTIONS: Record<keyof ShardPlanOptions, kind.Kind> = {
  ...{ range: kind.range, count: kind.whole(), rate: kind.amount, machinePrice: kind.amount, pricePerGb: kind.amount },
  ...{ allowGaps: kind.flag, segmentLedgers: kind.whole(), signal: kind.signal },
};

/** How many ledgers of a part are listed where all would be too many. */
const SAMPLE_LEDGERS = 1000;

/**
 * Returns what each part of a load reads, takes and costs. A load lasts as long as its longest part. Throws like
 * `shardRanges`, and UsageError unless the rate is above 0.
 */
export async function planShards(store: Store, options: ShardPlanOptions): Promise<ShardPlan> {
  const { range, count, rate, machinePrice, pricePerGb, signal } = knownOptions('planShards', options, PLAN_OPTIONS);
  if (rate !== undefined && !(rate > 0)) throw new UsageError(`rate is ${rate}, expected ledgers per second`);
  const ranges = await shardRanges(store, await askedRange(store, range, { signal }), count, options);
  const [head, tail] = [ranges[0], ranges[ranges.length - 1]];
  const isEstimate = tail.last - head.first >= MOST_LISTED;
  const whole = isEstimate ? undefined : await store.list({ range: { first: head.first, last: tail.last }, signal });
  const price = priceOf(store, pricePerGb);
  const shards: PlannedShard[] = [];
  for (const part of ranges) {
    const ledgers = part.last - part.first + 1;
    const { objects, bytes } = whole ? weigh(whole, part) : await estimate(store, part, signal);
    const seconds = rate === undefined ? undefined : ledgers / rate;
    const machineUsd =
      seconds === undefined || machinePrice === undefined ? undefined : (seconds / 3600) * machinePrice;
    shards.push({ ...part, ledgers, objects, bytes, seconds, trafficUsd: costOf(bytes, price), machineUsd });
  }
  return { shards, isEstimate };
}

function weigh({ objects }: Listing, { first, last }: LedgerRange): { objects: number; bytes: number } {
  const own = objects.filter((object) => object.first <= last && object.last >= first);
  return { objects: own.length, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Ledgers grow over the years: those in the middle of a part stand for it. */
async function estimate(
  store: Store,
  part: LedgerRange,
  signal?: AbortSignal,
): Promise<{ objects: number; bytes: number }> {
  const middle = Math.floor((part.first + part.last) / 2);
  const sample = { first: middle, last: Math.min(middle + SAMPLE_LEDGERS - 1, part.last) };
  const found = weigh(await store.list({ range: sample, signal }), sample);
  const share = (part.last - part.first + 1) / (sample.last - sample.first + 1);
  return { objects: Math.round(found.objects * share), bytes: Math.round(found.bytes * share) };
}
