import { expect, it } from 'vitest';
import { editsBetween, similarName, suggestion } from '../../src/core/similar.ts';

const known = ['history_ledgers', 'history_trades', 'offers', 'ttl'];

it.each([
  ['history_legders', 'history_ledgers'],
  ['history_ledger', 'history_ledgers'],
  ['ledgers', undefined],
  ['OFFRES', 'offers'],
  ['ttk', 'ttl'],
  ['x', undefined],
  ['', undefined],
])('takes %j for %j', (typed, meant) => {
  expect(similarName(typed, known)).toBe(meant);
});

it('words what was meant as a question, or not at all', () => {
  expect(suggestion('offer', known)).toBe(' (did you mean offers?)');
  expect(suggestion('history', known)).toBe(' (did you mean history_ledgers?)');
  expect(suggestion('payments', known)).toBe('');
  expect(suggestion('', known)).toBe('');
});

it('does not compare what is far longer', () => {
  expect(editsBetween('offer', 'offers', 1)).toBe(1);
  expect(editsBetween('o'.repeat(1 << 20), 'offers', 3)).toBe(Infinity);
});
