import { Table, tableFromIPC, tableToIPC } from 'apache-arrow';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { decimalText } from '../../src/arrow/decimal.ts';
import { query, stream } from '../../src/lake/asking/query/query.ts';
import { rows } from '../../src/lake/asking/query/rows.ts';
import { source } from '../lake/memory-source.ts';

const things = `select range as big, -1.5::decimal(4, 1) as d, 0.0000001::decimal(19, 7) as e, sum(range) over () as sum,
  [1.50::decimal(4, 2), null] as list, {'n': 9007199254740993, 'd': 2.50::decimal(30, 2), 'l': [1::bigint]} as pair, 'ab'::blob as raw
  from range(3000)`;

const first = {
  big: '0',
  d: '-1.5',
  e: '0.0000001',
  sum: '4498500',
  list: ['1.50', null],
  pair: { n: '9007199254740993', d: '2.50', l: ['1'] },
  raw: '6162',
};

describe('a table', () => {
  it('goes through JSON.stringify with exact numbers, whole, in part, by row and by batch', async () => {
    const table = await query(source, things);
    const parsed = JSON.parse(JSON.stringify(table.toArray()));
    expect(parsed).toHaveLength(3000);
    expect(parsed[0]).toEqual(first);
    expect(parsed[2999]).toEqual({ ...first, big: '2999' });
    expect(JSON.parse(JSON.stringify(table))).toEqual(parsed);
    expect(JSON.parse(JSON.stringify(table.get(2999)))).toEqual(parsed[2999]);
    expect(JSON.parse(JSON.stringify([...table]))).toEqual(parsed);
    expect(JSON.parse(JSON.stringify(table.slice(2047, 2050).toArray()))).toEqual(parsed.slice(2047, 2050));
    expect(JSON.parse(JSON.stringify(table.concat(table.slice(0, 1))))).toEqual([...parsed, parsed[0]]);
    expect(JSON.parse(JSON.stringify(table.select(['big', 'd']).get(0)))).toEqual({ big: '0', d: '-1.5' });
    const streamed = [];
    for await (const batch of stream(source, things)) streamed.push(...JSON.parse(JSON.stringify(batch.toArray())));
    expect(streamed).toEqual(parsed);
    expect(JSON.parse(JSON.stringify(await query(source, 'select 1 where false')))).toEqual([]);
  });

  it('has the values of rows of text', async () => {
    const expected = await rows(source, things, { integers: 'text', blobs: 'hex' });
    expect(JSON.parse(JSON.stringify(await query(source, things)))).toEqual(expected);
  });

  it('still is one of Arrow, whose rows have its values', async () => {
    const table = await query(source, things);
    expect(table).toBeInstanceOf(Table);
    const row = table.get(0)!;
    expect(row.toJSON()['big']).toBe(0n);
    expect(Object.keys(row)).toEqual(Object.keys(first));
    expect(decimalText(row['d'], 1)).toBe('-1.5');
    const back = tableFromIPC(tableToIPC(table.slice(1000)));
    expect([back.numRows, decimalText(back.get(0)!['e'], 7)]).toEqual([2000, '0.0000001']);
  });

  it('leaves a column named toJSON alone', async () => {
    const table = await query(source, 'select 7 as "toJSON"');
    expect(JSON.stringify(table)).toBe('[{"toJSON":7}]');
    expect(table.getChild('toJSON')!.get(0)).toBe(7);
  });
});

describe('a decimal', () => {
  it.each([
    ['1.50::decimal(4, 2)', '1.50', 1.5],
    ['-0.01::decimal(4, 2)', '-0.01', -0.01],
    ['922337203685.4775807::decimal(19, 7)', '922337203685.4775807', 922337203685.4775807],
    ['-0.0000001::decimal(38, 7)', '-0.0000001', -1e-7],
    ['12::decimal(9, 0)', '12', 12],
    ['9007199254740993::hugeint', '9007199254740993', 9007199254740992],
  ])('%s is %s as text and as a number', async (sql, text, number) => {
    const table = await query(source, `select ${sql} as v, [${sql}] as l, {'v': ${sql}} as s from range(2)`);
    const row = table.get(1)!;
    for (const value of [
      row['v'],
      table.getChild('v')!.get(1),
      row['l'].get(0),
      row['s'].v,
      table.slice(1, 2).get(0)!['v'],
    ]) {
      expect(String(value)).toBe(text);
      expect(`${value}`).toBe(text);
      expect(Number(value)).toBe(number);
      expect(JSON.stringify(value)).toBe(JSON.stringify(text));
      expect(value.valueOf()).toBe(number);
      expect(inspect(value)).toBe(text);
    }
    expect(String(row)).toBe(`{"v": ${text}, "l": ["${text}"], "s": {"v":"${text}"}}`);
    expect(table.toString()).toContain(`{"v": ${text}, `);
  });

  it('is the same where DuckDB gives lists in another order than rows', async () => {
    const sql = `select l from (select [range::decimal(5, 2), (range / 4)::decimal(5, 2)] as l, range as n from range(4)) order by n desc`;
    expect(JSON.stringify(await query(source, sql))).toBe(JSON.stringify(await rows(source, sql)));
  });
});
