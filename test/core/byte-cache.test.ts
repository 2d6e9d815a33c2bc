import { describe, expect, it } from 'vitest';
import { ByteCache } from '../../src/core/byte-cache.ts';

const of = (bytes: number) => ({ bytes });
const kept = (all: ByteCache<{ bytes: number }>, names: string) => [...names].filter((name) => all.has(name)).join('');

describe('ByteCache', () => {
  it('forgets those first that nobody asked for since there was too much before', () => {
    const all = new ByteCache(30);
    for (const name of 'abc') all.put(name, of(10));
    all.put('d', of(10));
    expect(kept(all, 'abcd')).toBe('bcd');
    all.get('b');
    all.put('e', of(10));
    expect(kept(all, 'bcde')).toBe('bde');
    all.get('b');
    all.put('f', of(20));
    expect(kept(all, 'bdef')).toBe('bf');
    expect(all.bytes).toBe(30);
  });

  it('keeps what is put where all others were asked for', () => {
    const all = new ByteCache(30);
    for (const name of 'abc') all.put(name, of(10));
    for (const name of 'abc') all.get(name);
    all.put('d', of(10));
    expect([all.has('d'), all.bytes]).toEqual([true, 30]);
  });

  it('counts what takes the place of another once, and keeps none that is too large by itself', () => {
    const all = new ByteCache(30);
    all.put('a', of(10));
    all.put('a', of(20));
    expect(all.bytes).toBe(20);
    all.put('a', of(31));
    expect([all.bytes, all.get('a')]).toEqual([0, undefined]);
    const largest = of(30);
    all.put('b', of(5));
    all.put('c', largest);
    expect([kept(all, 'bc'), all.get('c'), all.bytes]).toEqual(['c', largest, 30]);
  });

  it('takes objects for keys', () => {
    const [one, other] = [{}, {}];
    const all = new ByteCache<{ bytes: number }, object>(30);
    all.put(one, of(10));
    expect([all.get(one), all.get(other)]).toEqual([of(10), undefined]);
  });
});
