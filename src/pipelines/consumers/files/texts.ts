/** Records as text that DuckDB writes: lines of JSON, CSV. */
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RecordBatch } from 'apache-arrow';
import { createBuilder } from '../../../arrow/table.ts';
import { temporaryPath } from '../../../core/temporary.ts';
import type { RecordTable } from '../../sink.ts';
import type { Encoding } from './appended.ts';
import { Copies } from './copies.ts';

const compress = promisify(gzip);

/** Returns what writes lines of JSON; compressed, each batch is a member of its own, as gzip allows. */
export function jsonLines(tables: readonly RecordTable[], isCompressed: boolean): Encoding {
  const copies = new Copies(tables);
  return {
    kind: 'jsonl',
    head: () => Promise.resolve(new Uint8Array()),
    async encode(table, rows) {
      const bytes = await copied((path) => copies.write(table, rows, path, 'format json'));
      return isCompressed ? compress(bytes) : bytes;
    },
    close: () => copies.close(),
  };
}

/** Returns what writes CSV with a line of names. */
export function csvText(tables: readonly RecordTable[], delimiter: string): Encoding {
  const copies = new Copies(tables);
  const quoted = `'${delimiter.replaceAll("'", "''")}'`;
  const lines = (table: RecordTable, rows: RecordBatch, hasHeader: boolean) =>
    copied((path) => copies.write(table, rows, path, `format csv, header ${hasHeader}, delimiter ${quoted}`));
  return {
    kind: 'csv',
    head: (table) => lines(table, createBuilder(table).batch(), true),
    encode: (table, rows) => lines(table, rows, false),
    close: () => copies.close(),
  };
}

async function copied(write: (path: string) => Promise<void>): Promise<Buffer> {
  const path = await temporaryPath();
  try {
    await write(path);
    return await readFile(path);
  } finally {
    await rm(path, { force: true });
  }
}
