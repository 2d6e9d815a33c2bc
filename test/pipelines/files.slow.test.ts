import { execFileSync } from 'node:child_process';
import { appendFile, lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, selectRows } from '../../src/lake/duckdb/duckdb.ts';
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
    // It ends before its first checkpoint.
    const stop = new AbortController();
    const told = { signal: stop.signal, onProgress: () => stop.abort() };
    const stopped = run(name, '20', { type, config: { ...config, path } }, told);
    await expect(stopped).rejects.toThrow('aborted');
    await writeFile(path, 'half of a batch');
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

describe('a file with other columns than rows to come', () => {
  const other = [{ type: 'raw_transactions' }];

  it.each([
    ['csv', {}, other, {}],
    ['csv', {}, processors, { delimiter: ';' }],
    ['arrow', {}, other, {}],
  ])('is left as it is: %s %j %j %j', async (type, before, next, after) => {
    const name = `columns of ${type}${JSON.stringify(after).length}`;
    const path = join(folder, `${name}.out`);
    const to = (file: string, config: object) => [{ type, config: { ...config, path: file } }];
    await run(name, '20', to(path, before)[0]);
    await appendFile(path, 'half of a batch');
    const kept = await readFile(path);
    const further = (file: string, options: object = {}) =>
      runPipeline(definitionOf({ name, end: '40', processors: next, consumers: to(file, after) }), {
        store,
        dataDir: folder,
        ...options,
      });
    await expect(further(path)).rejects.toMatchObject({
      message: `${type}: ${path} has other columns, or another form, than rows to come: name another path, or move it away and begin with from=start (--from-start)`,
      fields: { code: 'sink_schema_conflict', component: type },
    });
    expect(await readFile(path)).toEqual(kept);
    const { ledgers } = await further(`${path}.2`);
    expect(ledgers).toBe(20);
    await rm(path);
    expect((await further(path, { from: 'start' })).ledgers).toBe(39);
  });

  it('is none of JSON, whose rows say their columns', async () => {
    const path = join(folder, 'columns.jsonl');
    await run('columns', '20', { type: 'jsonl', config: { path } });
    const consumers = [{ type: 'jsonl', config: { path } }];
    const definition = definitionOf({ name: 'columns', end: '40', processors: other, consumers });
    await runPipeline(definition, { store, dataDir: folder });
    expect(lines(await readFile(path)).length).toBeGreaterThan(19);
  });

  it('is one of several files of Parquet, which are read by name', async () => {
    const dir = join(folder, 'by-name');
    await run('by name', '20', { type: 'parquet', config: { dir } });
    const [name] = await readdir(join(dir, 'latest_ledger'));
    const file = join(dir, 'latest_ledger', name);
    const [{ kept }] = await select(`select count(*)::int as kept from '${file}'`);
    await select(`copy (select * exclude (hash) from '${file}') to '${file}' (format parquet)`);
    await run('by name', '40', { type: 'parquet', config: { dir } });
    const sql = `select count(*)::int as rows, count(hash)::int as hashes from read_parquet('${dir}/latest_ledger/*.parquet', union_by_name = true)`;
    expect(await select(sql)).toEqual([{ rows: 39, hashes: 39 - Number(kept) }]);
  });
});

describe('what a consumer did not write', () => {
  it.each([
    ['jsonl', 'path', 'other.jsonl', ''],
    ['parquet', 'dir', 'other', 'latest_ledger'],
  ])('is not removed: %s', async (type, field, name, table) => {
    const path = join(folder, name);
    const consumer = { type, config: { [field]: path } };
    await run(`first of ${type}`, '20', consumer);
    for (const from of ['checkpoint', 'start']) {
      await expect(run(`second of ${type}`, '40', consumer, { from })).rejects.toMatchObject({
        message: `${type}: ${join(path, table)}: what is there was not written by this consumer, and would be lost; name another file or folder, or move it away`,
        fields: { code: 'file_exists', component: type },
      });
    }
    const next = await runPipeline(
      definitionOf({ name: `first of ${type}`, end: '40', processors, consumers: [consumer] }),
      { store, dataDir: folder },
    );
    expect(next.ledgers).toBe(20);
    await run(`first of ${type}`, '40', consumer, { from: 'start' });
  });
});

describe('a link to a file', () => {
  it('stays, and what it leads to has one consumer', async () => {
    const [real, link] = ['real.jsonl', 'link.jsonl'].map((name) => join(folder, name));
    await symlink('real.jsonl', link);
    const consumer = { type: 'jsonl', config: { path: link } };
    const other = { type: 'jsonl', config: { path: '${FILE}' } };
    const both = definitionOf({ name: 'linked twice', end: '20', processors, consumers: [consumer, other] });
    await expect(runPipeline(both, { store, dataDir: folder, secret: () => real })).rejects.toMatchObject({
      fields: { code: 'file_in_use' },
    });
    await run('linked', '20', consumer);
    await run('linked', '20', consumer, { from: 'start' });
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(lines(await readFile(real))).toHaveLength(19);
  });
});

describe('what is no file', () => {
  it('is refused, and stays', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const started = run('pipe', '20', { type: 'jsonl', config: { path } });
    await expect(started).rejects.toMatchObject({
      message: `jsonl: ${path} is a folder, a device or a pipe: name a file, or use the consumer stdout`,
      fields: { code: 'not_a_file', component: 'jsonl' },
    });
    expect((await lstat(path)).isFIFO()).toBe(true);
  });
});

describe('a DuckDB file', () => {
  it.each([false, true])('is no file of records: before %s', async (isFirst) => {
    const path = join(folder, `records-${isFirst}`);
    const consumers = [
      { type: 'jsonl', config: { path } },
      { type: 'duckdb', config: { path: '${FILE}' } },
    ];
    const definition = definitionOf({
      name: `records ${isFirst}`,
      end: '20',
      processors,
      consumers: isFirst ? consumers.reverse() : consumers,
    });
    const both = runPipeline(definition, { store, dataDir: folder, secret: () => path });
    await expect(both).rejects.toMatchObject({ fields: { code: 'file_in_use' } });
  });
});
