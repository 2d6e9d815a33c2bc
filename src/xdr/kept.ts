/** Values made of byte strings that repeat: made once each, while they are kept. */
import { ByteWriter, copyWords } from '../core/bytes.ts';
import { KeyNumbers } from '../core/key-numbers.ts';

/** What is made of the bytes from `start` to `end`. */
type Make<T> = (view: DataView, start: number, end: number) => T;

/** Values by the bytes they are made of. Full, it forgets them all at once; what it returned stays valid. */
export class Kept<T> {
  readonly #keys: KeyNumbers;
  readonly #values: T[] = [];
  readonly #make: Make<T>;

  /** `capacity` is how many values are kept, a power of two; `keyBytes` what a key usually takes. */
  constructor(capacity: number, keyBytes: number, make: Make<T>) {
    this.#keys = new KeyNumbers(capacity, keyBytes);
    this.#make = make;
  }

  /**
   * Returns the value of the key from `start` to `end`, a multiple of four bytes, whose hash need not be mixed well.
   * Throws what making it throws, and keeps nothing then.
   */
  of(view: DataView, start: number, end: number, hash: number): T {
    const number = this.#keys.find(view, start, end, hash);
    return number < 0 ? this.#add(~number, view, start, end) : this.#values[number];
  }

  #add(number: number, view: DataView, start: number, end: number): T {
    try {
      return (this.#values[number] = this.#make(view, start, end));
    } catch (error) {
      this.#keys.clear();
      throw error;
    }
  }
}

/** What writers may ask for past the end of the last text, since they write whole words. */
const ROOM = 64;

/** How many places of the hash table are tried for a key before the next one is taken from whoever has it. */
const PROBES = 8;

/**
 * The same for texts of one length. Keys have no more than `keyBytes` bytes and none begins with another: one size, or one XDR type. A
 * key and its text lie side by side, so that a look-up touches one place of memory beside the hash table: with this and a shorter hash of
 * topics decoding was 1 to 3% faster than with KeyNumbers and texts apart.
 */
export class KeptTexts {
  readonly #capacity: number;
  readonly #textAt: number;
  readonly #textBytes: number;
  /** Bytes from one key to the next. */
  readonly #stride: number;
  readonly #make: (w: ByteWriter, view: DataView, start: number, end: number) => void;
  /** Open addressing: where a key starts plus one, or 0. */
  readonly #slots: Int32Array;
  readonly #shift: number;
  readonly #writer: ByteWriter;
  readonly #keys: DataView;
  readonly #texts: Float64Array;
  #size = 0;

  /** `capacity` is how many texts are kept, a power of two; `make` writes the text, `textBytes` long, of a key. */
  constructor(
    capacity: number,
    keyBytes: number,
    textBytes: number,
    make: (w: ByteWriter, view: DataView, start: number, end: number) => void,
  ) {
    this.#capacity = capacity;
    this.#textAt = wholeWords(keyBytes);
    this.#textBytes = textBytes;
    this.#stride = this.#textAt + wholeWords(textBytes);
    this.#make = make;
    this.#slots = new Int32Array(capacity * 2);
    this.#shift = 31 - Math.log2(capacity);
    this.#writer = new ByteWriter(capacity * this.#stride + ROOM);
    this.#keys = new DataView(this.#writer.buffer.buffer);
    this.#texts = new Float64Array(this.#writer.buffer.buffer);
  }

  /** Writes the text of the key from `start` to `end`. Throws what making it throws, and keeps nothing then. */
  write(w: ByteWriter, view: DataView, start: number, end: number, hash: number): void {
    const at = this.#find(view, start, end, hash);
    w.text64(this.#texts, (at + this.#textAt) >> 3, this.#textBytes);
  }

  /** Returns where the key lies, with its text, which is made when it is not there. */
  #find(view: DataView, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> this.#shift;
    for (let probe = 0; probe < PROBES && slots[slot] !== 0; probe++) {
      const at = slots[slot] - 1;
      if (startsWith(this.#keys, at, view, start, end)) return at;
      slot = (slot + 1) & mask;
    }
    return this.#add(slot, view, start, end);
  }

  #add(slot: number, view: DataView, start: number, end: number): number {
    if (this.#size === this.#capacity) this.#clear();
    const at = this.#size * this.#stride;
    // Straight to its place: keys that do not repeat come here each time.
    this.#writer.length = at + this.#textAt;
    this.#make(this.#writer, view, start, end);
    copyWords(this.#keys, at, view, start, end);
    this.#slots[slot] = at + 1;
    this.#size++;
    return at;
  }

  #clear(): void {
    this.#slots.fill(0);
    this.#size = 0;
  }
}

function wholeWords(bytes: number): number {
  return (bytes + 7) & ~7;
}

/** Whether the bytes from `start` to `end` stand at `at`; eight at a time: optimised code compares them without making a BigInt. */
function startsWith(keys: DataView, at: number, view: DataView, start: number, end: number): boolean {
  for (; start + 4 < end; start += 8, at += 8) if (keys.getBigInt64(at) !== view.getBigInt64(start)) return false;
  return start === end || keys.getInt32(at) === view.getInt32(start);
}
