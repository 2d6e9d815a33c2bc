/** What answers should tell, of every endpoint that has a plain form; the others are named with why not. */
import { accountAnswers } from './accounts.ts';
import type { PlainAnswer } from './answer.ts';
import { bronzeAnswers } from './bronze.ts';
import { contractAnswers } from './contracts.ts';
import { goldAnswers } from './gold.ts';
import { ledgerAnswers } from './ledgers.ts';
import { marketAnswers } from './markets.ts';
import { transactionAnswers } from './transactions.ts';

export const plainAnswers: readonly PlainAnswer[] = [
  ...accountAnswers,
  ...contractAnswers,
  ...marketAnswers,
  ...ledgerAnswers,
  ...goldAnswers,
  ...transactionAnswers,
  ...bronzeAnswers,
];

/** Endpoints without a plain form: what they tell is in no table, and where it is tested. */
export const otherwise: Readonly<Record<string, string>> = {
  '/api/v1/meta': 'what a snapshot says of files; corpus/query',
  '/api/v1/silver/contracts/{id}/interface': 'what code says of itself; contract-spec and interface',
  '/api/v1/silver/contracts/{id}/wasm': 'the code; tier-b.slow.test.ts',
  '/api/v1/silver/decode/scval': 'what is sent; tier-b.slow.test.ts',
  '/api/v1/silver/soroban/config': 'settings by their ids; tier-b.slow.test.ts',
  '/api/v1/silver/soroban/config/limits': 'the same',
  '/api/v1/silver/tx/{hash}/explanation': 'sentences; library/explain.slow.test.ts',
  '/api/v1/silver/tx/{hash}/diffs': 'changes are in ledger files; corpus/query',
  '/api/v1/gold/compliance/archive/{id}': 'archives are made in the last test of this file',
  '/api/v1/gold/compliance/archive/{id}/download/{artifact}': 'likewise',
  '/api/v1/gold/compliance/archives': 'likewise',
  '/api/v1/gold/compliance/lineage': 'likewise',
};
