import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../corpus.ts';
import { strayAssetKeys } from '../lake/meaning/asset-keys.ts';
import { openChecked, type Checked } from '../lake/checked.ts';
import { goldenSets, readSet } from './golden/sets.ts';

describe.skipIf(!hasCorpus)('asset_key', () => {
  let checked: Checked;
  beforeAll(async () => {
    checked = await openChecked();
  });
  afterAll(() => checked.close());

  it.each(goldenSets.filter(({ captures }) => !captures))('joins all relations over $name', async (set) => {
    await checked.fill(
      readSet(set).map(({ ledger }) => ledger),
      set.network,
    );
    expect(await strayAssetKeys(checked.connection)).toEqual([]);
  });
});
