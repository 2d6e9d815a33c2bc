/** The body of a Parquet page while it is put together: levels, numbers, values as they are. */

/** Texts longer than this are copied by set(), whose cost hardly depends on their length. */
const LONG_TEXT = 512;
/** Numbers that repeat this often are a run of their own. */
const LEAST_RUN = 16;

/** Memory that is filled page after page. */
export class DataPage {
  length = 0;
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);

  /** Returns what was written; it shares memory with the page. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  /** Writes a little-endian integer of 32 bits. */
  uint32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.length, value, true);
    this.length += 4;
  }

  /** Writes bytes as they are. */
  copy(source: Uint8Array): void {
    this.#reserve(source.length);
    this.#bytes.set(source, this.length);
    this.length += source.length;
  }

  /** Writes a text or byte string behind its length: PLAIN. */
  text(view: DataView, start: number, end: number): void {
    const size = end - start;
    this.#reserve(size + 12);
    this.#view.setUint32(this.length, size, true);
    const at = this.length + 4;
    this.length = at + size;
    if (size > LONG_TEXT || end + 7 > view.byteLength) {
      this.#bytes.set(new Uint8Array(view.buffer, view.byteOffset + start, size), at);
      return;
    }
    // Eight bytes at a time: optimised code copies them without making a BigInt.
    for (let i = 0; i < size; i += 8) this.#view.setBigInt64(at + i, view.getBigInt64(start + i));
  }

  /** Writes which of `count` rows have a value, which `bits` says from `first` on, as definition levels behind their length. */
  levels(count: number, nulls: number, bits: Uint8Array, first: number): void {
    const lengthAt = this.length;
    this.uint32(0);
    if (nulls === 0 || nulls === count) {
      this.#varint(count * 2);
      this.byte(nulls === 0 ? 1 : 0);
    } else {
      const groups = (count + 7) >> 3;
      this.#varint(groups * 2 + 1);
      this.#bits(bits, first, groups);
    }
    this.#view.setUint32(lengthAt, this.length - lengthAt - 4, true);
  }

  /** Writes numbers of `width` bits, 1 to 24, as RLE_DICTIONARY: runs of the same one, and others packed eight by eight. */
  numbers(numbers: Uint32Array, count: number, width: number): void {
    this.byte(width);
    let packed = 0;
    for (let start = 0; start < count;) {
      const value = numbers[start];
      let end = start + 1;
      while (end < count && numbers[end] === value) end++;
      // What is packed ends with a whole group of eight, for which the run gives what is missing.
      const from = packed + Math.ceil((start - packed) / 8) * 8;
      if (end - from >= LEAST_RUN) {
        this.#pack(numbers, packed, from, width);
        this.#varint((end - from) * 2);
        for (let bits = 0; bits < width; bits += 8) this.byte((value >>> bits) & 255);
        packed = end;
      }
      start = end;
    }
    this.#pack(numbers, packed, count, width);
  }

  /** Packs numbers, and zeros behind them up to a multiple of eight. */
  #pack(numbers: Uint32Array, start: number, end: number, width: number): void {
    if (start === end) return;
    const groups = (end - start + 7) >> 3;
    this.#varint(groups * 2 + 1);
    this.#reserve(groups * width);
    const bytes = this.#bytes;
    const stop = this.length + groups * width;
    let at = this.length;
    let bits = 0;
    let pending = 0;
    for (let i = start; i < end; i++) {
      pending |= numbers[i] << bits;
      for (bits += width; bits >= 8; bits -= 8, pending >>>= 8) bytes[at++] = pending;
    }
    if (bits > 0) bytes[at++] = pending;
    bytes.fill(0, at, stop);
    this.length = stop;
  }

  #bits(bits: Uint8Array, first: number, groups: number): void {
    const from = first >> 3;
    const shift = first & 7;
    if (shift === 0) return this.copy(bits.subarray(from, from + groups));
    this.#reserve(groups);
    for (let i = from; i < from + groups; i++) {
      this.#bytes[this.length++] = (bits[i] >> shift) | ((bits[i + 1] ?? 0) << (8 - shift));
    }
  }

  #varint(value: number): void {
    for (; value > 127; value = Math.floor(value / 128)) this.byte((value % 128) | 128);
    this.byte(value);
  }

  #reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
