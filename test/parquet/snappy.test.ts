import {
  array,
  assert,
  constantFrom,
  integer,
  nat,
  oneof,
  property,
  tuple,
  uint8Array,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snappyDecompress } from '../../src/parquet/read/snappy.ts';

/** A piece of a block: bytes as they are, or so many from so far before. */
type Piece = { literal: Uint8Array } | { offset: number; length: number; width: 1 | 2 | 4 };

/** Returns a block of the pieces, and what they are, as the format's description says. */
function blockOf(pieces: readonly Piece[]): { block: Uint8Array; plain: Uint8Array } {
  const plain: number[] = [];
  const body: number[] = [];
  const put = (number: number, width: number) => {
    for (let i = 0; i < width; i++) body.push((number >>> (8 * i)) & 255);
  };
  for (const piece of pieces) {
    if ('literal' in piece) {
      const last = piece.literal.length - 1;
      const width = last < 60 ? 0 : last < 256 ? 1 : last < 65_536 ? 2 : 3;
      body.push((width === 0 ? last : 59 + width) << 2);
      put(last, width);
      body.push(...piece.literal);
      plain.push(...piece.literal);
    } else {
      const { offset, length, width } = piece;
      if (width === 1) body.push(((offset >> 8) << 5) | ((length - 4) << 2) | 1, offset & 255);
      else {
        body.push(((length - 1) << 2) | (width === 2 ? 2 : 3));
        put(offset, width);
      }
      for (let i = 0; i < length; i++) plain.push(plain[plain.length - offset]);
    }
  }
  return { block: Uint8Array.from([...varint(plain.length), ...body]), plain: Uint8Array.from(plain) };
}

function varint(number: number): number[] {
  return number > 127 ? [(number & 127) | 128, ...varint(number >>> 7)] : [number];
}

/** Pieces of which none copies from before the first byte. */
const pieces: Arbitrary<Piece[]> = array(
  oneof(
    uint8Array({ minLength: 1, maxLength: 300 }),
    tuple(nat(), integer({ min: 1, max: 64 }), constantFrom<(1 | 2 | 4)[]>(1, 2, 4)),
  ),
  { maxLength: 60 },
).map((all) => {
  let end = 0;
  return all.flatMap((one): Piece[] => {
    const piece = one instanceof Uint8Array ? { literal: one } : end === 0 ? undefined : copyOf(one, end);
    end += piece ? ('literal' in piece ? piece.literal.length : piece.length) : 0;
    return piece ? [piece] : [];
  });
});

function copyOf([far, length, width]: [number, number, 1 | 2 | 4], end: number): Piece {
  const offset = (far % Math.min(end, width === 1 ? 2047 : 65_535)) + 1;
  return { offset, length: width === 1 ? 4 + (length % 8) : length, width };
}

describe('snappyDecompress(block, size)', () => {
  it('returns what the pieces are, copies of themselves included', () => {
    assert(
      property(pieces, (made) => {
        const { block, plain } = blockOf(made);
        expect(Buffer.compare(snappyDecompress(block, plain.length), plain)).toBe(0);
      }),
    );
    const { block, plain } = blockOf([
      { literal: new Uint8Array(70_000).map((_, i) => i * 7) },
      { offset: 70_000, length: 64, width: 4 },
      { offset: 1, length: 11, width: 1 },
    ]);
    expect(snappyDecompress(block, plain.length)).toEqual(plain);
    expect(snappyDecompress(Uint8Array.of(0), 0)).toEqual(new Uint8Array(0));
  });

  it.each<[string, number[], number, string]>([
    ['without its length', [128], 4, 'the length of a Snappy block ends at 1'],
    ['with no bytes', [], 0, 'the length of a Snappy block ends at 0'],
    ['of another length than its header says', [3, 8, 1, 2, 3], 4, 'a Snappy block of 5 bytes says 3, expected 4'],
    ['of more than a block can have', [255, 255, 255, 127], 2 ** 28 - 1, 'says 268435455, expected 268435455'],
    ['that ends in a literal', [4, 12, 1, 2, 3], 4, '4 bytes at 2 of a Snappy block are more than are left'],
    ['whose literal is longer than all', [2, 8, 1, 2, 3], 2, '3 bytes at 2 of a Snappy block are more than are left'],
    ['that ends in a length', [4, 244, 1], 4, 'a Snappy block ends within a tag at 2'],
    ['that ends in an offset', [8, 0, 7, 26, 1], 8, 'a Snappy block ends within a tag at 4'],
    ['that copies from nowhere', [5, 0, 7, 1, 0], 5, 'a Snappy block copies 4 bytes from 0 before 1 of 5'],
    ['that copies from before', [5, 0, 7, 1, 2], 5, 'a Snappy block copies 4 bytes from 2 before 1 of 5'],
    ['that copies too much', [4, 0, 7, 1, 1], 4, 'a Snappy block copies 4 bytes from 1 before 1 of 4'],
    ['that ends early', [4, 0, 7], 4, 'a Snappy block ends after 1 of 4 bytes'],
  ])('throws a RangeError for a block %s', (_, block, size, message) => {
    const read = () => snappyDecompress(Uint8Array.from(block), size);
    expect(read).toThrow(RangeError);
    expect(read).toThrow(message);
  });

  it('reads no damaged block beyond its bytes, nor gives another number of them', () => {
    assert(
      property(pieces, array(tuple(nat(), nat(255)), { minLength: 1, maxLength: 4 }), (made, flips) => {
        const { block, plain } = blockOf(made);
        for (const [at, byte] of flips) block[at % block.length] = byte;
        try {
          expect(snappyDecompress(block, plain.length)).toHaveLength(plain.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
