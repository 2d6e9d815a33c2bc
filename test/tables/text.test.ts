import { describe, expect, it } from 'vitest';
import { lossyUtf8 } from '../../src/xdr/lossy-utf8.ts';
import { isoTime } from '../../src/tables/json/iso-time.ts';

const decode = (...bytes: number[]) => lossyUtf8(Uint8Array.from(bytes), 0, bytes.length);

describe('lossyUtf8', () => {
  it('keeps valid text of one to four bytes a character', () => {
    const text = 'aé€😀\0';
    expect(decode(...Buffer.from(text))).toBe(text);
  });

  it('replaces each byte of a sequence that is cut off', () => {
    expect(decode(0x61, 0xe2, 0x82)).toBe('a\ufffd\ufffd');
  });

  it('replaces each byte of overlong forms, surrogates and lone continuations', () => {
    expect(decode(0xc0, 0x80)).toBe('\ufffd\ufffd');
    expect(decode(0xed, 0xa0, 0x80)).toBe('\ufffd\ufffd\ufffd');
    expect(decode(0x80, 0x62, 0xff)).toBe('\ufffdb\ufffd');
  });
});

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
