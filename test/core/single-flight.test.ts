import { describe, expect, it } from 'vitest';
import { SingleFlight } from '../../src/core/single-flight.ts';

/** Work that is ended from outside, and how often it began. */
function workOf() {
  const begun: { signal: AbortSignal; end: PromiseWithResolvers<string> }[] = [];
  const work = (signal: AbortSignal) => {
    const end = Promise.withResolvers<string>();
    signal.addEventListener('abort', () => end.reject(new Error('stopped')));
    begun.push({ signal, end });
    return end.promise;
  };
  return { begun, work };
}

describe('SingleFlight', () => {
  it('does once what is asked for at once, and again what is asked for later', async () => {
    const { begun, work } = workOf();
    const together = new SingleFlight<string>();
    const asked = [1, 2, 3].map(() => together.run('a', undefined, work));
    const other = together.run('b', undefined, work);
    begun[0].end.resolve('one');
    begun[1].end.resolve('two');
    expect(await Promise.all([...asked, other])).toEqual(['one', 'one', 'one', 'two']);
    const later = together.run('a', undefined, work);
    begun[2].end.resolve('three');
    expect([await later, begun.length]).toEqual(['three', 3]);
  });

  it('goes on for those who wait when one of them is aborted, the first one too', async () => {
    const { begun, work } = workOf();
    const together = new SingleFlight<string>();
    const first = new AbortController();
    const aborted = together.run('a', first.signal, work);
    const waits = together.run('a', new AbortController().signal, work);
    first.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    expect(begun[0].signal.aborted).toBe(false);
    begun[0].end.resolve('one');
    expect([await waits, begun.length]).toEqual(['one', 1]);
  });

  it('ends when nobody waits any more, and begins anew for who comes then', async () => {
    const { begun, work } = workOf();
    const together = new SingleFlight<string>();
    const both = [new AbortController(), new AbortController()];
    const asked = both.map(({ signal }) => together.run('a', signal, work));
    both.forEach((one, i) => one.abort(new Error(`gone ${i}`)));
    await expect(asked[0]).rejects.toThrow('gone 0');
    await expect(asked[1]).rejects.toThrow('gone 1');
    const later = together.run('a', undefined, work);
    expect(begun.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    begun[1].end.resolve('two');
    expect(await later).toBe('two');
    await expect(together.run('a', both[0].signal, work)).rejects.toThrow('gone 0');
    expect(begun).toHaveLength(2);
  });

  it('fails for all who wait, and keeps no failure', async () => {
    const { begun, work } = workOf();
    const together = new SingleFlight<string>();
    const asked = [1, 2].map(() => together.run('a', undefined, work));
    begun[0].end.reject(new Error('no such thing'));
    for (const one of asked) await expect(one).rejects.toThrow('no such thing');
    const later = together.run('a', undefined, work);
    begun[1].end.resolve('one');
    expect(await later).toBe('one');
  });
});
