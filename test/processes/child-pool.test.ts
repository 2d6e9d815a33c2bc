import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChildPool } from '../../src/processes/child-pool.ts';
import { temporaryFolder } from '../folder.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('ChildPool', () => {
  it('lets a child get ready whose call is over meanwhile: else a busy machine has none for the next call', async () => {
    const folder = temporaryFolder();
    vi.stubEnv('WAITING_CHILD', folder);
    const pool = new ChildPool({ entry: new URL('./waiting-child.ts', import.meta.url), size: 1, memory: 1e9 });
    const started = () => readFileSync(join(folder, 'started'), 'utf8').trim().split('\n');
    const controller = new AbortController();
    const first = pool.call({ payload: 1, signal: controller.signal });
    await vi.waitFor(started, { timeout: 60_000 });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    controller.abort(new Error('over'));
    await expect(first).rejects.toThrow('over');
    await vi.advanceTimersByTimeAsync(60_000);
    writeFileSync(join(folder, 'go'), '');
    const answer = await pool.call({ payload: 2, signal: new AbortController().signal });
    expect(started()).toEqual([String(answer)]);
    pool.close();
  });

  it('lets its process end after a child was killed', () => {
    const urlOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
    const program = `
      import { ChildPool } from ${urlOf('../../src/processes/child-pool.ts')};
      const pool = new ChildPool({ entry: new URL(${urlOf('./hanging-child.ts')}), size: 1, memory: 1e9 });
      const over = new AbortController();
      const onPart = () => over.abort(new Error('over'));
      await pool.call({ payload: 1, signal: over.signal, onPart }).catch(({ message }) => console.log(message));`;
    const { stdout, status } = spawnSync(process.execPath, {
      input: program,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect({ stdout, status }).toEqual({ stdout: 'over\n', status: 0 });
  });
});
