/** What a run would read, and what that costs, before anything is read. */
import { estimateCost, type Cost } from '../../datastore/cost.ts';
import type { LedgerRange } from '../../datastore/keys.ts';
import { newestRange } from '../../datastore/listing/newest.ts';
import { isBucketAddress } from '../../datastore/open.ts';
import type { Store } from '../../datastore/store.ts';
import { LedgerlakeError } from '../../core/errors.ts';
import type { Definition } from '../definition/definition.ts';
import type { Finding } from '../yaml/findings.ts';
import { isLarge, largeText } from '../definition/ledgers.ts';
import { OTHER_RANGE, storeWithLedgers } from './store-ledgers.ts';
import { firstLedger, heldReading } from './ledgers.ts';
import { openPipelineSource, type PipelineSource } from './open-source.ts';

/** What a run would read now. */
export interface PipelinePlan {
  /** The store in words, such as its path or address. */
  store: string;
  /** The first ledger. */
  first: number;
  /** The last one; of a pipeline that follows, the newest that there is. Below `first` where there is nothing to read yet. */
  last: number;
  /** Those of the range that there are. */
  files: readonly { key: string; bytes: number }[];
  /** Objects, bytes and price of reading `files`. */
  cost: Cost;
  /** `range_outside_source` where the store lacks ledgers, `large_range` for more than 1,000,000. */
  warnings: readonly Finding[];
}

/** Options of `planPipeline`. */
export interface PlanOptions extends PipelineSource {
  /** The last ledger that is written already. */
  after?: number;
  /** USD; by default the usual price where the reader pays. */
  pricePerGb?: number;
  /** Stops the call, which then rejects. */
  signal?: AbortSignal;
}

/** Returns what a run of a definition would read. Throws PipelineError where the store has no ledgers, and StoreError. */
export async function planPipeline(definition: Definition, options: PlanOptions): Promise<PipelinePlan> {
  const store = await openPipelineSource(options);
  try {
    const { after, pricePerGb, signal } = options;
    const first = after === undefined ? await firstLedger(definition, store, signal) : after + 1;
    const last = await lastLedger(definition, store, signal);
    const held = first <= last && (await heldReading(store, { first, last }, { signal, allowGaps: true }));
    const { objects: files, gaps } = held || { objects: [], gaps: [] };
    const name = gaps.length > 0 ? await storeWithLedgers(store, signal) : store.name;
    const warnings = warningsOf(definition, { store: name, first, last, gap: gaps[0] });
    return { store: store.name, first, last, files, cost: estimateCost(store, files, pricePerGb), warnings };
  } finally {
    store.close?.();
  }
}

const LOOK_MS = 2000;

/** Returns the warnings of a plan if its ledgers are on this machine. It opens no remote store, and reports no read errors. */
export async function localWarnings(definition: Definition, options: PlanOptions): Promise<readonly Finding[]> {
  const signal = AbortSignal.timeout(LOOK_MS);
  if (definition.spec.startLedger === 'latest') return [];
  try {
    if (options.store !== undefined && isBucketAddress(options.store)) return [];
    return (await planPipeline(definition, { ...options, signal })).warnings;
  } catch (error) {
    if (error instanceof LedgerlakeError || signal.aborted) return [];
    throw error;
  }
}

async function lastLedger({ spec }: Definition, store: Store, signal?: AbortSignal): Promise<number> {
  const end = spec.endLedger === undefined ? Infinity : Number(spec.endLedger);
  if (end < Infinity && spec.startLedger !== 'latest') return end;
  // Of the newest one ledger, the first is the last.
  const { first = 0 } = await newestRange(store, 1, { signal });
  return Math.min(first, end);
}

interface Found {
  /** With the ledgers that it has, where some are missing. */
  store: string;
  first: number;
  last: number;
  /** The first ledgers that are not there. */
  gap: LedgerRange | undefined;
}

function warningsOf({ spec }: Definition, { store, first, last, gap }: Found): Finding[] {
  const start = 'spec.startLedger';
  const end = spec.endLedger === undefined ? start : 'spec.endLedger';
  const warnings: Finding[] = [];
  if (gap) {
    const message = `ledgers ${gap.first} to ${gap.last} are not in ${store}: a run fails without them; ${OTHER_RANGE}`;
    warnings.push({ code: 'range_outside_source', path: gap.first === first ? start : end, message });
  } else if (spec.startLedger !== 'latest' && first > last + 1) {
    const message = `ledger ${first} is not in ${store}, whose newest is ${last}: a run waits for it`;
    warnings.push({ code: 'range_outside_source', path: start, message });
  }
  if (isLarge(first, last)) warnings.push({ code: 'large_range', path: end, message: largeText(first, last) });
  return warnings;
}
