import { describe, expect, it } from 'vitest';
import { KeptResults } from '../../../src/lake/asking/query/kept-results.ts';
import { emptySnapshot } from '../../../src/lake/disk/snapshot/snapshot.ts';

const [first, second] = [emptySnapshot(1), emptySnapshot(2)];
const rowsOf = (text: string) => ({ names: ['a'], rows: [[text]] });

describe('KeptResults', () => {
  it('forgets what was answered on another snapshot, and does not keep what comes too late', () => {
    const results = new KeptResults();
    expect(results.find(first, 'key')).toBeUndefined();
    results.keep(first, 'key', rowsOf('old'));
    expect(results.find(first, 'key')).toEqual(rowsOf('old'));
    expect(results.find(second, 'key')).toBeUndefined();
    results.keep(first, 'key', rowsOf('old'));
    expect(results.find(second, 'key')).toBeUndefined();
    expect(results.bytes).toBe(0);
  });

  it('takes no more than it may: what rested longest goes first, and what is large is not kept', () => {
    const results = new KeptResults(32_000);
    results.find(first, '');
    for (let i = 0; i < 100; i++) {
      results.keep(first, `key ${i}`, rowsOf('x'.repeat(800)));
      expect(results.find(first, 'key 0')).toBeDefined();
      expect(results.bytes).toBeLessThanOrEqual(32_000);
    }
    expect(results.find(first, 'key 1')).toBeUndefined();
    expect(results.find(first, 'key 99')).toBeDefined();
    results.keep(first, 'large', rowsOf('x'.repeat(1000)));
    expect(results.find(first, 'large')).toBeUndefined();
  });

  it('counts what is put in the place of the same once', () => {
    const results = new KeptResults();
    results.find(first, '');
    results.keep(first, 'key', rowsOf('x'));
    const { bytes } = results;
    results.keep(first, 'key', rowsOf('y'));
    expect([results.bytes, results.find(first, 'key')]).toEqual([bytes, rowsOf('y')]);
  });
});
