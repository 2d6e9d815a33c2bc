import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { checkLedger } from '../../src/ledger/verify.ts';
import { networkId } from '../../src/ledger/network.ts';
import { extractionFor, RecordSet } from '../../src/pipelines/run/record-set.ts';
import { PartMemory } from '../../src/pipelines/run/part-memory.ts';
import { bytesOf, takeApart } from '../../src/pipelines/run/plain-batches.ts';
import { batchOf, rowsWritten } from '../../src/pipelines/run/sinks.ts';
import { ledgersOf } from '../../src/workers/read.ts';

const key = 'FFFFFFCD--50-99/FFFFFFC3--60-69.xdr.zst';
const bytes = readFileSync(join(resolve(import.meta.dirname, '../../data/sample'), key));
const passphrase = 'Ledgerlake Sample Network ; 2026';

/** Returns how many rows consumers get of one ledger. */
function rowsBy(ids: readonly string[]): number {
  const running = ids.map((id) => ({ id, config: { tables: ['history_operations'] }, passphrase }));
  const set = new RecordSet(running, passphrase);
  const [ledger] = ledgersOf({ key, bytes }, { key }).take(1);
  const { hash, sequence } = checkLedger(ledger, networkId(passphrase));
  set.add(ledger);
  const batches = set.batches();
  const room = new PartMemory([]).room(batches.reduce((sum, [, batch]) => sum + bytesOf(batch), 0));
  const rows = batches.map(([table, batch, processor]) => takeApart(processor, table, batch, room));
  const tables = new Map(running.flatMap((each) => extractionFor(each).tables.map((table) => [table.name, table])));
  const last = { ledger: sequence, hash };
  return rowsWritten(batchOf({ first: sequence, previousHash: '', last, ledgers: 1, closedAt: 0, rows }, { tables }));
}

it('gives consumers the rows of a table once that two processors make', () => {
  expect(rowsBy(['operations'])).toBeGreaterThan(0);
  expect(rowsBy(['operations', 'bronze'])).toBe(rowsBy(['operations']));
});
