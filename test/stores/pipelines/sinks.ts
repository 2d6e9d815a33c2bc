/** What tests of consumers give to them: contexts, and batches of rows made from records. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import { BoolColumn, Float64Column, Int32Column, Int64Column, Utf8Column } from '../../../src/arrow/columns.ts';
import { createBuilder } from '../../../src/arrow/table.ts';
import type { JsonData } from '../../../src/pipelines/yaml/nodes.ts';
import type { Batch, RecordTable, SinkContext } from '../../../src/pipelines/sink.ts';

/** A row by column; timestamps as texts, int64 as texts, numbers or bigints. */
export type Row = Record<string, unknown>;

export interface TestContext extends SinkContext {
  warnings: { code: string; message: string }[];
  skipped: { ledger: number; cause: string; record: string | undefined }[];
}

/** Returns a context of a pipeline of its own. */
export function contextFor(
  consumer: string,
  inputs: readonly RecordTable[],
  config: Record<string, JsonData>,
  more: Partial<SinkContext> = {},
): TestContext {
  const warnings: TestContext['warnings'] = [];
  const skipped: TestContext['skipped'] = [];
  return {
    pipeline: { id: crypto.randomUUID(), name: 'Test' },
    runId: crypto.randomUUID(),
    consumer,
    network: 'mainnet',
    config: { sink: 'native', ...config },
    missing: [],
    inputs,
    folder: mkdtempSync(join(tmpdir(), 'ledgerlake-sinks-')),
    from: 'checkpoint',
    signal: new AbortController().signal,
    warn: (code, message) => warnings.push({ code, message }),
    skip: (ledger, cause, record) => skipped.push({ ledger, cause, record }),
    ...more,
    warnings,
    skipped,
  };
}

/** Returns the batch of these rows, whose last ledger is the last that any row has. */
export function batchOf(tables: readonly (readonly [RecordTable, readonly Row[]])[]): Batch {
  const ledgers = tables.flatMap(([{ ledger }, rows]) => rows.map((row) => Number(row[ledger])));
  const last = Math.max(...ledgers);
  return {
    first: Math.min(...ledgers),
    last: { ledger: last, hash: last.toString(16).padStart(64, '0') },
    closedAt: 0,
    rows: new Map(
      tables.filter(([, rows]) => rows.length > 0).map(([table, rows]) => [table.name, rowsOf(table, rows)]),
    ),
  };
}

function rowsOf(table: RecordTable, rows: readonly Row[]): RecordBatch {
  const builder = createBuilder(table);
  for (const row of rows) {
    for (const [name, column] of Object.entries(builder.columns)) {
      const value = row[name];
      if (value === null || value === undefined) column.pushNull();
      else if (column instanceof Int64Column) column.pushBigInt(wide(value, table.columns[name].kind));
      else if (column instanceof Utf8Column) column.push(textOf(value));
      else if (column instanceof Int32Column || column instanceof Float64Column) column.push(Number(value));
      else if (column instanceof BoolColumn) column.push(Boolean(value));
    }
  }
  return builder.batch();
}

function wide(value: unknown, kind: string): bigint {
  if (kind === 'timestamp') return BigInt(Date.parse(zoned(String(value)))) * 1000n;
  return BigInt(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

const zoned = (time: string) => (/(Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`);

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
