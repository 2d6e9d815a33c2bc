import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Snapshot } from '../../../src/lake/disk/snapshot/snapshot.ts';
import { NewestIndexed } from '../../../src/server/query/newest.ts';

const snapshotOf = (number: number, { epoch = 0, generation = 0 } = {}) => ({ number, epoch, generation }) as Snapshot;

/** A lake whose index tells of some commits. */
function lakeOf(first: Snapshot, ...indexed: Snapshot[]) {
  const state = { committed: first, indexed: new Set(indexed) };
  const lake = { snapshot: async () => state.committed };
  const index = { tells: (committed: object) => state.indexed.has(committed as Snapshot) };
  return { state, newest: new NewestIndexed(lake, index) };
}

const [one, two] = [snapshotOf(1), snapshotOf(2)];

describe('NewestIndexed.snapshot()', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is the newest where the index tells of it', async () => {
    const { state, newest } = lakeOf(one, one, two);
    expect(await newest.snapshot()).toBe(one);
    state.committed = two;
    expect(await newest.snapshot()).toBe(two);
  });

  it('is the one before until the index tells of the newest', async () => {
    const { state, newest } = lakeOf(one, one);
    await newest.snapshot();
    state.committed = two;
    expect(await newest.snapshot()).toBe(one);
    state.indexed.add(two);
    expect(await newest.snapshot()).toBe(two);
  });

  it('is the newest after half a second without the index, and the next waits again', async () => {
    const { state, newest } = lakeOf(one, one);
    await newest.snapshot();
    state.committed = two;
    expect(await newest.snapshot()).toBe(one);
    vi.advanceTimersByTime(501);
    expect(await newest.snapshot()).toBe(two);
    state.indexed.add(two);
    state.committed = snapshotOf(3);
    expect(await newest.snapshot()).toBe(two);
  });

  it('is the newest where the index did not tell of the one before', async () => {
    const { state, newest } = lakeOf(one);
    await newest.snapshot();
    state.committed = two;
    expect(await newest.snapshot()).toBe(two);
  });

  it.each([{ epoch: 1 }, { generation: 1 }])('is the newest where %o is another', async (other) => {
    const { state, newest } = lakeOf(one, one);
    await newest.snapshot();
    state.committed = snapshotOf(2, other);
    expect(await newest.snapshot()).toBe(state.committed);
  });
});

describe('NewestIndexed.later()', () => {
  it('looks at the lake once for all that wait', async () => {
    const { state, newest } = lakeOf(one, one, two);
    const looks = vi.spyOn(newest, 'snapshot');
    const waiting = Array.from({ length: 1000 }, () => newest.later());
    state.committed = two;
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([two]));
    expect(looks).toHaveBeenCalledTimes(1);
    await newest.later();
    expect(looks).toHaveBeenCalledTimes(2);
  });
});
