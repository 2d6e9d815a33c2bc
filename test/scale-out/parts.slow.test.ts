import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Lookup } from '../../src/history/lookup.ts';
import { temporaryFolder } from '../folder.ts';
import { finish, ledgerlake, start } from '../cli/command.ts';
import { contents } from './contents.ts';

const folder = temporaryFolder();
const store = join(folder, 'store');
const range = '2:301';

const load = (lake: string, more: string[] = [], env = {}) =>
  finish(start(['ingest', store, '--range', range, '--lake', join(folder, lake), '--workers', '1', ...more], { env }));

it('loads parts as tasks of a scheduler, one of them lost and loaded again, into the lake of one load', async () => {
  await ledgerlake('simulate', '--out', store, '--ledgers', '300', '--mix', 'mixed', '--tx-per-ledger', '2');
  expect(await load('one')).toMatchObject({ code: 0 });
  const slurm = (id: number) => ({
    ...{ SLURM_ARRAY_TASK_ID: `${id}`, SLURM_ARRAY_TASK_MIN: '1', SLURM_ARRAY_TASK_MAX: '7' },
    ...{ SLURM_ARRAY_TASK_COUNT: '3', SLURM_ARRAY_TASK_STEP: '3' },
  });
  expect(await load('part-1', ['--shard', 'auto'], slurm(1))).toMatchObject({ code: 0 });
  expect(await load('part-3', ['--shard', 'auto'], slurm(7))).toMatchObject({ code: 0 });
  const parts = (...numbers: number[]) => numbers.map((number) => join(folder, `part-${number}`));
  const lake = join(folder, 'lake');
  const attach = (...words: string[]) => ledgerlake('attach', ...words, '--lake', lake);
  const without = await attach(...parts(3, 1));
  expect(without).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^gaps: \d+ of the ledgers between are not in/),
  });
  expect(await attach(...parts(1, 2))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`no lake at ${join(folder, 'part-2')}`),
  });
  expect(await load('part-2', ['--shard', 'auto/3'], { JOB_COMPLETION_INDEX: '1' })).toMatchObject({ code: 0 });
  expect(await attach(...parts(2), '--move')).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(join(folder, 'part-2'))).toBe(false);
  expect(await attach(...parts(1, 3))).toMatchObject({
    stdout: `attached 2 parts to ${lake}: nothing new\n`,
    stderr: expect.stringMatching(/^there already: \d+ ledgers\n$/),
  });
  expect(await contents(lake)).toEqual(await contents(join(folder, 'one')));
  expect(await ledgerlake('check', '--lake', lake)).toMatchObject({ code: 0 });
  const lookup = new Lookup(join(lake, 'lookup'));
  expect(lookup.missing({ first: 2, last: 301 })).toEqual([]);
  lookup.close();
  expect(readdirSync(join(lake, 'lookup')).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(await attach(...parts(1), '--move', '--copy')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: --move and --copy exclude each other: give one\n/),
  });
});
