/**
 * A growable byte buffer that text is written into without making JavaScript strings.
 * Column builders and the JSON writers of the XDR decoder share it.
 */

const HEX = new Uint8Array(512);
const BASE64 = new Uint8Array(4096 * 2);
const encoder = new TextEncoder();

for (let byte = 0; byte < 256; byte++) {
  HEX[byte * 2] = '0123456789abcdef'.charCodeAt(byte >> 4);
  HEX[byte * 2 + 1] = '0123456789abcdef'.charCodeAt(byte & 15);
}
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let pair = 0; pair < 4096; pair++) {
  BASE64[pair * 2] = ALPHABET.charCodeAt(pair >> 6);
  BASE64[pair * 2 + 1] = ALPHABET.charCodeAt(pair & 63);
}

/** Bytes written one after another; `buffer` holds them up to `length`, the rest is room. */
export class ByteWriter {
  buffer: Uint8Array;
  length = 0;

  constructor(capacity = 1024) {
    this.buffer = new Uint8Array(capacity);
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.buffer.length) return;
    const grown = new Uint8Array(Math.max(needed, this.buffer.length * 2));
    grown.set(this.buffer.subarray(0, this.length));
    this.buffer = grown;
  }

  /** Writes one byte. */
  byte(value: number): void {
    if (this.length === this.buffer.length) this.reserve(1);
    this.buffer[this.length++] = value;
  }

  /** Writes text whose characters are all below 128. */
  ascii(text: string): void {
    const count = text.length;
    this.reserve(count);
    const { buffer, length } = this;
    for (let i = 0; i < count; i++) buffer[length + i] = text.charCodeAt(i);
    this.length = length + count;
  }

  /** Writes any text as UTF-8. */
  utf8(text: string): void {
    this.reserve(text.length * 3);
    this.length += encoder.encodeInto(text, this.buffer.subarray(this.length)).written;
  }

  /** Writes `source[start, end)`. */
  copy(source: Uint8Array, start: number, end: number): void {
    const count = end - start;
    this.reserve(count);
    const { buffer, length } = this;
    // A loop beats set() below about 100 bytes: set needs a subarray object (bench/decode.ts).
    if (count > 96) buffer.set(source.subarray(start, end), length);
    else for (let i = 0; i < count; i++) buffer[length + i] = source[start + i]!;
    this.length = length + count;
  }

  /** Writes `source[start, end)` as lower-case hex. */
  hex(source: Uint8Array, start: number, end: number): void {
    this.reserve((end - start) * 2);
    const { buffer } = this;
    let at = this.length;
    for (let i = start; i < end; i++) {
      const pair = source[i]! * 2;
      buffer[at++] = HEX[pair]!;
      buffer[at++] = HEX[pair + 1]!;
    }
    this.length = at;
  }

  /** Writes `source[start, end)` as base64 with padding. */
  base64(source: Uint8Array, start: number, end: number): void {
    this.reserve(Math.ceil((end - start) / 3) * 4);
    const { buffer } = this;
    let at = this.length;
    let i = start;
    for (; i + 2 < end; i += 3) {
      const three = (source[i]! << 16) | (source[i + 1]! << 8) | source[i + 2]!;
      const high = (three >> 12) * 2;
      const low = (three & 4095) * 2;
      buffer[at] = BASE64[high]!;
      buffer[at + 1] = BASE64[high + 1]!;
      buffer[at + 2] = BASE64[low]!;
      buffer[at + 3] = BASE64[low + 1]!;
      at += 4;
    }
    if (i < end) {
      const three = (source[i]! << 16) | (i + 1 < end ? source[i + 1]! << 8 : 0);
      const high = (three >> 12) * 2;
      buffer[at] = BASE64[high]!;
      buffer[at + 1] = BASE64[high + 1]!;
      buffer[at + 2] = i + 1 < end ? BASE64[(three & 4095) * 2]! : 61;
      buffer[at + 3] = 61;
      at += 4;
    }
    this.length = at;
  }

  /** Writes a safe integer in decimal. */
  integer(value: number): void {
    if (value < 0) {
      this.byte(45);
      value = -value;
    }
    this.reserve(16);
    let digits = 1;
    for (let limit = 10; value >= limit; limit *= 10) digits++;
    const { buffer } = this;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      // Below 2^31 the remainder is an integer instruction; above it is a division of doubles.
      const rest = value < 2147483648 ? ((value | 0) / 10) | 0 : Math.floor(value / 10);
      buffer[at] = 48 + (value - rest * 10);
      value = rest;
    }
    this.length += digits;
  }

  /** Writes the signed 64-bit integer `high * 2^32 + low` in decimal; `low` is unsigned. */
  int64(high: number, low: number): void {
    if (high >= -2097152 && high < 2097152) this.integer(high * 4294967296 + low);
    else this.ascii(((BigInt(high) << 32n) | BigInt(low)).toString());
  }

  /** Writes the unsigned 64-bit integer `high * 2^32 + low` in decimal; both halves are unsigned. */
  uint64(high: number, low: number): void {
    if (high < 2097152) this.integer(high * 4294967296 + low);
    else this.ascii(((BigInt(high) << 32n) | BigInt(low)).toString());
  }

  /** Returns the text from `start` on as a string. */
  text(start = 0): string {
    return Buffer.from(this.buffer.buffer, this.buffer.byteOffset + start, this.length - start).toString('utf8');
  }
}
