import { assert, asyncProperty, integer, nat } from 'fast-check';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quoteText, selectRows, type DuckDBConnection } from '../../src/lake/duckdb/duckdb.ts';
import { fingerprint } from '../../src/lake/disk/files.ts';
import { addPageChecksums } from '../../src/parquet/page-checksums.ts';
import { ThriftReader } from '../../src/parquet/read/thrift-reader.ts';
import { flipBit, temporaryFolder } from '../folder.ts';
import { withDuckDB } from './things.ts';

const rows = `
  select i as id, i % 7 as few, 'text ' || (i * i % 1009) as repeated, 'long text that is its own ' || i as single,
      case when i % 5 > 0 then hash(i)::double end as real, [i, i + 1] as list, {a: i, b: 'x' || i % 3} as struct,
      null::integer as nothing, i % 2 = 0 as flag, timestamp '2026-01-01' + to_seconds(i) as at
  from range(5000) t(i) order by i`;

/** Writes rows by DuckDB, and a copy whose pages have checksums. */
async function written(c: DuckDBConnection, options: string, sql = rows): Promise<{ plain: string; checked: string }> {
  const folder = temporaryFolder();
  const [plain, checked] = [join(folder, 'plain.parquet'), join(folder, 'checked.parquet')];
  await c.run(`copy (${sql}) to ${quoteText(plain)} (format parquet, ${options}, row_group_size 2048)`);
  copyFileSync(plain, checked);
  const draft = join(folder, 'draft');
  expect(await addPageChecksums(checked, draft)).toEqual(await fingerprint(checked));
  expect(existsSync(draft)).toBe(false);
  return { plain, checked };
}

/** Returns where pages of a chunk lie, headers and bodies. */
function piecesOf(file: Uint8Array, first: number, end: number): { start: number; bytes: number }[] {
  const reader = new ThriftReader(file, first);
  const pieces: { start: number; bytes: number }[] = [];
  while (reader.at < end) {
    const start = reader.at;
    let bytes = 0;
    reader.struct((id, type) => {
      if (id === 3) bytes = reader.integer(type);
      else reader.skip(type);
    });
    pieces.push({ start, bytes: reader.at - start }, { start: reader.at, bytes });
    reader.at += bytes;
  }
  return pieces;
}

const all = (c: DuckDBConnection, path: string) => selectRows(c, `from ${quoteText(path)} order by id`);

describe('addPageChecksums(path, draft)', () => {
  it.each(['compression zstd', 'compression zstd, parquet_version v2', 'compression snappy'])(
    'leaves the rows, their bounds and bloom filters as they are: %s',
    async (options) => {
      await withDuckDB(async (c) => {
        const { plain, checked } = await written(c, options);
        expect(await all(c, checked)).toEqual(await all(c, plain));
        const about = (path: string) =>
          selectRows(
            c,
            `select path_in_schema, num_values, stats_min_value, stats_max_value, bloom_filter_length
            from parquet_metadata(${quoteText(path)})`,
          );
        expect(await about(checked)).toEqual(await about(plain));
        const few = `select bloom_filter_excludes, row_group_id from parquet_bloom_probe('PATH', 'repeated', 'text 4')`;
        const probed = (path: string) => selectRows(c, few.replace('PATH', path));
        expect(await probed(checked)).toEqual(await probed(plain));
      });
    },
  );

  it('grows each page of zstd by its checksum, once', async () => {
    await withDuckDB(async (c) => {
      const { plain, checked } = await written(c, 'compression zstd');
      const sizes = `select sum(total_compressed_size)::integer as bytes, count(dictionary_page_offset)::integer as dictionaries,
        count(*)::integer as chunks from parquet_metadata`;
      const [before] = await selectRows(c, `${sizes}(${quoteText(plain)})`);
      const [after] = await selectRows(c, `${sizes}(${quoteText(checked)})`);
      const pages = Number(before['dictionaries']) + Number(before['chunks']);
      // A header may need a byte more for the larger size.
      expect(Number(after['bytes']) - Number(before['bytes'])).toBeGreaterThanOrEqual(4 * pages);
      expect(Number(after['bytes']) - Number(before['bytes'])).toBeLessThan(5 * pages);
      const { sha256 } = await fingerprint(checked);
      expect((await addPageChecksums(checked, `${checked}.draft`)).sha256).toBe(sha256);
    });
  });

  it('takes a file without rows', async () => {
    await withDuckDB(async (c) => {
      const { checked } = await written(c, 'compression zstd', `select * from (${rows}) where false`);
      expect(await all(c, checked)).toEqual([]);
    });
  });

  it('gives pages of which DuckDB reads no other values, whichever bit is another', async () => {
    await withDuckDB(async (c) => {
      const { checked } = await written(c, 'compression zstd');
      const chunks = await selectRows(
        c,
        `select split_part(path_in_schema, ',', 1) as name, coalesce(dictionary_page_offset, data_page_offset)::integer as first,
            total_compressed_size::integer as bytes
        from parquet_metadata(${quoteText(checked)}) where total_compressed_size > 100`,
      );
      const read = (name: unknown) =>
        selectRows(c, `select bit_xor(hash("${String(name)}")) from ${quoteText(checked)}`);
      const right = new Map<unknown, unknown>();
      for (const { name } of chunks) right.set(name, await read(name));
      const file = readFileSync(checked);
      const pages = chunks.flatMap(({ name, first, bytes }) => {
        return piecesOf(file, Number(first), Number(first) + Number(bytes)).map((piece) => ({ ...piece, name }));
      });
      await assert(
        asyncProperty(nat(pages.length - 1), integer({ min: 0, max: 2 ** 30 }), async (at, bit) => {
          const { name, start, bytes } = pages[at];
          const place = start * 8 + (bit % (bytes * 8));
          flipBit(checked, place);
          // A bit that DuckDB does not read changes nothing.
          const found = await read(name).catch(() => right.get(name));
          flipBit(checked, place);
          expect(found).toEqual(right.get(name));
        }),
        { numRuns: 300 },
      );
    });
  });
});
