/** Avro object container files, uncompressed: as much of the format as the manifests of Iceberg need. */
import { hash } from 'node:crypto';

/** A schema: a primitive, a nullable schema, a list or a record. Attributes such as `field-id` stay in the file's header. */
export type AvroSchema =
  | 'boolean'
  | 'int'
  | 'long'
  | 'bytes'
  | 'string'
  | readonly ['null', AvroSchema]
  | { type: 'array'; items: AvroSchema; [attribute: string]: unknown }
  | AvroRecord;

/** A schema of named fields. */
export interface AvroRecord {
  type: 'record';
  name: string;
  fields: readonly { name: string; type: AvroSchema; [attribute: string]: unknown }[];
}

/** A value of a schema; integers have at most 52 bits. */
export type AvroValue =
  undefined | boolean | number | string | Uint8Array | AvroValue[] | { [field: string]: AvroValue };

const MAGIC = Buffer.from('Obj\x01', 'latin1');
const SYNC_BYTES = 16;
const LARGEST = 2 ** 52;

/** Returns a container file of the records. `notes` are entries of its header. */
export function avroFile(schema: AvroRecord, records: readonly AvroValue[], notes: Record<string, string>): Uint8Array {
  const block = new AvroWriter();
  for (const record of records) block.value(schema, record);
  // The mark between blocks may be any bytes. These make equal content equal files.
  const sync = hash('md5', block.written, 'buffer');
  const file = new AvroWriter();
  file.raw(MAGIC);
  const head = Object.entries({ 'avro.schema': JSON.stringify(schema), 'avro.codec': 'null', ...notes });
  file.long(head.length);
  for (const [key, value] of head) {
    file.bytes(Buffer.from(key));
    file.bytes(Buffer.from(value));
  }
  file.long(0);
  file.raw(sync);
  if (records.length > 0) {
    file.long(records.length);
    file.bytes(block.written);
    file.raw(sync);
  }
  return file.written;
}

class AvroWriter {
  #buffer = Buffer.alloc(4096);
  #length = 0;

  get written(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  value(schema: AvroSchema, value: AvroValue): void {
    if (isNullable(schema)) {
      this.long(value === undefined ? 0 : 1);
      if (value !== undefined) this.value(schema[1], value);
    } else if (typeof schema === 'object') this.#nested(schema, value);
    else if (schema === 'boolean') this.raw(Buffer.of(value ? 1 : 0));
    else if (schema === 'string') this.bytes(Buffer.from(String(value)));
    else if (schema === 'bytes') this.bytes(value as Uint8Array);
    else this.long(value as number);
  }

  #nested(schema: Exclude<AvroSchema, string | readonly ['null', AvroSchema]>, value: AvroValue): void {
    if (schema.type === 'record') {
      for (const { name, type } of schema.fields) this.value(type, (value as Record<string, AvroValue>)[name]);
      return;
    }
    const items = value as AvroValue[];
    if (items.length > 0) this.long(items.length);
    for (const item of items) this.value(schema.items, item);
    this.long(0);
  }

  /** Writes a zigzag varint. */
  long(value: number): void {
    if (!Number.isInteger(value) || Math.abs(value) > LARGEST) {
      throw new RangeError(`${value} is no integer of at most 52 bits`);
    }
    let left = value < 0 ? -2 * value - 1 : 2 * value;
    this.#reserve(10);
    for (; left > 127; left = Math.floor(left / 128)) this.#buffer[this.#length++] = (left % 128) | 128;
    this.#buffer[this.#length++] = left;
  }

  bytes(bytes: Uint8Array): void {
    this.long(bytes.length);
    this.raw(bytes);
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#buffer.length) return;
    const larger = Buffer.alloc(Math.max(this.#length + count, this.#buffer.length * 2));
    larger.set(this.written);
    this.#buffer = larger;
  }
}

function isNullable(schema: AvroSchema): schema is readonly ['null', AvroSchema] {
  return Array.isArray(schema);
}

/** Returns the records and the header's entries of such a file. Throws a RangeError if it is damaged. */
export function readAvroFile(bytes: Uint8Array): { records: AvroValue[]; notes: Record<string, string> } {
  const file = new AvroReader(bytes);
  if (!MAGIC.equals(file.raw(MAGIC.length))) throw new RangeError('an Avro file must begin with Obj and 1');
  const notes: Record<string, string> = {};
  for (let count = file.long(); count !== 0; count = file.long()) {
    for (let i = 0; i < count; i++) notes[file.text()] = file.text();
  }
  if (notes['avro.codec'] !== 'null') throw new RangeError(`an Avro file has the codec ${notes['avro.codec']}`);
  const schema = JSON.parse(notes['avro.schema']) as AvroSchema;
  const sync = file.raw(SYNC_BYTES);
  const records: AvroValue[] = [];
  while (!file.isAtEnd) {
    const count = file.long();
    file.long();
    for (let i = 0; i < count; i++) records.push(file.value(schema));
    if (Buffer.compare(file.raw(SYNC_BYTES), sync) !== 0) throw new RangeError('a block of an Avro file is damaged');
  }
  return { records, notes };
}

class AvroReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(schema: AvroSchema): AvroValue {
    if (isNullable(schema)) return this.long() === 0 ? undefined : this.value(schema[1]);
    if (typeof schema === 'object') {
      if (schema.type === 'record') {
        return Object.fromEntries(schema.fields.map(({ name, type }) => [name, this.value(type)]));
      }
      const items: AvroValue[] = [];
      for (let count = this.long(); count !== 0; count = this.long()) {
        for (let i = 0; i < count; i++) items.push(this.value(schema.items));
      }
      return items;
    }
    if (schema === 'boolean') return this.raw(1)[0] === 1;
    if (schema === 'string') return this.text();
    return schema === 'bytes' ? this.raw(this.long()) : this.long();
  }

  long(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const [byte] = this.raw(1);
      value += (byte & 127) * scale;
      if (value > 2 * LARGEST) throw new RangeError('an Avro file has a number that is too large');
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  }

  text(): string {
    return Buffer.from(this.raw(this.long())).toString();
  }

  raw(count: number): Uint8Array {
    if (count < 0 || this.#at + count > this.#bytes.length) throw new RangeError('an Avro file ends too early');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}
