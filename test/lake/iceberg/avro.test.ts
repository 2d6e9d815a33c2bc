import { describe, expect, it } from 'vitest';
import { avroFile, readAvroFile, type AvroRecord, type AvroValue } from '../../../src/lake/iceberg/avro.ts';

const schema: AvroRecord = {
  type: 'record',
  name: 'all',
  fields: [
    { name: 'flag', type: 'boolean' },
    { name: 'small', type: 'int', 'field-id': 7 },
    { name: 'large', type: 'long' },
    { name: 'text', type: 'string' },
    { name: 'raw', type: 'bytes' },
    { name: 'maybe', type: ['null', 'long'] },
    { name: 'list', type: { type: 'array', items: 'int', 'element-id': 8 } },
    { name: 'inner', type: { type: 'record', name: 'inner', fields: [{ name: 'x', type: ['null', 'string'] }] } },
  ],
};

const record = (large: number, text = 'a'): Record<string, AvroValue> => ({
  flag: large % 2 === 0,
  small: -1,
  large,
  text,
  raw: Buffer.of(0, 255),
  maybe: large > 0 ? large : undefined,
  list: [1, -64, 64, 2 ** 31 - 1],
  inner: { x: undefined },
});

describe('avroFile', () => {
  it('writes the bytes of the specification', () => {
    const pair: AvroRecord = { type: 'record', name: 'p', fields: [{ name: 'n', type: 'long' }] };
    const bytes = Buffer.from(avroFile(pair, [{ n: -65 }, { n: 64 }], {}));
    const head = Buffer.concat([
      Buffer.from('Obj\x01\x04\x16avro.schema'),
      Buffer.of(0x84, 0x01),
      Buffer.from(JSON.stringify(pair)),
      Buffer.from('\x14avro.codec\x08null\x00'),
    ]);
    expect(JSON.stringify(pair)).toHaveLength(66);
    expect(bytes.subarray(0, head.length)).toEqual(head);
    const sync = bytes.subarray(head.length, head.length + 16);
    const block = Buffer.from([4, 8, 0x81, 0x01, 0x80, 0x01]);
    expect(bytes.subarray(head.length + 16)).toEqual(Buffer.concat([block, sync]));
  });

  it.each([0, 1, -1, 63, 64, -64, -65, 2 ** 31, -(2 ** 31), 2 ** 52, -(2 ** 52)])(
    'is read again with the number %i',
    (large) => {
      const { records, notes } = readAvroFile(avroFile(schema, [record(large)], { 'format-version': '2' }));
      expect(records).toEqual([record(large)]);
      expect(JSON.parse(notes['avro.schema'])).toEqual(schema);
      expect(notes['format-version']).toBe('2');
    },
  );

  it('grows with its records, and may have none', () => {
    const many = Array.from({ length: 5000 }, (_, i) => record(i, 'ä'.repeat(i % 100)));
    expect(readAvroFile(avroFile(schema, many, {})).records).toEqual(many);
    expect(readAvroFile(avroFile(schema, [], {})).records).toEqual([]);
  });

  it('rejects a number of more than 52 bits', () => {
    expect(() => avroFile(schema, [record(2 ** 53)], {})).toThrow(
      new RangeError('9007199254740992 is no integer of at most 52 bits'),
    );
  });
});

describe('readAvroFile', () => {
  it('throws a RangeError wherever a file is cut', () => {
    const bytes = avroFile(schema, [record(5)], {});
    const whole = readAvroFile(avroFile(schema, [], {})).records;
    expect(whole).toEqual([]);
    const headless = avroFile(schema, [], {}).length;
    for (let length = 0; length < bytes.length; length++) {
      if (length === headless) continue;
      expect(() => readAvroFile(bytes.subarray(0, length))).toThrow(RangeError);
    }
  });

  it('rejects another codec, and a block with a wrong end', () => {
    const bytes = Buffer.from(avroFile(schema, [record(5)], {}));
    const other = Buffer.from(bytes.toString('latin1').replace('\x08null', '\x08zstd'), 'latin1');
    expect(() => readAvroFile(other)).toThrow('an Avro file has the codec zstd');
    bytes[bytes.length - 1] ^= 1;
    expect(() => readAvroFile(bytes)).toThrow('a block of an Avro file is damaged');
  });
});
