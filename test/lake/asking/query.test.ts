import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import type { Parameter } from '../../../src/lake/meaning/parameters.ts';
import { query, stream } from '../../../src/lake/asking/query/query.ts';
import { messageOf } from '../../../src/core/system-errors.ts';
import { decimalText } from '../../../src/arrow/decimal.ts';
import { queryText, writeQuery, type Format } from '../../../src/lake/asking/query/write.ts';
import { temporaryFolder } from '../../folder.ts';
import { load, network, tables } from '../tables.ts';

let lake: Lake;

beforeAll(async () => {
  lake = await openLake(temporaryFolder(), { tables, write: true, network, sql: 'none' });
  await load(lake, [100, 4000]);
});

afterAll(() => lake.close());

/** Everything that differs between DuckDB's memory and Arrow's, with a null in each column. */
const kinds = `
select * from (values
  (1, 9007199254740993, 1.50::decimal(4,2), -12345678.9012345::decimal(19,7), 'twelve bytes', true, 1),
  (2, -1, -0.01::decimal(4,2), 922337203685.4775807::decimal(19,7), 'a text of more than twelve bytes', false, 3),
  (3, null, null, null, null, null, 0)
) as t(n, big, small, amount, text, flag, count)`;

describe('query', () => {
  it('returns Arrow columns whose values are exact', async () => {
    const table = await query(lake, kinds);
    expect(String(table.schema)).toBe(
      'Schema<{ 0: n: Int32, 1: big: Int64, 2: small: Decimal[4e+2], 3: amount: Decimal[19e+7], ' +
        '4: text: Utf8, 5: flag: Bool, 6: count: Int32 }>',
    );
    const decimals = (name: string, scale: number) => {
      const values = [...table.getChild(name)!];
      return values.map((value) => (value === null ? null : decimalText(value, scale)));
    };
    expect(decimals('small', 2)).toEqual(['1.50', '-0.01', null]);
    expect(decimals('amount', 7)).toEqual(['-12345678.9012345', '922337203685.4775807', null]);
    expect([...table.getChild('big')!]).toEqual([9007199254740993n, -1n, null]);
    expect([...table.getChild('text')!]).toEqual(['twelve bytes', 'a text of more than twelve bytes', null]);
    expect([...table.getChild('flag')!]).toEqual([true, false, null]);
  });

  it('knows numbers beyond all doubles', async () => {
    const [row] = (await query(lake, 'select 1e400 as much, -1e400 as little')).toArray();
    expect(row.toJSON()).toEqual({ much: Infinity, little: -Infinity });
  });

  it('returns wide integers, times, lists and structs', async () => {
    const table = await query(
      lake,
      `select sum(-big)::hugeint as total, timestamp '2024-05-06 07:08:09.000001' as at, date '2024-05-06' as day,
         list(text order by n) as texts, {'a': 1, 'b': ['x', null]} as pair, null as nothing, time '01:02:03' as time
       from (${kinds})`,
    );
    expect(String(table.schema)).toBe(
      'Schema<{ 0: total: Decimal[38e0], 1: at: Timestamp<MICROSECOND>, 2: day: Date32<DAY>, 3: texts: List<Utf8>, ' +
        '4: pair: Struct<{a:Int32, b:List<Utf8>}>, 5: nothing: Int32, 6: time: Utf8 }>',
    );
    const row = table.get(0)!.toJSON();
    expect(decimalText(row['total'], 0)).toBe('-9007199254740992');
    expect(table.getChildAt(1)!.data[0].values).toEqual(new BigInt64Array([1714979289000001n]));
    expect([...row['texts']]).toEqual(['twelve bytes', 'a text of more than twelve bytes', null]);
    expect(row['pair'].a).toBe(1);
    expect([...row['pair'].b]).toEqual(['x', null]);
    expect(row['nothing']).toBe(null);
    expect(row['time']).toBe('01:02:03');
  });

  it('returns every text of a large result, whatever order it is read in', async () => {
    const sql = 'select id, account, memo, [account, memo] as both from bronze.payments_raw_v1';
    for (const order of ['id', 'memo nulls first, id', 'hash(id)']) {
      const ordered = `${sql} order by ${order}`;
      const table = await query(lake, ordered);
      const expected = await lake.read((connection) => selectRows(connection, ordered));
      const found = table.toArray().map((row) => ({ ...row!.toJSON(), both: [...row!.toJSON()['both']] }));
      expect(found).toEqual(expected);
    }
  });

  it('takes parameters, and numbers columns of the same name', async () => {
    const table = await query(lake, 'select ?::integer as a, $2 as a', { parameters: [7, 'x'] });
    expect(table.get(0)!.toJSON()).toEqual({ a: 7, a_1: 'x' });
  });

  it('takes a Date for a time in UTC', async () => {
    const table = await query(lake, 'select $at = $text::timestamp as same', {
      parameters: { at: new Date('2026-01-02T03:04:05.678Z'), text: '2026-01-02 03:04:05.678' },
    });
    expect(table.get(0)!.toJSON()).toEqual({ same: true });
  });

  const wrongValues: [found: string, value: unknown][] = [
    ['undefined', undefined],
    ['an object', {}],
    ['an array', [1]],
    ['no time', new Date(NaN)],
    ['1e+300', 1e300],
    [String(2n ** 127n), 2n ** 127n],
  ];
  it.each(wrongValues)('refuses %s as the value of a parameter', async (found, value) => {
    await expect(query(lake, 'select $a', { parameters: { a: value as Parameter } })).rejects.toThrow(
      `the parameter $a is ${found}, expected a text, boolean, null, Date, number or bigint that DuckDB holds, or a value of its own`,
    );
  });

  it.each([
    ['selec 1', 'Parser Error: syntax error at or near "selec"\n\nLINE 1: selec 1\n        ^'],
    [
      'pivot history_ledgers on sequence using count(*)',
      'PIVOT would first have to ask which columns there will be: name them, as in PIVOT ... ON type IN (1, 2)',
    ],
    ['select 1; select 2', 'found 2 statements, expected one: queries run one at a time'],
    ['-- nothing\n;', 'the SQL is empty'],
    ['é', 'found 0 statements, expected one: queries run one at a time'],
    ['\uFFFD', 'found 0 statements, expected one: queries run one at a time'],
    ['select nosuch', /^Binder Error: Referenced column "nosuch" (was )?not found/],
    ['/* a */ drop table x', /^DROP is refused: queries are read-only/],
    ["copy (select 1) to 'x.csv'", /^COPY is refused/],
    ["attach 'x.db'", /^ATTACH is refused/],
    ['set threads = 3', /^SET is refused/],
    ['pragma database_list', /^PRAGMA is refused/],
    ['insert into snapshot.segments select 1', /^INSERT is refused/],
    ['with x as (from snapshot.segments) insert into snapshot.segments from x', /^this statement is refused/],
    ['explain analyze insert into snapshot.segments from snapshot.segments', /^INSERT is refused/],
    ["explain analyze copy (select 1) to 'x.csv'", /^COPY is refused/],
    ["explain (analyze, format json) copy (select 1) to 'x.csv'", /^COPY is refused/],
    ["explain /* a /* b */ select 1 -- */ copy (select 1) to 'x.csv'", /^COPY is refused/],
    ['explain analyze execute x', /^EXECUTE is refused/],
    ['explain analyze explain analyze drop table x', /^/],
    ["from read_text('/etc/passwd')", /^Permission Error: Cannot access file "\/etc\/passwd"/],
    ["from read_csv('https://example.com/x.csv')", /^(Permission|Missing Extension) Error/],
  ])('refuses %s', async (sql, message) => {
    const error = await query(lake, sql).catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'QueryError', fields: { sql } });
    expect((error as Error).message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('names the line of an error as the query has it, also inside another query', async () => {
    for (const lead of ['', '\n', 'select 2 as b,\n  3 as c\nunion all ']) {
      const error = await queryText(lake, `${lead}select 'x'::int as b, 1 as c`, { limit: 9 }).catch(messageOf);
      expect(error).toContain(`to INT32\n\nLINE ${lead.split('\n').length}: `);
    }
  });

  it('stops when its signal is aborted', async () => {
    const controller = new AbortController();
    const running = query(lake, 'select sum(a.range * b.range) from range(10000000) a, range(1000000) b', {
      signal: controller.signal,
    });
    setImmediate(() => controller.abort());
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expect(query(lake, 'select 1', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('stream', () => {
  it('returns batches, and may be left early', async () => {
    let rows = 0;
    for await (const batch of stream(lake, 'from bronze.payments_raw_v1')) {
      rows += batch.numRows;
      if (rows > 2000) break;
    }
    expect(rows).toBe(2048);
    await expect(stream(lake, 'selec').next()).rejects.toMatchObject({ name: 'QueryError' });
  });
});

async function written(sql: string, format: Format): Promise<Buffer> {
  const output = new PassThrough();
  const [bytes] = await Promise.all([
    buffer(output),
    writeQuery(lake, sql, { format, output }).finally(() => output.end()),
  ]);
  return bytes;
}

const things = `
select 1 as n, 9007199254740993 as big, 1.50::decimal(4,2) as amount, timestamp '2024-05-06 07:08:09' as at,
  timestamptz '2024-05-06 07:08:09.5+02' as zoned, 'say "hi", you' as text, null as nothing, '' as blank,
  'ab'::blob as raw, [12345678901234567, null] as list, {'big': 5::bigint, 'at': timestamp '2000-01-01'} as pair,
  '{"k":1}'::json as j, 'nan'::double as odd, 0.5::double as half
; -- the end`;

describe('writeQuery', () => {
  it('writes JSON that loses nothing', async () => {
    const [row] = JSON.parse(String(await written(things, 'json')));
    expect(row).toEqual({
      n: 1,
      big: '9007199254740993',
      amount: '1.50',
      at: '2024-05-06T07:08:09',
      zoned: '2024-05-06T05:08:09.500000Z',
      text: 'say "hi", you',
      nothing: null,
      blank: '',
      raw: '6162',
      list: ['12345678901234567', null],
      pair: { big: '5', at: '2000-01-01T00:00:00' },
      j: { k: 1 },
      odd: 'nan',
      half: 0.5,
    });
  });

  it.each<[string, string, unknown]>([
    ['names that differ in case', 'select 1 as a, 2 as A, null as "b""", 3 as a', { a: 1, A: 2, 'b"': null, a_1: 3 }],
    [
      'structs without names',
      "select row(1, 2) as r, row(1::bigint, null, [row('x')]) as s",
      { r: [1, 2], s: ['1', null, [['x']]] },
    ],
    [
      'times without end',
      "select 'infinity'::timestamp as a, '-infinity'::timestamptz as b, ['infinity'::timestamp_s] as c, 'infinity'::date as d",
      { a: 'infinity', b: '-infinity', c: ['infinity'], d: 'infinity' },
    ],
    [
      'times of all units and years',
      `select timestamp_s '2026-01-01 00:00:01' as s, timestamp_ms '2026-01-01 00:00:01.25' as ms,
        timestamp_ns '2026-01-01 00:00:00.123456789' as ns, timestamp '0033-01-01' as old,
        timestamp '20000-01-01' as far, timestamp '0044-03-15 (BC) 00:00:00.5' as before`,
      {
        s: '2026-01-01T00:00:01',
        ms: '2026-01-01T00:00:01.250000',
        ns: '2026-01-01T00:00:00.123456789',
        old: '0033-01-01T00:00:00',
        far: '+020000-01-01T00:00:00',
        before: '-000043-03-15T00:00:00.500000',
      },
    ],
    [
      'times of a zone, which have a Z, and times without one',
      `select timestamptz '2026-01-01 12:00:00+00' as zoned, zoned at time zone 'America/New_York' as "there",
        {'zoned': zoned, 'times': [there]} as nested`,
      {
        zoned: '2026-01-01T12:00:00Z',
        there: '2026-01-01T07:00:00',
        nested: { zoned: '2026-01-01T12:00:00Z', times: ['2026-01-01T07:00:00'] },
      },
    ],
    [
      'integers of JSON, which are texts where a double does not hold them',
      `select '[9007199254740991, -9007199254740991, 9007199254740992, -9007199254740992, 9007199254741000, 9010000000000000,
        10000000000000000, 214748369999999999, "9007199254740993", 1234567890123456.5, 1e16]'::json as j`,
      {
        j: [
          ...[9007199254740991, -9007199254740991, '9007199254740992', '-9007199254740992', '9007199254741000'],
          ...[
            '9010000000000000',
            '10000000000000000',
            '214748369999999999',
            '9007199254740993',
            1234567890123456.5,
            1e16,
          ],
        ],
      },
    ],
    [
      'wide numbers in maps, arrays and unions',
      `select map {'a': 9007199254740993, 'b': null} as m, map {1::bigint: [1::bigint]} as n, [1, 2]::bigint[2] as a,
        union_value(u := 9007199254740993) as u, null::map(int, bigint) as x, null::union(a bigint) as y`,
      {
        m: { a: '9007199254740993', b: null },
        n: { 1: ['1'] },
        a: ['1', '2'],
        u: { u: '9007199254740993' },
        x: null,
        y: null,
      },
    ],
    [
      'wide numbers of JSON columns',
      String.raw`select ' {"a" : [9007199254740993, -9007199254740993,9007199254740991,12, 123456789012345678901234567890]}
        '::json as j, ['-9007199254740993'::json] as l, '{"9007199254740993": ""}'::json as k,
        '["[9007199254740993,", "\",9007199254740993", "", 9007199254740993]'::json as t,
        '[1234567890123456789.5,0.1234567890123456,1.5e300,-1E-7]'::json as r`,
      {
        j: { a: ['9007199254740993', '-9007199254740993', 9007199254740991, 12, '123456789012345678901234567890'] },
        l: ['-9007199254740993'],
        k: { '9007199254740993': '' },
        t: ['[9007199254740993,', '",9007199254740993', '', '9007199254740993'],
        r: [1234567890123456789.5, 0.1234567890123456, 1.5e300, -1e-7],
      },
    ],
    [
      'numbers of JSON columns that JSON lacks',
      `select 'NaN'::json as a, '[nan, -inf,Infinity, "NaN", "[NaN]", 1]'::json as b, to_json({'x': 'nan'::double}) as c, '[1,]'::json as d`,
      { a: 'NaN', b: ['nan', '-inf', 'Infinity', 'NaN', '[NaN]', 1], c: { x: 'NaN' }, d: [1] },
    ],
    ['texts with escapes', String.raw`select E'a\';b' as x; -- '`, { x: "a';b" }],
  ])('writes %s', async (_, sql, row) => {
    expect(JSON.parse(String(await written(sql, 'ndjson')))).toEqual(row);
    expect(JSON.parse(String(await written(sql, 'json')))).toEqual([row]);
  });

  it('writes JSON, NDJSON and CSV of many rows and of none', async () => {
    const sql = 'select ledger_sequence, account from bronze.payments_raw_v1 order by id';
    const rows = JSON.parse(String(await written(sql, 'json')));
    const lines = String(await written(sql, 'ndjson'))
      .trimEnd()
      .split('\n');
    expect(rows).toHaveLength(3901);
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
    expect(
      String(await written(sql, 'csv'))
        .split('\n')
        .slice(0, 3),
    ).toEqual(['ledger_sequence,account', '100,ACCOUNT0', '101,ACCOUNT7']);
    expect(String(await written('select 1 as a where false', 'json'))).toBe('[]\n');
    expect(String(await written('select 1 as a where false', 'ndjson'))).toBe('');
    expect(String(await written('select 1 as "a,b" where false', 'csv'))).toBe('"a,b"\n');
  });

  it('writes CSV with quotes where they are needed', async () => {
    expect(String(await written(things, 'csv')).split('\n')[1]).toBe(
      '1,9007199254740993,1.50,2024-05-06T07:08:09,2024-05-06T05:08:09.500000Z,"say ""hi"", you",,"",6162,' +
        '"[""12345678901234567"",null]","{""big"":""5"",""at"":""2000-01-01T00:00:00""}","{""k"":1}",nan,0.5',
    );
  });

  it('writes Arrow and Parquet that read back the same', async () => {
    const sql =
      'select ledger_sequence, account, key, sum(id) over () as total from bronze.payments_raw_v1 order by id';
    const table = await query(lake, sql);
    for (const [format, begin] of [
      ['arrow', 'ARROW1'],
      ['arrows', '\xff\xff\xff\xff'],
    ] as const) {
      const bytes = await written(sql, format);
      expect(bytes.toString('latin1').startsWith(begin)).toBe(true);
      const arrow = tableFromIPC(bytes);
      expect(arrow.numRows).toBe(3901);
      expect(arrow.toString()).toBe(table.toString());
      expect(tableFromIPC(await written('select 1 as a where false', format)).schema.fields[0].name).toBe('a');
    }
    const file = join(lake.path, 'bronze/copy.parquet');
    writeFileSync(file, await written(sql, 'parquet'));
    const back = await query(lake, `select * replace (total::hugeint as total) from read_parquet('${file}')`);
    expect(back.toString()).toBe(table.toString());
  });

  it('throws the error of the SQL', async () => {
    await expect(written('select nosuch', 'ndjson')).rejects.toMatchObject({ name: 'QueryError' });
    await expect(written('explain select 1', 'json')).rejects.toThrow('the result of EXPLAIN is for tables and arrow');
  });
});

describe('queryText', () => {
  it('returns texts and types', async () => {
    expect(
      await queryText(lake, "select 1 as n, [1.5] as l, null as x, 'a' as s union all from range(4)", {
        limit: 0,
      }).catch(String),
    ).toMatch(/Binder Error/);
    expect(await queryText(lake, "select 1::bigint as n, [1.5] as l, null as x, 'a;b' as s;", { limit: 10 })).toEqual({
      columns: [
        { name: 'n', type: 'BIGINT' },
        { name: 'l', type: 'DECIMAL(2,1)[]' },
        { name: 'x', type: 'INTEGER' },
        { name: 's', type: 'VARCHAR' },
      ],
      rows: [['1', '["1.5"]', null, 'a;b']],
    });
    expect((await queryText(lake, 'from range(50)', { limit: 10 })).rows).toHaveLength(10);
  });

  it('returns a plan line by line, and structs without what is null', async () => {
    const plan = await queryText(lake, 'explain select 1', { limit: 10 });
    expect(plan.columns).toEqual([{ name: 'explain_value', type: 'VARCHAR' }]);
    expect(plan.rows.slice(0, 2)).toEqual([[expect.stringMatching(/^┌─+┐$/)], [expect.stringMatching(/^│ +\w+ +│$/)]]);
    const struct = 'select {a: null, b: {c: null, d: 1::bigint}, e: [null]} as s, null::struct(a int) as n';
    expect((await queryText(lake, struct, { limit: 1 })).rows).toEqual([['{"b":{"d":"1"},"e":[null]}', null]]);
  });
});
