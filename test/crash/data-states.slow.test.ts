/** Every state in which a crash may leave what is beside a lake: archives, keys, secrets, and what pipelines write. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsealed } from '../../src/lake/disk/sealed.ts';
import type { FileState } from '../../src/pipelines/consumers/files/state.ts';
import { isWhole, readArchives } from '../../src/server/query/endpoints/gold/archive/archive-files.ts';
import { readKeys } from '../../src/server/query/keys.ts';
import { existingSecrets } from '../../src/server/pipelines/secret-folder.ts';
import { filesBelow, temporaryFolder } from '../folder.ts';
import { main } from '../main.ts';
import type { State } from './disk.ts';
import { keyOf, Recording, run } from './states.ts';

const folder = temporaryFolder();
const at = (...names: string[]) => join(folder, ...names);
const recording = new Recording(folder);
const data = join(recording.root, 'data');
const env = { SECRET_VALUE: 'new' };
/** In so many states of each command it is run again. */
const RUN_AGAIN = 4;

interface Case<Seen> {
  name: string;
  args: readonly string[];
  prepare?: () => unknown;
  /** Returns what a folder holds; throws where something in it is damaged. */
  look: (folder: string) => Promise<Seen> | Seen;
  /** Whether a state may be seen that is neither the one before nor the one after. */
  isBetween?: (seen: Seen, before: Seen, after: Seen) => boolean;
}

const of = <Seen>(cases: Case<Seen>[]) => cases as Case<unknown>[];
const copy = (name: string) => () => cpSync(at(name), data, { recursive: true });
const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex');

const archive = ['archive', '--lake', at('lake'), '--asset', 'XLM', '--start', '2026-01-01', '--end', '2026-01-01'];

/** Returns the archives of a folder; but for the manifest, which has the time, with what their files hold. */
async function archivesIn(dir: string) {
  const archives = join(dir, 'archives/local');
  const { archives: found, damaged } = await readArchives(archives);
  expect(damaged).toEqual([]);
  return Promise.all(
    found.map(async (one) => ({
      status: one.status === 'complete' && !(await isWhole(archives, one)) ? 'spoilt' : one.status,
      sums: one.artifacts?.filter(({ type }) => type !== 'manifest').map(({ name, checksum }) => [name, checksum]),
    })),
  );
}

const isInWork = (seen: readonly { status: string }[]) => seen.every(({ status }) => status === 'processing');

const archives = of([
  { name: 'archive', args: [...archive, '--data-dir', data], look: archivesIn, isBetween: isInWork },
  {
    name: 'archive in place of a damaged one',
    args: [...archive, '--data-dir', data],
    prepare: () => {
      copy('archived')();
      const supply = filesBelow(data, data).find((path) => path.includes('supply'))!;
      truncateSync(join(data, supply), 9);
    },
    look: archivesIn,
    isBetween: isInWork,
  },
]);

const namesIn = (dir: string) => [...new Set(readKeys(dir).map(({ name }) => name))];

const keys = of([
  { name: 'keys create', args: ['keys', 'create', 'two', '--data-dir', data], look: namesIn },
  {
    name: 'keys create beside another',
    args: ['keys', 'create', 'two', '--data-dir', data],
    prepare: copy('keys'),
    look: namesIn,
  },
  { name: 'keys revoke', args: ['keys', 'revoke', 'one', '--data-dir', data], prepare: copy('keys'), look: namesIn },
]);

async function secretsIn(dir: string) {
  const onDamage = (message: string) => expect.unreachable(message);
  const secrets = existsSync(dir) ? await existingSecrets({ dataDir: dir, onDamage }) : undefined;
  return secrets?.list('local').map(({ path }) => [path, secrets.value('local', path)]) ?? [];
}

const set = ['secrets', 'set', 'some/name', '--env', 'SECRET_VALUE', '--data-dir', data];

const secrets = of([
  { name: 'secrets set', args: set, look: secretsIn },
  { name: 'secrets set in place of another', args: set, prepare: copy('secrets'), look: secretsIn },
  {
    name: 'secrets delete',
    args: ['secrets', 'delete', 'some/name', '--data-dir', data],
    prepare: copy('secrets'),
    look: secretsIn,
  },
]);

const definition = (endLedger: number) => `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: some}
spec:
  network: testnet
  startLedger: genesis
  endLedger: ${endLedger}
  processors: [{type: operations}]
  consumers:
    - {type: jsonl, config: {path: ${join(data, 'rows.jsonl')}}}
    - {type: csv, config: {path: ${join(data, 'rows.csv')}}}
    - {type: parquet, config: {dir: ${join(data, 'rows')}}}
`;

/** What a consumer has written up to its checkpoint. */
interface Written {
  ledger: number | undefined;
  /** The bytes of a text up to the checkpoint, or the hash of each file up to it. */
  text: string;
  files: string[];
}

function writtenIn(dir: string): Written[] {
  const own = join(dir, 'pipelines/some');
  const states = existsSync(own) ? readdirSync(own).filter((name) => name.endsWith('.files.json')) : [];
  return ['csv', 'jsonl', 'parquet'].map((consumer) => {
    const name = `${consumer}.files.json`;
    if (!states.includes(name)) return { ledger: undefined, text: '', files: [] };
    const { checkpoint, lengths } = unsealed(readFileSync(join(own, name), 'utf8')) as FileState;
    const ledger = checkpoint?.ledger;
    const [[path, length]] = Object.entries(lengths);
    const place = join(dir, path.slice(data.length));
    if (consumer !== 'parquet') {
      const text = length === 0 ? Buffer.alloc(0) : readFileSync(place);
      expect(text.length).toBeGreaterThanOrEqual(length);
      return { ledger, text: text.subarray(0, length).toString(), files: [] };
    }
    const files = existsSync(place) ? filesBelow(place, place).filter((file) => /^\d+-\d+\.parquet$/.test(file)) : [];
    const sure = files.filter((file) => Number(file.split('-')[0]) <= (ledger ?? 0)).sort();
    return { ledger, text: '', files: sure.map((file) => `${file} ${sha1(readFileSync(join(place, file)))}`) };
  });
}

function isOnItsWay(seen: Written[], before: Written[], after: Written[]): boolean {
  return seen.every((one, i) => {
    if (one.ledger === after[i].ledger || one.ledger === before[i].ledger)
      return [before[i], after[i]].some((known) => isDeepStrictEqual({ ...known, ledger: one.ledger }, one));
    return after[i].text.startsWith(one.text) && one.files.every((file) => after[i].files.includes(file));
  });
}

const pipeline = ['pipeline', 'run', '--store', at('store'), '--data-dir', data];

const pipelines = of([
  { name: 'pipeline run', args: [...pipeline, at('6.yaml')], look: writtenIn, isBetween: isOnItsWay },
  {
    name: 'pipeline run that goes on',
    args: [...pipeline, at('8.yaml')],
    prepare: copy('written'),
    look: writtenIn,
    isBetween: isOnItsWay,
  },
]);

beforeAll(async () => {
  run(['simulate', '--out', at('store'), '--ledgers', '10', '--tx-per-ledger', '1']);
  run(['ingest', at('store'), '--lake', at('lake'), '--workers', '1']);
  run([...archive, '--data-dir', at('archived')]);
  run(['keys', 'create', 'one', '--data-dir', at('keys')]);
  const old = { SECRET_VALUE: 'old' };
  run(['secrets', 'set', 'some/name', '--env', 'SECRET_VALUE', '--data-dir', at('secrets')], old);
  for (const last of [6, 8]) writeFileSync(at(`${last}.yaml`), definition(last));
  await recording.begin(() => undefined);
  run([...pipeline, at('6.yaml')]);
  cpSync(data, at('written'), { recursive: true });
});

const filesLeft = () => filesBelow(data, data).sort();

const isVisible = (path: string) => !/\.(tmp|lock)$/.test(path);

describe('what is beside a lake after a crash', { timeout: 1_200_000 }, () => {
  let [raw, distinct] = [0, 0];
  afterAll(() => console.log(`${raw} states after a crash, ${distinct} of them distinct`));

  it.each([...archives, ...keys, ...secrets, ...pipelines])(
    'is as before or goes on: $name',
    async ({ args, prepare = () => undefined, look, isBetween = () => false, name }) => {
      await recording.begin(prepare);
      const before = await look(data);
      recording.run(args, env);
      const after = await look(data);
      const known = new Set<string>();
      const wrong: unknown[] = [];
      const again: State[] = [];
      for (const { kind, step, steps, event, state } of recording.crashes(name.length)) {
        raw++;
        if (kind !== 'least' && step >= (again.length * steps) / RUN_AGAIN) again.push(state);
        const key = keyOf(state, isVisible);
        if (known.has(key)) continue;
        known.add(key);
        recording.make(state, at('state'));
        const seen = await (async () => look(at('state', 'data')))().catch((error: Error) => error.message);
        const isRight =
          isDeepStrictEqual(seen, before) || isDeepStrictEqual(seen, after) || isBetween(seen, before, after);
        if (!isRight) wrong.push({ kind, step, event, seen });
      }
      distinct += known.size;
      expect(wrong.slice(0, 5)).toEqual([]);
      recording.make(recording.sure(), at('state'));
      expect(await look(at('state', 'data'))).toEqual(after);
      const files = filesLeft();
      for (const state of again) {
        recording.make(state, recording.root);
        const options = { encoding: 'utf8', env: { ...process.env, ...env } } as const;
        const { stderr } = spawnSync(process.execPath, [main, ...args], options);
        expect({ stderr, now: await look(data), files: filesLeft() }).toEqual({ stderr, now: after, files });
      }
    },
  );
});
