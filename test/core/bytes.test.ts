import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../src/core/bytes.ts';

/** Integers of every size, and what lies beside powers of two and of ten. */
function samples(): bigint[] {
  const edges = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 10n ** 9n, 10n ** 18n, 10n ** 19n];
  const bits = Array.from({ length: 64 }, (_, i) => 2n ** BigInt(i) + (BigInt(i) * 0x9e3779b97f4a7c15n) / 7n);
  const around = [...edges, ...bits].flatMap((value) => [value - 1n, value, value + 1n]);
  return [...around, 63_092_982n << 32n, 2n ** 64n - 1n].map((value) => BigInt.asUintN(64, value));
}

const halves = (value: bigint) => [Number(value >> 32n), Number(BigInt.asUintN(32, value))] as const;

function written(write: (w: ByteWriter) => void): string {
  const w = new ByteWriter(1);
  write(w);
  return w.text();
}

describe('ByteWriter', () => {
  it('writes bytes, a character each, as hex', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    expect(written((w) => w.hexOf(bytes.toString('latin1')))).toBe(bytes.toString('hex'));
  });

  it('writes unsigned 64-bit integers in decimal', () => {
    for (const value of samples()) expect(written((w) => w.unsigned64(...halves(value)))).toBe(String(value));
  });

  it('writes signed 64-bit integers in decimal', () => {
    for (const sample of samples()) {
      const value = BigInt.asIntN(64, sample);
      expect(written((w) => w.signed64(...halves(value)))).toBe(String(value));
    }
  });
});
