import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { column, createBuilder } from '../../src/arrow/table.ts';
import { openDatabaseFile, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { consumers } from '../../src/pipelines/consumers/index.ts';
import { Joining } from '../../src/pipelines/run/joining.ts';
import { defineRecords, type Batch, type Sink, type SinkContext } from '../../src/pipelines/sink.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-joining-'));
afterAll(() => rmSync(folder, { recursive: true }));

const amounts = defineRecords({
  name: 'amounts',
  grain: 'One row per amount.',
  key: ['ledger_sequence'],
  ledger: 'ledger_sequence',
  decimals: { amount: 'bigint' },
  columns: { ledger_sequence: column('int32', 'Ledger.'), amount: column('utf8', 'Amount.') },
});

function batchOf(ledger: number, amount = '1'): Batch {
  const { columns, batch } = createBuilder(amounts);
  columns.ledger_sequence.push(ledger);
  columns.amount.push(amount);
  return { first: ledger, last: { ledger, hash: 'ab' }, closedAt: 0, rows: new Map([['amounts', batch()]]) };
}

function open(name: string): Promise<Sink> {
  const context = {
    pipeline: { id: 'id', name },
    runId: 'run',
    consumer: 'duckdb',
    network: 'testnet',
    config: { path: join(folder, name), schema: 'main', table_prefix: '', mode: 'upsert' },
    missing: [],
    inputs: [amounts],
    folder,
    from: 'checkpoint',
    signal: new AbortController().signal,
    warn: () => undefined,
  } satisfies SinkContext;
  return consumers.get('duckdb')!.open!(context);
}

/** Returns the ledgers that have rows, and the checkpoint. */
async function kept(name: string): Promise<{ ledgers: number[]; checkpoint: bigint | undefined }> {
  const database = await openDatabaseFile(join(folder, name));
  const connection = await database.connect();
  const rows = await selectRows(connection, 'select ledger_sequence as ledger from amounts order by all');
  const [mark] = await selectRows(connection, 'select ledger from ledgerlake_checkpoints');
  connection.closeSync();
  database.closeSync();
  return { ledgers: rows.map(({ ledger }) => Number(ledger)), checkpoint: mark?.ledger as bigint | undefined };
}

describe('batches that a DuckDB file is given together', () => {
  it('are there with the last of them', async () => {
    const sink = await open('together');
    await sink.write(batchOf(10), true);
    expect(sink.checkpoint).toBeUndefined();
    await sink.write(batchOf(11));
    expect(sink.checkpoint).toEqual({ ledger: 11, hash: 'ab' });
    await sink.write(batchOf(12), true);
    await sink.commit!();
    await sink.commit!();
    expect(sink.checkpoint).toEqual({ ledger: 12, hash: 'ab' });
    await sink.close();
    expect(await kept('together')).toEqual({ ledgers: [10, 11, 12], checkpoint: 12n });
  });

  it('are not there when one fails, and what was committed before stays', async () => {
    const sink = await open('failed');
    await sink.write(batchOf(10));
    await sink.write(batchOf(11), true);
    await expect(sink.write(batchOf(12, 'many'), true)).rejects.toThrow('ledgers 12 to 12 cannot be written');
    await sink.commit!();
    expect(sink.checkpoint).toEqual({ ledger: 10, hash: 'ab' });
    expect(sink.written()).toEqual(new Map([['amounts', 1]]));
    await sink.close();
    expect(await kept('failed')).toEqual({ ledgers: [10], checkpoint: 10n });
  });

  it('are not there when the sink is closed before they are committed', async () => {
    const sink = await open('closed');
    await sink.write(batchOf(10), true);
    await sink.close();
    expect(await kept('closed')).toEqual({ ledgers: [], checkpoint: undefined });
  });
});

describe('batches join', () => {
  it('until they have 20,000 records or 500 ledgers', () => {
    const joining = new Joining(() => 0);
    const records = Array.from({ length: 6 }, () => joining.add({ ledgers: 8, records: 4016 }));
    expect(records).toEqual([true, true, true, true, false, true]);
    const ledgers = Array.from({ length: 4 }, () => joining.add({ ledgers: 246, records: 0 }));
    expect(ledgers).toEqual([true, false, true, true]);
  });

  it('for a second', () => {
    let now = 0;
    const joining = new Joining(() => now);
    const sizes = [400, 800, 1200, 1600].map((ms) => {
      now = ms;
      return joining.add({ ledgers: 1, records: 1 });
    });
    expect(sizes).toEqual([true, true, false, true]);
  });
});
