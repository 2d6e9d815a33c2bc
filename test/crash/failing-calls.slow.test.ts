/**
 * Every call of a file fails once: a command says which file failed and why, or does what it was to do, and the next run ends like
 * an undisturbed one. One process runs them all, so that what a fault leaves behind in it is seen, too.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemReasons } from '../../src/core/system-errors.ts';
import { filesBelow, temporaryFolder } from '../folder.ts';
import { fingerprint } from '../stores/lakes.ts';
import type { Order, Outcome } from './driver.ts';
import type { Failure, Fault } from './faults.ts';
import { randomOf, stateOfLake } from './lake-state.ts';

const folder = temporaryFolder();
const at = (...names: string[]) => join(folder, ...names);
/** What commands read and write, below which calls fail. */
const root = at('root');
const lake = join(root, 'lake');
const log = at('log');
/** `all` has every call fail in every way; a number is how many of each command do, at most one of those that differ by their table only. */
const { LEDGERLAKE_FAULTS: most = '12' } = process.env;

const looking: Failure[] = ['EACCES', 'EIO'];
const naming: Failure[] = ['ENOSPC', 'EACCES', 'EIO'];
const opening: Failure[] = ['EMFILE', 'EACCES', 'EIO', 'EINTR'];
const failuresOf: Record<string, Failure[]> = {
  ...{
    access: looking,
    exists: looking,
    lstat: looking,
    readlink: looking,
    realpath: looking,
    stat: looking,
    fstat: ['EIO'],
  },
  ...{ open: opening, opendir: opening, readdir: opening, readFile: opening },
  ...{ read: ['EIO', 'EINTR', 'short'], write: ['ENOSPC', 'EIO', 'EINTR', 'short'] },
  ...{ writeFile: ['ENOSPC', 'EIO', 'EINTR'], appendFile: ['ENOSPC', 'EIO', 'EINTR'], truncate: ['ENOSPC', 'EIO'] },
  ...{ ftruncate: ['ENOSPC', 'EIO'], fsync: ['ENOSPC', 'EIO'], fdatasync: ['ENOSPC', 'EIO'], close: ['EIO', 'EINTR'] },
  ...{ rename: naming, link: naming, symlink: naming, copyFile: naming, mkdir: naming, mkdtemp: naming },
  ...{ rm: looking, rmdir: looking, unlink: looking, chmod: looking, utimes: looking },
};

let driver: ChildProcess;
let ended: Promise<unknown>;
/** What is running, for the message of a test that does not end. */
let current: Order | undefined;

beforeAll(() => {
  mkdirSync(join(root, 'tmp'), { recursive: true });
  driver = fork(join(import.meta.dirname, 'driver.ts'), {
    execArgv: ['--import', join(import.meta.dirname, 'faults.ts')],
    env: {
      ...process.env,
      FAULT_ROOT: root,
      FAULT_LOG: log,
      TMPDIR: join(root, 'tmp'),
      NODE_COMPILE_CACHE: at('compiled'),
    },
  });
  ended = once(driver, 'exit');
});

afterAll(async () => {
  if (current) console.log('did not end:', current);
  if (current || driver.exitCode !== null) return void driver.kill('SIGKILL');
  // What a fault left open would keep the process.
  driver.disconnect();
  expect(await ended).toEqual([0, null]);
});

async function run(order: Order): Promise<Outcome & { calls: string[] }> {
  current = order;
  writeFileSync(log, '');
  driver.send(order);
  const [outcome] = (await Promise.race([once(driver, 'message'), ended])) as [Outcome] | [number, string];
  if (typeof outcome !== 'object') throw new Error(`the process ended by ${outcome} at ${JSON.stringify(order)}`);
  current = undefined;
  return { ...outcome, calls: readFileSync(log, 'utf8').split('\n').filter(Boolean) };
}

async function succeed(...args: string[]): Promise<void> {
  const { code, said } = await run({ args });
  expect({ args, code, said: code === 0 ? '' : said }).toEqual({ args, code: 0, said: expect.any(String) });
}

/** Names a call for what it shares with others: tables, relations and places of a file are left out. */
function kindOf(call: string): string {
  return call
    .replace(/ \d+$/, '')
    .replace(/(bronze|silver|semantic|gold)\/\w+/, 'TABLES')
    .replaceAll(/\d+/g, 'N');
}

/** Returns the faults to try: each lasts from its call on, or is of that call alone. */
function faultsOf(calls: readonly string[], seed: number): Fault[] {
  const random = randomOf(seed);
  const nameOf = (call: string) => call.slice(0, call.indexOf(' '));
  // What can still be removed is expected to go.
  const names = Object.keys(failuresOf).filter((name) => !['lstat', 'rm', 'rmdir', 'unlink'].includes(name));
  const all = [...new Set(calls)].flatMap((call) =>
    failuresOf[nameOf(call)].flatMap((failure): Fault[] => {
      const lasting = names.filter((name) => failuresOf[name].includes(failure));
      return failure === 'short' || failure === 'EINTR'
        ? [{ call, failure }]
        : [
            { call, failure },
            { call, failure, lasting },
          ];
    }),
  );
  if (most === 'all') return all;
  const kinds = [...Map.groupBy(all, ({ call }) => kindOf(call)).values()];
  return kinds
    .map((kind) => ({ fault: kind[Math.floor(random() * kind.length)], place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, Number(most))
    .map(({ fault }) => fault);
}

interface Case extends Order {
  name: string;
  prepare?: () => void;
}

const store = join(root, 'store');
const yaml = at('pipeline.yaml');
const ingest = (range: string, ...more: string[]) => [
  'ingest',
  store,
  '--lake',
  lake,
  '--range',
  range,
  '--workers',
  '1',
  ...more,
];
const hasLake = (name: string) => () => cpSync(at(name), lake, { recursive: true });
const totals = 'select count(*) as n, sum(fee_charged) as fees, max(account) as last from history_transactions';
const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

const cases: Case[] = [
  { name: 'ingest', args: ingest('2:4') },
  { name: 'ingest into a lake', args: ingest('5:6'), prepare: hasLake('part') },
  { name: 'compact', args: ['compact', '--lake', lake], prepare: hasLake('pieces') },
  { name: 'query', args: ['query', '--lake', lake, totals, '--format', 'json'], prepare: hasLake('part') },
  {
    name: 'query into a file',
    args: ['query', '--lake', lake, totals, '--output', join(root, 'rows.parquet'), '--force'],
    prepare: hasLake('part'),
  },
  {
    name: 'pipeline run',
    args: ['pipeline', 'run', yaml, '--store', store, '--data-dir', join(root, 'data')],
  },
  {
    name: 'serve',
    args: [],
    prepare: hasLake('part'),
    serve: {
      ...{ lake, store, dataDir: join(root, 'data') },
      requests: [
        'lake/v1/local/api/v1/bronze/ledgers?start=2&end=4',
        'lake/v1/local/api/v1/silver/accounts/top?limit=3',
        'lake/v1/local/api/v1/silver/payments?limit=3',
        rpc('getLedgers', { startLedger: 3, pagination: { limit: 2 } }),
        rpc('getTransactions', { startLedger: 3, pagination: { limit: 2 } }),
        rpc('getEvents', { startLedger: 3, filters: [] }),
      ],
    },
  },
];

const path = join(root, 'rows');
const definition = `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: some}
spec:
  network: testnet
  startLedger: genesis
  endLedger: 6
  processors: [{type: operations}]
  consumers:
    - {type: jsonl, config: {path: ${path}.jsonl}}
    - {type: parquet, config: {dir: ${path}}}
    - {type: duckdb, config: {path: ${path}.duckdb}}
`;

/** Whether a server answered as without a fault, or said that it could not and logged why. */
function isAnswered(printed: string, undisturbed: string, isNamed: boolean): boolean {
  const [answers, wanted] = [printed, undisturbed].map((text) => JSON.parse(text) as [status: number, body: string][]);
  return answers.every(([status, body], i) => {
    if (body === wanted[i][1]) return true;
    return isNamed && (status >= 500 || body.includes('"error":'));
  });
}

const words = (failure: Failure): string =>
  failure === 'short' ? '' : failure === 'EINTR' ? 'interrupted' : systemReasons[failure].split(':')[0];

/** Returns the ledgers that files of the index have, by their kind; merges of such files may be more or fewer. */
function indexedIn(names: readonly string[]): Record<string, number[]> {
  const found: Record<string, Set<number>> = {};
  for (const [, first, last, kind] of names.flatMap((name) => [/lookup\/(\d+)-(\d+)\.(.*)$/.exec(name) ?? []])) {
    if (first === undefined) continue;
    for (let ledger = Number(first); ledger <= Number(last); ledger++) (found[kind] ??= new Set()).add(ledger);
  }
  return Object.fromEntries(Object.entries(found).map(([kind, ledgers]) => [kind, [...ledgers].sort((a, b) => a - b)]));
}

/** What a run leaves: files with the hashes of those of the lake, and what its index has. Pages of snapshots are named for the commits. */
function leftBy(): Record<string, unknown> {
  const all = filesBelow(root, root).filter((path) => !/snapshots\/\d/.test(path));
  const bytes = existsSync(lake) ? fingerprint(lake) : {};
  const files = all.filter((path) => !path.startsWith('lake/lookup/'));
  // It has the times of the scrub.
  delete bytes['scrub.json'];
  return {
    indexed: indexedIn(all),
    ...Object.fromEntries(files.map((path) => [path, bytes[path.slice('lake/'.length)] ?? ''])),
  };
}

describe('a call that fails', { timeout: 3_600_000 }, () => {
  let tried = 0;
  afterAll(() => console.log(`${tried} calls failed`));
  beforeAll(async () => {
    await succeed('simulate', '--out', store, '--ledgers', '10', '--tx-per-ledger', '1');
    await succeed(...ingest('2:4'));
    cpSync(lake, at('part'), { recursive: true });
    await succeed(...ingest('5:5', '--no-compact'));
    cpSync(lake, at('pieces'), { recursive: true });
    writeFileSync(yaml, definition);
  });

  // Loads, pipelines and servers are tried where LEDGERLAKE_FAULTS is set.
  const isLong = process.env['LEDGERLAKE_FAULTS'] !== undefined;
  it.each(isLong ? cases : cases.filter(({ name }) => /^(compact|query)/.test(name)))(
    'of $name',
    async ({ name, prepare = () => undefined, ...order }) => {
      const begin = () => {
        for (const made of readdirSync(root)) if (made !== 'store') rmSync(join(root, made), { recursive: true });
        mkdirSync(join(root, 'tmp'));
        prepare();
      };
      begin();
      const before = await stateOfLake(lake);
      const undisturbed = await run(order);
      expect({ code: undisturbed.code, open: undisturbed.open, said: undisturbed.said }).toMatchObject({
        code: 0,
        open: [],
      });
      const [after, whole] = [await stateOfLake(lake), leftBy()];
      const known = new Set<string>();
      const wrong: unknown[] = [];
      const tell = (one: unknown) => void wrong.push(one);
      for (const fault of faultsOf(undisturbed.calls, name.length)) {
        begin();
        const { code, said, printed, later, open, calls } = await run({ ...order, fault });
        if (!calls.includes('met')) {
          // Files of the index are merged beside, as time allows.
          if (!/ lake\/lookup\b/.test(fault.call)) tell({ fault, unmet: true });
          continue;
        }
        tried++;
        const told = { fault, code, said };
        const isNamed = said.includes(words(fault.failure)) && said.includes(root) && !said.includes('internal error');
        const isRight =
          order.serve && code === 0
            ? isAnswered(printed, undisturbed.printed, isNamed)
            : printed === undisturbed.printed;
        if (code === 0 ? !isRight : !isNamed || fault.failure === 'short') tell({ ...told, printed });
        if (code === 0 && later !== undisturbed.later) tell({ ...told, later });
        const leaked = open.filter((path) => !known.has(path.replace(' (deleted)', '')));
        for (const path of leaked) known.add(path);
        if (leaked.length > 0) tell({ ...told, leaked });
        const state = await stateOfLake(lake);
        const lost = before.ledgers.filter((ledger) => !state.ledgers.includes(ledger));
        const isDone = state.ledgers.length === after.ledgers.length;
        if (lost.length + state.problems.length > 0 || (code === 0 && !isDone)) tell({ ...told, state });
        const again = await run(order);
        // A load that was cut off leaves part of the index to these commands.
        if (!isDeepStrictEqual(leftBy()['indexed'], whole['indexed'])) {
          const loaded = `${after.ledgers[0]}:${after.ledgers.at(-1)}`;
          await succeed('ingest', store, '--index-only', '--lake', lake, '--range', loaded);
          await succeed('refresh', '--lake', lake);
        }
        // What cannot be removed of the system's temporary folder stays there.
        const left = Object.entries(leftBy()).filter(
          ([path]) => !path.startsWith('tmp/') || !fault.call.includes(' tmp/'),
        );
        const other = left.filter(([path, is]) => !isDeepStrictEqual(is, whole[path]));
        const lacking = Object.keys(whole).filter((path) => !left.some(([name]) => name === path));
        if (again.code !== 0 || other.length + lacking.length > 0) tell({ ...told, again: again.said, other, lacking });
      }
      expect(wrong.slice(0, 5)).toEqual([]);
    },
  );
});
