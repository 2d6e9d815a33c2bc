/** Ledgers that the lake has already, held against those of the store. */
import type { LedgerObject } from '../datastore/store.ts';
import { LakeError } from '../core/errors.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { otherBytes } from '../lake/disk/snapshot/segment-check.ts';
import type { LedgerHash, TaskInput } from '../workers/messages.ts';
import type { PlannedLoad } from './plan.ts';
import type { Work } from './tasks.ts';

/**
 * Looks at the objects of ledgers that are loaded: files that were not the source must hold the same ledgers. Objects behind
 * a network are taken for the source when name and size are the same: reading them again would cost as much as loading them.
 * Throws LakeError for other ledgers.
 */
export async function compareLoaded(work: Work, { plan, listing }: PlannedLoad, isRemote: boolean): Promise<void> {
  const objects = listing.objects.filter((object) =>
    plan.skipped.some(({ first, last }) => object.first <= last && object.last >= first),
  );
  if (objects.length === 0) return;
  const { lake, fetcher, pool, cancel } = work;
  const sources = await lake.sources({
    first: Math.min(...objects.map(({ first }) => first)),
    last: Math.max(...objects.map(({ last }) => last)),
  });
  const known = [...new Set(sources.map(({ sha256 }) => sha256))];
  const names = new Set(sources.map(({ object, bytes }) => `${object} ${bytes}`));
  const unlike = isRemote ? objects.filter(({ key, bytes }) => !names.has(`${key} ${bytes}`)) : objects;
  const results = await Promise.all(
    shares(unlike, pool.size).map((objects) => {
      const make = (input: TaskInput) => ({ kind: 'compare' as const, input, known, cancel, objects });
      return fetcher.run(make, objects);
    }),
  );
  await checkSame(
    lake,
    results.flatMap((result) => result?.present ?? []),
  );
}

function shares(objects: readonly LedgerObject[], count: number): LedgerObject[][] {
  const size = Math.ceil(objects.length / count);
  return Array.from({ length: Math.ceil(objects.length / size) }, (_, i) => objects.slice(i * size, (i + 1) * size));
}

/** Throws LakeError when one of the ledgers is not the one that the lake holds. */
export async function checkSame(lake: Lake, present: readonly LedgerHash[]): Promise<void> {
  if (present.length === 0) return;
  const sequences = present.map(({ sequence }) => sequence);
  const known = await lake.hashes({ first: Math.min(...sequences), last: Math.max(...sequences) });
  for (const { sequence, key, ...ledger } of present) {
    const there = known.get(sequence);
    const other = there && otherBytes(ledger, there);
    if (!other) continue;
    const { what, found, expected } = other;
    throw new LakeError(
      `${key}, ledger ${sequence}: the lake holds other bytes for this ledger: in this file its ${what} is ${found}, in the lake ${expected}; load it into another lake to compare`,
      { lake: lake.path, file: key, ledger: sequence, found, expected },
    );
  }
}
