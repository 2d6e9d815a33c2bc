import { expect, it } from 'vitest';
import { similarName, suggestion } from '../src/similar.ts';

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
  expect(suggestion('payments', known)).toBe('');
});
