/**
 * Every state in which a crash may leave a lake, by enumeration: what commands do to files is recorded, and after each step the
 * states that a kill and a power cut may leave are opened.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../src/index.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import { filesBelow, temporaryFolder } from '../folder.ts';
import { main } from '../main.ts';
import { Disk, EMPTY, type Event, type Left, type State } from './disk.ts';
import { noLake, randomOf, stateOfLake, type LakeState } from './lake-state.ts';

const folder = temporaryFolder();
const at = (...names: string[]) => join(folder, ...names);
/** What the commands change; the recorder names files from here. */
const recorded = at('recorded');
const lakeAt = join(recorded, 'lake');
const objects = at('record', 'objects');
/** Power cuts that are tried after each step. */
const CUTS = Number(process.env.LEDGERLAKE_CUTS ?? 6);
const PAGE = 4096;
/** Of so many states one is asked by SQL, too. */
const ASKED = 40;
/** In so many states of each command it is run again. */
const RUN_AGAIN = 3;

function run(args: readonly string[], isRecorded = false) {
  const recorder = isRecorded ? ['--import', join(import.meta.dirname, 'recorder.ts')] : [];
  const env = { ...process.env, ...(isRecorded && { RECORD_ROOT: recorded, RECORD_TO: at('record') }) };
  const command = [...recorder, main, ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
}

function keepAll(): Map<string, string> {
  return new Map(
    filesBelow(recorded, recorded).map((path) => {
      const bytes = readFileSync(join(recorded, path));
      const hash = createHash('sha1').update(bytes).digest('hex');
      writeFileSync(join(objects, hash), bytes);
      return [path, hash];
    }),
  );
}

const foldersBelow = () =>
  readdirSync(recorded, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(recorded.length + 1));

function bytesOf(left: Left): Uint8Array {
  if (left === EMPTY) return new Uint8Array();
  if (typeof left === 'string') return readFileSync(join(objects, left));
  const [bytes, before] = [bytesOf(left.of ?? EMPTY), bytesOf(left.over ?? EMPTY)];
  const random = randomOf(left.seed);
  const torn = Buffer.alloc(Math.floor(random() * (bytes.length + 1)));
  for (let page = 0; page < torn.length; page += PAGE)
    torn.set((random() < 0.5 ? bytes : before).subarray(page, Math.min(page + PAGE, torn.length)), page);
  return torn;
}

const isVisible = (path: string) => path.startsWith('lake/') && !path.endsWith('.tmp') && !/(^|\/)locks\//.test(path);

function keyOf(state: State): string {
  const files = [...state].filter(([path]) => isVisible(path)).map(([path, left]) => [path, left] as const);
  return createHash('sha1')
    .update(JSON.stringify(files.sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');
}

/** Makes a state; files that are never written over are linked. */
function make(state: State, to: string): void {
  rmSync(to, { recursive: true, force: true });
  for (const [path, left] of state) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    if (typeof left === 'string' && left !== EMPTY && path.endsWith('.parquet'))
      linkSync(join(objects, left), join(to, path));
    else writeFileSync(join(to, path), bytesOf(left));
  }
}

const totals = `
  select (select count(*)::integer from bronze.history_ledgers) as ledgers,
    (select count(*)::integer from bronze.history_operations) as operations,
    (select sum(hash(id))::varchar from history_effects) as effects,
    (select count(*)::integer from accounts_current) as accounts,
    (select count(*)::integer from meta.state_baselines) as states`;

async function ask(lake: string): Promise<unknown> {
  const opened = await open(lake, { readOnly: true });
  try {
    expect((await verifyFiles(opened.lake)).problems).toEqual([]);
    return (await opened.rows(totals))[0];
  } finally {
    await opened.close();
  }
}

interface Case {
  name: string;
  args: readonly string[];
  prepare: () => void;
}

const copy = (from: string, to = lakeAt) => cpSync(at(from), to, { recursive: true });
const store = () => at('store');
const ingest = (lake: string, range: string, ...more: string[]) =>
  run(['ingest', store(), '--lake', lake, '--range', range, '--workers', '1', ...more]);

beforeAll(() => {
  mkdirSync(objects, { recursive: true });
  run(['simulate', '--out', store(), '--ledgers', '70', '--tx-per-ledger', '1', '--archive', at('archive')]);
  ingest(at('part-1'), '2:4');
  ingest(at('part-2'), '5:7');
  copy('part-1', at('pieces'));
  ingest(at('pieces'), '5:6', '--no-compact');
});

const cases: Case[] = [
  { name: 'ingest', args: ['ingest', store(), '--range', '2:4', '--workers', '1'], prepare: () => undefined },
  {
    name: 'ingest with a merge',
    args: ['ingest', store(), '--range', '5:8', '--workers', '1'],
    prepare: () => copy('part-1'),
  },
  { name: 'attach', args: ['attach', at('part-1'), at('part-2')], prepare: () => undefined },
  { name: 'attach by copies', args: ['attach', at('part-2'), '--copy'], prepare: () => copy('part-1') },
  {
    name: 'attach that moves',
    args: ['attach', join(recorded, 'part-1'), join(recorded, 'part-2'), '--move'],
    prepare: () => ['part-1', 'part-2'].forEach((part) => copy(part, join(recorded, part))),
  },
  { name: 'compact', args: ['compact'], prepare: () => copy('pieces') },
  {
    name: 'repair from a store',
    args: ['repair', '--from', store(), '--workers', '1'],
    prepare: () => {
      copy('pieces');
      rmSync(
        join(
          lakeAt,
          filesBelow(lakeAt, lakeAt).find((path) => path.endsWith('/2-4.parquet'))!,
        ),
      );
      spawnSync(process.execPath, [main, 'repair', '--lake', lakeAt]);
    },
  },
  { name: 'ingest-state', args: ['ingest-state', at('archive')], prepare: () => copy('part-1') },
];

describe('a lake after a crash', { timeout: 1_200_000 }, () => {
  let [raw, distinct, repaired] = [0, 0, 0];
  afterAll(() => console.log(`${raw} states after a crash, ${distinct} of them distinct, ${repaired} repaired`));

  it.each(cases)('is as before or goes on: $name', async ({ name, args, prepare }) => {
    for (const path of [recorded, at('record')]) rmSync(path, { recursive: true, force: true });
    for (const path of [recorded, objects]) mkdirSync(path, { recursive: true });
    prepare();
    const before = await stateOfLake(lakeAt);
    const disk = new Disk(keepAll(), foldersBelow());
    run([...args, '--lake', lakeAt], true);
    const after = await stateOfLake(lakeAt);
    const asked = await ask(lakeAt);
    const events = readFileSync(at('record', 'log'), 'utf8').trim().split('\n');
    const random = randomOf(name.length);
    const known = new Map<string, LakeState>();
    const wrong: unknown[] = [];
    const check = async (kind: string, step: number, state: State): Promise<LakeState> => {
      raw++;
      const key = keyOf(state);
      let found = known.get(key);
      if (!found) {
        make(state, at('state'));
        found = await stateOfLake(at('state', 'lake')).catch((error: Error): LakeState => ({
          ...noLake,
          problems: [error.message],
        }));
        known.set(key, found);
        if (found.isRepaired) repaired++;
        if (known.size % ASKED === 0 && found.ledgers.length > 0) await ask(at('state', 'lake'));
      }
      const lost = before.ledgers.filter((ledger) => !found.ledgers.includes(ledger));
      const extra = found.ledgers.filter((ledger) => !after.ledgers.includes(ledger));
      const { problems } = found;
      if (lost.length + extra.length + problems.length > 0)
        wrong.push({ kind, step, event: events[step], lost, extra, problems });
      return found;
    };
    const again: State[] = [];
    for (const [step, line] of events.entries()) {
      if (!disk.apply(JSON.parse(line) as Event)) continue;
      await check('kill', step, disk.killed());
      await check('least', step, disk.least());
      for (let i = 0; i < CUTS; i++) await check('cut', step, disk.cut(random));
      if (step % Math.ceil(events.length / RUN_AGAIN) === 1) again.push(disk.cut(random));
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    distinct += known.size;
    // Nothing of what was reported as done waits for the disk, but for the index, which is made of it.
    const sure = disk.least();
    for (const [path, hash] of keepAll()) {
      if (isVisible(path) && !path.includes('/lookup/'))
        expect({ path, left: sure.get(path) }).toEqual({ path, left: hash });
    }
    make(sure, at('state'));
    expect(await ask(at('state', 'lake'))).toEqual(asked);
    for (const state of again) {
      make(state, recorded);
      spawnSync(process.execPath, [main, ...args, '--lake', lakeAt]);
      expect((await stateOfLake(lakeAt)).ledgers).toEqual(after.ledgers);
      expect(await ask(lakeAt)).toEqual(asked);
    }
  });
});
