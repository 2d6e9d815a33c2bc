/** Values made of byte strings that repeat: made once each, while they are kept. */
import { ByteWriter } from '../bytes.ts';
import { KeyNumbers } from '../key-numbers.ts';

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

/** The same for texts of one length: they lie one after another, and are copied from there. */
export class KeptTexts {
  readonly #textBytes: number;
  readonly #textWords: number;
  readonly #make: (w: ByteWriter, view: DataView, start: number, end: number) => void;
  readonly #keys: KeyNumbers;
  /** A place of whole words for each text; those behind the newest are free. */
  readonly #writer: ByteWriter;
  readonly #texts: Float64Array;

  /** `make` writes the text, `textBytes` long, of a key. */
  constructor(
    capacity: number,
    keyBytes: number,
    textBytes: number,
    make: (w: ByteWriter, view: DataView, start: number, end: number) => void,
  ) {
    this.#textBytes = textBytes;
    this.#textWords = (textBytes + 7) >> 3;
    this.#make = make;
    this.#keys = new KeyNumbers(capacity, keyBytes);
    this.#writer = new ByteWriter(capacity * this.#textWords * 8 + ROOM);
    this.#texts = new Float64Array(this.#writer.buffer.buffer);
  }

  /** Writes the text of the key from `start` to `end`. Throws what making it throws, and keeps nothing then. */
  write(w: ByteWriter, view: DataView, start: number, end: number, hash: number): void {
    let number = this.#keys.find(view, start, end, hash);
    if (number < 0) {
      number = ~number;
      this.#add(number, view, start, end);
    }
    w.text64(this.#texts, number * this.#textWords, this.#textBytes);
  }

  #add(number: number, view: DataView, start: number, end: number): void {
    // Straight to its place: keys that do not repeat come here each time.
    this.#writer.length = number * this.#textWords * 8;
    try {
      this.#make(this.#writer, view, start, end);
    } catch (error) {
      this.#keys.clear();
      throw error;
    }
  }
}
