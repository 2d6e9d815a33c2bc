import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { noteStores, readStores } from '../../../src/lake/disk/stores.ts';
import { temporaryFolder } from '../../folder.ts';

it('noteStores(lake, paths) keeps each place once, the newest first', async () => {
  const lake = temporaryFolder();
  mkdirSync(join(lake, 'segments'));
  expect(await readStores(lake)).toEqual([]);
  await noteStores(lake, ['a']);
  await noteStores(lake, ['b', 'c']);
  await noteStores(lake, ['a']);
  expect(await readStores(lake)).toEqual(['a', 'b', 'c'].map((path) => resolve(path)));
});
