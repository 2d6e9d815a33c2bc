/**
 * The memory of parts goes from the worker to the main thread, and back for another part when it is written. Made anew for each part, its
 * megabytes had V8 collect garbage all the time: 261,240 contract events took 8.4 s of processor in place of 6.5.
 */

/** Arrow's buffers begin at multiples of eight bytes. */
const ALIGNMENT = 8;

const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** What Arrow's buffers are. */
type Values = Uint8Array | Int32Array | BigInt64Array | Float64Array;

/** Memory for the values of one part. */
export class Room {
  readonly #buffer: ArrayBuffer;
  #used = 0;

  constructor(buffer: ArrayBuffer) {
    this.#buffer = buffer;
  }

  /** Returns how many bytes of a room the values take. */
  static bytesFor(values: ArrayBufferView | undefined): number {
    return aligned(values?.byteLength ?? 0);
  }

  /** Returns a copy of the values. Throws RangeError where there is no room. */
  copy<T extends Values>(values: T): T {
    const make = values.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => T;
    const copy = new make(this.#buffer, this.#used, values.length);
    // The kinds are the same; the compiler knows that of each, and not of all.
    (copy as Uint8Array).set(values as Uint8Array);
    this.#used += aligned(values.byteLength);
    return copy;
  }
}

/** Parts grow a little from one to the next. */
const SLACK = 1.25;

/** The memory of a task's parts: first what is left of others, as far as it is large enough. */
export class PartMemory {
  readonly #spare: ArrayBuffer[];
  /** What has rooms in it. */
  readonly used: ArrayBuffer[] = [];

  constructor(spare: readonly ArrayBuffer[]) {
    this.#spare = spare.toSorted((a, b) => a.byteLength - b.byteLength);
  }

  /** Returns room for so many bytes. */
  room(bytes: number): Room {
    const found = this.#spare.findIndex(({ byteLength }) => byteLength >= bytes);
    const buffer = found < 0 ? new ArrayBuffer(aligned(bytes * SLACK)) : this.#spare.splice(found, 1)[0];
    this.used.push(buffer);
    return new Room(buffer);
  }
}

/** The memory of results that are written, for tasks to come. */
export class SpareMemory {
  readonly #groups: ArrayBuffer[][] = [];
  readonly #users = new WeakMap<readonly ArrayBuffer[], number>();

  /** Returns the memory of one result, or none. */
  take(): ArrayBuffer[] {
    return this.#groups.pop() ?? [];
  }

  /** Takes note of how many read what is in the memory. */
  lend(memory: readonly ArrayBuffer[], users: number): void {
    this.#users.set(memory, users);
  }

  /** Keeps the memory when all who read it have given it back; that of who never does is the garbage collector's. */
  giveBack(memory: ArrayBuffer[]): void {
    const left = (this.#users.get(memory) ?? 0) - 1;
    this.#users.set(memory, left);
    if (left === 0) this.#groups.push(memory);
  }

  /** Gives all that is kept back to the system at once; garbage of its size would stay until V8 looks for some. */
  free(): void {
    for (const buffer of this.#groups.splice(0).flat()) buffer.transfer(0);
  }
}
