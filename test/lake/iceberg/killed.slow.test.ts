/** A writer that is killed at each step at which it changes Iceberg tables. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLake } from '../../../src/lake/asking/lake.ts';
import { temporaryFolder } from '../../folder.ts';
import { network, tables } from '../tables.ts';
import { readSnapshot, readTable } from './reader.ts';

const child = join(import.meta.dirname, 'killed-child.ts');
const run = (dir: string, at: number) => spawnSync(process.execPath, [child, dir, String(at)], { encoding: 'utf8' });
const names = ['bronze/history_ledgers', 'bronze/payments'];
/** The ledgers of the lake after each commit. */
const ledgers = [0, 10, 20, 30];

/** Reads each snapshot of a table that engines can see. Returns the rows of the newest. */
function rowsOf(dir: string, table: string): number {
  const { metadata, current } = readTable(dir, table);
  for (const one of metadata.snapshots) {
    const { rows, summary } = readSnapshot(metadata, one['snapshot-id']);
    expect(String(rows)).toBe(summary['total-records']);
  }
  return current.rows;
}

it('leaves tables that can be read, which the next writer brings up to date', { timeout: 600_000 }, async () => {
  const steps = Number(run(temporaryFolder(), 0).stdout);
  expect(steps).toBeGreaterThan(40);
  const some = Array.from({ length: 12 }, (_, i) => 1 + Math.floor((i * steps) / 12));
  for (const at of some) {
    const dir = temporaryFolder();
    expect({ at, signal: run(dir, at).signal }).toEqual({ at, signal: 'SIGKILL' });
    for (const name of names) {
      // A table that was never published has no pointer.
      if (!existsSync(join(dir, 'iceberg', name, 'metadata/version-hint.text'))) continue;
      const rows = rowsOf(dir, name);
      if (name === names[0]) expect(ledgers).toContain(rows);
    }
    const lake = await openLake(dir, { tables, write: true, network, sql: 'none' });
    const { totals } = await lake.snapshot();
    await lake.close();
    const rows = names.map((name) => rowsOf(dir, name));
    const expected = ['history_ledgers', 'payments'].map((table) => totals[table]?.rows ?? 0);
    expect({ at, rows }).toEqual({ at, rows: expected });
  }
});
