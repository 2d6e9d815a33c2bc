import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeldBytes } from '../../src/server/rpc/buffered-bytes.ts';
import { TimeLimit } from '../../src/server/rpc/time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('TimeLimit', () => {
  it('counts work, not the time in which a client takes its answer', async () => {
    const onOver = vi.fn();
    const limit = new TimeLimit(100, onOver);
    await vi.advanceTimersByTimeAsync(60);
    await limit.pausedFor(() => vi.advanceTimersByTimeAsync(10_000).then(() => undefined));
    expect([limit.worked, limit.isOver]).toEqual([60, false]);
    await vi.advanceTimersByTimeAsync(39);
    expect(onOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(onOver).toHaveBeenCalledOnce();
    expect(limit.isOver).toBe(true);
  });

  it('says nothing once it has ended, even while a client takes its answer', async () => {
    const onOver = vi.fn();
    const limit = new TimeLimit(100, onOver);
    const paused = limit.pausedFor(() => vi.advanceTimersByTimeAsync(10).then(() => undefined));
    limit.end();
    await paused;
    await vi.advanceTimersByTimeAsync(1000);
    expect(onOver).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('HeldBytes', () => {
  it('leaves to calls what does not wait for clients, and a little always', () => {
    const held = new HeldBytes();
    const most = held.mayHold();
    held.writers = 2;
    expect(held.mayHold()).toBe(most / 2);
    const taken = held.wait(new Uint8Array(most / 2).subarray(0, 10));
    expect(held.mayHold()).toBe(most / 4);
    const all = held.wait(new Uint8Array(2 * most));
    expect(held.mayHold()).toBe(64 * 1024);
    taken();
    all();
    expect(held.mayHold()).toBe(most / 2);
  });
});
