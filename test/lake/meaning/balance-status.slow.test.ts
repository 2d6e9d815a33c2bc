import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { open, openStore } from '../../../src/index.ts';
import { loadStore } from '../../../src/ingest/load.ts';
import { temporaryFolder } from '../../folder.ts';
import { samplePassphrase } from '../checked.ts';

describe('the status of a lake', () => {
  const sample = join(import.meta.dirname, '../../../data/sample/FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst');
  const balancesOf = async (silver: boolean) => {
    const lake = await open(temporaryFolder(), { network: samplePassphrase });
    await loadStore(lake.lake, await openStore([sample]), { silver });
    const { balances } = await lake.status();
    await lake.close();
    return balances;
  };

  it('counts changes without an explanation, unless that would read all of bronze', async () => {
    expect(await balancesOf(true)).toEqual({ assets: 0, tokens: 0, unknown: 0 });
    expect(await balancesOf(false)).toBeUndefined();
  });
});
