import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attachParts, checkLake, open, simulateStore } from '../../src/index.ts';
import { contents } from './contents.ts';
import { temporaryFolder } from '../folder.ts';
import { ledgerlake, root } from '../cli/command.ts';

const folder = temporaryFolder();
const [store, parts, one, lake] = ['store', 'parts', 'one', 'lake'].map((name) => join(folder, name));
const network = 'Ledgerlake Slurm Network';
const range = '2:1601';
const isThere = existsSync('/usr/sbin/slurmctld') && process.getuid?.() === 0;

it.skipIf(!isThere)('an array of Slurm, one task killed and queued again, loads the parts of one load', async () => {
  await simulateStore(store, {
    seed: 'slurm',
    passphrase: network,
    ledgers: 1600,
    transactionsPerLedger: 1,
    mix: 'payments',
  });
  const words = [join(import.meta.dirname, 'slurm-array.sh'), store, range, parts];
  const told = execFileSync(join(root, '.ci/slurm'), words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  expect(told).toBe('Restarts=1\n');
  const report = await attachParts(
    lake,
    Array.from({ length: 8 }, (_, i) => join(parts, `part-${i + 1}`)),
  );
  expect(report).toMatchObject({ parts: 8, ledgers: 1600, gaps: [] });
  expect(await ledgerlake('ingest', store, '--range', range, '--lake', one)).toMatchObject({ code: 0 });
  expect(await contents(lake)).toEqual(await contents(one));
  const attached = await open(lake, { readOnly: true });
  for (const { name, broken } of await checkLake(attached.lake)) expect([name, broken]).toEqual([name, 0]);
  await attached.close();
});
