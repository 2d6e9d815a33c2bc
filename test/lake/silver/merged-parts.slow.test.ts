/** Parts of every kept relation are merged by the SQL that makes them, macros that it calls included. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compactLake, open } from '../../../src/index.ts';
import { passphrase, sample } from '../../server/query/sample-server.ts';
import { temporaryFolder } from '../../folder.ts';

it('shows the same rows when segments are merged', { timeout: 60_000 }, async () => {
  const lake = await open(join(temporaryFolder(), 'lake'), { network: passphrase });
  for (const last of [10, 30]) await lake.load(sample, { range: { last } });
  const relations = (await lake.lake.kept()).map(({ kept }) => kept.id);
  const rowsOf = async (relation: string) => JSON.stringify(await lake.query(`from ${relation} order by all`));
  const before = new Map<string, string>();
  for (const relation of relations) before.set(relation, await rowsOf(relation));
  expect(before.size).toBeGreaterThan(5);
  const { segments } = await compactLake(lake.lake);
  expect(segments).toEqual({ before: 2, after: 1 });
  for (const relation of relations)
    expect([relation, await rowsOf(relation)]).toEqual([relation, before.get(relation)]);
  await lake.close();
});
