/** What all benches share: the corpus and small sums. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const corpus = resolve(process.env.LEDGERLAKE_CORPUS ?? join(import.meta.dirname, '../../shared/data'));

/** Ledgers to measure with: of the corpus when it is there, else the sample. */
export interface BenchSet {
  name: string;
  sources: string[];
  network: string;
}

const sample = {
  name: 'sample',
  sources: [join(import.meta.dirname, '../data/sample')],
  network: 'Ledgerlake Sample Network ; 2026',
};

/** The sets that are there. */
export const benchSets: BenchSet[] = existsSync(corpus)
  ? [
      { name: 'pubnet-p26', sources: [join(corpus, 'pubnet-p26/store')], network: 'pubnet' },
      {
        name: 'load-test-ledgers-v27',
        sources: [join(corpus, 'loadtest/load-test-ledgers-v27.xdr.zst')],
        network: 'Apply Load',
      },
    ]
  : [sample];

/** The value in the middle; of an even number, the larger one. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** The sum of values. */
export function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
