/** What contracts say of themselves: types of every kind, names of any bytes, and sections that are damaged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptySpec, readContractSpec } from '../../../src/server/query/contracts/contract-spec.ts';
import { rustText } from '../../../src/server/query/contracts/rust-text.ts';
import { readSections } from '../../../src/server/query/contracts/wasm.ts';

function leb128(value: number): Buffer {
  const bytes: number[] = [];
  for (; value >= 0x80; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  return Buffer.from([...bytes, value]);
}

function wasmOf(...sections: [name: string, content: Uint8Array][]): Buffer {
  const parts = sections.map(([name, content]) => {
    const body = Buffer.concat([leb128(name.length), Buffer.from(name), content]);
    return Buffer.concat([Buffer.from([0]), leb128(body.length), body]);
  });
  return Buffer.concat([Buffer.from('0061736d01000000', 'hex'), ...parts]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function string(text: string | Uint8Array): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([number(bytes.length), bytes, Buffer.alloc(-bytes.length & 3)]);
}

/** Types by ScSpecType. */
const u32 = number(4);
const u64 = number(6);
const udt = (name: string) => Buffer.concat([number(2000), string(name)]);

/** A ScSpecFunctionV0 with inputs `a`, `b` and so on of the types. */
function functionOf(name: string | Uint8Array, inputs: Buffer[], output = u32): Buffer {
  const fields = inputs.map((type, i) => Buffer.concat([string(''), string('abcdefghijklmnopqrstuvwxyz'[i]), type]));
  return Buffer.concat([number(0), string(''), string(name), number(inputs.length), ...fields, number(1), output]);
}

/** A ScSpecUdtStructV0 with one field. */
function structOf(name: string): Buffer {
  return Buffer.concat([number(1), ...['', '', name].map(string), number(1), string(''), string('x'), u64]);
}

const specOf = (...entries: Buffer[]) => readContractSpec(wasmOf(['contractspecv0', Buffer.concat(entries)]));

/** A section that has an entry of every kind. */
const everyKind = Buffer.concat([
  functionOf(
    'first',
    [number(1000), u32].map((_, i) => Buffer.concat([number(1000 + i * 2), u32])),
  ),
  structOf('Point'),
  ...[number(2), ...['', '', 'Kind'].map(string), number(2)],
  ...[number(0), ...['Nothing.', 'None'].map(string)],
  ...[number(1), ...['How much.', 'Amount'].map(string), number(1), u64],
  ...[number(3), ...['', '', 'Level'].map(string), number(1), ...['', 'High'].map(string), number(4_294_967_295)],
  ...[number(4), ...['', '', 'Fault'].map(string), number(1), ...['', 'Denied'].map(string), number(7)],
  ...[number(5), ...['', 'lib', 'moved'].map(string), number(1), string('moved')],
  ...[number(1), string(''), string('to'), number(19), number(1), number(2)],
]);

const everything = {
  functions: [
    {
      name: 'first',
      doc: '',
      inputs: [
        { name: 'a', doc: '', type: 'Option<u32>' },
        { name: 'b', doc: '', type: 'Vec<u32>' },
      ],
      outputs: ['u32'],
    },
  ],
  structs: [{ name: 'Point', doc: '', lib: '', fields: [{ name: 'x', doc: '', type: 'u64' }] }],
  unions: [
    {
      name: 'Kind',
      doc: '',
      lib: '',
      cases: [
        { name: 'None', doc: 'Nothing.', values: [] },
        { name: 'Amount', doc: 'How much.', values: ['u64'] },
      ],
    },
  ],
  enums: [{ name: 'Level', doc: '', lib: '', cases: [{ name: 'High', doc: '', value: 4_294_967_295 }] }],
  errors: [{ name: 'Fault', doc: '', lib: '', cases: [{ name: 'Denied', doc: '', value: 7 }] }],
  events: [
    {
      name: 'moved',
      doc: '',
      lib: 'lib',
      prefix_topics: ['moved'],
      params: [{ name: 'to', doc: '', type: 'Address', location: 'topic' }],
      data_format: 'map',
    },
  ],
};

describe('readSections(wasm)', () => {
  it('joins sections of one name, and warns of code that is cut off or none', () => {
    const wasm = wasmOf(['a', Buffer.from('one')], ['b', Buffer.alloc(200, 1)], ['a', Buffer.from('two')]);
    const { sections, warning } = readSections(wasm);
    expect(Buffer.from(sections.get('a') ?? []).toString()).toBe('onetwo');
    expect([sections.get('b')?.length, warning]).toEqual([200, undefined]);
    const cut = readSections(wasm.subarray(0, wasm.length - 2));
    expect(Buffer.from(cut.sections.get('a') ?? []).toString()).toBe('one');
    expect(cut.warning).toBe('the section at byte 220 of the code cannot be read; it and all after it are missing');
    const none = { sections: new Map(), warning: 'the code is not WebAssembly' };
    expect(readSections(Buffer.from('no code at all, but text'))).toEqual(none);
  });
});

describe('readSpec(wasm)', () => {
  it('reads entries of every kind, and Rust is made of them', () => {
    const spec = specOf(everyKind);
    expect(spec).toEqual({ ...emptySpec(), interface: everything });
    expect(rustText(spec.interface)).toBe(`pub struct Point {
    pub x: u64,
}

pub enum Kind {
    None,
    Amount(u64),
}

pub enum Level {
    High = 4294967295,
}

pub enum Fault {
    Denied = 7,
}

pub trait Contract {
    fn first(a: Option<u32>, b: Vec<u32>) -> u32;
}
`);
  });

  it('writes types as the Rust SDK does', () => {
    const typed: [Buffer[], string][] = [
      [[u32], 'u32'],
      [[number(0)], 'Val'],
      [[number(16)], 'string'],
      [[number(19)], 'Address'],
      [[number(20)], 'MuxedAddress'],
      [[number(1000), number(1002), number(17)], 'Option<Vec<symbol>>'],
      [[number(1004), number(16), udt('Point')], 'Map<string,Point>'],
      [[number(1001), number(2), number(3)], 'Result<void,error>'],
      [[number(1005), number(2), u32, number(1006), number(32)], '(u32,BytesN<32>)'],
    ];
    const { functions } = specOf(...typed.map(([type]) => functionOf('f', [], Buffer.concat(type)))).interface;
    expect(functions.map(({ outputs }) => outputs)).toEqual(typed.map(([, text]) => [text]));
  });

  it('gives names as UTF-8, and escapes those that are not as SEP-51 does', () => {
    const broken = Buffer.concat([Buffer.from('a'), Buffer.from([0xff, 0x00]), Buffer.from('b')]);
    const wasm = wasmOf(
      ['contractspecv0', Buffer.concat([functionOf('acción', [udt('Niño')]), functionOf(broken, [])])],
      ['contractmetav0', Buffer.concat([number(0), string('línea'), string('uno\ndós 😀')])],
    );
    const { interface: found, metadata, warnings } = readContractSpec(wasm);
    expect(found.functions.map(({ name, inputs }) => [name, inputs.map(({ type }) => type)])).toEqual([
      ['acción', ['Niño']],
      ['a\\xff\\0b', []],
    ]);
    expect([metadata, warnings]).toEqual([[{ key: 'línea', value: 'uno\ndós 😀' }], []]);
  });

  it('reads names that are longer than the schema allows, with a warning', () => {
    const long = 'N'.repeat(1025);
    const { interface: found, warnings } = specOf(structOf(long), functionOf('f', [udt(long)]));
    expect(found.structs).toMatchObject([{ name: long }]);
    expect(found.functions).toMatchObject([{ name: 'f', inputs: [{ type: long }] }]);
    const example = 'the first is 1025 at byte 12, where at most 1024 is allowed';
    expect(warnings).toEqual([`the section contractspecv0 has 2 lengths over the limits of SEP-48: ${example}`]);
  });

  it('warns of types that nest too deep and counts that nothing follows', () => {
    const missing = 'it and all entries after it are missing';
    const nested = specOf(functionOf('f', []), functionOf('g', [Buffer.alloc(4 * 20_000, number(1000))]));
    expect(nested.interface.functions.map(({ name }) => name)).toEqual(['f']);
    const where = 'entry 2 of the section contractspecv0 cannot be read';
    expect(nested.warnings).toEqual([`${where} (byte 6060: nesting deeper than 1500 levels); ${missing}`]);
    const counted = specOf(
      functionOf('f', []),
      Buffer.concat([number(3), ...['', '', 'E'].map(string), number(2 ** 32 - 1)]),
    );
    expect(counted.warnings).toEqual([`${where} (byte 48: length is 4294967295, but only 0 bytes follow); ${missing}`]);
  });

  it('reads environment and metadata up to where they are damaged', () => {
    const wasm = wasmOf(
      ['contractenvmetav0', Buffer.concat([number(0), number(23), number(1), number(9)])],
      ['contractmetav0', Buffer.concat([number(0), string('a'), string('b'), number(0), number(7)])],
    );
    const { environment, metadata, warnings } = readContractSpec(wasm);
    expect(environment).toEqual({ interface_version: { protocol: 23, pre_release: 1 } });
    expect(metadata).toEqual([{ key: 'a', value: 'b' }]);
    expect(warnings).toHaveLength(2);
  });
});

describe('readSpec(wasm) of damaged code', () => {
  const whole = wasmOf(
    ['contractenvmetav0', Buffer.concat([number(0), number(23), number(1)])],
    ['contractspecv0', everyKind],
    ['contractmetav0', Buffer.concat([number(0), string('key'), string('value')])],
  );

  /** What is read is part of what the bytes held, and never more than they can hold. */
  function readsSomething(wasm: Uint8Array): void {
    const spec = readContractSpec(wasm);
    const text = JSON.stringify(spec) + rustText(spec.interface);
    expect(text.length).toBeLessThan(2_000 + wasm.length * 200);
  }

  it('reads code that is cut off at any byte', () => {
    for (let end = 0; end < whole.length; end++) {
      const { warnings } = readContractSpec(whole.subarray(0, end));
      readsSomething(whole.subarray(0, end));
      // Cut between two sections, the code is whole.
      const isWhole = readSections(whole.subarray(0, end)).warning === undefined;
      expect([end, warnings.length > 0]).toEqual([end, !isWhole]);
    }
  });

  it('reads sections that are cut off at any byte', () => {
    for (let end = 0; end < everyKind.length; end++) {
      const { interface: found } = readContractSpec(wasmOf(['contractspecv0', everyKind.subarray(0, end)]));
      for (const [kind, entries] of Object.entries(found)) {
        expect(everything[kind as keyof typeof everything].slice(0, (entries as unknown[]).length)).toEqual(entries);
      }
    }
  });

  it('reads code with any word replaced by a huge or a random one', () => {
    for (let at = 0; at + 4 <= whole.length; at++) {
      for (const value of [0, 1, 5, 1004, 2000, 0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff]) {
        const changed = Buffer.from(whole);
        changed.writeUInt32BE(value, at);
        readsSomething(changed);
      }
    }
  });

  it('reads any bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 400 });
    fc.assert(
      fc.property(bytes, bytes, (spec, meta) => {
        readsSomething(wasmOf(['contractspecv0', spec], ['contractmetav0', meta], ['contractenvmetav0', spec]));
        readsSomething(Buffer.concat([whole.subarray(0, 8), spec]));
        readsSomething(spec);
      }),
    );
  });

  it('reads a section in many pieces', () => {
    const pieces = Array.from({ length: 20_000 }, (): [string, Uint8Array] => ['contractspecv0', Buffer.alloc(0)]);
    expect(readContractSpec(wasmOf(...pieces, ['contractspecv0', everyKind])).interface).toEqual(everything);
  });
});
