import { readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncProperty, assert, integer } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteText, selectRows, type DuckDBConnection } from '../../src/lake/duckdb/duckdb.ts';
import { RowReader, type RowValue } from '../../src/parquet/read/row-reader.ts';
import { temporaryFolder } from '../folder.ts';
import { expectSame, groupsOf, rowsOf, shape, withDuckDB, write, writeGroups, type Shape } from './things.ts';

const names = ['utf8', 'id', 'int32', 'int64', 'float64', 'bool', 'timestamp', 'missing'];
const maxBytes = 1 << 26;

/** Returns the rows that DuckDB reads of a file, by their ids. */
async function rowsIn(c: DuckDBConnection, path: string): Promise<Map<unknown, unknown[]>> {
  const values = names.map((name) => (name === 'timestamp' ? 'epoch_us(timestamp) as timestamp' : name));
  const rows = await selectRows(
    c,
    `select ${values.join(', ')} from (select *, null as missing from ${quoteText(path)})`,
  );
  return new Map(rows.map((row) => [row.id, names.map((name) => row[name])]));
}

/** Expects rows of a file as DuckDB reads them: of every id, in another order, with some that it lacks. */
async function expectRows(c: DuckDBConnection, path: string): Promise<void> {
  await expectRowsOf(new RowReader({ maxBytes }), path, await rowsIn(c, path));
}

async function expectRowsOf(reader: RowReader, path: string, expected: Map<unknown, unknown[]>): Promise<void> {
  const ids = [...expected.keys()].filter((id) => typeof id === 'bigint');
  const some = ids.map((_, i) => ids[(i * 7919) % ids.length]);
  const asked = some.flatMap((id) => [id, id + 1n]).concat(2n ** 63n - 1n, -(2n ** 63n), 2n ** 63n);
  const found = await reader.rows(path, 'id', asked, names);
  expectSame(
    found,
    some.map((id) => expected.get(id)),
  );
}

/** Expects all rows of numbers that rows share, in the order of the file. */
async function expectSharing(c: DuckDBConnection, path: string): Promise<void> {
  const rows = [...(await rowsIn(c, path)).values()];
  const byNumber = Map.groupBy(rows, (row) => row[names.indexOf('int64')]);
  byNumber.delete(null);
  const numbers = [...byNumber.keys()].filter((number) => typeof number === 'bigint').reverse();
  const found = await new RowReader({ maxBytes }).rows(path, 'int64', [...numbers, 2n ** 62n + 1n], names);
  const shared = numbers.flatMap((number) => byNumber.get(number) ?? []);
  expectSame(found, shared);
}

/** Writes a query's rows as DuckDB does. */
async function copy(c: DuckDBConnection, query: string, options: string): Promise<string> {
  const path = join(temporaryFolder(), 'copy.parquet');
  await c.run(`copy (${query}) to ${quoteText(path)} (format parquet, ${options})`);
  return path;
}

const zstd = 'row_group_size 2048, compression zstd, compression_level 2';

describe('rowsWith(path, text, numbers, columns)', () => {
  const ranges = [
    { first: 300, last: 2 ** 31 },
    { first: 3, last: 3 },
    { first: 20, last: 90 },
    { first: 91, last: 260 },
    { first: 100, last: 120 },
  ];
  const isNear = (number: unknown) =>
    ranges.some(({ first, last }) => Number(number) >= first && Number(number) <= last);
  const asked = ['id', 'number', 'utf8', 'other', 'missing'];
  const most = 1e6;

  it.each<[string, Partial<Shape>]>([
    ['few texts', { distinct: 3 }],
    ['texts that do not repeat', { distinct: 1e9 }],
    ['runs, and nulls', { distinct: 40, run: 37, nullEvery: 7 }],
    ['nothing but nulls', { nullEvery: 1 }],
  ])('are those that DuckDB finds, in the order of the file: %s', async (_, changed) => {
    const path = write(rowsOf({ ...shape, ...changed }), [1003, 1003, 2010]);
    await withDuckDB(async (c) => {
      const query = `
        select *, (row_number() over () // 11)::integer as number, lag(utf8, 5) over () as other from ${quoteText(path)}`;
      const file = await copy(c, query, zstd);
      const all = await selectRows(c, `select *, null as missing from ${quoteText(file)}`);
      const texts = new Set([...all.slice(0, 400).map(({ utf8 }) => utf8), 'no such text', '']);
      for (const value of [...texts].filter((text) => typeof text === 'string').slice(0, 60)) {
        const texts = { value, in: ['utf8', 'other', 'gone'] };
        const found = await reader.rowsWith(file, texts, { column: 'number', ranges, most }, asked);
        const expected = all.filter(({ utf8, other, number }) => isNear(number) && [utf8, other].includes(value));
        expect(found).toEqual(expected.map((row) => asked.map((name) => row[name])));
      }
    });
  });
  const reader = new RowReader({ maxBytes });

  it('are undefined where there are more than may be, where the numbers do not ascend, and of columns that are no texts', async () => {
    await withDuckDB(async (c) => {
      const query = (number: string) => `
        select n as id, (${number})::integer as number, if(n % 5 = 0, null, 'text') as utf8, n as other from range(4000) as t(n)`;
      const [up, down] = [await copy(c, query('n // 3'), zstd), await copy(c, query('4000 - n'), zstd)];
      const read = (file: string, names: string[], most: number) =>
        reader.rowsWith(file, { value: 'text', in: names }, { column: 'number', ranges, most }, ['id']);
      const found = await read(up, ['utf8'], most);
      expect(found?.length).toBeGreaterThan(2000);
      expect(await read(up, ['utf8'], Number(found?.length))).toEqual(found);
      expect(await read(up, ['utf8'], Number(found?.length) - 1)).toBeUndefined();
      expect(await read(down, ['utf8'], most)).toBeUndefined();
      expect(await read(up, ['other'], most)).toBeUndefined();
      const byId = { column: 'id', ranges, most };
      expect(await reader.rowsWith(up, { value: 'text', in: ['utf8'] }, byId, ['id'])).toBeUndefined();
    });
  });
});

describe('a file that is not known yet', () => {
  it('is kept once, however many ask for it at once', async () => {
    const path = write(rowsOf(shape), [1003, 1003, 2010]);
    const ids = rowsOf(shape).flatMap(({ id }) => (typeof id === 'bigint' ? [id] : []));
    const [alone, together] = [new RowReader({ maxBytes }), new RowReader({ maxBytes })];
    const expected = await alone.rows(path, 'id', ids, names);
    const found = await Promise.all(Array.from({ length: 4 }, () => together.rows(path, 'id', ids, names)));
    expect(found).toEqual(Array.from({ length: 4 }, () => expected));
    expect(together.bytes).toBe(alone.bytes);
  });
});

describe('rows(path, idColumn, ids, columns)', () => {
  it.each<[string, Partial<Shape>]>([
    ['few values', { distinct: 3 }],
    ['one value', { distinct: 1, seed: 5 }],
    ['values that do not repeat', { distinct: 1e9 }],
    ['runs', { distinct: 40, run: 37 }],
    ['runs beside others', { distinct: 500, run: 17, nullEvery: 5 }],
    ['nulls', { nullEvery: 3 }],
    ['runs of nulls', { run: 41, nullEvery: 2 }],
    ['nothing but nulls', { nullEvery: 1 }],
    ['one row', { rows: 1 }],
    ['no row', { rows: 0 }],
  ])('are those of DuckDB, in files of ours and of its own: %s', async (_, changed) => {
    const path = write(rowsOf({ ...shape, ...changed }), changed.rows === undefined ? [1003, 1003, 2010] : []);
    await withDuckDB(async (c) => {
      await expectRows(c, path);
      await expectRows(c, await copy(c, `from ${quoteText(path)}`, zstd));
      await expectRows(c, await copy(c, `from ${quoteText(path)}`, 'compression uncompressed'));
      await expectRows(c, await copy(c, `from ${quoteText(path)} order by id desc`, zstd));
      await expectSharing(c, path);
      await expectSharing(c, await copy(c, `from ${quoteText(path)}`, zstd));
      const ascending = `select * replace ((row_number() over () // 3)::bigint as int64) from ${quoteText(path)}`;
      const some = `select * replace (if(hash(id) % 3 = 0, null, int64) as int64) from (${ascending})`;
      for (const query of [ascending, some]) {
        await expectSharing(c, await copy(c, query, zstd));
        await expectSharing(c, await copy(c, query, `${zstd}, dictionary_size_limit 1`));
      }
    });
  });

  it('are those of DuckDB, whatever repeats, and however little is kept', async () => {
    const cases = asyncProperty(
      integer({ min: 1, max: 5000 }),
      integer({ min: 1, max: 3000 }),
      integer({ min: 1, max: 40 }),
      integer({ min: 0, max: 9 }),
      integer({ min: 0, max: 1000 }),
      async (rows, distinct, run, nullEvery, seed) => {
        const path = write(rowsOf({ rows, distinct, run, nullEvery, seed }), [Math.floor(rows / 3)]);
        await withDuckDB(async (c) => {
          for (const at of [path, await copy(c, `from ${quoteText(path)}`, zstd)]) {
            const expected = await rowsIn(c, at);
            for (const maxBytes of [0, seed * 100, 1 << 26]) {
              const reader = new RowReader({ maxBytes });
              await expectRowsOf(reader, at, expected);
              await expectRowsOf(reader, at, expected);
              expect(reader.bytes).toBeLessThanOrEqual(maxBytes);
            }
          }
        });
      },
    );
    await assert(cases, { numRuns: 12 });
  });

  it('are found where ids are in no order, repeat, or are null', async () => {
    const ids = ['(i * 7919) % 5000', 'case when i % 3 = 0 then null else i end', '(i * i) % 100', '7', 'null::bigint'];
    await withDuckDB(async (c) => {
      for (const id of ids) {
        const things = `select (${id})::bigint as id, ((${id}) * 3)::varchar as utf8 from range(5000) as t(i)`;
        const path = await copy(c, things, zstd);
        const found = await selectRows(c, `select id, utf8 from ${quoteText(path)} where id is not null`);
        const byId = Map.groupBy(found, ({ id }) => id);
        const asked = [...byId.keys()].filter((id) => typeof id === 'bigint');
        const rows = await new RowReader({ maxBytes }).rows(path, 'id', [...asked, 5001n], ['id', 'utf8']);
        expect(rows).toEqual([...byId.values()].flat().map(({ id, utf8 }) => [id, utf8]));
      }
    });
  });

  it('are read of chunks of several pages', async () => {
    for (const changed of [{ distinct: 1e9 }, { distinct: 30 }, { distinct: 1e9, nullEvery: 3 }, { nullEvery: 4 }]) {
      const rows = rowsOf({ ...shape, rows: 1001, ...changed });
      const last = 4_294_967_311n * 1001n;
      const [a, b] = groupsOf([...rows, ...rows.map((row) => ({ ...row, id: BigInt(String(row.id)) + last }))], [1001]);
      // The same values have the same dictionary, which a chunk has once.
      const columns = a.columns.map((first, i) => {
        const second = b.columns[i];
        const pieces = [...first.pieces, ...second.pieces.slice(second.dictionaryBytes > 0 ? 2 : 0)];
        const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
        const plainBytes = first.plainBytes + second.plainBytes;
        return { ...first, rows: 2002, nulls: first.nulls * 2, bounds: undefined, pieces, bytes, plainBytes };
      });
      const path = writeGroups([{ rows: 2002, columns }]);
      await withDuckDB((c) => expectRows(c, path));
    }
  });

  it('come from memory the second time, for all who ask at once, and anew of a file that took the place', async () => {
    const rows = rowsOf(shape);
    const path = write(rows, [2000]);
    utimesSync(path, 1000, 1000);
    const ids = rows.map(({ id }) => BigInt(String(id)));
    const reader = new RowReader({ maxBytes });
    const ask = () => reader.rows(path, 'id', ids, names);
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(second).toEqual(first);
    const { size } = statSync(path);
    writeFileSync(path, new Uint8Array(size));
    utimesSync(path, 2000, 2000);
    await expect(ask()).rejects.toThrow(`${path} is damaged in its end: ${size} bytes end with`);
    utimesSync(path, 1000, 1000);
    expect(await ask()).toEqual(first);
  });

  it('are undefined where the file has what is not read, and only where that is asked', async () => {
    const path = write(rowsOf(shape));
    const ids = [-7n];
    const ask = (path: string, id: string, columns: string[]) =>
      new RowReader({ maxBytes }).rows(path, id, ids, columns);
    expect(await ask(path, 'id', ['id', 'binary'])).toBeUndefined();
    expect(await ask(path, 'utf8', ['id'])).toBeUndefined();
    expect(await ask(path, 'missing', ['id'])).toEqual([]);
    await withDuckDB(async (c) => {
      const things = `select -7::bigint as id, [1, 2] as list, {a: 1, b: 2} as struct, 1::decimal(9, 2) as decimal,
        '2020-01-01'::date as date, 1::uinteger as unsigned, 'x' as utf8`;
      const other = await copy(c, things, zstd);
      for (const name of ['list', 'struct', 'decimal', 'date', 'unsigned']) {
        expect(await ask(other, 'id', [name])).toBeUndefined();
      }
      expect(await ask(other, 'id', ['utf8', 'id'])).toEqual([['x', -7n]]);
      expect(await ask(await copy(c, things, 'compression snappy'), 'id', ['id'])).toBeUndefined();
      const version2 = await copy(c, `from ${quoteText(path)}`, 'compression zstd, parquet_version v2');
      expect(await ask(version2, 'id', ['int64'])).toBeUndefined();
    });
  });

  it('are refused by an error of the system where there is no file', async () => {
    const missing = new RowReader({ maxBytes }).rows(join(temporaryFolder(), 'x'), 'id', [1n], ['id']);
    await expect(missing).rejects.toThrow('ENOENT');
  });
});

describe('a damaged file', () => {
  /** Numbers of a seed (xorshift). */
  function* numbers(seed: number): Generator<number, never> {
    for (let x = seed; ; yield x >>> 0) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
    }
  }

  /** Returns what is read of bytes: rows or an error, of which it expects that it is one of ours. */
  async function readOf(bytes: Uint8Array, ids: readonly bigint[]): Promise<RowValue[][] | RangeError | undefined> {
    const path = join(temporaryFolder(), 'damaged.parquet');
    writeFileSync(path, bytes);
    try {
      return await new RowReader({ maxBytes }).rows(path, 'id', ids, names);
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
      expect(String(error)).toMatch(/ is damaged| ends at/);
      return error instanceof RangeError ? error : undefined;
    }
  }

  it.each(['ours', 'of DuckDB', 'not compressed'])('ends in rows or an error: %s', async (kind) => {
    const rows = rowsOf({ rows: 700, distinct: 90, run: 3, nullEvery: 5, seed: 2 });
    const ids = rows.map(({ id }) => BigInt(String(id)));
    const ours = write(rows, [300]);
    const options = kind === 'of DuckDB' ? zstd : 'compression uncompressed';
    const path = kind === 'ours' ? ours : await withDuckDB((c) => copy(c, `from ${quoteText(ours)}`, options));
    const bytes = readFileSync(path);
    const footer = bytes.readUInt32LE(bytes.length - 8) + 8;
    const random = numbers(7 + kind.length);
    let errors = 0;
    for (let i = 0; i < 400; i++) {
      const damaged = Uint8Array.from(bytes);
      // Half of the damage is in the footer.
      const [from, length] = i % 2 === 0 ? [0, bytes.length] : [bytes.length - footer, footer];
      for (let flips = (i % 5) + 1; flips > 0; flips--) {
        damaged[from + (random.next().value % length)] = i % 3 === 0 ? 255 : random.next().value;
      }
      if ((await readOf(damaged, ids)) instanceof RangeError) errors++;
    }
    expect(errors).toBeGreaterThan(100);
    for (let i = 0; i < 40; i++) {
      const length = random.next().value % bytes.length;
      expect(await readOf(bytes.subarray(0, length), ids)).toBeInstanceOf(RangeError);
    }
  });

  it('tells in which column of which row group', async () => {
    const rows = rowsOf(shape);
    const path = write(rows, [2000]);
    const reader = new RowReader({ maxBytes });
    const start = await withDuckDB(async (c) => {
      const about = `select data_page_offset::integer as start from parquet_metadata(${quoteText(path)})
        where row_group_id = 1 and path_in_schema = 'float64'`;
      return Number((await selectRows(c, about))[0].start);
    });
    const bytes = readFileSync(path);
    bytes.fill(0, start, start + 4);
    writeFileSync(path, bytes);
    const ids = [0, 2000].map((row) => BigInt(String(rows[row].id)));
    expect(await reader.rows(path, 'id', ids.slice(0, 1), ['float64'])).toEqual([[rows[0].float64]]);
    expect(await reader.rows(path, 'id', ids, ['int32'])).toEqual([[rows[0].int32], [rows[2000].int32]]);
    const read = reader.rows(path, 'id', ids, ['float64']);
    await expect(read).rejects.toThrow(`${path} is damaged in float64 of row group 1: `);
  });

  it('is told where it ends too early for its footer', async () => {
    const path = write(rowsOf(shape));
    truncateSync(path, 5);
    const read = new RowReader({ maxBytes }).rows(path, 'id', [1n], ['id']);
    await expect(read).rejects.toThrow(`${path} is damaged: it has 5 bytes`);
  });
});
