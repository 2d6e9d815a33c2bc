import { hash } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncProperty, assert, integer } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena } from '../../src/arrow/arena.ts';
import { quoteText, selectRows, type DuckDBConnection } from '../../src/lake/duckdb/duckdb.ts';
import { CHUNK_GUARD } from '../../src/parquet/format.ts';
import { parquetPieces, RowGroupWriter } from '../../src/parquet/write/parquet-file.ts';
import { flipBit, temporaryFolder } from '../folder.ts';
import { expectSame, rowsOf, shape, withDuckDB, write, type Shape } from './things.ts';

describe('parquetPieces(columns, groups)', () => {
  it.each<[string, Partial<Shape>]>([
    ['few values', { distinct: 3 }],
    ['one value', { distinct: 1, seed: 5 }],
    ['values that do not repeat', { distinct: 1e9 }],
    ['values that repeat late', { distinct: 1100 }],
    ['more values than the first table holds', { rows: 24_000, distinct: 7000 }],
    ['runs', { distinct: 40, run: 37 }],
    ['runs beside others', { distinct: 500, run: 17, nullEvery: 5 }],
    ['nulls', { nullEvery: 3 }],
    ['nothing but nulls', { nullEvery: 1 }],
    ['one row', { rows: 1 }],
    ['one null', { rows: 1, nullEvery: 1 }],
    ['no row', { rows: 0 }],
  ])('gives a file from which DuckDB reads the rows: %s', async (_, changed) => {
    const rows = rowsOf({ ...shape, ...changed });
    const path = write(rows, rows.length > 2000 ? [1003] : []);
    expectSame(await withDuckDB((c) => selectRows(c, `from ${quoteText(path)}`)), rows);
  });

  it.each([
    ['few texts', 37, 5],
    ['more texts than a bloom filter needs', 20, 3000],
    ['texts that hardly repeat', 2, 3000],
    ['texts that do not repeat', 1, 2000],
    ['a text that comes again', 5, 3],
    ['no text', 0, 0],
  ])('gives what DuckDB reads back of runs of texts: %s', async (_, rows, count) => {
    const runs = Array.from({ length: count }, (_, i) => ({ text: `ä${i === 2 ? 0 : i}`, rows }));
    const texts = runs.flatMap(({ text, rows }) => Array<string>(rows).fill(text));
    const group = { rows: texts.length, columns: [new RowGroupWriter(new Arena()).runs(runs)] };
    const path = join(temporaryFolder(), 'runs.parquet');
    writeFileSync(path, Buffer.concat(parquetPieces({ id: 'utf8' }, [group])));
    await withDuckDB(async (c) => {
      expect((await selectRows(c, `from ${quoteText(path)}`)).map(({ id }) => id)).toEqual(texts);
      const found = await selectRows(c, `select count(*)::int as n from ${quoteText(path)} where id = 'ä0'`);
      expect(found).toEqual([{ n: texts.filter((text) => text === 'ä0').length }]);
    });
  });

  it('gives what DuckDB reads back of dictionaries of any length, the short ones as they are in their frames', async () => {
    await withDuckDB(async (c) => {
      for (const length of [0, 1, 30, 200, 245, 246, 247, 248, 249, 300]) {
        const rows = Array.from({ length: 4000 }, (_, i) => ({ utf8: (i * i) % 7 < 3 ? 'a'.repeat(length) : 'b' }));
        const path = write(rows);
        expectSame(await selectRows(c, `select utf8 from ${quoteText(path)}`), rows);
        const about = `select compression, data_page_offset - dictionary_page_offset as bytes
          from parquet_metadata(${quoteText(path)}) where path_in_schema = 'utf8'`;
        const [{ compression, bytes }] = await selectRows(c, about);
        expect(compression).toBe('ZSTD');
        // Two lengths of four bytes and the texts, below 256 bytes as they are.
        const [page, frame] = [4 + length + 4 + 1, 9];
        if (page < 256) expect(Number(bytes) - page - frame).toBeGreaterThan(0);
        else expect(Number(bytes)).toBeLessThan(100);
      }
    });
  });

  it.each<[string, Partial<Shape>, number[]]>([
    ['one row', { rows: 1 }, []],
    ['few rows in groups', { rows: 9 }, [2, 5]],
    ['a first column of one value', { rows: 3000, nullEvery: 1 }, [1000, 1001]],
    ['others', { rows: 3000 }, [1000]],
  ])(
    'begins each row group with its first column, by whose place parquet-mr finds it: %s',
    async (_, changed, cuts) => {
      const path = write(rowsOf({ ...shape, ...changed }), cuts);
      const groups = await withDuckDB((c) =>
        selectRows(
          c,
          `select min(place)::int as start, any_value(place) filter (column_id = 0)::int as first, sum(bytes)::int as bytes
        from (select *, coalesce(nullif(dictionary_page_offset, 0), data_page_offset) as place, total_compressed_size as bytes
          from parquet_metadata(${quoteText(path)}))
        group by row_group_id order by row_group_id`,
        ),
      );
      const { size } = statSync(path);
      for (const { start, first, bytes } of groups) {
        expect(first).toBe(start);
        // A reader of a part of a file takes the groups whose middle lies there.
        expect(Number(first) + Number(bytes) / 2).toBeLessThan(size);
      }
      expect(groups).toHaveLength(cuts.length + 1);
    },
  );

  it('gives pages of which DuckDB reads no other values, whichever bit is another', async () => {
    const path = write(Array.from({ length: 4000 }, (_, i) => ({ utf8: `${(i * i) % 1009}` })));
    await withDuckDB(async (c) => {
      const [{ first, next }] = await selectRows(
        c,
        `select dictionary_page_offset as first, dictionary_page_offset + total_compressed_size as next
        from parquet_metadata(${quoteText(path)}) where path_in_schema = 'utf8'`,
      );
      const read = () => selectRows(c, `select bit_xor(hash(utf8)) from ${quoteText(path)}`);
      const right = await read();
      const bits = { min: Number(first) * 8, max: Number(next) * 8 - 1 };
      await assert(
        asyncProperty(integer(bits), async (bit) => {
          flipBit(path, bit);
          // A bit that DuckDB does not read changes nothing.
          const found = await read().catch(() => right);
          flipBit(path, bit);
          expect(found).toEqual(right);
        }),
        { numRuns: 200 },
      );
      expect(await read()).toEqual(right);
    });
  });

  it('takes no longer for texts that were chosen to look alike', async () => {
    const texts = Array.from({ length: 2000 }, (_, i) => `${'x'.repeat(10)}${String(i).padStart(8)}${'x'.repeat(400)}`);
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ utf8: texts[(i * 7) % 2000] }));
    const path = write(rows);
    await withDuckDB(async (c) => {
      const encodings = `select encodings from parquet_metadata(${quoteText(path)}) where path_in_schema = 'utf8'`;
      expect(await selectRows(c, encodings)).toEqual([{ encodings: 'PLAIN, RLE' }]);
      expectSame(await selectRows(c, `select utf8 from ${quoteText(path)}`), rows);
    });
  });

  it('gives what DuckDB reads back, whatever repeats', async () => {
    const cases = asyncProperty(
      integer({ min: 1, max: 3000 }),
      integer({ min: 1, max: 2000 }),
      integer({ min: 1, max: 40 }),
      integer({ min: 0, max: 9 }),
      integer({ min: 0, max: 1000 }),
      async (rows, distinct, run, nullEvery, seed) => {
        const made = rowsOf({ rows, distinct, run, nullEvery, seed });
        const path = write(made, [Math.floor(rows / 3)]);
        expectSame(await withDuckDB((c) => selectRows(c, `from ${quoteText(path)}`)), made);
      },
    );
    await assert(cases, { numRuns: 12 });
  });
});

describe('a row group', () => {
  it('tells bounds and nulls of its columns, by which readers pass it over', async () => {
    const path = write(rowsOf({ ...shape, rows: 3000, nullEvery: 4 }));
    const names = ['float64', 'int32', 'int64', 'timestamp'];
    const told = `select path_in_schema as name, stats_min_value as min, stats_max_value as max, stats_null_count::integer as nulls
      from parquet_metadata(${quoteText(path)}) where path_in_schema in (${names.map(quoteText).join(', ')}) order by name`;
    const found = names.map(
      (name) => `select '${name}' as name, min("${name}")::varchar as min, max("${name}")::varchar as max,
        (count(*) - count("${name}"))::integer as nulls from things`,
    );
    await withDuckDB(async (c) => {
      await c.run(`create table things as from ${quoteText(path)}`);
      expect(await selectRows(c, told)).toEqual(await selectRows(c, found.join(' union all ')));
    });
  });

  it('tells how long its columns are, one behind another, however much memory they took', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ int32: i, binary: hash('sha256', String(i), 'buffer') }));
    const path = write(rows, [9000]);
    const about = `select least(dictionary_page_offset, data_page_offset)::integer as start, compression,
        total_compressed_size::integer as bytes
      from parquet_metadata(${quoteText(path)}) order by start`;
    const chunks = await withDuckDB((c) => selectRows(c, about));
    const guarded = chunks.map(({ start, bytes, compression }) => {
      return Number(start) + Number(bytes) + (compression === 'ZSTD' ? CHUNK_GUARD.length : 0);
    });
    expect(Math.max(...chunks.map(({ bytes }) => Number(bytes)))).toBeGreaterThan(2 * Buffer.poolSize);
    expect(chunks.slice(1).map(({ start }) => start)).toEqual(guarded.slice(0, -1));
  });

  it('lets readers pass over it that look for a text, and never for one that it has', async () => {
    const texts = Array.from({ length: 200 }, (_, i) => 'x'.repeat(i) + i);
    const rows = Array.from({ length: 2000 }, (_, i) => ({
      utf8: texts[i % 200],
      binary: Buffer.from(texts[i % 200]),
    }));
    const path = write(rows);
    const excluded = async (c: DuckDBConnection, text: string) => {
      const probe = `select bloom_filter_excludes as excludes from parquet_bloom_probe(${quoteText(path)}, 'utf8', ${quoteText(text)})`;
      return (await selectRows(c, probe)).filter(({ excludes }) => excludes).length;
    };
    await withDuckDB(async (c) => {
      const bounds = `select stats_min_value as min, stats_max_value as max from parquet_metadata(${quoteText(path)})
        where path_in_schema = 'utf8'`;
      expect(await selectRows(c, bounds)).toEqual([{ min: texts.toSorted()[0], max: texts.toSorted().at(-1) }]);
      for (const text of texts) expect(await excluded(c, text)).toBe(0);
      let passed = 0;
      for (let i = 0; i < 100; i++) passed += await excluded(c, `other ${i}`);
      expect(passed).toBeGreaterThan(90);
      const [{ n }] = await selectRows(
        c,
        `select count(*)::integer as n from ${quoteText(path)} where "binary" = 'xx2'::blob`,
      );
      expect(n).toBe(10);
    });
  });
});
