import { describe, expect, it } from 'vitest';
import { KeyNumbers } from '../../src/core/key-numbers.ts';

const view = new DataView(new ArrayBuffer(64));

/** Finds the key of the words; its hash is their sum, or as given. */
function find(keys: KeyNumbers, words: number[], hash = words.reduce((sum, word) => sum + word, 0)): number {
  words.forEach((word, i) => view.setInt32(4 + i * 4, word));
  return keys.find(view, 4, 4 + words.length * 4, hash);
}

describe('KeyNumbers', () => {
  it('numbers keys in the order of first sight', () => {
    const keys = new KeyNumbers(4, 4);
    expect(find(keys, [7, 8, 9])).toBe(~0);
    expect(find(keys, [7, 8])).toBe(~1);
    expect(find(keys, [])).toBe(~2);
    expect([[7, 8, 9], [7, 8], []].map((words) => find(keys, words))).toEqual([0, 1, 2]);
  });

  it('tells keys apart that differ in one word only, wherever it is', () => {
    const keys = new KeyNumbers(16, 8);
    const words = [1, 2, 3, 4, 5];
    const others = words.map((_, i) => words.map((word, k) => (k === i ? -1 : word)));
    [words, ...others].forEach((key, i) => expect(find(keys, key, 0)).toBe(~i));
    [words, ...others].forEach((key, i) => expect(find(keys, key, 0)).toBe(i));
  });

  it('keeps keys of every length in a store that grows', () => {
    const keys = new KeyNumbers(1024, 4);
    const all = Array.from({ length: 1000 }, (_, i) => Array.from({ length: i % 12 }, (_, k) => i * 16 + k));
    const distinct = all.filter((words, i) => words.length > 0 || i === 0);
    expect(distinct.map((words) => find(keys, words))).toEqual(distinct.map((_, i) => ~i));
    expect(distinct.map((words) => find(keys, words))).toEqual(distinct.map((_, i) => i));
  });

  it('starts anew when it is full', () => {
    const keys = new KeyNumbers(4, 4);
    expect([1, 2, 3, 4, 5].map((word) => find(keys, [word]))).toEqual([~0, ~1, ~2, ~3, ~0]);
    expect(find(keys, [5])).toBe(0);
    expect(find(keys, [1])).toBe(~1);
  });

  it('forgets some of many keys of one hash, and never takes one for another', () => {
    const keys = new KeyNumbers(256, 4);
    const numbers = Array.from({ length: 40 }, (_, i) => ~find(keys, [i], 0));
    expect(numbers).toEqual(numbers.map((_, i) => i));
    Array.from({ length: 40 }, (_, i) => find(keys, [i], 0)).forEach((number, i) => {
      if (number >= 0) expect(number).toBe(i);
      else expect(~number).toBeGreaterThanOrEqual(40);
    });
  });
});
