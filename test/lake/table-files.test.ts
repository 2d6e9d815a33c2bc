import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase, quoteText, selectRows } from '../../src/lake/duckdb.ts';
import { TEMPORARY } from '../../src/lake/files.ts';
import { copyParquet, rowGroupRows } from '../../src/lake/table-files.ts';
import { temporaryFolder } from './folder.ts';

describe('rowGroupRows(rows)', () => {
  it.each([
    [0, 24_576],
    [1_000_000, 24_576],
    [2_000_000, 32_768],
    [100_000_000, 122_880],
  ])('keeps what is read at least small, and row groups few: %i rows', (rows, expected) => {
    expect(rowGroupRows(rows)).toBe(expected);
  });
});

describe('copyParquet(connection, sql, path)', () => {
  it('writes row groups of which one can be read without the others', async () => {
    const folder = await temporaryFolder();
    mkdirSync(join(folder, 'table'));
    const instance = await openDatabase({ threads: 1 });
    const connection = await instance.connect();
    const path = join(folder, 'table/1-2.parquet');
    expect(await copyParquet(connection, 'select range as n from range(60000)', path)).toBe(60_000);
    const groups = await selectRows(
      connection,
      `select distinct row_group_num_rows as rows from parquet_metadata(${quoteText(path + TEMPORARY)}) order by rows`,
    );
    expect(groups.map(({ rows }) => Number(rows))).toEqual([10_848, 24_576]);
    connection.closeSync();
    instance.closeSync();
  });
});
