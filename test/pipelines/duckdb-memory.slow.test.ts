import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { column, createBuilder } from '../../src/arrow/table.ts';
import { openDatabaseFile, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { connectFile } from '../../src/pipelines/consumers/duckdb/database-files.ts';
import { takeFiles } from '../../src/pipelines/consumers/files/file-claims.ts';
import { consumers } from '../../src/pipelines/consumers/index.ts';
import { defineRecords, type Batch, type Sink, type SinkContext } from '../../src/pipelines/sink.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-duckdb-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

const notes = defineRecords({
  name: 'notes',
  grain: 'One row per note.',
  key: ['ledger_sequence', 'place'],
  ledger: 'ledger_sequence',
  columns: {
    ledger_sequence: column('int32', 'Ledger.'),
    place: column('int32', 'Position in the ledger.'),
    text: column('utf8', 'What it says.'),
  },
});

const ROWS = 20_000;

function batchOf(ledger: number): Batch {
  const { columns, batch } = createBuilder(notes);
  for (let place = 0; place < ROWS; place++) {
    columns.ledger_sequence.push(ledger);
    columns.place.push(place);
    columns.text.push(`${ledger} ${place} ${'note '.repeat(20)}`);
  }
  return { first: ledger, last: { ledger, hash: 'ab' }, closedAt: 0, rows: new Map([['notes', batch()]]) };
}

function open(consumer: string, from: SinkContext['from'] = 'checkpoint'): Promise<Sink> {
  const context = {
    pipeline: { id: 'id', name: 'memory' },
    runId: 'run',
    consumer,
    network: 'testnet',
    config: { path: join(folder, 'notes'), schema: 'main', table_prefix: consumer, mode: 'upsert' },
    missing: [],
    inputs: [notes],
    folder,
    from,
    signal: new AbortController().signal,
    warn: () => undefined,
  } satisfies SinkContext;
  return consumers.get('duckdb')!.open!(context);
}

async function kept(sql: string): Promise<Record<string, unknown>> {
  const database = await openDatabaseFile(join(folder, 'notes'));
  const connection = await database.connect();
  const [row] = await selectRows(connection, sql);
  connection.closeSync();
  database.closeSync();
  return row;
}

const LEDGERS = 60;

it('replaces more rows than DuckDB may have in memory, and opens the file anew meanwhile', async () => {
  for (const from of ['checkpoint', 'start'] as const) {
    const sink = await open('duckdb', from);
    for (let ledger = 1; ledger <= LEDGERS; ledger++) await sink.write(batchOf(ledger));
    expect(sink.checkpoint).toEqual({ ledger: LEDGERS, hash: 'ab' });
    await sink.close();
    const counts = 'select count(*) as rows, count(distinct (ledger_sequence, place)) as keys from duckdbnotes';
    expect(await kept(counts), from).toEqual({ rows: BigInt(LEDGERS * ROWS), keys: BigInt(LEDGERS * ROWS) });
  }
});

it('lets another consumer in while the file is opened anew, and keeps it open for both', async () => {
  const first = await open('first');
  for (let ledger = 1; ledger < 8; ledger++) await first.write(batchOf(ledger));
  // The eighth makes it 160,000 rows.
  const [, second] = await Promise.all([first.write(batchOf(8)), open('second')]);
  for (let ledger = 9; ledger <= 17; ledger++)
    await Promise.all([first.write(batchOf(ledger)), second.write(batchOf(ledger))]);
  await first.close();
  await second.close();
  const sql = 'select (select count(*) from firstnotes) as first, (select count(*) from secondnotes) as second';
  expect(await kept(sql)).toEqual({ first: BigInt(17 * ROWS), second: BigInt(9 * ROWS) });
});

it('has the system get back what other threads freed when the file is opened anew', async () => {
  const path = join(folder, 'freed');
  const { connection, renew, close } = await connectFile(path, () => takeFiles('duckdb', [path]));
  await connection.run('create table notes (text varchar)');
  // Between pieces that stay malloc keeps what is free.
  const pieces = Array.from({ length: 3000 }, () => new Uint8Array(64 * 1024).fill(1).buffer);
  const free = pieces.filter((_piece, i) => i % 10 > 0);
  for (const piece of free) piece.transfer(0);
  const before = process.memoryUsage.rss();
  await renew();
  expect(before - process.memoryUsage.rss()).toBeGreaterThan(100 * 1024 * 1024);
  expect(pieces.filter(({ detached }) => !detached)).toHaveLength(pieces.length - free.length);
  await close();
});
