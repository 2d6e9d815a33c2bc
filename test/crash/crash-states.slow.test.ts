/**
 * Every state in which a crash may leave a lake, by enumeration: what commands do to files is recorded, and after each step the
 * states that a kill and a power cut may leave are opened.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../src/index.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import { filesBelow, temporaryFolder } from '../folder.ts';
import { main } from '../main.ts';
import type { State } from './disk.ts';
import { noLake, stateOfLake, type LakeState } from './lake-state.ts';
import { keyOf, Recording, run } from './states.ts';

const folder = temporaryFolder();
const at = (...names: string[]) => join(folder, ...names);
const recording = new Recording(folder);
const recorded = recording.root;
const lakeAt = join(recorded, 'lake');
/** Of so many states one is asked by SQL, too. */
const ASKED = 40;
/** In so many states of each command it is run again. */
const RUN_AGAIN = 3;

const isVisible = (path: string) => path.startsWith('lake/') && !path.endsWith('.tmp') && !/(^|\/)locks\//.test(path);

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
  run(['simulate', '--out', store(), '--ledgers', '70', '--tx-per-ledger', '1', '--archive', at('archive')]);
  ingest(at('part-1'), '2:4');
  ingest(at('part-2'), '5:7');
  copy('part-1', at('pieces'));
  ingest(at('pieces'), '5:6', '--no-compact');
  ingest(at('bare'), '2:4', '--no-silver');
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
  { name: 'refresh', args: ['refresh'], prepare: () => copy('bare') },
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
  {
    name: 'ingest-state',
    args: ['ingest-state', at('archive')],
    prepare: () => copy('part-1'),
  },
];

describe('a lake after a crash', { timeout: 1_200_000 }, () => {
  let [raw, distinct, repaired] = [0, 0, 0];
  afterAll(() => console.log(`${raw} states after a crash, ${distinct} of them distinct, ${repaired} repaired`));

  it.each(cases)('is as before or goes on: $name', async ({ name, args, prepare }) => {
    await recording.begin(prepare);
    const before = await stateOfLake(lakeAt);
    recording.run([...args, '--lake', lakeAt]);
    const after = await stateOfLake(lakeAt);
    const asked = await ask(lakeAt);
    const known = new Map<string, LakeState>();
    const wrong: unknown[] = [];
    const again: State[] = [];
    for (const { kind, step, steps, event, state } of recording.crashes(name.length)) {
      raw++;
      const key = keyOf(state, isVisible);
      let found = known.get(key);
      if (!found) {
        recording.make(state, at('state'));
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
      if (lost.length + extra.length + problems.length > 0) wrong.push({ kind, step, event, lost, extra, problems });
      if (kind !== 'least' && step >= (again.length * steps) / RUN_AGAIN) again.push(state);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    distinct += known.size;
    // Nothing of what was reported as done waits for the disk, but for the index, which is made of it.
    const sure = recording.sure();
    for (const [path, hash] of recording.files()) {
      if (isVisible(path) && !path.includes('/lookup/'))
        expect({ path, left: sure.get(path) }).toEqual({ path, left: hash });
    }
    recording.make(sure, at('state'));
    expect(await ask(at('state', 'lake'))).toEqual(asked);
    for (const state of again) {
      recording.make(state, recorded);
      spawnSync(process.execPath, [main, ...args, '--lake', lakeAt]);
      expect((await stateOfLake(lakeAt)).ledgers).toEqual(after.ledgers);
      expect(await ask(lakeAt)).toEqual(asked);
    }
  });
});
