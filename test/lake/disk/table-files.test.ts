import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase, quoteText, selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { TEMPORARY } from '../../../src/lake/disk/files.ts';
import { rowGroupRows, rowGroups, settle } from '../../../src/lake/disk/table-files.ts';
import { copyParquet } from '../../../src/lake/writing/copy-parquet.ts';
import { addPageChecksums } from '../../../src/parquet/page-checksums.ts';
import { sealProblem } from '../../../src/parquet/seal.ts';
import { flipBit, temporaryFolder } from '../../folder.ts';
import { withDuckDB } from '../../parquet/things.ts';

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

describe('rowGroups(ledgers, rows)', () => {
  it.each([
    ['no row', [], []],
    ['few rows', [[5, 10]], [[0, 10]]],
    ['some rows more than a row group', [[5, 30_000]], [[0, 30_000]]],
    [
      'rows of two row groups',
      [[5, 50_001]],
      [
        [0, 25_001],
        [25_001, 25_000],
      ],
    ],
    [
      'rows of two partitions',
      [
        [9999, 7],
        [10_000, 3],
      ],
      [
        [0, 7],
        [7, 3],
      ],
    ],
    [
      'rows of a far partition',
      [
        [9999, 7],
        [40_000, 2],
      ],
      [
        [0, 7],
        [7, 2],
      ],
    ],
  ])('cuts where a partition ends, and where there are too many: %s', (_, runs, expected) => {
    const ledgers = Int32Array.from(runs.flatMap(([ledger, count]) => Array<number>(count).fill(ledger)));
    expect(rowGroups(ledgers, ledgers.length).map(({ start, rows }) => [start, rows])).toEqual(expected);
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

  it.each([
    ['a table', {}, 'ZSTD'],
    ['a part of a few bytes', { partBytes: 4e6 }, 'SNAPPY'],
    ['a part of many', { partBytes: 4e6 + 1 }, 'ZSTD'],
  ])('compresses %s as it is read', async (_, written, codec) => {
    const folder = await temporaryFolder();
    const instance = await openDatabase({ threads: 1 });
    const connection = await instance.connect();
    const path = join(folder, '1-2.parquet');
    await copyParquet(connection, 'select range as n from range(3)', path, written);
    const sql = `select compression from parquet_metadata(${quoteText(path + TEMPORARY)})`;
    expect(await selectRows(connection, sql)).toEqual([{ compression: codec }]);
    connection.closeSync();
    instance.closeSync();
  });
});

describe('settle(lake, file)', () => {
  it.each([
    ['its seal shows in a part of snappy', 4e6, 'SNAPPY'],
    ['its checksum shows in a part of zstd', 4e6 + 1, 'ZSTD'],
  ])('finds a page that is another: %s', async (_, partBytes, codec) => {
    const lake = temporaryFolder();
    await withDuckDB(async (c) => {
      const part = { table: 'silver.things', version: 1, path: 'silver/ledger_range=0/1-2.parquet', first: 1, last: 2 };
      const path = join(lake, part.path);
      const sql = `select i as id, md5(i::varchar) as text from range(300_000) t(i)`;
      const copied = await copyParquet(c, sql, path, { partBytes });
      const { sha256 } = await settle(lake, { ...part, rows: copied, columns: ['id', 'text'] });
      const about = `select distinct compression from parquet_metadata(${quoteText(path)})`;
      expect(await selectRows(c, about)).toEqual([{ compression: codec }]);
      const read = (from: string) => selectRows(c, `select count(*) as rows, bit_xor(hash(t)) as sum from ${from} t`);
      expect(await read(`read_parquet(${quoteText(path)}, hive_partitioning = false)`)).toEqual(await read(`(${sql})`));
      expect(readdirSync(dirname(path))).toEqual(['1-2.parquet']);
      // Of pages that have checksums nothing changes.
      expect(await addPageChecksums(path, `${path}.draft`)).toMatchObject({ sha256 });
      flipBit(path, 8 * 100_000);
      if (codec === 'ZSTD') await expect(read(quoteText(path))).rejects.toThrow('ZSTD Decompression failure');
      else expect(await sealProblem(path)).toBe('has pages or bloom filters that differ from their checksum');
    });
  });
});
