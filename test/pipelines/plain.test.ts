/** ScVals in the JSON of the reference: each expectation was printed by cdp-pipeline-workflow (741ac3d2) and encoding/json. */
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../src/bytes.ts';
import { structOrder, writeGoScVal } from '../../src/pipelines/processors/json/go.ts';
import { writePlainArgument, writePlainScVal } from '../../src/pipelines/processors/json/plain.ts';
import { goEscaped } from '../../src/pipelines/processors/json/text.ts';
import { unkept } from '../../src/xdr/strkey.ts';

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
    expect(goEscaped(plain('AAAADgAAAAc8Jj7/4oCoAA=='))).toBe(String.raw`"\u003c\u0026\u003e\ufffd\u2028"`);
  });
});

it('writes no bytes as an empty text in the JSON of the structs', () => {
  const w = new ByteWriter();
  writeGoScVal(w, viewOf('AAAADQAAAAA='), 0, structOrder);
  expect(w.text()).toContain('"I256":null,"Bytes":"","Str":null');
});
