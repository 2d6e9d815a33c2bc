import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemReason, systemReasons } from '../../src/core/system-errors.ts';
import { temporaryFolder } from '../folder.ts';
import { makeSampleLake } from '../make/sample-lake.ts';
import { ledgerlake, sample } from './command.ts';
import { main } from '../main.ts';

const dir = temporaryFolder();
const file = join(dir, 'file');
const folder = join(dir, 'folder');
writeFileSync(file, '');
mkdirSync(folder);
const below = join(file, 'below');
const lake = await makeSampleLake();
const inTheWay = 'a part of the path is a file: give another folder';
const isFolder = 'it is a folder: give the path of a file';
const unmakeable = 'the system lets nobody make a folder there: give another folder';

describe.concurrent('what the system says is worded, with the path and what to do', () => {
  const cases: [words: string[], message: string][] = [
    [['ingest', sample, '--lake', file], `lake ${file} cannot be used: ${inTheWay}`],
    [['ingest', sample, '--lake', below], `lake ${below} cannot be used: ${inTheWay}`],
    [['ingest', sample, '--lake', '/proc/lake'], `lake /proc/lake cannot be used: ${unmakeable}`],
    [['ingest', sample, '--index-only', '--lake', '/proc/lake'], `lake /proc/lake cannot be used: ${unmakeable}`],
    [['ingest', sample, '--index-only', '--lake', file], `lake ${file} cannot be used: ${inTheWay}`],
    [['ingest', '--config', folder, '--lake', 'x'], `${folder}: cannot be read: ${isFolder}`],
    ...['query', 'status', 'verify', 'check', 'repair', 'compact'].map((command): [string[], string] => [
      [command, ...(command === 'query' ? ['select 1'] : []), '--lake', below],
      `no lake at ${below}: a part of the path is a file`,
    ]),
    [['mirror', sample, '--to', below], `${below} cannot be written: ${inTheWay}`],
    [['export', sample, '--table', 'accounts', 'offers', '--output', file], `${file} cannot be written: ${inTheWay}`],
    [
      ['export', sample, '--table', 'accounts', '--format', 'csv', '--output', below],
      `${below} cannot be written: ${inTheWay}`,
    ],
    [
      ['export', sample, '--table', 'accounts', '--format', 'csv', '--output', folder],
      `${folder} cannot be written: ${isFolder}`,
    ],
    [['decode', folder], `${folder}: cannot be read: ${isFolder}`],
  ];

  it.each(cases)('%j', async (words, message) => {
    expect(await ledgerlake(...words)).toMatchObject({ code: 1, stdout: '', stderr: `error: ${message}\n` });
  });

  it.skipIf(process.platform !== 'linux').each([
    ['--help', []],
    ['--version', []],
    ['query', ['--lake', lake, 'select 1 as one']],
  ])('when what %s prints has no room', (word, words) => {
    const output = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [main, word, ...words], {
      stdio: ['ignore', output, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(output);
    expect([status, stderr]).toEqual([1, 'error: the disk is full: free some space and repeat the command\n']);
  });

  it.skipIf(process.platform !== 'linux')('when a device is full', async () => {
    const words = ['export', sample, '--table', 'history_ledgers', '--format', 'csv', '--output', '/dev/full'];
    expect(await ledgerlake(...words)).toMatchObject({
      code: 1,
      stderr: 'error: /dev/full cannot be written: the disk is full: free some space and repeat the command\n',
    });
  });
});

it('has words for what systems say of files, and none for anything else', () => {
  const error = (code: string) => Object.assign(new Error(code), { code });
  expect(Object.keys(systemReasons).map((code) => systemReason(error(code)))).toEqual(Object.values(systemReasons));
  expect(systemReason(error('ECONNREFUSED'))).toBeUndefined();
  expect(systemReason('ENOENT')).toBeUndefined();
});
