const ref = (name: string) => ({ kind: 'ref', name });
const hash = { kind: 'typedef', name: 'Hash', type: { kind: 'opaque_fixed', size: 32 } };
const addressArms = ['ACCOUNT', 'CONTRACT', 'MUXED_ACCOUNT', 'CLAIMABLE_BALANCE', 'LIQUIDITY_POOL', 'MUXED_CONTRACT'];
/** Numbers that no protocol will have soon. */
export const [PLANET, STAR] = [96, 97];

/** Definitions as the crate publishes them: those of protocol 30, and what a next one may bring. */
export const definitions = JSON.stringify({
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
      members: [
        ...addressArms.map((name, value) => ({ name: `SC_ADDRESS_TYPE_${name}`, value })),
        { name: 'SC_ADDRESS_TYPE_PLANET', value: PLANET },
      ],
    },
    {
      ...{ kind: 'union', name: 'SCAddress' },
      arms: [
        { name: 'muxedContract', type: ref('MuxedContract'), cases: [{ value: 5 }] },
        { name: 'planet', type: ref('Planet'), cases: [{ value: PLANET }] },
        { name: null, cases: [{ name: 'SC_ADDRESS_TYPE_STAR', value: STAR }] },
      ],
    },
    {
      ...{ kind: 'struct', name: 'SCSpecTypeUDT' },
      fields: [{ name: 'name', type: { kind: 'string', max_size: 2048 } }],
    },
    {
      ...{ kind: 'struct', name: 'Planet' },
      fields: [
        { name: 'name', type: { kind: 'string', max_size: 32 } },
        { name: 'moons', type: { kind: 'var_array', element: ref('Planet') } },
      ],
    },
    { kind: 'const', name: 'LIMIT', value: 5 },
  ],
});
