import { describe, expect, it } from 'vitest';
import { sealedText, unsealed } from '../../../src/lake/disk/sealed.ts';

describe('sealedText(value)', () => {
  const value = { number: 7, ranges: [{ first: 2, last: 99 }], name: 'é " \\ \u2028 \ufffd' };

  it('is JSON with its own hash, from which the value comes back', () => {
    const text = sealedText(value);
    expect(JSON.parse(text)).toEqual({ ...value, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(unsealed(text)).toEqual(value);
  });

  it('tells each flipped bit, and each missing or added byte', () => {
    const bytes = Buffer.from(sealedText(value));
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      expect(unsealed(flipped.toString()), `bit ${bit}`).toBeUndefined();
    }
    for (let length = 0; length < bytes.length; length++) {
      expect(unsealed(bytes.toString('utf8', 0, length)), `${length} bytes`).toBeUndefined();
    }
    expect(unsealed(`${bytes.toString()} `)).toBeUndefined();
  });

  it.each(['', 'null', '7', '{}', '{"number":1}', '{"number":1,"sha256":"00"}\n'])(
    'takes %j for no such text',
    (text) => {
      expect(unsealed(text)).toBeUndefined();
    },
  );
});
