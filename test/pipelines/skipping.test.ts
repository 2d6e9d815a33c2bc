import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { column, createBuilder } from '../../src/arrow/table.ts';
import { PipelineError } from '../../src/core/errors.ts';
import { consumers } from '../../src/pipelines/consumers/index.ts';
import { skipping } from '../../src/pipelines/run/skipping.ts';
import { defineRecords, type Batch, type SinkContext } from '../../src/pipelines/sink.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-skip-'));
afterAll(() => rmSync(folder, { recursive: true }));

const amounts = defineRecords({
  name: 'amounts',
  grain: 'One row per amount.',
  key: ['ledger_sequence', 'place'],
  ledger: 'ledger_sequence',
  decimals: { amount: 'bigint' },
  columns: {
    ledger_sequence: column('int32', 'Ledger.'),
    place: column('int32', 'Place.'),
    amount: column('utf8', 'Amount.'),
  },
});

function batchOf(rows: [number, string][]): Batch {
  const { columns, batch } = createBuilder(amounts);
  for (const [place, [ledger, amount]] of rows.entries()) {
    columns.ledger_sequence.push(ledger);
    columns.place.push(place);
    columns.amount.push(amount);
  }
  return { first: 10, last: { ledger: 13, hash: 'ab' }, closedAt: 0, rows: new Map([['amounts', batch()]]) };
}

const tooLarge = '9223372036854775808';
const rows: [number, string][] = [
  [10, '1'],
  [11, '2'],
  [11, tooLarge],
  [13, '4'],
];

function contextOf(
  name: string,
  on_error: string,
  inputs: SinkContext['inputs'],
  skip?: SinkContext['skip'],
): SinkContext {
  return {
    pipeline: { id: 'id', name },
    runId: 'run',
    consumer: name,
    network: 'testnet',
    config: { path: join(folder, name), gzip: false, on_error },
    missing: [],
    inputs,
    folder,
    from: 'checkpoint',
    signal: new AbortController().signal,
    skip,
    warn: () => undefined,
  };
}

/** Writes with a consumer, and returns what was left out. */
async function write(name: string, on_error: string, id = 'jsonl'): Promise<object[]> {
  const skipped: object[] = [];
  const context = contextOf(name, on_error, [amounts], (ledger, cause, record) =>
    skipped.push({ ledger, cause, record }),
  );
  const sink = skipping(await consumers.get(id)!.open!(context), context);
  try {
    await sink.write(batchOf(rows));
    expect(sink.checkpoint).toEqual({ ledger: 13, hash: 'ab' });
  } finally {
    await sink.close();
  }
  return skipped;
}

describe('on_error of a consumer of files', () => {
  it('leaves out the ledger with a value that does not fit, whole, and no other, and names the record', async () => {
    expect(await write('skip', 'skip')).toEqual([
      {
        ledger: 11,
        cause: expect.stringContaining('Conversion Error'),
        record: 'amounts with ledger_sequence 11, place 2',
      },
    ]);
    expect(readFileSync(join(folder, 'skip'), 'utf8')).toBe(
      '{"ledger_sequence":10,"place":0,"amount":1}\n{"ledger_sequence":13,"place":3,"amount":4}\n',
    );
  });

  it('keeps the rows of other tables of a batch that fails, in a file that is new', async () => {
    const places = defineRecords({
      name: 'places',
      grain: 'One row per place.',
      key: ['ledger_sequence'],
      ledger: 'ledger_sequence',
      columns: { ledger_sequence: column('int32', 'Ledger.') },
    });
    const { columns, batch } = createBuilder(places);
    for (const ledger of [10, 11, 13]) columns.ledger_sequence.push(ledger);
    const context = contextOf('two.jsonl', 'skip', [places, amounts]);
    const sink = skipping(await consumers.get('jsonl')!.open!(context), context);
    const given = batchOf(rows);
    await sink.write({ ...given, rows: new Map([['places', batch()], ...given.rows]) });
    await sink.close();
    expect(readFileSync(join(folder, 'two.places.jsonl'), 'utf8')).toBe(
      '{"ledger_sequence":10}\n{"ledger_sequence":13}\n',
    );
    expect(sink.written()).toEqual(new Map(Object.entries({ places: 2, amounts: 2 })));
  });

  it('leaves out one ledger of payments, whose ledgers are numbers of 64 bits', async () => {
    const columns = { block_height: column('int64', 'Ledger.'), amount: column('utf8', 'Amount.') };
    const payments = defineRecords({
      name: 'payments',
      grain: 'One row per payment.',
      key: ['block_height', 'amount'],
      ledger: 'block_height',
      decimals: { amount: 'bigint' },
      columns,
    });
    const built = createBuilder(payments);
    for (const [ledger, text] of rows) {
      built.columns.block_height.pushNumber(ledger);
      built.columns.amount.push(text);
    }
    const skipped: number[] = [];
    const context = contextOf('payments.jsonl', 'skip', [payments], (ledger) => skipped.push(ledger));
    const sink = skipping(await consumers.get('jsonl')!.open!(context), context);
    await sink.write({ ...batchOf(rows), rows: new Map([['payments', built.batch()]]) });
    await sink.close();
    expect(skipped).toEqual([11]);
    expect(sink.written().get('payments')).toBe(2);
  });

  it('leaves out the same of a DuckDB file', async () => {
    expect(await write('skip.duckdb', 'skip', 'duckdb')).toEqual([
      {
        ledger: 11,
        cause: expect.stringContaining('Conversion Error'),
        record: 'amounts with ledger_sequence 11, place 2',
      },
    ]);
  });

  it('fails where it is not to skip', async () => {
    await expect(write('fail', 'fail')).rejects.toThrow(PipelineError);
    await expect(write('fail.duckdb', 'fail', 'duckdb')).rejects.toThrow(
      'amounts with ledger_sequence 11, place 2, column amount, does not fit BIGINT',
    );
  });
});
