import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedNumbers } from '../../src/parquet/read/runs-reader.ts';

/** A run of one number, or numbers eight by eight. */
interface Run {
  isPacked: boolean;
  seeds: number[];
}

/** Returns numbers of so many bits, from any. */
const fitting = (width: number, seeds: readonly number[]) => seeds.map((seed) => seed % 2 ** width);

/** Writes runs as the format says: a head, and numbers of `width` bits with the lowest bits first. */
function encoded(width: number, runs: readonly Run[]): { bytes: Uint8Array; numbers: number[] } {
  const bytes = [width];
  const numbers: number[] = [];
  const head = (value: number) => {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
    bytes.push(value);
  };
  for (const { isPacked, seeds } of runs) {
    const own = fitting(width, seeds);
    if (isPacked) {
      const packed = [...own, ...Array<number>((8 - (own.length % 8)) % 8).fill(0)];
      head((packed.length / 8) * 2 + 1);
      const all = packed.reduce((sum, number, i) => sum + (BigInt(number) << BigInt(i * width)), 0n);
      for (let i = 0; i < (packed.length / 8) * width; i++) bytes.push(Number((all >> BigInt(8 * i)) & 255n));
      numbers.push(...packed);
    } else {
      head(own.length * 2);
      for (let i = 0; i < Math.ceil(width / 8); i++) bytes.push(Math.floor(own[0] / 256 ** i) % 256);
      numbers.push(...own.map(() => own[0]));
    }
  }
  return { bytes: Uint8Array.from(bytes), numbers };
}

const runs = array(
  record({ isPacked: constantFrom(true, false), seeds: array(nat(2 ** 32 - 1), { minLength: 1, maxLength: 40 }) }),
  { minLength: 1, maxLength: 12 },
);

describe('PackedNumbers', () => {
  it('has each number, asked in any order, whatever its width', () => {
    const anyOrder = array(nat(1000), { maxLength: 60 });
    const cases = property(integer({ min: 0, max: 32 }), runs, anyOrder, (width, runs, order) => {
      const { bytes, numbers } = encoded(width, runs);
      const packed = new PackedNumbers(bytes, numbers.length);
      expect(numbers.map((_, i) => packed.at(i))).toEqual(numbers);
      const places = order.map((place) => place % numbers.length);
      expect(places.map((place) => packed.at(place))).toEqual(places.map((place) => numbers[place]));
    });
    assert(cases, { numRuns: 400 });
  });

  it('tells where one is in spans', () => {
    const cases = property(integer({ min: 0, max: 32 }), runs, nat(500), nat(500), (width, runs, from, to) => {
      const { bytes, numbers } = encoded(width, runs);
      const packed = new PackedNumbers(bytes, numbers.length);
      const [start, end] = [from % numbers.length, to % numbers.length].sort((a, b) => a - b);
      const asked = numbers[(from * 7) % numbers.length];
      const places = numbers.flatMap((number, i) => (number === asked && i >= start && i < end ? [i] : []));
      expect(packed.placesOf(asked, [[start, end]])).toEqual(places);
    });
    assert(cases, { numRuns: 400 });
  });
});
