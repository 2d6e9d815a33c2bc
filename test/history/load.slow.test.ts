import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { indexStore } from '../../src/history/index-store.ts';
import { Lookup, LOOKUP_FOLDER } from '../../src/history/lookup.ts';
import { mergeRuns, rowsOf } from '../../src/history/run.ts';
import { openRun, parseRunName } from '../../src/history/run-file.ts';
import { open } from '../../src/index.ts';
import { temporaryFolder } from '../folder.ts';
import { passphrase, sample } from '../server/node.ts';

const folder = temporaryFolder();

/** The whole index of a folder, as one run. */
function indexIn(path: string) {
  const isOfLedgers = (name: string) => parseRunName(name)!.kind === 'rows';
  const names = readdirSync(path).filter(isOfLedgers);
  names.sort((a, b) => parseRunName(a)!.first - parseRunName(b)!.first);
  const runs = names.map((name) => openRun(path, name));
  const rows = rowsOf(mergeRuns(runs));
  for (const run of runs) run.close!();
  return rows;
}

it('a load keeps the index that is made without loading', async () => {
  const lake = await open(join(folder, 'lake'), { network: passphrase });
  await lake.load(sample, { range: { first: 40, last: 80 } });
  await lake.load(sample);
  await lake.close();
  const lookup = new Lookup(join(folder, 'alone'));
  await indexStore(await openLedgerStore([sample]), { passphrase, lookup });
  await lookup.flush();
  lookup.close();
  const loaded = indexIn(join(folder, 'lake', LOOKUP_FOLDER));
  expect([loaded.first, loaded.last]).toEqual([2, 129]);
  expect(loaded).toEqual(indexIn(join(folder, 'alone')));
});
