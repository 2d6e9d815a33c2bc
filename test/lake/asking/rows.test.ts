import { PassThrough } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { rows, streamRows, type RowOptions, type Value } from '../../../src/lake/asking/query/rows.ts';
import { writeQuery } from '../../../src/lake/asking/query/write.ts';
import { source } from '../memory-source.ts';

const asJson = { integers: 'text', times: 'iso', blobs: 'hex' } as const satisfies RowOptions;

/** A literal of SQL, what it is as a row has it, and what JSON has for it. */
interface Sample {
  type: string;
  sql: string;
  value: Value;
  json: Value;
}

let seed = 20_261;
const below = (limit: number) => (seed = (seed * 48271) % 2147483647) % limit;
const one = <T>(of: readonly T[]) => of[below(of.length)];
const digits = (count: number) =>
  Array.from({ length: count }, () => below(10))
    .join('')
    .replace(/^0+(?=.)/, '');
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

function wideInteger(): Sample {
  const [type, size] = one([['bigint', 18], ['ubigint', 19], ['hugeint', 38], ['uhugeint', 38], ['bignum', 60]] as const); // prettier-ignore
  const sign = type.startsWith('u') ? '' : one(['', '-']);
  const value = BigInt(sign + digits(1 + below(size)));
  return { type, sql: `'${value}'::${type}`, value, json: String(value) };
}

function decimal(): Sample {
  const [width, scale] = one([[4, 0], [9, 2], [18, 7], [38, 20]] as const); // prettier-ignore
  const [whole, fraction] = [digits(1 + below(width - scale)), Array.from({ length: scale }, () => below(10)).join('')];
  const text = scale === 0 ? whole : `${whole}.${fraction}`;
  return {
    type: `decimal(${width}, ${scale})`,
    sql: `${text}::decimal(${width}, ${scale})`,
    value: scale === 0 ? BigInt(text) : text,
    json: text,
  };
}

function time(): Sample {
  const ms = below(2 ** 31) * 1000 + one([0, 0, 1, 250, 999]);
  const value = new Date(ms);
  const iso = value.toISOString();
  const json = ms % 1000 === 0 ? iso.slice(0, -5) : iso.replace(/\.(\d+)Z/, '.$1000');
  return one([
    { type: 'timestamp', sql: `'${iso.slice(0, -1)}'::timestamp`, value, json },
    { type: 'timestamp_ms', sql: `'${iso.slice(0, -1)}'::timestamp_ms`, value, json },
    { type: 'timestamptz', sql: `'${iso}'::timestamptz`, value, json: `${json}Z` },
    { type: 'date', sql: `'${iso.slice(0, 10)}'::date`, value: new Date(iso.slice(0, 10)), json: iso.slice(0, 10) },
  ]);
}

function text(): Sample {
  const value = one(['', "it's", '"', '\\', 'a\nb\u0001\u2028', '😀 ü', '{"a":1}', 'NaN', '12345678901234567']);
  return { type: 'varchar', sql: quote(value), value, json: value };
}

function small(): Sample {
  const number = below(2001) - 1000;
  const bytes = Uint8Array.from({ length: below(5) }, () => below(256));
  const hex = Buffer.from(bytes).toString('hex');
  return one<Sample>([
    { type: 'integer', sql: `(${number})::integer`, value: number, json: number },
    { type: 'double', sql: `(${number / 8})::double`, value: number / 8, json: number / 8 },
    { type: 'boolean', sql: `${number > 0}`, value: number > 0, json: number > 0 },
    { type: 'blob', sql: `unhex('${hex}')`, value: bytes, json: hex },
    { type: 'timestamp', sql: `'infinity'::timestamp`, value: 'infinity', json: 'infinity' },
    { type: 'json', sql: `'{"n": 9007199254740993, "x": [null]}'::json`, value: { n: '9007199254740993', x: [null] }, json: { n: '9007199254740993', x: [null] } }, // prettier-ignore
  ]);
}

function nested(depth: number): Sample {
  const item = sample(depth - 1);
  const hole: Sample = { ...item, sql: `null::${item.type}`, value: null, json: null };
  const items = [item, one([item, hole]), hole].slice(0, below(4));
  const list = { sql: items.map(({ sql }) => sql).join(', '), value: items.map(({ value }) => value), json: items.map(({ json }) => json) }; // prettier-ignore
  const other = sample(depth - 1);
  const names = (a: Value, b: Value) => ({ a, 'B "c"': b });
  return one<() => Sample>([
    () => ({ ...list, type: `${item.type}[]`, sql: `[${list.sql}]::${item.type}[]` }),
    () => ({
      type: `struct(a ${item.type}, "B ""c""" ${other.type})`,
      sql: `struct_pack(a := ${item.sql}, "B ""c""" := ${other.sql})`,
      value: names(item.value, other.value),
      json: names(item.json, other.json),
    }),
    () => ({
      type: `map(bigint, ${item.type})`,
      sql: `map {7::bigint: ${item.sql}, 9007199254740993::bigint: ${hole.sql}}`,
      value: { 7: item.value, '9007199254740993': null },
      json: { 7: item.json, '9007199254740993': null },
    }),
    () => ({
      type: `union(a ${item.type}, b ${other.type})`,
      sql: `union_value(b := ${other.sql})::union(a ${item.type}, b ${other.type})`,
      value: { b: other.value },
      json: { b: other.json },
    }),
  ])();
}

function sample(depth: number): Sample {
  return depth > 0 && below(3) === 0 ? nested(depth) : one([wideInteger, decimal, time, text, small])();
}

describe('rows', () => {
  it('are the values that were asked for, however they nest, and the same that JSON output has', async () => {
    for (let run = 0; run < 60; run++) {
      const samples = Array.from({ length: 8 }, () => one([() => sample(0), () => nested(3)])());
      const sql = `select ${samples.map(({ sql }, i) => `${sql} as c${i}`).join(',\n')}`;
      const expected = (pick: (sample: Sample) => Value) => {
        return Object.fromEntries(samples.map((sample, i) => [`c${i}`, pick(sample)]));
      };
      expect(await rows(source, sql), sql).toEqual([expected(({ value }) => value)]);
      expect(await rows(source, sql, asJson), sql).toEqual([expected(({ json }) => json)]);
      const output = new PassThrough();
      const [printed] = await Promise.all([
        readAll(output),
        writeQuery(source, sql, { format: 'json', output }).finally(() => output.end()),
      ]);
      expect(JSON.parse(printed), sql).toEqual([expected(({ json }) => json)]);
    }
  });

  it('have all values of a type, as asked for', async () => {
    const sql = `select 9007199254740991 as n, 1.10::decimal(5, 2) as d, date '2026-01-02' as day,
      timestamp '2026-01-02 03:04:05.678901' as at, 'ab'::blob as b, row(1::bigint, null, ['2026-01-02'::date]) as r,
      interval '1 month' as i, ['-inf'::double] as g, time '12:00:00' as t, uuid '96c93df8-a70f-41df-953f-003e762fb346' as u, 'nan'::float as f`;
    const same = { i: '1 month', g: [-Infinity], t: '12:00:00', u: '96c93df8-a70f-41df-953f-003e762fb346', f: NaN };
    const [day, at] = [new Date('2026-01-02'), new Date('2026-01-02T03:04:05.678Z')];
    expect(await rows(source, sql)).toEqual([
      { ...same, n: 9007199254740991n, d: '1.10', day, at, b: new Uint8Array([97, 98]), r: [1n, null, [day]] },
    ]);
    expect(await rows(source, sql, { integers: 'number', decimals: 'number', times: 'iso', blobs: 'hex' })).toEqual([
      { ...same, n: 9007199254740991, d: 1.1, day: '2026-01-02', at: '2026-01-02T03:04:05.678901', b: '6162', r: [1, null, ['2026-01-02']] }, // prettier-ignore
    ]);
    expect(JSON.parse(JSON.stringify(await rows(source, sql, asJson)))).toMatchObject([{ n: '9007199254740991' }]);
  });

  it('leave times that a Date cannot hold as text', async () => {
    const sql = `select date '20000-01-01' as a, timestamp '290000-01-01' as b, 'infinity'::date as c, timestamp '20000-01-01' as d`;
    const [row] = await rows(source, sql);
    expect(row).toEqual({
      a: '20000-01-01',
      b: '+290000-01-01T00:00:00',
      c: 'infinity',
      d: new Date('+020000-01-01'),
    });
  });

  it('keep names that are the same but for case, or that objects have already', async () => {
    const [row] = await rows(source, 'select 1 as a, 2 as A, 3 as a, 4::bigint as "__proto__", 5 as "toJSON"');
    expect(Object.entries(row)).toEqual([['a', 1], ['A', 2], ['a_1', 3], ['__proto__', 4n], ['toJSON', 5]]); // prettier-ignore
  });

  it('come one by one, and may be left early', async () => {
    const sql = 'select range as n from range($count::bigint)';
    let sum = 0n;
    for await (const { n } of streamRows(source, sql, { parameters: { count: 100_000n } })) {
      if (n === 5000n) break;
      sum += n as bigint;
    }
    expect(sum).toBe(12_497_500n);
    expect(await rows(source, 'select 1 where false')).toEqual([]);
    expect(await rows(source, '/* */ explain select 1')).toMatchObject([{ explain_key: 'physical_plan' }]);
    expect(await rows(source, 'select count(*) as n from (describe select 1)')).toEqual([{ n: 1n }]);
  });

  it('throw for what a number would round, for options that are none, and as queries do', async () => {
    const sql = 'select 9007199254740992 as n';
    await expect(rows(source, sql, { integers: 'number' })).rejects.toMatchObject({
      name: 'QueryError',
      message: '9007199254740992 does not fit a number exactly: choose integers as bigint or text',
      fields: { sql },
    });
    const untyped = (options: unknown) => options as RowOptions;
    await expect(rows(source, sql, untyped({ integer: 'text' }))).rejects.toThrow('rows has no option "integer", only');
    await expect(rows(source, sql, untyped({ integers: 'string' }))).rejects.toThrow(
      'the option integers of rows is "string", expected one of bigint, text, number',
    );
    await expect(rows(source, 'selec')).rejects.toMatchObject({ name: 'QueryError' });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(streamRows(source, sql, { signal }).next()).rejects.toThrow('enough');
  });
});
