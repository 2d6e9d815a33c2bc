/** An index of transactions and events: a changed file leads no search astray. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lookup } from '../../../src/history/lookup.ts';
import { hashKey, type RowKey } from '../../../src/history/row-keys.ts';
import { DamagedRun, saveRun } from '../../../src/history/run-file.ts';
import { mergeRuns, runOf } from '../../../src/history/run.ts';
import { readLedger } from '../../../src/ledger/ledger.ts';
import { networkId } from '../../../src/ledger/network.ts';
import { paired } from '../../../src/history/paired.ts';
import { simulate } from '../../../src/simulator/simulate.ts';
import type { Target } from '../fuzzer.ts';

const passphrase = 'Fuzzed Network';

export function indexFiles(): Target {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-fuzz-'));
  const keys: { key: RowKey; ledger: number }[] = [];
  const options = { seed: 'fuzz', passphrase, ledgers: 20, transactionsPerLedger: 4, mix: 'mixed' } as const;
  const runs = Array.from(simulate(options), ({ sequence, bytes }) => {
    const ledger = paired(readLedger(bytes), networkId(passphrase));
    for (const { pair } of ledger.transactions) keys.push({ key: hashKey(bytes, pair), ledger: sequence });
    return runOf(ledger);
  });
  const whole = { first: runs[0].first, last: runs.at(-1)!.last };
  saveRun(folder, mergeRuns(runs)).close!();
  const [name] = readdirSync(folder);
  const seed = Uint8Array.from(readFileSync(join(folder, name)));
  return {
    name: 'index',
    seeds: [seed],
    run(input) {
      for (const other of readdirSync(folder)) rmSync(join(folder, other));
      writeFileSync(join(folder, name), input);
      const told: string[] = [];
      const lookup = new Lookup(folder, { onFault: (error) => void told.push(String(error)) });
      try {
        for (const { key, ledger } of keys) search(lookup, key, ledger);
        lookup.verify(whole);
      } finally {
        lookup.close();
      }
      if (Buffer.compare(seed, input) !== 0 && told.length === 0) throw new Error('a changed index file is not told');
    },
    close: () => rmSync(folder, { recursive: true }),
  };

  /** What the file has no answer for is missing, and is looked for in the ledgers. */
  function search(lookup: Lookup, key: RowKey, ledger: number): void {
    if (lookup.missing(whole).length > 0) return;
    try {
      if (lookup.transactions(key).some((found) => found.ledger === ledger)) return;
    } catch (error) {
      if (error instanceof DamagedRun) return;
      throw error;
    }
    throw new Error('a changed index file hides a transaction');
  }
}
