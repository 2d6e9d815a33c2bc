/** Two networks served from two lakes by one process, beside another that follows a store into one of them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { writeStore } from '../../../src/simulator/store.ts';
import { temporaryFolder } from '../../folder.ts';
import { startProcess, type ServerProcess } from '../process.ts';
import { main } from '../../main.ts';

const folder = temporaryFolder();
const [one, two, store] = ['one', 'two', 'store'].map((name) => join(folder, name));
const size = { transactionsPerLedger: 5, ledgersPerFile: 1, filesPerPartition: 1000, startLedger: 2, startTime: 1.7e9 };

/** Writes ledgers from 2 on; those that are there stay. */
const grow = (ledgers: number) => writeStore(store, { ...size, seed: 'two', passphrase: 'Second Network', ledgers });

async function load(lake: string, from: string, passphrase: string): Promise<void> {
  const opened = await open(lake, { network: passphrase });
  await opened.load(from);
  await opened.close();
}

let server: ServerProcess;
let follower: ChildProcess | undefined;
beforeAll(async () => {
  const other = join(folder, 'other-store');
  writeStore(other, { ...size, seed: 'one', passphrase: 'First Network', ledgers: 20 });
  grow(10);
  await load(one, other, 'First Network');
  await load(two, store, 'Second Network');
  server = await startProcess('--lake', `first=${one}`, '--lake', two, '--auth', 'off');
});
afterAll(async () => {
  follower?.kill('SIGTERM');
  await server?.stop();
});

interface Told {
  data: { account_id: string }[];
  cursor?: string;
  error?: string;
  _meta: { available_ledgers: { oldest: number; latest: number } };
}

async function ask(network: string, path: string): Promise<Told> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/lake/v1/${network}/api/v1${path}`);
  return (await answer.json()) as Told;
}

const latest = async (network: string) =>
  (await ask(network, '/silver/ledgers/recent?limit=1'))._meta.available_ledgers;

describe('serve --lake NAME=DIR --lake DIR', () => {
  it('answers for each network by its name', async () => {
    expect([await latest('first'), await latest('local')]).toEqual([
      { oldest: 2, latest: 21 },
      { oldest: 2, latest: 11 },
    ]);
    expect((await ask('mainnet', '/silver/accounts')).error).toBe("network 'mainnet' is not loaded on this server");
    expect((await ask('second', '/silver/accounts')).error).toBe("unknown network 'second': it has first, local");
    const accounts = await Promise.all(['first', 'local'].map((name) => ask(name, '/silver/accounts?limit=5')));
    const [mine, other] = accounts.map(({ data }) => data.map((row) => row.account_id));
    expect(mine?.filter((id) => other?.includes(id))).toEqual([]);
  });

  it('refuses the cursor of another network', async () => {
    const { cursor } = await ask('first', '/silver/accounts?limit=1');
    const text = "invalid cursor: it is of network 'first'";
    expect((await ask('local', `/silver/accounts?limit=1&cursor=${String(cursor)}`)).error).toBe(text);
  });

  it('tells what another process loads as it follows a store, and walks on in what was there', async () => {
    const first = await ask('local', '/silver/operations/enriched?limit=3&order=asc');
    const words = [main, 'ingest', store, '--lake', two, '--follow', '--range', '2:'];
    follower = spawn(process.execPath, words, { stdio: 'ignore' });
    grow(30);
    await expect.poll(async () => (await latest('local')).latest, { timeout: 120_000, interval: 200 }).toBe(31);
    const next = await ask('local', `/silver/operations/enriched?limit=3&order=asc&cursor=${String(first.cursor)}`);
    expect(next.data.length).toBe(3);
    expect((await latest('first')).latest).toBe(21);
    follower.kill('SIGTERM');
    expect((await once(follower, 'exit'))[0]).not.toBe(1);
  });
});
