import { expect, it } from 'vitest';
import { column, createBuilder } from '../../src/arrow/table.ts';
import { copyRows } from '../../src/pipelines/consumers/postgres/copy.ts';
import { defineRecords } from '../../src/pipelines/sink.ts';

const table = defineRecords({
  name: 'numbered',
  grain: 'One row per number.',
  key: ['number'],
  ledger: 'number',
  columns: { number: column('int32', 'Number.'), name: column('utf8', 'Name, or none.') },
});

/** Returns the rows as PostgreSQL's binary COPY is read (documentation of COPY, "Binary Format"). */
function read(bytes: Buffer): [number, string | null][] {
  expect(bytes.subarray(0, 19).toString('latin1')).toBe('PGCOPY\n\xff\r\n\0' + '\0'.repeat(8));
  const rows: [number, string | null][] = [];
  let at = 19;
  for (; bytes.readInt16BE(at) === 2;) {
    expect(bytes.readInt32BE(at + 2)).toBe(4);
    const length = bytes.readInt32BE(at + 10);
    const name = length < 0 ? null : bytes.toString('utf8', at + 14, at + 14 + length);
    rows.push([bytes.readInt32BE(at + 6), name]);
    at += 14 + Math.max(length, 0);
  }
  expect(bytes.readInt16BE(at)).toBe(-1);
  expect(at + 2).toBe(bytes.length);
  return rows;
}

function copied(names: readonly (string | null)[]) {
  const { columns, batch } = createBuilder(table);
  names.forEach((name, number) => {
    columns.number.push(number);
    if (name === null) columns.name.pushNull();
    else columns.name.push(name);
  });
  const rows = { from: 1, to: names.length };
  const { chunks, altered } = copyRows(table, batch(), rows, ['number', 'name']);
  const parts = [...chunks];
  const lengths = parts.map(({ length }) => length);
  return { altered, lengths, rows: read(Buffer.concat(parts)) };
}

it('writes a few rows as one chunk', () => {
  const { altered, lengths, rows } = copied(['skipped', 'some', null, 'a\0b']);
  expect(rows).toEqual([
    [1, 'some'],
    [2, null],
    [3, 'a\ufffdb'],
  ]);
  expect(altered).toBe(1);
  expect(lengths).toHaveLength(1);
  expect(lengths[0]).toBeLessThan(120);
});

it('writes many as chunks of a megabyte, and a row that is larger as one', () => {
  const long = 'x'.repeat(300_000);
  const larger = 'y'.repeat(3_000_000);
  const names = ['skipped', long, long, long, long, larger, long];
  const { lengths, rows } = copied(names);
  expect(rows).toEqual(names.map((name, i) => [i, name]).slice(1));
  expect(lengths).toHaveLength(4);
  expect(lengths.slice(0, 2).every((bytes) => bytes <= (1 << 20) + 2)).toBe(true);
});

it('writes no rows', () => {
  expect(copied(['skipped']).rows).toEqual([]);
});
