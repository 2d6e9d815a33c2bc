/** What the description of the API says of addresses and assets, beside what is read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../../src/core/bytes.ts';
import { addressPattern, exampleAddress, readAddress, type AddressKind } from '../../../src/server/query/addresses.ts';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import { readParameters } from '../../../src/server/query/parameters.ts';
import { strkeyVersion, writeStrkey } from '../../../src/xdr/strkey.ts';

const keys: [AddressKind, number, number][] = [
  ['G', strkeyVersion.account, 32],
  ['M', strkeyVersion.muxedAccount, 40],
  ['C', strkeyVersion.contract, 32],
  ['B', strkeyVersion.claimableBalance, 33],
  ['L', strkeyVersion.liquidityPool, 32],
];

describe('addressPattern(kinds)', () => {
  it.each(keys)('fits every address of kind %s, and no other', (kind, version, bytes) => {
    const others = keys.map(([other]) => other).filter((other) => other !== kind);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: bytes, maxLength: bytes }), (key) => {
        if (kind === 'B') key[0] = 0;
        const w = new ByteWriter();
        writeStrkey(w, version, key, 0, bytes);
        const address = w.text();
        expect(readAddress(address, [kind])).toBeDefined();
        expect(address).toMatch(new RegExp(addressPattern([kind])));
        expect(address).not.toMatch(new RegExp(addressPattern(others)));
      }),
    );
    expect(exampleAddress(kind)).toMatch(new RegExp(addressPattern([kind])));
  });
});

describe('examples of parameters', () => {
  const shown = endpoints.flatMap(({ path, parameters }) =>
    Object.entries(parameters).flatMap(([name, schema]) => {
      const examples = (Reflect.get(schema, 'examples') ?? []) as string[];
      return examples.map((example) => ({ path, name, schema, example }));
    }),
  );

  it('are taken', () => {
    expect(shown.length).toBeGreaterThan(50);
    for (const { path, name, schema, example } of shown) {
      const read = () => readParameters({ [name]: schema }, new Map([[name, example]]));
      expect(read, `${name} of ${path}`).not.toThrow();
    }
  });
});
