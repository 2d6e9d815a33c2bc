import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { column, createBuilder } from '../../src/arrow/table.ts';
import { openDatabaseFile, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { consumers } from '../../src/pipelines/consumers/index.ts';
import { defineRecords, type Batch, type Sink, type SinkContext } from '../../src/pipelines/sink.ts';
import { temporaryFolder } from '../folder.ts';

const folder = temporaryFolder();

const notes = defineRecords({
  name: 'notes',
  grain: 'One row per note.',
  key: ['ledger_sequence', 'place'],
  ledger: 'ledger_sequence',
  columns: { ledger_sequence: column('int32', 'Ledger.'), place: column('int32', 'Position in the ledger.') },
});

const PLACES = 3;

function batchOf(ledger: number): Batch {
  const { columns, batch } = createBuilder(notes);
  for (let place = 0; place < PLACES; place++) {
    columns.ledger_sequence.push(ledger);
    columns.place.push(place);
  }
  return { first: ledger, last: { ledger, hash: 'ab' }, closedAt: 0, rows: new Map([['notes', batch()]]) };
}

interface Opening {
  consumer?: string;
  from?: SinkContext['from'];
  mode?: string;
  inputs?: SinkContext['inputs'];
}

function contextOf(name: string, { consumer = 'duckdb', from = 'checkpoint', mode = 'upsert', inputs }: Opening) {
  return {
    pipeline: { id: 'id', name },
    runId: 'run',
    consumer,
    network: 'testnet',
    config: { path: join(folder, `${name}.duckdb`), schema: 'main', table_prefix: '', mode },
    missing: [],
    inputs: inputs ?? [notes],
    folder: join(folder, name),
    from,
    signal: new AbortController().signal,
    warn: () => undefined,
  } satisfies SinkContext;
}

function open(name: string, opening: Opening = {}): Promise<Sink> {
  return consumers.get('duckdb')!.open!(contextOf(name, opening));
}

async function openTwo(name: string, opening: Opening = {}): Promise<Sink[]> {
  return [await open(name, opening), await open(name, { ...opening, consumer: 'duckdb-2' })];
}

async function close(sinks: readonly Sink[]): Promise<void> {
  for (const sink of sinks) await sink.close();
}

/** Returns how often each ledger's rows are there, and the checkpoints. */
async function kept(name: string): Promise<{ ledgers: Record<number, number>; checkpoints: number[] }> {
  const database = await openDatabaseFile(join(folder, `${name}.duckdb`));
  const connection = await database.connect();
  const rows = await selectRows(
    connection,
    'select ledger_sequence as ledger, count(*)::integer as rows from notes group by all order by all',
  );
  const marks = await selectRows(connection, 'select ledger from ledgerlake_checkpoints order by consumer');
  connection.closeSync();
  database.closeSync();
  return {
    ledgers: Object.fromEntries(rows.map(({ ledger, rows: found }) => [Number(ledger), Number(found)])),
    checkpoints: marks.map(({ ledger }) => Number(ledger)),
  };
}

const once = (...ledgers: number[]) => Object.fromEntries(ledgers.map((ledger) => [ledger, PLACES]));

describe('two consumers that write a table of one DuckDB file', () => {
  it('have each row once, whether their transactions join batches or not, and after a start anew', async () => {
    for (const from of ['checkpoint', 'start'] as const) {
      const sinks = await openTwo('together', { from });
      for (const [ledger, more] of [
        [10, true],
        [11, true],
        [12, false],
        [13, true],
      ] as const) {
        const batch = batchOf(ledger);
        await Promise.all(sinks.map((sink) => sink.write(batch, more)));
      }
      await Promise.all(sinks.map((sink) => sink.commit!()));
      await close(sinks);
      expect(await kept('together'), from).toEqual({ ledgers: once(10, 11, 12, 13), checkpoints: [13, 13] });
    }
  });

  it('have each row once where each reads for itself', async () => {
    const sinks = await openTwo('apart');
    const writeAll = async (sink: Sink) => {
      for (let ledger = 10; ledger < 20; ledger++) await sink.write(batchOf(ledger), ledger % 3 > 0);
      await sink.commit!();
    };
    await Promise.all(sinks.map(writeAll));
    await close(sinks);
    expect(await kept('apart')).toEqual({
      ledgers: once(...Array.from({ length: 10 }, (_, i) => 10 + i)),
      checkpoints: [19, 19],
    });
  });

  it('have each row once when one is behind the other', async () => {
    const [first, second] = await openTwo('behind');
    await first.write(batchOf(10));
    await first.write(batchOf(11), true);
    await second.write(batchOf(10), true);
    await close([second, first]);
    const again = await openTwo('behind');
    expect(again.map(({ checkpoint }) => checkpoint?.ledger)).toEqual([11, undefined]);
    for (const ledger of [10, 11]) await again[1].write(batchOf(ledger));
    await close(again);
    expect(await kept('behind')).toEqual({ ledgers: once(10, 11), checkpoints: [11, 11] });
  });

  it('have the rows of both when what one wrote is taken back', async () => {
    const [first, second] = await openTwo('back');
    const batch = batchOf(10);
    await first.write(batch, true);
    await first.close();
    await second.write(batch);
    await second.close();
    expect(await kept('back')).toEqual({ ledgers: once(10), checkpoints: [10] });
  });

  it('have the rows of each when they append', async () => {
    const sinks = await openTwo('append', { mode: 'append' });
    const batch = batchOf(10);
    await Promise.all(sinks.map((sink) => sink.write(batch)));
    await close(sinks);
    expect(await kept('append')).toEqual({ ledgers: { 10: 2 * PLACES }, checkpoints: [10, 10] });
  });
});

it('ends a transaction once that consumers of each of its tables wait for', async () => {
  const other = { ...notes, name: 'others' };
  const rowsOf = (ledger: number, ...names: string[]): Batch => {
    const batch = batchOf(ledger);
    return { ...batch, rows: new Map(names.map((name) => [name, batchOf(ledger).rows.get('notes')!])) };
  };
  const both = await open('three', { inputs: [notes, other] });
  const one = await open('three', { consumer: 'duckdb-2', inputs: [notes] });
  const two = await open('three', { consumer: 'duckdb-3', inputs: [other] });
  for (let ledger = 10; ledger < 20; ledger++) {
    await both.write(rowsOf(ledger, 'notes', 'others'), true);
    await Promise.all([one.write(rowsOf(ledger, 'notes')), two.write(rowsOf(ledger, 'others'))]);
  }
  await both.commit!();
  await close([both, one, two]);
  const ledgers = once(...Array.from({ length: 10 }, (_, i) => 10 + i));
  expect(await kept('three')).toEqual({ ledgers, checkpoints: [19, 19, 19] });
});

it('refuses a consumer that wants other columns in a table that another one writes', async () => {
  const first = await open('columns');
  const inputs = [{ ...notes, columns: { ...notes.columns, text: column('utf8', 'What it says.') } }];
  await expect(open('columns', { consumer: 'duckdb-2', inputs })).rejects.toThrow(
    'table notes has no column text, and is written by another consumer',
  );
  await first.close();
});

const OTHER = 'other'.repeat(10_000);

describe.each(['duckdb', 'jsonl', 'arrow'])('a file of %s that is removed while it is written', (consumer) => {
  it.each([
    ['and not replaced', () => undefined],
    ['and replaced by another', (path: string) => writeFileSync(path, OTHER)],
    ['and replaced by a folder', (path: string) => mkdirSync(path)],
  ])('ends the run, %s', async (what, replace) => {
    const context = contextOf(`removed ${consumer} ${what}`, { consumer });
    mkdirSync(context.folder);
    const sink = await consumers.get(consumer)!.open!(context);
    await sink.write(batchOf(10));
    rmSync(context.config.path);
    replace(context.config.path);
    await expect(sink.write(batchOf(11))).rejects.toMatchObject({
      message: expect.stringContaining(context.config.path) as string,
      fields: { component: consumer },
    });
    expect(sink.checkpoint).toEqual({ ledger: 10, hash: 'ab' });
    await sink.close();
    if (what.endsWith('another')) expect(readFileSync(context.config.path, 'utf8')).toBe(OTHER);
  });
});
