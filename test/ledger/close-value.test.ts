import { describe, expect, it } from 'vitest';
import { closeTimeOf, hasEmptySet, signatureAt } from '../../src/ledger/close-value.ts';
import { XdrFault } from '../../src/xdr/reader.ts';
import { words } from '../make/ledger.ts';

const LAST_SECOND = 253_402_300_799n;

/** A value whose time comes first, then its arm, and a time in milliseconds where one is given. */
function value(seconds: bigint, arm: number, milliseconds?: bigint): DataView {
  const bytes = Buffer.alloc(20);
  bytes.writeBigUInt64BE(seconds);
  words(arm).copy(bytes, 8);
  if (milliseconds !== undefined) bytes.writeBigUInt64BE(milliseconds, 12);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

const at = { closeTime: 0, ext: 8 };

describe('closeTimeOf(view, at)', () => {
  it.each([
    ...[0, 1, 2].map((arm) => [arm, 5n, undefined, 5000] as const),
    ...[3, 4].map((arm) => [arm, 5n, 5999n, 5999] as const),
    [3, 0n, 0n, 0] as const,
    [3, LAST_SECOND, LAST_SECOND * 1000n + 999n, 253_402_300_799_999] as const,
  ])('of arm %i, %s s and %s ms', (arm, seconds, milliseconds, expected) => {
    expect(closeTimeOf(value(seconds, arm, milliseconds), at)).toBe(expected);
  });

  it.each([
    ['closeTime 253402300800 is after year 9999', 0, value(LAST_SECOND + 1n, 1)],
    ['closeTime 18446744073709551615 is after year 9999', 0, value(2n ** 64n - 1n, 0)],
    ['closeTimeMs 253402300800000 is after year 9999', 12, value(LAST_SECOND, 3, 253_402_300_800_000n)],
    ['closeTimeMs 6000 is not in second 5, which closeTime states', 12, value(5n, 3, 6000n)],
    ['closeTimeMs 4999 is not in second 5, which closeTime states', 12, value(5n, 4, 4999n)],
  ])('throws: %s', (message, offset, view) => {
    expect(() => closeTimeOf(view, at)).toThrow(new XdrFault(offset, message));
  });
});

describe('the arms of a value', () => {
  it('tell whether the set is empty, and where the signature stands', () => {
    const views = [0, 1, 2, 3, 4].map((arm) => value(5n, arm, 5000n));
    expect(views.map((view) => hasEmptySet(view, at.ext))).toEqual([false, false, true, false, true]);
    expect(views.map((view) => signatureAt(view, at.ext))).toEqual([-1, 12, -1, 20, -1]);
  });
});
