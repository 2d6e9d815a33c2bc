import { describe, expect, it } from 'vitest';
import { textOf } from '../../src/xdr/text.ts';

const text = (...bytes: number[]) => textOf(new Uint8Array([120, ...bytes, 120]), 1, bytes.length + 1);
const long = [...Buffer.from('a name of more than thirty-two bytes')];
const start = String.fromCharCode(...long);

describe('textOf(bytes)', () => {
  it('keeps UTF-8 of one to four bytes a character, in short texts and long ones', () => {
    for (const before of [[], long]) {
      const begin = String.fromCharCode(...before);
      expect(text(...before)).toBe(begin);
      expect(text(...before, ...Buffer.from('\0é€😀\\x'))).toBe(`${begin}\0é€😀\\x`);
      expect(text(...before, 0xef, 0xbb, 0xbf)).toBe(`${begin}\ufeff`);
    }
  });

  it('escapes all of a text that is not UTF-8', () => {
    expect(text(0xff, 0x01)).toBe('\\xff\\x01');
    expect(text(0xfe, 0x01)).toBe('\\xfe\\x01');
    expect(text(...long, 0xc3, 0x28, 0xff)).toBe(`${start}\\xc3(\\xff`);
    expect(text(...Buffer.from('é\0\t\n\r\\"'), 0xff)).toBe('\\xc3\\xa9\\0\\t\\n\\r\\\\"\\xff');
  });

  it.each([
    ['a character that is cut off', [0x61, 0xe2, 0x82], 'a\\xe2\\x82'],
    ['an overlong form', [0xc0, 0x80], '\\xc0\\x80'],
    ['a surrogate', [0xed, 0xa0, 0x80], '\\xed\\xa0\\x80'],
    ['a lone continuation', [0x80, 0x62], '\\x80b'],
    ['a character past U+10FFFF', [0xf4, 0x90, 0x80, 0x80], '\\xf4\\x90\\x80\\x80'],
  ])('takes %s for no UTF-8', (_, bytes, expected) => {
    expect(text(...bytes)).toBe(expected);
  });
});
