/** Thrift's compact protocol, as far as headers and footers of Parquet need it (apache/thrift, thrift-compact-protocol.md). */
import { ByteWriter } from '../core/bytes.ts';

/** The types of fields by their numbers; `stop` ends a struct. */
export const thriftTypes = {
  stop: 0,
  true: 1,
  false: 2,
  i8: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  struct: 12,
} as const;

const encoder = new TextEncoder();

/** Writes one struct: its fields by their ids, which must grow. */
export class ThriftWriter {
  readonly #out = new ByteWriter();
  /** The field that was written last in the struct in hand. */
  #last = 0;

  /** Returns what was written, ended; it shares memory with the writer. */
  end(): Uint8Array {
    this.#out.byte(0);
    return this.#out.buffer.subarray(0, this.#out.length);
  }

  i32(id: number, value: number): void {
    this.#head(id, thriftTypes.i32);
    this.#zigzag(value);
  }

  /** Writes a safe integer. */
  i64(id: number, value: number): void {
    this.#head(id, thriftTypes.i64);
    this.#zigzag(value);
  }

  flag(id: number, value: boolean): void {
    this.#head(id, value ? thriftTypes.true : thriftTypes.false);
  }

  text(id: number, value: string): void {
    this.binary(id, encoder.encode(value));
  }

  binary(id: number, value: Uint8Array): void {
    this.#head(id, thriftTypes.binary);
    this.#bytes(value);
  }

  /** Writes a struct, whose fields `write` writes, none by default. */
  struct(id: number, write?: () => void): void {
    this.#head(id, thriftTypes.struct);
    this.#inside(write);
  }

  structs<T>(id: number, items: readonly T[], write: (item: T) => void): void {
    this.#list(id, thriftTypes.struct, items.length);
    for (const item of items) this.#inside(() => write(item));
  }

  i32s(id: number, values: readonly number[]): void {
    this.#list(id, thriftTypes.i32, values.length);
    for (const value of values) this.#zigzag(value);
  }

  texts(id: number, values: readonly string[]): void {
    this.#list(id, thriftTypes.binary, values.length);
    for (const value of values) this.#bytes(encoder.encode(value));
  }

  #inside(write?: () => void): void {
    const last = this.#last;
    this.#last = 0;
    write?.();
    this.#out.byte(0);
    this.#last = last;
  }

  #head(id: number, type: number): void {
    this.#out.byte(((id - this.#last) << 4) | type);
    this.#last = id;
  }

  #list(id: number, type: number, size: number): void {
    this.#head(id, thriftTypes.list);
    if (size < 15) return this.#out.byte((size << 4) | type);
    this.#out.byte(0xf0 | type);
    this.#varint(size);
  }

  #bytes(value: Uint8Array): void {
    this.#varint(value.length);
    this.#out.copy(value, 0, value.length);
  }

  #zigzag(value: number): void {
    this.#varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  #varint(value: number): void {
    for (; value > 127; value = Math.floor(value / 128)) this.#out.byte((value % 128) | 128);
    this.#out.byte(value);
  }
}
