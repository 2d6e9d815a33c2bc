import { xdr } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/errors.ts';
import { reflect } from '../../src/xdr/schema.ts';
import { missingFrom } from '../../src/xdr/schema/compare.ts';
import { wholeSchema } from '../../src/xdr/schema/whole.ts';
import { definitions } from './next-definitions.ts';

describe('missingFrom(types, definitions)', () => {
  it('tells each difference', () => {
    expect(missingFrom(wholeSchema(xdr), definitions)).toEqual([
      'enum SCAddressType has no member 96: scaddresstypeplanet',
      'union SCAddress has no arm 96: planet planet',
      'union SCAddress has no arm 97: void',
      'struct SCSpecTypeUDT, field 1: name string<1024>, expected name string<2048>',
      'struct Planet is missing: name string<32>, moons planet<>',
    ]);
  });

  it('tells of the schema of the SDK alone what the overlays bring, too', () => {
    expect(missingFrom(reflect(xdr), definitions)).toEqual(
      expect.arrayContaining([
        'struct MuxedContract is missing: id uint64, contractid opaque[32]',
        'enum SCAddressType has no member 5: scaddresstypemuxedcontract',
        'union SCAddress has no arm 5: muxedcontract muxedcontract',
        'struct SCSpecTypeUDT, field 1: name string<60>, expected name string<2048>',
      ]),
    );
  });

  it.each(['{', '[]', '{"definitions":{}}'])('refuses %s', (text) => {
    expect(() => missingFrom(wholeSchema(xdr), text)).toThrow(UsageError);
  });
});
