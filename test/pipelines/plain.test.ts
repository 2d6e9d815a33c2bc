/** ScVals in the JSON of the reference: each expectation was printed by cdp-pipeline-workflow (741ac3d2) and encoding/json. */
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../src/core/bytes.ts';
import { structOrder, writeGoScVal } from '../../src/pipelines/processors/json/go.ts';
import { writePlainArgument, writePlainScVal } from '../../src/pipelines/processors/json/plain.ts';
import { goEscaped } from '../../src/pipelines/processors/json/text.ts';
import { unkept } from '../../src/xdr/strkey.ts';
import { writeTree, type Tree } from '../make/xdr-tree.ts';

function viewOf(base64: string): DataView {
  const bytes = Buffer.from(base64, 'base64');
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function plain(base64: string, write = writePlainScVal): string {
  const w = new ByteWriter();
  write(w, unkept, viewOf(base64), 0);
  return w.text();
}

const complaint = '"error":"unsupported ScVal type: ScValTypeScvError"';

describe('writePlainScVal(w, keys, view, p)', () => {
  it.each([
    ['AAAADQAAAAA=', '{"base64":"","hex":"","length":0,"type":"bytes"}'],
    [
      'AAAADP//////////////////////////////////////////',
      '-000000000000001ffffffffffffffffffffffffffffffffffffffffffffffff',
    ],
    [
      'AAAADJXtMg9C2uK3AAAAAAAAAAGAAAAAAAAAAAAAAAAAAAAA',
      '-6a12cdf0bd251d49000000000000000180000000000000000000000000000000',
    ],
    [
      'AAAADIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      '-8000000000000000000000000000000000000000000000000000000000000000',
    ],
    ['AAAAAgAAAAAAAAAH', 'null'],
    [
      'AAAAEAAAAAEAAAADAAAAAgAAAAEAAAADAAAADwAAAAFhAAAAAAAAEAAAAAEAAAABAAAAAgAAAAAAAAAH',
      `[{${complaint},"index":0,"type":"ScValTypeScvError"},"a",[{${complaint},"index":0,"type":"ScValTypeScvError"}]]`,
    ],
    [
      'AAAAEQAAAAEAAAACAAAADwAAAAFlAAAAAAAAAgAAAAAAAAAHAAAAAgAAAAAAAAAHAAAAAwAAAAE=',
      `{"entries":{"e":{${complaint},"type":"ScValTypeScvError"},"error:unsupported ScVal type: ScValTypeScvError":1},"keys":["e",null],"type":"map"}`,
    ],
    [
      'AAAAEQAAAAEAAAABAAAAEAAAAAEAAAABAAAAAgAAAAAAAAAHAAAAAQ==',
      `{"entries":{"[map[error:unsupported ScVal type: ScValTypeScvError index:0 type:ScValTypeScvError]]":null},"keys":[[{${complaint},"index":0,"type":"ScValTypeScvError"}]],"type":"map"}`,
    ],
  ])('writes %s as the reference', (base64, expected) => {
    expect(plain(base64)).toContain(expected);
  });

  it('complains of an argument that is an error', () => {
    expect(plain('AAAAAgAAAAAAAAAH', writePlainArgument)).toBe(`{${complaint},"type":"ScValTypeScvError"}`);
  });

  it('writes a text inside of a text with the escapes of Go', () => {
    expect(goEscaped(plain('AAAADgAAAAY8Jj7igKgAAA=='))).toBe(String.raw`"\u003c\u0026\u003e\u2028"`);
    expect(goEscaped(plain('AAAADgAAAAc8Jj7/4oCoAA=='))).toBe(String.raw`"\u003c\u0026\u003e\\xff\\xe2\\x80\\xa8"`);
  });
});

it('writes no bytes as an empty text in the JSON of the structs', () => {
  const w = new ByteWriter();
  writeGoScVal(w, viewOf('AAAADQAAAAA='), 0, structOrder);
  expect(w.text()).toContain('"I256":null,"Bytes":"","Str":null');
});

describe('the JSON of the structs', () => {
  const go = (value: Tree) => {
    const w = new ByteWriter();
    const bytes = writeTree('ScVal', value);
    expect(writeGoScVal(w, viewOf(bytes.toString('base64')), 0, structOrder)).toBe(bytes.length);
    return JSON.parse(w.text()) as Record<string, unknown>;
  };
  const tag = Buffer.from('v1');
  const executableOwner = { arm: 1, value: Buffer.alloc(32, 1) };

  it('has a tag of an executable behind the fields that the structs have', () => {
    const { ExecutableTag, Type, ...rest } = go({ arm: 22, value: tag });
    expect({ ExecutableTag, Type }).toEqual({ ExecutableTag: 'v1', Type: 22 });
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
  });

  it('has an executable that another contract keeps', () => {
    const executable = { arm: 2, value: { executableOwner, tag } };
    const { Instance } = go({
      arm: 19,
      value: { executable, storage: [{ key: { arm: 1, value: null }, val: { arm: 3, value: 7 } }] },
    });
    expect(Instance).toMatchObject({
      Executable: { Type: 2, WasmHash: null, ExternalRef: { ExecutableOwner: { Type: 1 }, Tag: 'v1' } },
      Storage: [{ Key: { Type: 1 }, Val: { Type: 3, U32: 7 } }],
    });
  });
});
