import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import {
  checkLake,
  decodeTables,
  exportTable,
  followStore,
  inspectStore,
  mirrorStore,
  open,
  openStore,
  planMirror,
  readLedgers,
  type ExportOptions,
  type Network,
} from '../../src/index.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const network = 'Ledgerlake Sample Network ; 2026';
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-options-'));
const bytes = readFileSync(join(sample, 'FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst'));
const store = await openStore(sample);

afterAll(() => rmSync(folder, { recursive: true }));

let lakes = 0;
async function newLake() {
  return open(join(folder, `lake-${lakes++}`), { network });
}

async function exported(options: Partial<ExportOptions>): Promise<number[]> {
  const output = new PassThrough();
  const printed = text(output);
  await exportTable(store, { table: 'history_ledgers', network, format: 'ndjson', output, ...options });
  output.end();
  return (await printed)
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { sequence: number }).sequence);
}

/** What a program in JavaScript may pass. */
const untyped = <T>(options: unknown) => options as T;

describe('what is no store', () => {
  it('is refused with words by all that takes one', async () => {
    const { lake, close } = await newLake();
    const address = untyped<typeof store>(sample);
    const refused = (name: string) => `${name} takes a store, which openStore gives, not "${sample}"`;
    const options = { network, table: 'accounts', format: 'csv', output: new PassThrough() } as const;
    await expect(readLedgers(address, { network }).next()).rejects.toThrow(refused('readLedgers'));
    await expect(exportTable(address, options)).rejects.toThrow(refused('exportTable'));
    await expect(inspectStore(address)).rejects.toThrow(refused('inspectStore'));
    await expect(planMirror(address, join(folder, 'mirror'))).rejects.toThrow(refused('planMirror'));
    await expect(followStore(lake, address)).rejects.toThrow(refused('followStore'));
    expect(() => decodeTables(untyped(undefined), { network })).toThrow(
      'decodeTables takes the bytes of a ledger file',
    );
    await close();
  });
});

describe('a range as text', () => {
  it('is the same as by its ends, in all that takes one', async () => {
    const lake = await newLake();
    expect((await lake.load(sample, { range: '50:+3' })).ledgers).toBe(3);
    expect((await lake.status()).ranges).toEqual([{ first: 50, last: 52, ledgers: 3 }]);
    expect((await followStore(lake.lake, store, { range: '52:54' })).ledgers).toBe(2);
    await lake.close();
    const read = [];
    for await (const { sequence } of readLedgers(store, { network, range: '50:52' })) read.push(sequence);
    expect(read).toEqual([50, 51, 52]);
    expect(await exported({ range: '50:52' })).toEqual([50, 51, 52]);
    expect((await store.list(untyped({ range: '50:52' }))).objects).toHaveLength(1);
    expect((await store.list(untyped({ range: '-5:' }))).objects).toHaveLength(1);
    await expect(store.list(untyped({ range: 'newest' }))).rejects.toMatchObject({ name: 'UsageError' });
    expect(await inspectStore(store, { range: '50:52' })).toMatchObject({ first: 50, last: 59, objects: 1 });
    expect((await planMirror(store, join(folder, 'mirror'), { range: '50:52' })).objects).toHaveLength(1);
  });

  it.each([
    ['63092982-63092983', /^range "63092982-63092983" cannot be read: a range is FIRST:LAST/],
    [
      { first: '50' },
      /^range {"first":"50"} cannot be read: it has whole numbers first and last, or newest, or is a text;/,
    ],
    [{ from: 50 }, /^range {"from":50} cannot be read/],
    [[50, 52], /^range \[50,52\] cannot be read/],
    [50, /^range 50 cannot be read/],
    [null, /^range null cannot be read/],
    [{ first: 52, last: 50 }, 'the first ledger 52 is above the last ledger 50'],
  ])('is not %j, which loads nothing', async (range, message) => {
    const lake = await newLake();
    const refusal = { name: 'UsageError', message: expect.stringMatching(message) as string };
    await expect(lake.load(sample, untyped({ range }))).rejects.toMatchObject(refusal);
    await expect(readLedgers(store, untyped({ network, range })).next()).rejects.toMatchObject(refusal);
    await expect(exported(untyped({ range }))).rejects.toMatchObject(refusal);
    expect((await lake.status()).ranges).toEqual([]);
    await lake.close();
  });
});

describe('a network', () => {
  it('has the same forms in all that takes one', async () => {
    for (const form of [network, `passphrase:${network}`, { passphrase: network }]) {
      const lake = await open(join(folder, 'same'), { network: form });
      expect(lake.lake.network).toBe(network);
      await lake.close();
      expect(await exported({ network: form, range: '2' })).toEqual([2]);
      expect(decodeTables(bytes, { network: form }).get('history_ledgers')!.numRows).toBe(8);
      expect((await readLedgers(store, { network: form }).next()).value).toMatchObject({ sequence: 2 });
    }
  });

  it.each(['pubnett', undefined, {}])('is not %j, which makes no lake', async (network) => {
    const dir = join(folder, 'none');
    const wrong = { network: untyped<Network>(network) };
    const refusal = { name: 'UsageError', message: expect.stringMatching(/^(no network given|unknown network)/) };
    const opened = open(dir, wrong);
    await expect(opened).rejects.toMatchObject(network === undefined ? { name: 'LakeError' } : refusal);
    expect(existsSync(dir)).toBe(false);
    expect(() => decodeTables(bytes, wrong)).toThrow(expect.objectContaining(refusal));
    await expect(readLedgers(store, wrong).next()).rejects.toMatchObject(refusal);
    await expect(exported(wrong)).rejects.toMatchObject(refusal);
  });
});

describe('an option that there is not', () => {
  it('is told by what takes no network', async () => {
    const { lake, close } = await newLake();
    const refused = (name: string) => ({
      name: 'UsageError',
      message: expect.stringMatching(`^${name} has no option`),
    });
    await expect(followStore(lake, store, untyped({ rnage: '2' }))).rejects.toMatchObject(refused('followStore'));
    await expect(checkLake(lake, untyped({ nmaes: ['trades'] }))).rejects.toMatchObject(refused('checkLake'));
    await expect(store.list(untyped({ rnage: '2' }))).rejects.toMatchObject(refused('list'));
    await close();
  });

  const misspelt = { network, rnage: '50:52' };

  it.each<[string, () => unknown]>([
    ['open', () => open(join(folder, 'none'), untyped(misspelt))],
    ['decodeTables', () => decodeTables(bytes, untyped(misspelt))],
    ['readLedgers', () => readLedgers(store, untyped(misspelt)).next()],
    ['inspectStore', () => inspectStore(store, untyped(misspelt))],
    ['planMirror', () => planMirror(store, join(folder, 'mirror'), untyped(misspelt))],
    [
      'mirrorStore',
      async () => mirrorStore(store, join(folder, 'mirror'), await planMirror(store, folder), untyped(misspelt)),
    ],
    ['exportTable', () => exported(untyped(misspelt))],
  ])('is told by %s', async (name, call) => {
    await expect(async () => call()).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(new RegExp(`^${name} has no option "rnage", only .*network`)) as string,
    });
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it('is told by load', async () => {
    const lake = await newLake();
    await expect(lake.rows(untyped(undefined))).rejects.toThrow('the SQL is undefined, expected a text');
    expect(() => lake.stream('select 1', untyped({ rnage: 1 }))).toThrow('stream has no option "rnage"');
    await expect(lake.query('select 1', untyped({ rnage: 1 }))).rejects.toThrow('query has no option "rnage"');
    await expect(lake.load(sample, untyped({ rnage: '50:52' }))).rejects.toThrow(
      'load has no option "rnage", only withXdr',
    );
    await lake.close();
  });
});

describe('decodeTables', () => {
  it('gives batches that JSON.stringify takes', () => {
    const batch = decodeTables(bytes, { network, tables: ['history_ledgers'] }).get('history_ledgers')!;
    expect(JSON.parse(JSON.stringify(batch))).toHaveLength(8);
    expect(JSON.parse(JSON.stringify(batch.toArray()))[0]).toMatchObject({ total_coins: '1000000000000000000' });
  });
});

describe('options that are missing', () => {
  it('are told in words', async () => {
    const missing = (name: string) => new RegExp(`^the options of ${name} are missing, expected an object with`);
    expect(() => decodeTables(bytes, untyped(undefined))).toThrow(missing('decodeTables'));
    await expect(readLedgers(store, untyped(undefined)).next()).rejects.toThrow(missing('readLedgers'));
    await expect(exportTable(store, untyped(undefined))).rejects.toThrow(missing('exportTable'));
    await expect(open(untyped(undefined))).rejects.toMatchObject({ name: 'UsageError' });
    await expect(open(join(folder, 'none'), untyped('pubnet'))).rejects.toThrow('the options of open are "pubnet"');
    await expect(exportTable(store, untyped({ table: 'accounts', network, format: 'csv' }))).rejects.toThrow(
      'has no output',
    );
    await expect(exported(untyped({ format: undefined }))).rejects.toThrow(/^format is missing, expected one of/);
    await expect(exported(untyped({ format: 'tsv' }))).rejects.toThrow(/^format is "tsv", expected one of/);
    const lake = await newLake();
    await expect(lake.load(untyped(undefined))).rejects.toThrow('no store given');
    await lake.close();
  });
});
