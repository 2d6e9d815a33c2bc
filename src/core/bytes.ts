/**
 * A growable byte buffer that text is written into without making JavaScript strings.
 * Column builders and the JSON writers of the XDR decoder share it.
 */

const HEX = new Uint16Array(256);
const BASE64 = new Uint16Array(4096);
const encoder = new TextEncoder();
const BILLION = 1e9;
/** Longer texts are copied by set(), whose cost hardly depends on their length. */
const LONG_TEXT = 512;

for (let byte = 0; byte < 256; byte++) {
  HEX[byte] = ('0123456789abcdef'.charCodeAt(byte >> 4) << 8) | '0123456789abcdef'.charCodeAt(byte & 15);
}
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let pair = 0; pair < 4096; pair++) {
  BASE64[pair] = (ALPHABET.charCodeAt(pair >> 6) << 8) | ALPHABET.charCodeAt(pair & 63);
}

/**
 * Copies bytes `start` to `end` of a view, a multiple of four, to `at` of another and returns where they end there: without
 * the new array that set() needs to say what is copied.
 */
export function copyWords(to: DataView, at: number, from: DataView, start: number, end: number): number {
  for (; start + 4 < end; start += 8, at += 8) to.setBigInt64(at, from.getBigInt64(start));
  if (start === end) return at;
  to.setInt32(at, from.getInt32(start));
  return at + 4;
}

/** How many lengths of a scratch buffer have an array that is kept: up to 4 kB, in words. */
const KEPT_LENGTHS = 1024;

/** Memory that is written over again and again, to put bytes together that are hashed. */
export class Scratch {
  view = new DataView(new ArrayBuffer(KEPT_LENGTHS * 4));
  #arrays = Array<Uint8Array | undefined>(KEPT_LENGTHS);

  /** Returns the first `length` bytes, a multiple of four, after making room for them: what was in them may be gone. */
  first(length: number): Uint8Array {
    if (length > this.view.byteLength) {
      this.view = new DataView(new ArrayBuffer(length * 2));
      this.#arrays = Array<Uint8Array | undefined>(KEPT_LENGTHS);
    }
    const { buffer } = this.view;
    return length < KEPT_LENGTHS * 4
      ? (this.#arrays[length >> 2] ??= new Uint8Array(buffer, 0, length))
      : new Uint8Array(buffer, 0, length);
  }
}

/** Text that is written again and again: its UTF-8 bytes, and zeros up to a multiple of eight. */
export class Piece {
  readonly words: Float64Array;
  readonly length: number;

  constructor(text: string) {
    const bytes = encoder.encode(text);
    const padded = new Uint8Array((bytes.length + 7) & ~7);
    padded.set(bytes);
    this.words = new Float64Array(padded.buffer);
    this.length = bytes.length;
  }
}

const names = new Map<string, Piece>();

/** Bytes written one after another; `buffer` holds them up to `length`, the rest is room. */
export class ByteWriter {
  buffer: Uint8Array;
  length = 0;
  /** The buffer in words: a store of four or eight bytes costs as much as a store of one. */
  #words: DataView;
  /** The length of the buffer, here as well, since each write asks for it. */
  #capacity: number;

  constructor(capacity = 1024) {
    this.buffer = new Uint8Array(capacity);
    this.#words = new DataView(this.buffer.buffer);
    this.#capacity = capacity;
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.#capacity) this.#grow(needed);
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, this.#capacity * 2));
    grown.set(this.buffer.subarray(0, this.length));
    this.buffer = grown;
    this.#words = new DataView(grown.buffer);
    this.#capacity = grown.length;
  }

  /** Trades buffers with another writer, so that this one goes on where the other stands; a second trade undoes it. */
  trade(other: ByteWriter): void {
    const { buffer, length } = this;
    const words = this.#words;
    const capacity = this.#capacity;
    this.buffer = other.buffer;
    this.#words = other.#words;
    this.#capacity = other.#capacity;
    this.length = other.length;
    other.buffer = buffer;
    other.#words = words;
    other.#capacity = capacity;
    other.length = length;
  }

  /** Writes one byte. */
  byte(value: number): void {
    if (this.length === this.#capacity) this.#grow(this.length + 1);
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

  /** Writes a whole piece. */
  piece({ words, length }: Piece): void {
    this.text64(words, 0, length);
  }

  /**
   * Writes `length` bytes of UTF-8 from the word `from` on, eight at a time: no double of such bytes is a NaN. 4 ns for 24
   * characters, where a loop over them takes 20; from an array of doubles a third faster than from a view (measured alone).
   */
  text64(source: Float64Array, from: number, length: number): void {
    this.reserve(length + 7);
    const words = this.#words;
    const end = this.length + length;
    for (let at = this.length; at < end; at += 8) words.setFloat64(at, source[from++], true);
    this.length = end;
  }

  /** Writes a text from a small set, whose piece is kept. */
  name(text: string): void {
    let kept = names.get(text);
    if (!kept) names.set(text, (kept = new Piece(text)));
    this.piece(kept);
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
    // set() takes about 55 ns at any usual length, for its subarray; a loop about 1 ns a byte (measured alone).
    if (count > 40) buffer.set(source.subarray(start, end), length);
    else for (let i = 0; i < count; i++) buffer[length + i] = source[start + i]!;
    this.length = length + count;
  }

  /** Writes the text that another writer holds from `start` to `end`. */
  append(source: ByteWriter, start = 0, end = source.length): void {
    const count = end - start;
    if (count > LONG_TEXT || start + count + 7 > source.buffer.length) return this.copy(source.buffer, start, end);
    this.reserve(count + 7);
    const words = this.#words;
    const from = source.#words;
    const stop = this.length + count;
    for (let at = this.length; at < stop; at += 8, start += 8) words.setFloat64(at, from.getFloat64(start, true), true);
    this.length = stop;
  }

  /** Writes bytes `start` to `end` of a view as lower-case hex. */
  hex(source: DataView, start: number, end: number): void {
    this.reserve((end - start) * 2);
    const words = this.#words;
    let at = this.length;
    let i = start;
    for (; i + 3 < end; i += 4, at += 8) {
      const four = source.getInt32(i);
      words.setInt32(at, (HEX[four >>> 24] << 16) | HEX[(four >>> 16) & 255]);
      words.setInt32(at + 4, (HEX[(four >>> 8) & 255] << 16) | HEX[four & 255]);
    }
    for (; i < end; i++, at += 2) words.setUint16(at, HEX[source.getUint8(i)]);
    this.length = at;
  }

  /** Writes bytes that are a text, a character a byte, as lower-case hex. */
  hexOf(bytes: string): void {
    const count = bytes.length;
    this.reserve(count * 2);
    const words = this.#words;
    let at = this.length;
    for (let i = 0; i < count; i++, at += 2) words.setUint16(at, HEX[bytes.charCodeAt(i) & 255]);
    this.length = at;
  }

  /** Writes bytes `start` to `end` of a view as base64 with padding: three words are four groups of four letters. */
  base64(source: DataView, start: number, end: number): void {
    // More than the four thirds that it takes, for want of a division.
    this.reserve((end - start) * 2 + 4);
    const words = this.#words;
    let at = this.length;
    let i = start;
    for (; i + 11 < end; i += 12, at += 16) {
      base64Words(words, at, source.getInt32(i), source.getInt32(i + 4), source.getInt32(i + 8));
    }
    for (; i + 2 < end; i += 3, at += 4) {
      const three = (source.getUint16(i) << 8) | source.getUint8(i + 2);
      words.setInt32(at, (BASE64[three >> 12] << 16) | BASE64[three & 4095]);
    }
    if (i < end) {
      const isPair = i + 1 < end;
      const three = (source.getUint8(i) << 16) | (isPair ? source.getUint8(i + 1) << 8 : 0);
      const low = isPair ? (BASE64[three & 4095] & 0xff00) | 61 : 0x3d3d;
      words.setInt32(at, (BASE64[three >> 12] << 16) | low);
      at += 4;
    }
    this.length = at;
  }

  /** Writes four bytes and then bytes `start` to `end` of a view, at least eight, as base64 with padding. */
  base64After(head: number, source: DataView, start: number, end: number): void {
    this.reserve(16);
    base64Words(this.#words, this.length, head, source.getInt32(start), source.getInt32(start + 4));
    this.length += 16;
    this.base64(source, start + 8, end);
  }

  /** Writes a safe integer in decimal. */
  integer(value: number): void {
    if (value < 0) {
      this.byte(45);
      value = -value;
    }
    // Two integers below 2^31 instead of one above: a division of integers is a multiplication, one of doubles is not.
    if (value < BILLION) return this.digits(value | 0, digitsOf(value));
    const high = Math.floor(value / BILLION);
    this.digits(high | 0, digitsOf(high));
    this.digits((value - high * BILLION) | 0, 9);
  }

  /** Writes an integer below 2^31 with `count` digits, zeros before it; it has no more. */
  digits(value: number, count: number): void {
    this.reserve(count);
    const { buffer, length } = this;
    for (let at = length + count - 1; at >= length; at--) {
      const rest = (value / 10) | 0;
      buffer[at] = 48 + (value - rest * 10);
      value = rest;
    }
    this.length = length + count;
  }

  /** Writes the signed 64-bit integer `high * 2^32 + low` in decimal; `low` is unsigned. */
  signed64(high: number, low: number): void {
    if (high >= -2097152 && high < 2097152) this.integer(high * 4294967296 + low);
    else if (high > 0) this.#wide(high, low);
    else this.ascii(((BigInt(high) << 32n) | BigInt(low)).toString());
  }

  /** Writes the unsigned 64-bit integer `high * 2^32 + low` in decimal; both halves are unsigned. */
  unsigned64(high: number, low: number): void {
    if (high < 2097152) this.integer(high * 4294967296 + low);
    else this.#wide(high, low);
  }

  /** Writes an integer past 2^53 by long division in 16-bit steps: 60 ns, BigInt takes 120. */
  #wide(high: number, low: number): void {
    const first = Math.floor(high / BILLION);
    const upper = (high - first * BILLION) * 65536 + (low >>> 16);
    const second = Math.floor(upper / BILLION);
    const lower = (upper - second * BILLION) * 65536 + (low & 65535);
    const third = Math.floor(lower / BILLION);
    this.integer(first * 4294967296 + second * 65536 + third);
    this.digits((lower - third * BILLION) | 0, 9);
  }

  /** Returns the text from `start` on as a string. */
  text(start = 0): string {
    return Buffer.from(this.buffer.buffer, this.buffer.byteOffset + start, this.length - start).toString('utf8');
  }
}

/** Writes twelve bytes, given as three words, as base64. */
function base64Words(to: DataView, at: number, a: number, b: number, c: number): void {
  to.setInt32(at, (BASE64[a >>> 20] << 16) | BASE64[(a >>> 8) & 4095]);
  to.setInt32(at + 4, (BASE64[((a & 255) << 4) | (b >>> 28)] << 16) | BASE64[(b >>> 16) & 4095]);
  to.setInt32(at + 8, (BASE64[(b >>> 4) & 4095] << 16) | BASE64[((b & 15) << 8) | (c >>> 24)]);
  to.setInt32(at + 12, (BASE64[(c >>> 12) & 4095] << 16) | BASE64[c & 4095]);
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let limit = 10; value >= limit; limit *= 10) digits++;
  return digits;
}
