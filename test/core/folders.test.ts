import { stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exists, existsNow, fileNamesIn, isFolder, makeFolder, makeFolderSync } from '../../src/core/folders.ts';
import { temporaryFolder } from '../folder.ts';

it('makes folders that others make at the same moment', async () => {
  for (let round = 0; round < 50; round++) {
    const root = join(temporaryFolder(), 'a', 'b');
    const paths = Array.from({ length: 20 }, (_, i) => join(root, 'c', String(i % 5), 'd'));
    const made = await Promise.all(paths.map(makeFolder));
    expect(made.flat().toSorted()).toEqual([...new Set(made.flat())].toSorted());
    for (const path of paths) expect((await stat(path)).isDirectory()).toBe(true);
  }
});

it.skipIf(process.platform !== 'linux')('says what the system says of a place where nobody can make one', async () => {
  await expect(makeFolder('/proc/none')).rejects.toMatchObject({ code: 'ENOENT', syscall: 'mkdir' });
  await expect(makeFolder('/proc/none/below')).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/none' });
  expect(() => makeFolderSync('/proc/none/below')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});

it('makes a folder and those above it at once', async () => {
  const path = join(temporaryFolder(), 'a', 'b');
  makeFolderSync(path);
  makeFolderSync(path);
  expect((await stat(path)).isDirectory()).toBe(true);
});

it('tells what is not there from what the system does not show', async () => {
  const loop = join(temporaryFolder(), 'loop');
  await symlink(loop, loop);
  const none = join(temporaryFolder(), 'none', 'below');
  expect([await exists(none), existsNow(none), await fileNamesIn(none), await isFolder(none)]).toEqual([
    false,
    false,
    [],
    false,
  ]);
  const ask = [exists, async (path: string) => existsNow(path), fileNamesIn, isFolder];
  for (const one of ask) await expect(one(join(loop, 'below'))).rejects.toMatchObject({ code: 'ELOOP' });
});
