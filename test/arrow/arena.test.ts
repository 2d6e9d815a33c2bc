import { describe, expect, it } from 'vitest';
import { Arena } from '../../src/arrow/arena.ts';

const MIB = 1024 * 1024;

describe('an arena', () => {
  it('keeps copies apart, of every kind and size, until it is cleared', () => {
    const arena = new Arena();
    const bytes = Uint8Array.of(1, 2, 3);
    const copies = [
      arena.copy(bytes),
      arena.copy(BigInt64Array.of(4n, -5n)),
      arena.copy(Float64Array.of(0.5)),
      arena.copy(new Uint8Array(40 * MIB).fill(7)),
      arena.copy(Int32Array.of(8)),
      arena.copy(new Uint8Array(0)),
    ];
    bytes.fill(9);
    expect(copies[0]).toEqual(Uint8Array.of(1, 2, 3));
    expect(copies[1]).toEqual(BigInt64Array.of(4n, -5n));
    expect(copies[2]).toEqual(Float64Array.of(0.5));
    expect(copies[3].length).toBe(40 * MIB);
    expect((copies[3] as Uint8Array).every((value) => value === 7)).toBe(true);
    expect(copies[4]).toEqual(Int32Array.of(8));
    expect(copies[5].length).toBe(0);
  });

  it('fills the same memory again', () => {
    const arena = new Arena();
    const fill = () => [3 * MIB, 15 * MIB, 20 * MIB, 5].map((size) => arena.copy(new Uint8Array(size)).buffer);
    const first = fill();
    arena.clear();
    expect(new Set([...first, ...fill()])).toEqual(new Set(first));
  });
});
