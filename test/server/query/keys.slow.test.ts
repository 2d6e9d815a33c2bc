/** Keys of servers in processes of their own, while others create, revoke, damage and remove them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey, readKeys } from '../../../src/server/query/keys.ts';
import { ledgerlake } from '../../cli/command.ts';
import { temporaryFolder } from '../../folder.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';
import { startProcess, type ServerProcess } from '../process.ts';
import { sample } from '../node.ts';
import { main } from '../../main.ts';

const lake = join(temporaryFolder(), 'lake');
const folder = join(lake, 'server');
const file = join(folder, 'api-keys.json');
let servers: ServerProcess[] = [];

beforeAll(async () => {
  cpSync(await makeSampleLake(), lake, { recursive: true });
  const start = () =>
    startProcess('--lake', lake, '--store', sample, '--rpc-auth', 'keys', '--sql', '--query-time', '600s');
  servers = [await start(), await start()];
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestLedger' });
const json = { 'Content-Type': 'application/json' };
const doors: [path: string, body?: string][] = [
  ['/lake/v1/local/api/v1/silver/ledgers/recent?limit=1'],
  ['/lake/v1/local/api/v1/sql', '{"sql":"select 1"}'],
  ['/', call],
];

/** Returns what each door of each server answers to a key: its status. */
async function statuses(key: string): Promise<number[]> {
  const asked = servers.flatMap(({ port }) =>
    doors.map(async ([path, body]) => {
      const headers = { ...(body !== undefined && json), Authorization: `Api-Key ${key}` };
      const method = body === undefined ? 'GET' : 'POST';
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body, headers });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  return Promise.all(asked);
}

const allAre = (status: number) => Array<number>(servers.length * doors.length).fill(status);

it('open every door of two servers until they are revoked, and none after, under load', async () => {
  const { key: other } = await createKey(folder, 'other');
  let isDone = false;
  const seen = new Set<number>();
  const load = async () => {
    while (!isDone) for (const status of await statuses(other)) seen.add(status);
  };
  const loading = [load(), load()];
  try {
    for (const name of ['a', 'b', 'c']) {
      const { stdout } = await ledgerlake('keys', 'create', name, '--lake', lake);
      const key = stdout.trim();
      expect(await statuses(key)).toEqual(allAre(200));
      expect((await ledgerlake('keys', 'revoke', name, '--lake', lake)).code).toBe(0);
      expect(await statuses(key)).toEqual(allAre(401));
    }
  } finally {
    isDone = true;
  }
  await Promise.all(loading);
  expect([...seen]).toEqual([200]);
});

it('are all there when a process that changes them is killed', async () => {
  const { key, entry } = await createKey(folder, 'kept');
  const seen = new Set<string>();
  for (let i = 0; i < 12; i++) {
    const words = i % 3 === 2 ? ['revoke', `killed ${i - 2}`] : ['create', `killed ${i}`];
    const child = spawn(process.execPath, [main, 'keys', ...words, '--lake', lake]);
    const ended = once(child, 'exit');
    // It is killed at the first change of the folder, or at a later one.
    let changes = Math.floor(i / 3);
    const watched = watch(folder, () => changes-- <= 0 && child.kill('SIGKILL'));
    await ended;
    watched.close();
    const kept = readKeys(folder);
    expect(kept).toContainEqual(entry);
    for (const { name } of kept) seen.add(name);
  }
  expect(await statuses(key)).toEqual(allAre(200));
  expect((await ledgerlake('keys', 'create', 'after', '--lake', lake)).code).toBe(0);
});

it('are refused by every door, in an answer without the path, while their file is damaged or gone', async () => {
  const { key } = await createKey(folder, 'good');
  const good = readFileSync(file);
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{"keys":[]}',
    String(good).replace('"good"', '"evil"'),
    '\0'.repeat(100),
  ]) {
    writeFileSync(file, text);
    for (const status of await statuses(key)) expect({ text, status }).toEqual({ text, status: 500 });
    const answer = await fetch(`http://127.0.0.1:${servers[0].port}/`, {
      method: 'POST',
      body: call,
      headers: { ...json, Authorization: `Api-Key ${key}` },
    });
    expect(await answer.text()).not.toContain(folder);
    expect(await ledgerlake('keys', 'create', 'x', '--lake', lake)).toMatchObject({ code: 2 });
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
  rmSync(file);
  expect(await statuses(key)).toEqual(allAre(401));
  mkdirSync(file);
  expect(await statuses(key)).toEqual(allAre(500));
  rmSync(file, { recursive: true });
  writeFileSync(file, good);
  expect(await statuses(key)).toEqual(allAre(200));
});
