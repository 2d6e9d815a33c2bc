import { xdr } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { reflect } from '../../src/xdr/schema.ts';
import { missingFrom } from '../../src/xdr/schema/compare.ts';
import { wholeSchema } from '../../src/xdr/schema/whole.ts';

const ref = (name: string) => ({ kind: 'ref', name });
const hash = { kind: 'typedef', name: 'Hash', type: { kind: 'opaque_fixed', size: 32 } };
const addressArms = [
  ...['ACCOUNT', 'CONTRACT', 'MUXED_ACCOUNT', 'CLAIMABLE_BALANCE', 'LIQUIDITY_POOL', 'MUXED_CONTRACT', 'PLANET'],
];

/** Definitions as the crate publishes them: those of protocol 30, and what a next one may bring. */
const definitions = JSON.stringify({
  version: 1,
  definitions: [
    hash,
    { kind: 'typedef', name: 'ContractID', type: ref('Hash') },
    { kind: 'typedef', name: 'uint64', type: { kind: 'unsigned_hyper' } },
    {
      ...{ kind: 'struct', name: 'MuxedContract' },
      fields: [
        { name: 'id', type: ref('uint64') },
        { name: 'contractId', type: ref('ContractID') },
      ],
    },
    {
      ...{ kind: 'enum', name: 'SCAddressType' },
      members: addressArms.map((name, value) => ({ name: `SC_ADDRESS_TYPE_${name}`, value })),
    },
    {
      ...{ kind: 'union', name: 'SCAddress' },
      arms: [
        { name: 'muxedContract', type: ref('MuxedContract'), cases: [{ value: 5 }] },
        { name: 'planet', type: ref('Planet'), cases: [{ value: 6 }] },
        { name: null, cases: [{ value: 7 }] },
      ],
    },
    {
      ...{ kind: 'struct', name: 'SCSpecTypeUDT' },
      fields: [{ name: 'name', type: { kind: 'string', max_size: 2048 } }],
    },
    { kind: 'struct', name: 'Planet', fields: [] },
    { kind: 'const', name: 'LIMIT', value: 5 },
  ],
});

describe('missingFrom(types, definitions)', () => {
  it('tells each difference', () => {
    expect(missingFrom(wholeSchema(xdr), definitions)).toEqual([
      'enum SCAddressType has no member 6: scaddresstypeplanet',
      'union SCAddress has no arm 6: planet planet',
      'union SCAddress has no arm 7: void',
      'struct SCSpecTypeUDT, field 1: name string<1024>, expected name string<2048>',
      'struct Planet is missing',
    ]);
  });

  it('tells of the schema of the SDK alone what the overlays bring, too', () => {
    expect(missingFrom(reflect(xdr), definitions)).toEqual(
      expect.arrayContaining([
        'struct MuxedContract is missing',
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
