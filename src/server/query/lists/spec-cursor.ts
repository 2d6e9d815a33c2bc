/** A cursor over XDR that nobody checked: the host does not read the sections in which contracts describe themselves. */
import { textOf } from '../../../xdr/text.ts';
import { XdrFault, skipPadded } from '../../../xdr/reader.ts';

/** A length that the schema does not allow, and that the bytes hold nevertheless. */
export interface Excess {
  offset: number;
  length: number;
  limit: number;
}

/** Reads values one after the other; every method throws XdrFault when the bytes do not hold such a value. */
export class SpecCursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Where the next value begins. */
  at = 0;
  /** Lengths over the schema's limits. The values are read, but other programs may refuse them. */
  readonly excesses: Excess[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  uint32(): number {
    if (this.left < 4) throw new XdrFault(this.at, 'the bytes end inside a value');
    this.at += 4;
    return this.#view.getUint32(this.at - 4);
  }

  /** Reads a string; what is not UTF-8 is escaped. */
  text(limit = Infinity): string {
    const length = this.#length(limit, 1);
    const start = this.at;
    this.at = skipPadded(this.#view, start, length);
    return textOf(this.#bytes, start, start + length);
  }

  /** Reads a list whose elements take four bytes or more each. */
  list<T>(read: () => T, limit = Infinity): T[] {
    const length = this.#length(limit, 4);
    const values: T[] = [];
    while (values.length < length) values.push(read());
    return values;
  }

  /** Reads a length. It is believed only if so many elements fit into the rest, padding included. */
  #length(limit: number, elementBytes: number): number {
    const offset = this.at;
    const length = this.uint32();
    const bytes = length * elementBytes;
    if (bytes + (-bytes & 3) > this.left) {
      throw new XdrFault(offset, `length is ${length}, but only ${this.left} bytes follow`);
    }
    if (length > limit) this.excesses.push({ offset, length, limit });
    return length;
  }
}
