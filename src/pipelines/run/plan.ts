/** What a run would read, and what that costs, before anything is read. */
import { estimateCost, type Cost } from '../../datastore/cost.ts';
import { newestRange } from '../../datastore/listing/newest.ts';
import type { Store } from '../../datastore/store.ts';
import type { Definition } from '../definition/definition.ts';
import { boundedReading, firstLedger } from './ledgers.ts';
import { openPipelineSource, type PipelineSource } from './open-source.ts';

/** What a run would read now. */
export interface PipelinePlan {
  store: string;
  /** The first ledger. */
  first: number;
  /** The last one; of a pipeline that follows, the newest that there is. Below `first` where there is nothing to read yet. */
  last: number;
  files: readonly { key: string; bytes: number }[];
  cost: Cost;
}

export interface PlanOptions extends PipelineSource {
  /** The last ledger that is written already. */
  after?: number;
  signal?: AbortSignal;
}

/** Returns what a run of a definition would read. Throws PipelineError where the store lacks some of it, and StoreError. */
export async function planPipeline(definition: Definition, options: PlanOptions): Promise<PipelinePlan> {
  const store = await openPipelineSource(options);
  try {
    const { after = 0, signal } = options;
    const first = Math.max(await firstLedger(definition, store, signal), after + 1);
    const last = await lastLedger(definition, store, signal);
    const files = first > last ? [] : (await boundedReading(store, { first, last }, signal)).objects;
    return { store: store.name, first, last, files, cost: estimateCost(store, files) };
  } finally {
    store.close?.();
  }
}

async function lastLedger({ spec }: Definition, store: Store, signal?: AbortSignal): Promise<number> {
  if (spec.endLedger !== undefined) return Number(spec.endLedger);
  // Of the newest one ledger, the first is the last.
  return (await newestRange(store, 1, { signal })).first ?? 0;
}
