import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, selectRows } from '../../src/lake/duckdb.ts';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { definitionOf } from './definition.ts';

const store = resolve(import.meta.dirname, '../../data/sample');
let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'ledgerlake-files-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const processors = [{ type: 'latest_ledger' }];

async function run(name: string, end: string, consumer: object, options: object = {}): Promise<void> {
  await runPipeline(definitionOf({ name, end, processors, consumers: [consumer] }), {
    store,
    dataDir: folder,
    ...options,
  });
}

async function select(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await openDatabase();
  const connection = await instance.connect();
  try {
    return await selectRows(connection, sql);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const sequences = Array.from({ length: 39 }, (_, i) => i + 2);

describe.each([
  ['jsonl', {}, (bytes: Buffer) => lines(bytes).map((line) => (JSON.parse(line) as { sequence: number }).sequence)],
  [
    'jsonl',
    { gzip: true },
    (bytes: Buffer) => lines(gunzipSync(bytes)).map((line) => (JSON.parse(line) as { sequence: number }).sequence),
  ],
  [
    'csv',
    {},
    (bytes: Buffer) =>
      lines(bytes)
        .slice(1)
        .map((line) => Number(line.split(',')[0])),
  ],
  ['arrow', {}, (bytes: Buffer) => Array.from(tableFromIPC(bytes).getChild('sequence')!, Number)],
])('consumer %s %j', (type, config, read) => {
  it('writes every row once, whatever a run that was cut off left behind', async () => {
    const name = `${type}${JSON.stringify(config).length}`;
    const path = join(folder, `${name}.out`);
    await run(name, '20', { type, config: { ...config, path } });
    await appendFile(path, 'half of a batch');
    await run(name, '40', { type, config: { ...config, path } });
    expect(read(await readFile(path))).toEqual(sequences);
    await run(name, '40', { type, config: { ...config, path } }, { from: 'start' });
    expect(read(await readFile(path))).toEqual(sequences);
  });
});

const lines = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n').filter(Boolean);

describe('consumer parquet', () => {
  it('writes every row once, and removes files that no checkpoint knows', async () => {
    const dir = join(folder, 'parquet');
    await run('parquet', '20', { type: 'parquet', config: { dir, rows_per_file: 7 } });
    await writeFile(join(dir, 'latest_ledger/21-30.parquet'), 'half');
    await writeFile(join(dir, 'latest_ledger/21-30.parquet.tmp'), 'half');
    await run('parquet', '40', { type: 'parquet', config: { dir } });
    const rows = await select(`select sequence from '${dir}/latest_ledger/*.parquet' order by sequence`);
    expect(rows.map((row) => row['sequence'])).toEqual(sequences);
    expect((await readdir(join(dir, 'latest_ledger'))).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });
});

describe('a file that is shorter than its checkpoint', () => {
  it('is told of', async () => {
    const path = join(folder, 'lost.jsonl');
    await run('lost', '20', { type: 'jsonl', config: { path } });
    await writeFile(path, '');
    await expect(run('lost', '40', { type: 'jsonl', config: { path } })).rejects.toThrow(
      'put it back, or begin with from=start',
    );
  });
});

describe('files of several tables', () => {
  it('are told with * for the name of the table, and found so', async () => {
    const consumers = ['jsonl', 'csv', 'arrow'].map((type) => ({
      type,
      config: { path: join(folder, `all.${type}`) },
    }));
    const definition = definitionOf({ name: 'several', end: '60', consumers });
    const { outputs } = await runPipeline(definition, { store, dataDir: folder });
    expect(outputs.map(({ location }) => location)).toEqual(
      ['jsonl', 'csv', 'arrow'].map((type) => join(folder, `all.*.${type}`)),
    );
    for (const { location, tables } of outputs) {
      for (const { name, rows } of tables) {
        expect([rows > 0, (await readFile(location.replace('*', name))).length > 0]).toEqual([true, true]);
      }
    }
  });
});

describe('a file that another consumer writes to', () => {
  it.each([
    ['jsonl', 'path', 'taken.jsonl'],
    ['arrow', 'path', 'taken.arrow'],
    ['parquet', 'dir', 'taken'],
  ])('is refused: %s', async (type, field, name) => {
    const consumers = [join(folder, name), '${FILE}'].map((file) => ({ type, config: { [field]: file } }));
    const definition = definitionOf({ name: `taken by ${type}`, end: '20', processors, consumers });
    // The same file under another name.
    const secret = () => join(folder, '..', folder.split('/').at(-1)!, name);
    const both = runPipeline(definition, { store, dataDir: folder, secret });
    await expect(both).rejects.toMatchObject({
      fields: { code: 'file_in_use', component: `${type}-2` },
      message: expect.stringContaining('another consumer that runs writes there') as string,
    });
    await run(`alone after ${type}`, '20', consumers[0]);
  });
});
