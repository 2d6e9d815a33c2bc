import { describe, expect, it } from 'vitest';
import { isoTime } from '../../src/tables/json/iso-time.ts';

describe('isoTime', () => {
  it.each([
    [0n, '1970-01-01T00:00:00Z'],
    [1781824954n, '2026-06-18T23:22:34Z'],
    [-62135596801n, '0000-12-31T23:59:59Z'],
    [-62167219201n, '-0001-12-31T23:59:59Z'],
    [253402300800n, '+10000-01-01T00:00:00Z'],
    [9223372036854775807n, '+292277026596-12-04T15:30:07Z'],
  ])('writes %s as %s', (seconds, text) => {
    expect(isoTime(seconds)).toBe(text);
  });
});
