/** A follower of a store in a test, and what it is asked. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { open } from '../../src/index.ts';
import { followStore, type FollowCommit, type FollowOptions } from '../../src/ingest/follow.ts';
import type { TestServer } from '../datastore/server.ts';

export const sample = join(import.meta.dirname, '../../data/sample');
const network = 'Ledgerlake Sample Network ; 2026';
export const root = mkdtempSync(join(tmpdir(), 'ledgerlake-follow-'));
export const keys = (await (await openLedgerStore([sample])).list()).objects.map(({ key }) => key);

afterAll(() => rmSync(root, { recursive: true }));

/** Puts an object into a folder as a careful writer does. */
export function publish(folder: string, key: string): void {
  const path = join(folder, key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.tmp`, readFileSync(join(sample, key)));
  renameSync(`${path}.tmp`, path);
}

/** Follows a store; `until` resolves when so many ledgers are committed, `stop` ends it. */
export async function start(name: string, source: string[] | Store, options: FollowOptions = {}, access = {}) {
  const lake = await open(join(root, name), { network });
  const store = Array.isArray(source) ? await openLedgerStore(source, access) : source;
  const stop = new AbortController();
  const commits: FollowCommit[] = [];
  const troubles: string[] = [];
  const waiting: { ledgers: number; resolve: () => void }[] = [];
  const done = followStore(lake.lake, store, {
    workers: 1,
    ...options,
    signal: stop.signal,
    onTrouble: (message) => troubles.push(message),
    onCommit: (commit) => {
      commits.push(commit);
      for (const { ledgers, resolve } of waiting) if (commit.last >= ledgers) resolve();
    },
  });
  const ended = done.then(
    () => new Error('it ended'),
    (error: Error) => error,
  );
  return {
    lake,
    commits,
    troubles,
    done,
    async until(last: number) {
      const reached = new Promise<void>((resolve) => waiting.push({ ledgers: last, resolve }));
      const error = await Promise.race([reached, ended]);
      if (error) throw error;
    },
    async stop() {
      stop.abort(new Error('enough'));
      const report = await done;
      store.close?.();
      await lake.close();
      return report;
    },
  };
}

/** Waits until the server is asked again, so often, for the key or for anything. */
export async function askedAgain(server: TestServer, times: number, key?: string): Promise<void> {
  const count = () => server.asked.filter((asked) => key === undefined || asked.key === key).length;
  const before = count();
  await vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(before + times), { timeout: 60_000 });
}
