/** Rows of files that DuckDB writes, found by texts: of all types that parts have. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { quoteText, selectRows, type DuckDBConnection } from '../../src/lake/duckdb/duckdb.ts';
import { RangedFile } from '../../src/parquet/read/ranged-file.ts';
import { RowReader } from '../../src/parquet/read/row-reader.ts';
import { temporaryFolder } from '../folder.ts';
import { expectSame, withDuckDB } from './things.ts';

const maxBytes = 1 << 26;
const limits = { most: 1e6, mostSearched: 1e6, mostHeld: 1e6 };

/** What a column is made of, and how DuckDB writes its values down as the reader gives them. */
const types: Record<string, [value: string, read?: string]> = {
  account: [`'G' || upper(md5((n // 3)::varchar))`],
  other: [`if(n % 4 = 0, null, 'O' || n % 50)`],
  small: [`((n % 9 - 4) * 0.25)::decimal(4, 2)`, 'small::varchar'],
  middle: [`((n * 7919 - 9000000) / 100)::decimal(18, 7)`, 'middle::varchar'],
  large: [`((n - 2500) * 0.0000001)::decimal(19, 7)`, 'large::varchar'],
  huge: [`(n - 2500) * 10000000000000000000000000000000000::decimal(38, 0)`, 'huge::varchar'],
  day: [`date '1970-01-01' + (n - 2500)::integer`, `(day - date '1970-01-01')::integer`],
  document: [`json_object('n', n, 'odd', 'a"b' || chr(0) || '😀')`, 'document::varchar'],
  moment: [`make_timestamp(n * 1234567891)`, 'epoch_us(moment)'],
  zoned: [`make_timestamptz(n * 1234567891)`, 'epoch_us(zoned)'],
  tiny: [`(n % 256 - 128)::tinyint`],
  short: [`(n % 65536 - 32768)::smallint`],
  whole: [`n::integer`],
  big: [`n * 1000000007`],
  double: [`[n / 7, 'nan', 'inf', '-inf', -0.0][n % 5 + 1]::double`],
  flag: [`if(n % 3 = 0, null, n % 2 = 0)`],
};
const names = Object.keys(types);

/** Writes rows as DuckDB does, some values of each column null. */
async function copy(c: DuckDBConnection, options: string, rows = 5000): Promise<string> {
  const path = join(temporaryFolder(), 'things.parquet');
  const values = Object.entries(types).map(([name, [value]]) => {
    return `if(hash(n, ${quoteText(name)}) % 7 = 0 and ${quoteText(name)} <> 'account', null, ${value}) as ${name}`;
  });
  const query = `select ${values.join(', ')} from range(${rows}) as t(n) order by account, n`;
  await c.run(`copy (${query}) to ${quoteText(path)} (format parquet, compression snappy, ${options})`);
  return path;
}

/** Returns the rows of a file as DuckDB reads them. */
async function rowsIn(c: DuckDBConnection, path: string, where = 'true'): Promise<unknown[][]> {
  const read = Object.entries(types).map(([name, [, value = name]]) => `${value} as ${name}`);
  const rows = await selectRows(c, `select ${read.join(', ')} from ${quoteText(path)} where ${where}`);
  return rows.map((row) => names.map((name) => row[name]));
}

const small = 'row_group_size 2048';

describe('rowsOfText(path, text, limits, columns)', () => {
  it.each([small, `${small}, dictionary_size_limit 1`])(
    'are the rows that DuckDB finds, with the types that it tells: %s',
    async (options) => {
      await withDuckDB(async (c) => {
        const path = await copy(c, options);
        const all = await rowsIn(c, path);
        const reader = new RowReader({ maxBytes });
        const described = await selectRows(c, `describe from ${quoteText(path)}`);
        for (const value of [String(all[0][0]), String(all[4444][0]), 'O7', 'nobody', '']) {
          const found = await reader.rowsOfText(path, { value, in: ['account', 'other'] }, limits, names);
          expect(found?.types).toEqual(described.map((row) => String(row['column_type']).toLowerCase()));
          expectSame(
            found?.rows,
            all.filter(([account, other]) => [account, other].includes(value)),
          );
        }
      });
    },
  );

  it('are found in the row groups alone whose bounds have a text, cut short or not', async () => {
    await withDuckDB(async (c) => {
      const path = await copy(c, small);
      const all = await rowsIn(c, path);
      const reader = new RowReader({ maxBytes });
      const ask = (value: string, by = 'account', most = limits) =>
        reader.rowsOfText(path, { value, in: [by] }, most, ['whole']);
      const read = vi.spyOn(RangedFile.prototype, 'readEach');
      expect((await ask(String(all[100][0])))?.searched).toBe(2048);
      expect((await ask('A'))?.searched).toBe(0);
      // The column that is searched, and the one that is asked.
      expect(read).toHaveBeenCalledTimes(2);
      read.mockRestore();
      expect((await ask(String(all[4999][0])))?.searched).toBe(904);
      expect((await ask('O7', 'other'))?.searched).toBe(5000);
      const long = join(temporaryFolder(), 'long.parquet');
      await c.run(
        `copy (select chr(65 + (n // 2048)::integer) || repeat('ä', 400) || n as text, n from range(6144) as t(n))
        to ${quoteText(long)} (format parquet, ${small}, compression snappy)`,
      );
      const value = `B${'ä'.repeat(400)}3000`;
      const found = await reader.rowsOfText(long, { value, in: ['text'] }, limits, ['n']);
      expect(found).toEqual({ types: ['bigint'], rows: [[3000n]], searched: 2048, held: 6144 });
    });
  });

  it('are undefined where they are too many, to be searched or found, and of columns that are not read so', async () => {
    await withDuckDB(async (c) => {
      const path = await copy(c, small);
      const value = String((await rowsIn(c, path))[30][0]);
      const ask = async (most: number, mostSearched: number, columns = ['whole'], by = 'account', mostHeld = 1e6) => {
        const asked = { value, in: [by] };
        const few = { most, mostSearched, mostHeld };
        const found = await new RowReader({ maxBytes }).rowsOfText(path, asked, few, columns);
        return found && (found.rows?.length ?? 'many');
      };
      expect([await ask(3, 2048), await ask(2, 2048), await ask(3, 2047)]).toEqual([3, 'many', 'many']);
      const held = Number((await rowsIn(c, path)).length);
      const holding = (most: number) => ask(3, 2048, ['whole'], 'account', most);
      expect([await holding(held), await holding(held - 1)]).toEqual([3, undefined]);
      expect([await ask(3, 5000, ['missing']), await ask(3, 5000, ['whole'], 'missing')]).toEqual([
        undefined,
        undefined,
      ]);
      expect([await ask(3, 5000, ['whole'], 'document'), await ask(3, 5000, ['whole'], 'big')]).toEqual([
        undefined,
        undefined,
      ]);
      const other = join(temporaryFolder(), 'other.parquet');
      const unread = `[1] as list, {a: 1} as struct, uuid() as id, time '10:00' as clock, 'x'::blob as bytes, 1::float as half,
        1::uinteger as unsigned, timestamp_ns '2020-01-01' as nanoseconds, '2020-01-01'::timestamp_ms as milliseconds`;
      await c.run(`copy (select 'a' as text, ${unread}) to ${quoteText(other)} (format parquet, compression snappy)`);
      const of = (column: string) =>
        new RowReader({ maxBytes }).rowsOfText(other, { value: 'a', in: ['text'] }, limits, [column]);
      const columns = ['list', 'struct', 'id', 'clock', 'bytes', 'half', 'unsigned', 'nanoseconds', 'milliseconds'];
      for (const column of columns) expect(await of(column)).toBeUndefined();
      expect(await of('text')).toEqual({ types: ['varchar'], rows: [['a']], searched: 1, held: 1 });
    });
  });

  it('leave others their turn, where nothing has to be read', async () => {
    await withDuckDB(async (c) => {
      const path = await copy(c, small);
      const reader = new RowReader({ maxBytes });
      const read = () => reader.rowsOfText(path, { value: 'O7', in: ['other'] }, limits, names);
      await read();
      let turns = 0;
      let isRead = false;
      const count = () => {
        turns++;
        if (!isRead) setImmediate(count);
      };
      setImmediate(count);
      for (let i = 0; i < 10; i++) await read();
      isRead = true;
      expect(turns).toBeGreaterThanOrEqual(9);
    });
  });

  it('are rows or an error of a damaged file', async () => {
    await withDuckDB(async (c) => {
      const bytes = readFileSync(await copy(c, small, 700));
      let errors = 0;
      for (let i = 0; i < 300; i++) {
        const damaged = Uint8Array.from(bytes);
        // Every other time in the footer.
        const at = i % 2 === 0 ? (i * 7919) % (bytes.length - 3000) : bytes.length - 9 - ((i * 131) % 3000);
        damaged[at] ^= 1 << (i % 8);
        const path = join(temporaryFolder(), 'damaged.parquet');
        writeFileSync(path, damaged);
        const asked = { value: 'O7', in: ['other'] };
        await new RowReader({ maxBytes }).rowsOfText(path, asked, limits, names).catch((error: unknown) => {
          expect(error).toBeInstanceOf(RangeError);
          errors++;
        });
      }
      expect(errors).toBeGreaterThan(50);
    });
  });
});
