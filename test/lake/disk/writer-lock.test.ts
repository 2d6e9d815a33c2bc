import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { LakeError } from '../../../src/core/errors.ts';
import { lockForWriting } from '../../../src/lake/disk/locks/writer-lock.ts';
import { temporaryFolder } from '../../folder.ts';

/** Takes the lock of a new lake and gives it back; returns the lake, where the holder is named, and how it was named. */
async function onceHeld() {
  const lake = temporaryFolder();
  const path = join(lake, 'locks/writer.json');
  const lock = await lockForWriting(lake);
  const holder = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  await lock.release();
  return { lake, path, holder };
}

describe.skipIf(!existsSync('/proc/self/stat'))('lockForWriting', () => {
  it('knows another thread of the process for what it is after the clock was set', async () => {
    const { lake, path, holder } = await onceHeld();
    writeFileSync(path, JSON.stringify({ ...holder, thread: threadId + 1, started: '2001-01-01T00:00:00.000Z' }));
    await expect(lockForWriting(lake)).rejects.toThrow(`lake ${lake} is held for writing by this process: pid`);
  });

  it('takes a lake that this thread gave back although its name could not be removed', async () => {
    const { lake, path, holder } = await onceHeld();
    writeFileSync(path, JSON.stringify(holder));
    const lock = await lockForWriting(lake);
    expect(lock.wasCut).toBe(true);
    await expect(lockForWriting(lake)).rejects.toThrow(`lake ${lake} is held for writing by this process: pid`);
    await lock.release(true);
    expect(existsSync(path)).toBe(true);
  });

  it('takes a process of the same number, which ended, for no thread of this one', async () => {
    const { lake, path, holder } = await onceHeld();
    writeFileSync(path, JSON.stringify({ ...holder, process: '0d0c5f0e-before-the-last-boot 12345' }));
    const lock = await lockForWriting(lake);
    expect(lock.wasCut).toBe(true);
    await lock.release();
  });

  it('names what is no file where the lock has to be', async () => {
    const lake = temporaryFolder();
    const path = join(lake, 'locks/writer.lock');
    mkdirSync(path, { recursive: true });
    const said = new LakeError(`${path} is not a file, but the lock file must be there: move it away`);
    await expect(lockForWriting(lake)).rejects.toThrow(said);
  });
});
