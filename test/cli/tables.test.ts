import { describe, expect, it } from 'vitest';
import { tables } from '../../src/tables/index.ts';
import { ledgerlake } from './command.ts';

describe.concurrent('tables', () => {
  it('lists every table with its grain', async () => {
    const { stdout } = await ledgerlake('tables');
    for (const { name, grain } of tables) expect(stdout).toMatch(new RegExp(`^${name} +\\d+  ${grain}`, 'm'));
    expect(stdout).toMatch(/^transaction_changes .* Optional: filled by ingest --with-changes; export prints it from/m);
  });

  it('prints what the columns of a table mean', async () => {
    const { stdout } = await ledgerlake('tables', 'history_ledgers');
    expect(stdout).toContain('history_ledgers: One row per ledger. Key: sequence.\n');
    expect(stdout).toMatch(/^total_coins +int64 +stroops +Lumens that exist\.$/m);
    expect(stdout).toMatch(/^total_coins +BIGINT$/m);
  });

  it('prints the declarations as JSON', async () => {
    const list: { name: string }[] = JSON.parse((await ledgerlake('tables', '--json')).stdout);
    expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(tables.map(({ name }) => name)));
    expect(list.find(({ name }) => name === 'history_ledgers')).toMatchObject({
      grain: 'One row per ledger.',
      key: ['sequence'],
      stored: 'bronze.history_ledgers_raw_v1',
      columns: expect.arrayContaining([
        { name: 'sequence', type: 'int32', nullable: false, unit: null, doc: 'Number of the ledger.' },
      ]),
      view: expect.arrayContaining([{ name: 'sequence', type: 'INTEGER' }]),
    });
  });
});
