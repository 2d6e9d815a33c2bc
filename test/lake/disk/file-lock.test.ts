import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conflictOf, lockOwnFile, lockPassingFile, releaseAll } from '../../../src/lake/disk/locks/file-lock.ts';
import { temporaryFolder } from '../../folder.ts';

const said = (what: string) =>
  conflictOf(new Error(`IO Error: Could not set lock on file "a": ${what}. See also https`));

describe('conflictOf', () => {
  it('names the process that holds a file, where the system tells its number', () => {
    expect(said('Conflicting lock is held in /usr/bin/node (PID 42)')).toEqual({ heldBy: 42 });
    // Of another container, and of another machine.
    expect(said('Conflicting lock is held in (PID 0)')).toEqual({ heldBy: undefined });
    expect(said('Conflicting lock is held in (PID -7)')).toEqual({ heldBy: undefined });
  });

  it('is none of a file system without locks, nor of any other error', () => {
    expect(said('File locks are not supported for this file system')).toBeUndefined();
    expect(said('No locks available')).toBeUndefined();
    expect(conflictOf(new Error('IO Error: Cannot open file "a": No such file or directory'))).toBeUndefined();
  });
});

describe('a lock that one process has for itself', () => {
  it.skipIf(process.platform === 'win32').each([lockOwnFile, lockPassingFile])(
    'is a file of its user alone: %o',
    async (lock) => {
      const path = join(temporaryFolder(), 'own.lock');
      const held = await lock(path);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(held).toHaveProperty('release');
      if ('release' in held) await held.release();
    },
  );

  it.skipIf(process.platform !== 'linux')('says in the way of the system why it cannot be made', async () => {
    await expect(lockOwnFile('/sys/own.lock')).rejects.toMatchObject({
      code: expect.stringMatching(/^(EACCES|EROFS)$/) as string,
      syscall: 'open',
      path: '/sys/own.lock',
    });
  });
});

describe('releaseAll', () => {
  it('releases the locks after one that fails, and throws what it threw', async () => {
    const path = join(temporaryFolder(), 'other.lock');
    const other = await lockOwnFile(path);
    if ('heldBy' in other) throw new Error('another process has the lock');
    const failing = { release: () => Promise.reject(new Error('the disk is gone')) };
    await expect(releaseAll([failing, other])).rejects.toThrow('the disk is gone');
    // It can be taken again only when it is free.
    const again = await lockOwnFile(path);
    expect(again).toHaveProperty('release');
    await releaseAll('release' in again ? [again] : []);
  });
});
