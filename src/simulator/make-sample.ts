/** Generates the sample store in `data/sample`; run it as a program to write the store again. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeStore, type WrittenStore } from './store.ts';

/** What `data/sample` is made of: 128 ledgers, and ten to a file lets them end with a full one. */
export const sampleOptions = {
  seed: 'sample',
  passphrase: 'Ledgerlake Sample Network ; 2026',
  ledgers: 128,
  startLedger: 2,
  transactionsPerLedger: 14,
  startTime: 1_767_225_600,
  ledgersPerFile: 10,
  filesPerPartition: 5,
  mix: 'mixed',
  compressionLevel: 19,
} as const;

/** Writes the sample store to an empty or missing folder. */
export function writeSample(dir: string): WrittenStore {
  return writeStore(dir, sampleOptions);
}

if (import.meta.main) {
  const dir = join(import.meta.dirname, '../../data/sample');
  rmSync(dir, { recursive: true, force: true });
  writeSample(dir);
}
