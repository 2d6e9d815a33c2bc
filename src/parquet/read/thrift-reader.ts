/** Reads Thrift's compact protocol (see thrift.ts), and passes over the fields that nobody asks for. */
import { thriftTypes } from '../thrift.ts';

/** Deeper structs are damage: Parquet nests six deep. */
const DEEPEST = 32;

/** A cursor over bytes. It throws a RangeError where they end too early or have another type. */
export class ThriftReader {
  at: number;
  readonly #bytes: Uint8Array;
  /** How many structs are in hand. */
  #depth = 0;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Calls `field` with each field of the struct that begins here; it reads the value, or passes over it. */
  struct(field: (id: number, type: number) => void): void {
    if (++this.#depth > DEEPEST) throw new RangeError(`structs are nested more than ${DEEPEST} deep`);
    let id = 0;
    for (let head = this.#byte(); head !== thriftTypes.stop; head = this.#byte()) {
      id = head >> 4 === 0 ? this.#integer() : id + (head >> 4);
      field(id, head & 15);
    }
    this.#depth--;
  }

  /** Reads a field that is a struct. */
  structIn(type: number, field: (id: number, type: number) => void): void {
    expect(type, thriftTypes.struct);
    this.struct(field);
  }

  /** Calls `item` for each item of a list, with its type. */
  list(type: number, item: (type: number) => void): void {
    expect(type, thriftTypes.list);
    const head = this.#byte();
    const size = head >> 4 === 15 ? this.#varint() : head >> 4;
    this.#need(size);
    for (let i = 0; i < size; i++) item(head & 15);
  }

  /** Reads an integer of 16, 32 or 64 bits, which must be safe. */
  integer(type: number): number {
    if (type !== thriftTypes.i16 && type !== thriftTypes.i64) expect(type, thriftTypes.i32);
    return this.#integer();
  }

  /** Reads bytes; they share memory with what is read. */
  binary(type: number): Uint8Array {
    expect(type, thriftTypes.binary);
    const size = this.#varint();
    this.#need(size);
    this.at += size;
    return this.#bytes.subarray(this.at - size, this.at);
  }

  /** Passes over a value. */
  skip(type: number): void {
    switch (type) {
      case thriftTypes.true:
      case thriftTypes.false:
        return;
      case thriftTypes.i8:
        return this.#pass(1);
      case thriftTypes.double:
        return this.#pass(8);
      case thriftTypes.i16:
      case thriftTypes.i32:
      case thriftTypes.i64:
        while (this.#byte() > 127);
        return;
      case thriftTypes.binary:
        return this.#pass(this.#varint());
      case thriftTypes.list:
        // An item that is a flag has a byte of its own.
        return this.list(type, (of) => (of <= thriftTypes.false ? this.#pass(1) : this.skip(of)));
      case thriftTypes.struct:
        return this.struct((_, of) => this.skip(of));
      default:
        throw new RangeError(`a field at ${this.at} is of type ${type}`);
    }
  }

  #pass(size: number): void {
    this.#need(size);
    this.at += size;
  }

  #need(size: number): void {
    const left = this.#bytes.length - this.at;
    if (size > left) throw new RangeError(`${size} bytes at ${this.at} are more than the ${left} that are left`);
  }

  #byte(): number {
    if (this.at >= this.#bytes.length) throw new RangeError(`the bytes end at ${this.at}`);
    return this.#bytes[this.at++];
  }

  #integer(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (value > Number.MAX_SAFE_INTEGER) throw new RangeError(`the number before ${this.at} is too large`);
      if (byte < 128) return value;
    }
  }
}

function expect(found: number, type: number): void {
  if (found !== type) throw new RangeError(`a field is of type ${found}, expected ${type}`);
}
