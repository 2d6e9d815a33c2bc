import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabaseFile, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { definitionOf } from './definition.ts';
import { main } from '../main.ts';

const root = resolve(import.meta.dirname, '../..');
const sample = join(root, 'data/sample');
let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'ledgerlake-faults-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function select(path: string, sql: string): Promise<Record<string, unknown>[]> {
  const instance = await openDatabaseFile(path);
  const connection = await instance.connect();
  const rows = await selectRows(connection, sql);
  connection.closeSync();
  instance.closeSync();
  return rows;
}

const eventsOf = (path: string) => select(path, 'select id from contract_events order by id');
const into = (path: string) => ({ type: 'duckdb', config: { path } });

describe('a damaged ledger file', () => {
  it('stops the run behind what is whole, and the run goes on when it is put right', async () => {
    const store = join(folder, 'store');
    await cp(sample, store, { recursive: true });
    const damaged = join(store, 'FFFFFFCD--50-99/FFFFFFC3--60-69.xdr.zst');
    const right = await readFile(damaged);
    await writeFile(damaged, right.subarray(0, right.length / 2));
    const path = join(folder, 'damaged.duckdb');
    const definition = definitionOf({ name: 'damaged', end: '129', consumers: [into(path)] });
    await expect(runPipeline(definition, { store, dataDir: folder })).rejects.toThrow('60-69.xdr.zst');
    const [mark] = await select(path, 'select ledger from ledgerlake_checkpoints');
    expect(Number(mark?.['ledger'] ?? 0)).toBeLessThan(60);
    await writeFile(damaged, right);
    await runPipeline(definition, { store, dataDir: folder });
    const whole = join(folder, 'whole.duckdb');
    await runPipeline(definitionOf({ name: 'whole', end: '129', consumers: [into(whole)] }), {
      store,
      dataDir: folder,
    });
    expect(await eventsOf(path)).toEqual(await eventsOf(whole));
  });
});

describe('a consumer that comes later', () => {
  it('gets what the others have, and they get nothing twice', async () => {
    const paths = ['first', 'second'].map((name) => join(folder, `${name}.duckdb`));
    const first = definitionOf({ name: 'later', end: '40', consumers: [into(paths[0])] });
    await runPipeline(first, { store: sample, dataDir: folder });
    const both = definitionOf({ name: 'later', end: '60', consumers: paths.map(into) });
    const report = await runPipeline(both, { store: sample, dataDir: folder });
    expect(report.currentLedger).toBe(60);
    expect(await eventsOf(paths[0])).toEqual(await eventsOf(paths[1]));
  });
});

describe('a store of another chain', () => {
  it('is refused behind a checkpoint', async () => {
    const path = join(folder, 'chain.duckdb');
    const consumers = [into(path)];
    await runPipeline(definitionOf({ name: 'chain', end: '20', consumers }), { store: sample, dataDir: folder });
    const instance = await openDatabaseFile(path);
    const connection = await instance.connect();
    await connection.run(`update ledgerlake_checkpoints set ledger_hash = repeat('0', 64)`);
    connection.closeSync();
    instance.closeSync();
    const again = runPipeline(definitionOf({ name: 'chain', end: '40', consumers }), {
      store: sample,
      dataDir: folder,
    });
    await expect(again).rejects.toMatchObject({ fields: { code: 'other_chain' } });
  });
});

describe('a table that somebody else made', () => {
  it('is left as it is, and named', async () => {
    const path = join(folder, 'other.duckdb');
    const instance = await openDatabaseFile(path);
    const connection = await instance.connect();
    await connection.run('create table contract_events (id varchar)');
    connection.closeSync();
    instance.closeSync();
    const run = runPipeline(definitionOf({ name: 'other', end: '20', consumers: [into(path)] }), {
      store: sample,
      dataDir: folder,
    });
    await expect(run).rejects.toMatchObject({ fields: { code: 'sink_schema_conflict' } });
    await expect(run).rejects.toThrow('contract_events');
  });
});

describe('Ctrl-C', () => {
  it('ends a run that follows at a checkpoint', async () => {
    const path = join(folder, 'follow.duckdb');
    const file = join(folder, 'follow.yaml');
    const { spec, ...head } = definitionOf({ name: 'follow', consumers: [into(path)] });
    await writeFile(file, JSON.stringify({ ...head, spec }));
    const args = [main, 'pipeline', 'run', file, '--store', 'data/sample', '--data-dir', folder];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes('waiting for ledger 130') && !child.killed) child.kill('SIGINT');
    });
    const [code] = (await once(child, 'exit')) as [number];
    expect(said).toContain('stopped: 128 ledgers, up to ledger 129');
    expect(code).toBe(130);
    expect(await select(path, 'select ledger::integer as ledger from ledgerlake_checkpoints')).toEqual([
      { ledger: 129 },
    ]);
  });
});
