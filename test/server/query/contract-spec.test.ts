/** What the corpus has no code of: types of every kind, and code that is none. */
import { describe, expect, it } from 'vitest';
import { emptyInterface, readSpec, typeText } from '../../../src/server/query/contract-spec.ts';
import { rustText } from '../../../src/server/query/rust-text.ts';
import { customSections } from '../../../src/server/query/wasm.ts';

function wasmOf(sections: [name: string, content: Uint8Array][]): Uint8Array {
  const parts = sections.map(([name, content]) => {
    const body = Buffer.concat([Buffer.from([name.length]), Buffer.from(name), content]);
    return Buffer.concat([Buffer.from([0, (body.length & 0x7f) | 0x80, body.length >> 7]), body]);
  });
  return Buffer.concat([Buffer.from('0061736d01000000', 'hex'), ...parts]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function string(text: string): Buffer {
  return Buffer.concat([number(text.length), Buffer.from(text), Buffer.alloc((4 - (text.length % 4)) % 4)]);
}

describe('typeText(type)', () => {
  it('writes types as the Rust SDK does', () => {
    const cases: [Parameters<typeof typeText>[0], string][] = [
      ['u32', 'u32'],
      ['address', 'Address'],
      [{ option: { value_type: { vec: { element_type: 'symbol' } } } }, 'Option<Vec<symbol>>'],
      [{ map: { key_type: 'string', value_type: { udt: { name: 'Point' } } } }, 'Map<string,Point>'],
      [{ result: { ok_type: 'void', error_type: 'error' } }, 'Result<void,error>'],
      [{ tuple: { value_types: ['u32', { bytes_n: { n: 32 } }] } }, '(u32,BytesN<32>)'],
    ];
    for (const [type, expected] of cases) expect(typeText(type)).toBe(expected);
  });
});

describe('customSections(wasm)', () => {
  it('joins sections of one name, and takes nothing of what is cut off or no code', () => {
    const wasm = wasmOf([
      ['a', Buffer.from('one')],
      ['b', Buffer.alloc(200, 1)],
      ['a', Buffer.from('two')],
    ]);
    const sections = customSections(wasm);
    expect(Buffer.from(sections.get('a') ?? []).toString()).toBe('onetwo');
    expect(sections.get('b')?.length).toBe(200);
    expect([...customSections(wasm.subarray(0, wasm.length - 2)).keys()]).toEqual(['a', 'b']);
    expect(customSections(Buffer.from('no code at all, but text')).size).toBe(0);
  });
});

describe('readSpec(wasm)', () => {
  it('tells unions whose cases have values, and Rust of it', () => {
    // ScSpecEntry of SEP-48: kind 2 is a union, case 1 has values, type 6 is u64.
    const section = Buffer.concat([
      number(2),
      ...['', '', 'Kind'].map(string),
      number(1),
      number(1),
      ...['How much.', 'Amount'].map(string),
      number(1),
      number(6),
    ]);
    const { interface: told } = readSpec(wasmOf([['contractspecv0', section]]));
    const cases = [{ name: 'Amount', doc: 'How much.', values: ['u64'] }];
    expect(told).toEqual({ ...emptyInterface(), unions: [{ name: 'Kind', doc: '', lib: '', cases }] });
    expect(rustText(told)).toBe('pub enum Kind {\n    Amount(u64),\n}\n\npub trait Contract {\n}\n');
  });
});
