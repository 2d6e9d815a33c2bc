/** Rows of all kinds of columns as files of ours. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { Arena } from '../../src/arrow/arena.ts';
import { createBuilder, defineTable, nullable } from '../../src/arrow/table.ts';
import { openDatabase, type DuckDBConnection, type SelectedRow } from '../../src/lake/duckdb/duckdb.ts';
import { parquetPieces, RowGroupWriter, type RowGroup } from '../../src/parquet/write/parquet-file.ts';
import { temporaryFolder } from '../folder.ts';

const spec = defineTable({
  name: 'things',
  grain: 'One row per thing.',
  key: ['int32'],
  columns: {
    id: nullable('int64', 'Ascends.'),
    int32: nullable('int32', 'A.'),
    int64: nullable('int64', 'B.'),
    float64: nullable('float64', 'C.'),
    bool: nullable('bool', 'D.'),
    timestamp: nullable('timestamp', 'E.', 'microseconds'),
    utf8: nullable('utf8', 'F.'),
    binary: nullable('binary', 'G.'),
  },
});
const kinds = Object.values(spec.columns).map(({ kind }) => kind);
const columns = Object.fromEntries(Object.entries(spec.columns).map(([name, { kind }]) => [name, kind]));

/** How a column of a case is made: of how many values, in runs of how many rows, how many of them null. */
export interface Shape {
  rows: number;
  distinct: number;
  run: number;
  nullEvery: number;
  seed: number;
}

/** Returns rows whose values repeat as the shape says; each column at a place of its own. */
export function rowsOf({ rows, distinct, run, nullEvery, seed }: Shape): SelectedRow[] {
  return Array.from({ length: rows }, (_, row) => {
    const value = (column: number) => {
      const at = Math.floor(row / run) + column * 7 + seed;
      return nullEvery > 0 && at % nullEvery === 0 ? null : Math.imul(at % distinct, 0x9e3779b1);
    };
    const made = <T>(column: number, make: (n: number) => T) => {
      const n = value(column);
      return n === null ? null : make(n);
    };
    return {
      id: BigInt(row) * 4_294_967_311n - 7n,
      int32: value(0),
      int64: made(1, (n) => BigInt(n) * 4_294_967_311n),
      float64: made(2, (n) => n / 8),
      bool: made(3, (n) => n > 0),
      timestamp: made(4, (n) => new Date(n * 997)),
      utf8: made(5, (n) => 'ä'.repeat((n >>> 0) % 5) + (n % 3 === 0 ? String(n) : `${n}`.repeat((n >>> 0) % 90))),
      binary: made(6, (n) => Buffer.from(new Uint8Array(Int32Array.of(n, n * 31, -1).buffer, 0, (n >>> 0) % 13))),
    };
  });
}

/** Returns the rows as a batch. */
function batchOf(rows: readonly SelectedRow[]) {
  const builder = createBuilder(spec);
  for (const row of rows) {
    for (const [name, column] of Object.entries(builder.columns)) {
      const value = row[name];
      if (value === null || value === undefined) column.pushNull();
      else if ('pushBigInt' in column)
        column.pushBigInt(value instanceof Date ? BigInt(+value) * 1000n : BigInt(String(value)));
      else if ('bytes' in column) {
        const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value));
        column.bytes(bytes, 0, bytes.length);
      } else if (typeof value === 'boolean') builder.columns.bool.push(value);
      else if (name === 'int32') builder.columns.int32.push(Number(value));
      else builder.columns.float64.push(Number(value));
    }
  }
  return builder.batch();
}

/** Returns a path at which the row groups are a file, each some rows of the batch. */
export function write(rows: readonly SelectedRow[], cuts: readonly number[] = []): string {
  return writeGroups(groupsOf(rows, cuts));
}

/** Returns the rows as row groups that are cut at the numbers. */
export function groupsOf(rows: readonly SelectedRow[], cuts: readonly number[]): RowGroup[] {
  const groups = new RowGroupWriter(new Arena());
  const batch = batchOf(rows);
  const bounds = [0, ...cuts, rows.length];
  return bounds.slice(1).map((end, i) => groups.write(kinds, batch, bounds[i], end - bounds[i]));
}

/** Returns a path at which the row groups are a file. */
export function writeGroups(made: readonly RowGroup[]): string {
  const path = join(temporaryFolder(), 'things.parquet');
  writeFileSync(path, Buffer.concat(parquetPieces(columns, made)));
  return path;
}

export async function withDuckDB<T>(use: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const instance = await openDatabase({ threads: 1 });
  const connection = await instance.connect();
  try {
    return await use(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

export const shape = { rows: 5000, distinct: 300, run: 1, nullEvery: 0, seed: 0 };

/** Expects rows as `toEqual` does, which takes many times as long where there are many and all are equal. */
export function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}
