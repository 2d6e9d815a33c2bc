import { expect, it } from 'vitest';
import { remembering } from '../../src/simulator/remembering.ts';

it('makes a value once, and forgets them all when there are too many', () => {
  const made: string[] = [];
  const lengthOf = remembering((text) => made.push(text) * 0 + text.length, 2);
  expect(['a', 'a', 'bb', 'a', 'ccc', 'a'].map(lengthOf)).toEqual([1, 1, 2, 1, 3, 1]);
  expect(made).toEqual(['a', 'bb', 'ccc', 'a']);
});
