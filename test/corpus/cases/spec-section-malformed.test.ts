import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { openCase } from './open-case.ts';

const first = { name: 'first', inputs: [], outputs: ['u32'] };
const missing = 'it and all entries after it are missing';
const unknown = `entry 2 of the section contractspecv0 cannot be read (byte 32: ScSpecEntry has no arm 99; a newer protocol may bring it: update ledgerlake); ${missing}`;
const cut = `entry 2 of the section contractspecv0 cannot be read (byte 40: length is 6, but only 0 bytes follow); ${missing}`;

describe.skipIf(!hasCorpus)('code whose contractspecv0 is no list of entries', () => {
  const { rows, ask } = openCase('spec-section-malformed');
  const contracts = async () => {
    const found = await rows(`
      select contract_id from contract_data_current
      where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance' and val_decoded::varchar like '%wasm%'
      order by contract_id`);
    return (found as { contract_id: string }[]).map(({ contract_id: id }) => id);
  };

  it('gives the entries before, the metadata, and a warning for the rest', async () => {
    const seen: unknown[] = [];
    for (const id of await contracts()) {
      const { status, body } = await ask(`/silver/contracts/${id}/interface`);
      const { interface: found, metadata, _meta: meta } = body as Record<string, Record<string, unknown>>;
      seen.push([status, found.functions, metadata, meta.warnings]);
      const inShort = await ask(`/silver/contracts/${id}/metadata`);
      expect(inShort).toMatchObject({
        status: 200,
        body: { exported_functions: [{ name: 'first' }], _meta: { warnings: meta.warnings } },
      });
      const rust = await ask(`/silver/contracts/${id}/interface?format=rust`);
      const [warning] = meta.warnings as string[];
      expect(rust).toEqual({ status: 200, body: `// ${warning}\npub trait Contract {\n    fn first() -> u32;\n}\n` });
    }
    expect(seen).toEqual([
      [200, [first], [{ key: 'name', value: 'kept' }], [unknown]],
      [200, [first], [{ key: 'name', value: 'kept' }], [cut]],
    ]);
  });
});
