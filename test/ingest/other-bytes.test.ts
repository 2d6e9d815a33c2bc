import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LakeError, open } from '../../src/index.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { sample, storeWith } from './spoiled.ts';

const network = 'Ledgerlake Sample Network ; 2026';
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-other-bytes-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** Another ledger of last change in an entry: a byte that ends in a row and that no hash covers. */
const otherMeta = (view: DataView, { changes }: Ledger) => view.setUint32(changes.start(0) + 4, 7);

describe('a ledger that is loaded', () => {
  it('may come again from another file, but not with other transaction meta', async () => {
    const plain = storeWith(folder, 'plain', () => undefined);

    const other = storeWith(folder, 'other', otherMeta);
    const lake = await open(join(folder, 'lake'), { network });
    try {
      await lake.load(plain);
      // The sample's own file has the same ledgers, compressed otherwise.
      const again = await lake.load(sample, { range: { first: 10, last: 19 } });
      expect(again).toMatchObject({ ledgers: 0, skipped: [{ first: 10, last: 19 }] });
      const error: unknown = await lake.load(other).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(LakeError);
      expect((error as LakeError).message).toMatch(
        /FFFFFFF5--10-19\.xdr\.zst, ledger 15: the lake holds other bytes for this ledger: in this file its CRC-32 of the close meta \(the hash is the same\) is [0-9a-f]{8}, in the lake [0-9a-f]{8}; load it into another lake to compare$/,
      );
    } finally {
      await lake.close();
    }
  });
});
