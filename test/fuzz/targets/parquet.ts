/** The reader of rows beside DuckDB: what both read of a file is the same, as long as its footer is sound. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { errorCode } from '../../../src/core/system-errors.ts';
import { openDatabase, quoteText, selectRows, type DuckDBConnection } from '../../../src/lake/duckdb/duckdb.ts';
import { RowReader, type RowValue } from '../../../src/parquet/read/row-reader.ts';
import { readStatistics } from '../../../src/parquet/read/statistics.ts';
import type { Target } from '../fuzzer.ts';

const names = ['id', 'few', 'text', 'real', 'flag'];
const sql = `select i::bigint as id, (i % 7)::integer as few, if(i % 5 = 0, null, 'text ' || i % 40) as text, i / 8.0::double as real,
  i % 3 = 0 as flag from range(300) as t(i)`;
const ids = Array.from({ length: 100 }, (_, i) => BigInt(i * 3));

export async function parquet(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-fuzz-'));
  const instance = await openDatabase({ threads: 1 });
  const connection = await instance.connect();
  const seeds: Uint8Array[] = [];
  for (const options of ['compression zstd', 'compression uncompressed', 'compression zstd, parquet_version v2']) {
    const path = join(folder, 'seed.parquet');
    await connection.run(`copy (${sql}) to ${quoteText(path)} (format parquet, ${options}, row_group_size 2048)`);
    seeds.push(Uint8Array.from(readFileSync(path)));
  }
  const footers = new Set(seeds.map(footerOf));
  let count = 0;
  return {
    name: 'parquet',
    seeds,
    async run(input) {
      // DuckDB keeps what it read of a file by its name.
      const path = join(folder, `${count++}.parquet`);
      writeFileSync(path, input);
      try {
        const rows = await read(path);
        if (rows && footers.has(footerOf(input))) await compare(connection, path, rows);
      } finally {
        rmSync(path);
      }
    },
    close() {
      connection.closeSync();
      instance.closeSync();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the footer as text. Its bounds of columns say which row groups a search passes over, so that other bounds hide rows. */
function footerOf(file: Uint8Array): string {
  const bytes = Buffer.from(file);
  const length = bytes.length < 8 ? 0 : bytes.readUInt32LE(bytes.length - 8);
  return bytes.toString('latin1', Math.max(0, bytes.length - 8 - length));
}

async function compare(connection: DuckDBConnection, path: string, ours: readonly RowValue[][]): Promise<void> {
  const theirs = await selectRows(connection, `select ${names.join()} from ${quoteText(path)}`).catch(() => undefined);
  if (!theirs) return;
  const byId = Map.groupBy(theirs, ({ id }) => id);
  const expected = ids.flatMap((id) => byId.get(id) ?? []).map((row) => names.map((name) => row[name]));
  if (isDeepStrictEqual(ours, expected)) return;
  throw new Error('the reader of rows and DuckDB read other rows of one file');
}

/** Returns the rows that our reader finds; undefined when it refuses the file, as it says. */
async function read(path: string) {
  try {
    readStatistics(path);
    return await new RowReader({ maxBytes: 1 << 24 }).rows(path, 'id', ids, names);
  } catch (error) {
    if (error instanceof RangeError || errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
