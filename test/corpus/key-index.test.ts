/** The index of keys of every set: what plain SQL over bronze finds it finds, and nothing else. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOOKUP_FOLDER } from '../../src/history/lookup.ts';
import { open, refreshLake } from '../../src/index.ts';
import { hasCorpus } from '../corpus.ts';
import { expectKeys } from '../history/key-index.ts';
import { temporaryFolder } from '../folder.ts';
import { goldenSets } from './golden/sets.ts';

describe.skipIf(!hasCorpus)('the index of keys', () => {
  it.each(goldenSets.filter(({ captures }) => !captures))(
    'has the keys of $name, made by a load and of bronze',
    async ({ files, network, verify }) => {
      const dir = join(temporaryFolder(), 'lake');
      const loaded = await open(dir, { network });
      await loaded.load(files, { ...(verify === false && { verify }), workers: 1 });
      expect(await expectKeys(loaded)).toBeGreaterThan(0);
      await loaded.close();
      const folder = join(dir, LOOKUP_FOLDER);
      for (const name of readdirSync(folder)) if (name.endsWith('.keys')) rmSync(join(folder, name));
      const lake = await open(dir);
      const { ledgers, unindexed } = await lake.status();
      expect(unindexed).toEqual((await lake.lake.snapshot()).ranges);
      expect(await refreshLake(lake.lake)).toEqual({ segments: 0, parts: 0, failed: [], indexed: ledgers });
      await expectKeys(lake);
      await lake.close();
    },
    120_000,
  );
});
