import { expect, it } from 'vitest';
import { lossyUtf8 } from '../../src/xdr/lossy-utf8.ts';

const text = (...bytes: number[]) => lossyUtf8(new Uint8Array([120, ...bytes, 120]), 1, bytes.length + 1);

it('has U+FFFD for each byte that is not UTF-8, in short texts and long ones', () => {
  const long = [...Buffer.from('a name of more than thirty-two bytes')];
  for (const before of [[], long]) {
    const start = String.fromCharCode(...before);
    expect(text(...before)).toBe(start);
    expect(text(...before, ...Buffer.from('é€😀'))).toBe(`${start}é€😀`);
    expect(text(...before, 0xc3, 0x28, 0xff)).toBe(`${start}\ufffd(\ufffd`);
    expect(text(...before, 0xe2, 0x82)).toBe(`${start}\ufffd\ufffd`);
    expect(text(...before, 0xef, 0xbb, 0xbf)).toBe(`${start}\ufeff`);
    expect(text(...before, 0xed, 0xa0, 0x80)).toBe(`${start}\ufffd\ufffd\ufffd`);
  }
});
