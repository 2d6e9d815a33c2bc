/** The index of keys of simulated ledgers, beside a writer, and in a lake that was loaded by a build that had none. */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOOKUP_FOLDER } from '../../src/history/lookup.ts';
import { keyOfText } from '../../src/history/row-keys.ts';
import { ROW_BYTES } from '../../src/history/rows.ts';
import { saveRun } from '../../src/history/run-file.ts';
import { keyRun } from '../../src/history/run.ts';
import { attachParts, checkLake, open, refreshLake, type LakeHandle } from '../../src/index.ts';
import { simulateStore } from '../../src/light.ts';
import { temporaryFolder } from '../folder.ts';
import { expectKeys } from './key-index.ts';

const passphrase = 'Key Index Network';
const store = join(temporaryFolder(), 'store');
const dir = join(temporaryFolder(), 'lake');
let writer: LakeHandle;
let reader: LakeHandle;

beforeAll(async () => {
  await simulateStore(store, { seed: 'keys', passphrase, ledgers: 90, transactionsPerLedger: 4, mix: 'mixed' });
  writer = await open(dir, { network: passphrase });
  await writer.load(store, { range: { first: 2, last: 40 }, workers: 1 });
  reader = await open(dir, { readOnly: true });
}, 60_000);
afterAll(async () => {
  await reader.close();
  await writer.close();
});

const keyFiles = (lake: string) => readdirSync(join(lake, LOOKUP_FOLDER)).filter((name) => name.endsWith('.keys'));

it('has the keys of what is loaded, for who reads beside the load, too', async () => {
  expect(await expectKeys(reader)).toBeGreaterThan(20);
  await writer.load(store, { range: { first: 60, last: 91 }, workers: 1 });
  await expectKeys(reader);
  await writer.load(store, { workers: 1 });
  await expectKeys(reader);
  await expectKeys(writer);
  expect((await reader.status()).unindexed).toEqual([]);
});

it('goes into another lake with a part, file by file', async () => {
  const whole = join(temporaryFolder(), 'whole');
  await writer.close();
  await attachParts(whole, [dir]);
  expect(keyFiles(whole)).not.toEqual([]);
  const lake = await open(whole, { readOnly: true });
  await expectKeys(lake);
  await lake.close();
  writer = await open(dir);
});

it('gets from the next load what one left out that was killed after its commit', async () => {
  const killed = join(temporaryFolder(), 'killed');
  const first = await open(killed, { network: passphrase });
  await first.load(store, { range: { first: 2, last: 20 }, workers: 1 });
  await first.close();
  for (const name of keyFiles(killed)) rmSync(join(killed, LOOKUP_FOLDER, name));
  const next = await open(killed);
  expect((await next.status()).unindexed).toEqual([{ first: 2, last: 20 }]);
  await next.load(store, { range: { first: 21, last: 30 }, workers: 1 });
  expect((await next.status()).unindexed).toEqual([]);
  await expectKeys(next);
  await next.close();
});

it('is made of bronze where there are only files of an earlier build, or of other columns', async () => {
  const account = `select source_account as key from bronze.history_operations group by all order by count(*), 1 limit 5`;
  const keys = (await writer.rows(account)).map(({ key }) => key as string);
  const ask = async () => {
    const found: unknown[] = [];
    for (const key of keys) {
      const sql = 'select id from bronze.history_operations where source_account = $1 order by id';
      found.push(await reader.rows(sql, { parameters: [key] }));
    }
    return found;
  };
  const before = await ask();
  const others = keyFiles(dir).map((name) => name.replace(/\.\w{8}\.keys$/, '.00000000.keys'));
  for (const [i, name] of keyFiles(dir).entries())
    renameSync(join(dir, LOOKUP_FOLDER, name), join(dir, LOOKUP_FOLDER, others[i]));
  await reader.close();
  reader = await open(dir, { readOnly: true });
  expect((await reader.status()).unindexed).toEqual([{ first: 2, last: 91 }]);
  expect(await ask()).toEqual(before);
  expect(await refreshLake(writer.lake)).toEqual({ segments: 0, parts: 0, failed: [], indexed: 90 });
  expect(await refreshLake(writer.lake)).toMatchObject({ indexed: 0 });
  // Those of other columns go when their ledgers are there.
  expect(keyFiles(dir).filter((name) => others.includes(name))).toEqual([]);
  await expectKeys(reader);
  expect(await ask()).toEqual(before);
});

it('is compared with bronze by a check, which names what it lacks and what it has beyond', async () => {
  const check = () => checkLake(writer.lake, { names: ['key_index'] });
  expect(await check()).toMatchObject([{ name: 'key_index', broken: 0, examples: [] }]);
  const [{ key, ledger }] = await writer.rows(
    'select account as key, ledger_sequence as ledger from bronze.history_transactions order by id desc limit 1',
  );
  const rows = Buffer.alloc(ROW_BYTES);
  rows.writeUIntBE(keyOfText(String(key)), 0, 6);
  rows.writeUInt32BE(3, 6);
  rows.writeUInt16BE(0x8000, 10);
  for (const name of keyFiles(dir)) rmSync(join(dir, LOOKUP_FOLDER, name));
  saveRun(join(dir, LOOKUP_FOLDER), keyRun({ first: 2, last: 91, rows })).close!();
  const [{ broken, examples }] = await check();
  expect(broken).toBeGreaterThan(100);
  expect(examples).toHaveLength(5);
  expect(examples[0]).toMatchObject({
    status: 'broken',
    fact: 'rows of the index',
    expected: expect.stringMatching(/^[a-z_]+(, [a-z_]+)*$/) as unknown,
    found: null,
  });
  const [{ examples: all }] = await checkLake(writer.lake, { names: ['key_index'], examples: broken });
  const ofKey = all.filter(({ entity }) => entity === key);
  expect(ofKey.map(({ ledger: told }) => told)).toContain(Number(ledger));
  expect(ofKey.filter(({ ledger: told }) => told === 3)).toMatchObject([{ found: 'holding' }]);
  for (const name of keyFiles(dir)) rmSync(join(dir, LOOKUP_FOLDER, name));
  await refreshLake(writer.lake);
  expect(await check()).toMatchObject([{ broken: 0 }]);
});

it('is asked no more where there is none', async () => {
  rmSync(join(dir, LOOKUP_FOLDER), { recursive: true });
  await reader.close();
  reader = await open(dir, { readOnly: true });
  const run = { key: 'NOBODY', kinds: 1, first: 0, last: 100, isDescending: true, count: 5 };
  expect(await reader.lake.ledgersOfKey(run)).toBeUndefined();
  expect((await reader.status()).unindexed).toEqual([{ first: 2, last: 91 }]);
});
