/** Results of workers are committed in the order of the plan, whichever is ready first. */
import { expect, it } from 'vitest';
import type { Plan } from '../../src/datastore/plan.ts';
import { runTasks, type Work } from '../../src/ingest/tasks.ts';
import type { LoadResult } from '../../src/workers/messages.ts';

const units = [1, 2, 3, 4].map((n) => ({ first: n * 10, last: n * 10 + 9, objects: [] }));

/** Runs units that end in this order, by first ledger; one of them fails, or none. Returns which were committed, and the error. */
async function committedWhere(order: readonly number[], failing?: number) {
  const ends = new Map(units.map(({ first }) => [first, Promise.withResolvers<LoadResult>()]));
  let ended = 0;
  const endNext = () => {
    const first = order[ended++];
    const end = first === undefined ? undefined : ends.get(first);
    if (first === failing) end?.reject(new Error('damaged'));
    else end?.resolve({ segments: [], omittedFrom: [], first } as never);
  };
  const committed: number[] = [];
  const run = (make: (input: never) => { first: number }) => {
    const end = ends.get(make(undefined as never).first)!;
    setImmediate(endNext);
    return end.promise;
  };
  const fetcher = { run, isAnyChanged: () => Promise.resolve(false), stop: () => undefined };
  const work = {
    lake: { path: '', network: '' },
    fetcher,
    pool: { tasks: units.length },
    options: {},
    cancel: new SharedArrayBuffer(4),
  } as unknown as Work;
  const error = await runTasks(work, { units, files: [] } as unknown as Plan, (result) => {
    committed.push((result as unknown as { first: number }).first);
    return Promise.resolve();
  }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { committed, error };
}

it('commits in the order of the plan', async () => {
  expect(await committedWhere([40, 30, 20, 10])).toEqual({ committed: [10, 20, 30, 40], error: undefined });
});

it('commits nothing after a unit that failed', async () => {
  expect(await committedWhere([40, 10, 30, 20], 20)).toEqual({ committed: [10], error: 'damaged' });
});
