/** Generates reproducible pseudo-random numbers from a text seed. */
import { createHash } from 'node:crypto';

/** A reproducible source of choices: the same seed gives the same sequence on every machine. */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: string) {
    const digest = createHash('sha256').update(seed).digest();
    this.#state = Uint32Array.from({ length: 4 }, (_, i) => digest.readUInt32LE(i * 4));
  }

  /** Returns an integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    const fraction = ((this.#next() >>> 5) * 67108864 + (this.#next() >>> 6)) / 9007199254740992;
    return low + Math.floor(fraction * (high - low + 1));
  }

  /** Returns a bigint from `low` to `high`, both included; the span must stay below 2^53. */
  amount(low: bigint, high: bigint): bigint {
    return low + BigInt(this.integer(0, Number(high - low)));
  }

  /** Returns true `percent` times in a hundred. */
  chance(percent: number): boolean {
    return this.integer(1, 100) <= percent;
  }

  /** Returns one of the values; there must be one. */
  pick<T>(values: readonly T[]): T {
    return values[this.integer(0, values.length - 1)];
  }

  /** Returns `length` bytes. */
  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.integer(0, 255));
  }

  // xoshiro128**, https://prng.di.unimi.it/xoshiro128starstar.c
  #next(): number {
    const s = this.#state;
    const result = Math.imul(rotate(Math.imul(s[1], 5), 7), 9) >>> 0;
    const shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 11);
    return result;
  }
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
