import { expect, it } from 'vitest';
import { column, createBuilder } from '../../src/arrow/table.ts';
import { arraysOf } from '../../src/pipelines/consumers/postgres/arrays.ts';
import { extractionFor } from '../../src/pipelines/run/record-set.ts';
import { defineRecords } from '../../src/pipelines/sink.ts';

const table = defineRecords({
  name: 'numbered',
  grain: 'One row per number.',
  key: ['number'],
  ledger: 'number',
  json: ['event'],
  columns: {
    number: column('int32', 'Number.'),
    name: column('utf8', 'Name, or none.'),
    event: column('utf8', 'JSON.'),
  },
});

/** Returns the words and texts of a parameter as PostgreSQL's array_recv reads them. */
function read(bytes: Buffer, at: number) {
  const [length, ...head] = [0, 1, 2, 3, 4, 5].map((i) => bytes.readInt32BE(at + 4 * i));
  const end = at + 4 + length;
  const elements: (Buffer | null)[] = [];
  for (let p = at + 24; p < end;) {
    const size = bytes.readInt32BE(p);
    elements.push(size < 0 ? null : bytes.subarray(p + 4, p + 4 + size));
    p += 4 + Math.max(size, 0);
  }
  return { head, elements: elements.map((element) => element?.toString('latin1') ?? null), end };
}

it('writes columns as arrays: dimensions, nulls, type, elements', () => {
  const { columns, batch } = createBuilder(table);
  const long = 'x'.repeat(600);
  for (const [number, name] of [
    [1, 'skipped'],
    [2, undefined],
    [3, long],
    [4, 'some text'],
  ] as const) {
    columns.number.push(number);
    if (name === undefined) columns.name.pushNull();
    else columns.name.push(name);
    columns.event.push(number === 4 ? '["a\\u0000"]' : '[]');
  }
  const names = ['number', 'name', 'event'];
  const room = (bytes: number) => Buffer.alloc(bytes + 7);
  const { count, bytes, altered } = arraysOf(table, batch(), { from: 1, to: 4 }, { names, room });
  expect({ count, altered }).toEqual({ count: 3, altered: 1 });
  const number = read(bytes, 0);
  expect(number).toMatchObject({ head: [1, 0, 23, 3, 1], elements: ['\0\0\0\x02', '\0\0\0\x03', '\0\0\0\x04'] });
  const name = read(bytes, number.end);
  expect(name).toMatchObject({ head: [1, 1, 25, 3, 1], elements: [null, long, 'some text'] });
  const event = read(bytes, name.end);
  // A value of jsonb begins with its version.
  const replaced = Buffer.from('\x01["a\ufffd"]').toString('latin1');
  expect(event).toMatchObject({ head: [1, 0, 3802, 3, 1], elements: ['\x01[]', '\x01[]', replaced] });
  expect(event.end).toBe(bytes.length);
});

it('takes topics out of the data of an event only where they stand there', () => {
  const within = (raw: string) =>
    extractionFor({ id: 'contract_event', config: { raw }, passphrase: 'any' }).tables[0].within;
  expect(within('go')).toEqual({ topic: ['data', 'V0', 'Topics'] });
  expect(within('base64')).toEqual({});
});
