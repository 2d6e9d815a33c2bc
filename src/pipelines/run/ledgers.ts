/** The ledgers that a run is to take, and the objects that hold them. */
import { newestRange } from '../../datastore/listing/newest.ts';
import { FIRST_LEDGER, type LedgerRange } from '../../datastore/keys.ts';
import { checkLayout } from '../../datastore/layout.ts';
import { planUnits } from '../../datastore/plan.ts';
import type { Store } from '../../datastore/store.ts';
import { PipelineError, StoreError } from '../../core/errors.ts';
import { Appearing, startingAt } from '../../ingest/appearing.ts';
import { isNothingYet } from '../../ingest/beginning.ts';
import { Outages } from '../../ingest/outage.ts';
import { localPace, RemotePace } from '../../ingest/pace.ts';
import type { Definition } from '../definition/definition.ts';
import { OTHER_RANGE, storeWithLedgers } from './store-ledgers.ts';
import type { Reading } from './source.ts';

/** Returns the first ledger that a definition names; of `latest` the one after the newest of the store. */
export async function firstLedger({ spec }: Definition, store: Store, signal?: AbortSignal): Promise<number> {
  if (spec.startLedger === 'genesis') return FIRST_LEDGER;
  if (spec.startLedger !== 'latest') return Math.max(Number(spec.startLedger), FIRST_LEDGER);
  try {
    const { first } = await newestRange(store, 1, { signal });
    return (first ?? FIRST_LEDGER) + 1;
  } catch (error) {
    if (isNothingYet(error)) return FIRST_LEDGER;
    throw error;
  }
}

/** Returns what holds a range with two ends. Throws PipelineError when the store lacks some of it. */
export function boundedReading(store: Store, range: LedgerRange, signal?: AbortSignal): Promise<Reading> {
  return heldReading(store, range, { signal, allowGaps: false });
}

/**
 * Returns the objects of a range, and its missing ledgers. Throws PipelineError if all are missing, or any without `allowGaps`.
 */
export async function heldReading(
  store: Store,
  range: LedgerRange,
  { signal, allowGaps }: { signal?: AbortSignal; allowGaps: boolean },
): Promise<Reading & { gaps: LedgerRange[] }> {
  try {
    const listing = await store.list({ range, signal });
    const schema = await store.manifest({ signal });
    checkLayout(store.name, listing.objects, { manifest: schema });
    const plan = planUnits({ listing, range, unitLedgers: Infinity, schema, allowGaps });
    // Files whose names do not say it may hold what no other object does.
    const gaps = plan.files.length > 0 ? [] : plan.gaps;
    return { objects: [...plan.units.flatMap(({ objects }) => objects), ...plan.files], range, gaps };
  } catch (error) {
    if (!(error instanceof StoreError) || (error.kind !== undefined && error.kind !== 'empty')) throw error;
    const held = await storeWithLedgers(store, signal);
    const what = `ledgers ${range.first} to ${range.last} are not all in ${held}; ${OTHER_RANGE}: ${error.message}`;
    throw new PipelineError(what, { code: 'range_outside_source', ledger: range.first }, error);
  }
}

export interface FollowSettings {
  first: number;
  last: number;
  signal?: AbortSignal;
  onTrouble: (message: string) => void;
  onWaiting: (ledger: number) => void;
}

/** Yields what there is from a ledger on, and then what appears, in order and without a gap, until the signal. */
export async function* followReading(store: Store, settings: FollowSettings): AsyncGenerator<Reading> {
  const { first, last, signal, ...told } = settings;
  const range = { first, last };
  const pace = store.remote ? new RemotePace() : localPace;
  const outages = new Outages({ signal, ...told });
  const appearing = new Appearing(store, { range, signal, ...told }, pace);
  let next = first;
  while (!signal?.aborted && next <= last) {
    const listed = next === first ? await outages.persist(() => appearing.list()) : undefined;
    const there = startingAt(listed ?? [], next);
    const objects = there.length > 0 ? there : await outages.persist(() => appearing.from(next));
    if (!objects || objects.length === 0) return;
    yield { objects, range: { first: next, last } };
    next = objects.at(-1)!.last + 1;
  }
}
