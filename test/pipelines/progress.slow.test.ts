/** What a run tells of itself while it lasts, and what it leaves out. */
import { cpSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { RunProgress } from '../../src/pipelines/run/options.ts';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { temporaryFolder } from '../folder.ts';
import { definitionOf } from './definition.ts';

const store = resolve(import.meta.dirname, '../../data/sample');

it('tells where it writes before it writes, each processor by itself, and the last ledger when that is written', async () => {
  const dataDir = temporaryFolder();
  const processors = [{ type: 'contract_event' }, { type: 'latest_ledger' }];
  const consumers = [{ type: 'duckdb', config: { path: join(dataDir, 'told.duckdb') } }];
  const definition = definitionOf({ name: 'told', end: '60', processors, consumers });
  const told: RunProgress[] = [];
  await runPipeline(definition, { store, dataDir, onProgress: (progress) => told.push(progress) });
  const [first, last] = [told[0], told.at(-1)];
  expect([first.ledgers, first.currentLedger, first.outputs[0].kind]).toEqual([0, undefined, 'duckdb']);
  expect(last?.currentLedger).toBe(60);
  const [events, ledgers, written] = last?.components.map(({ recordsOut }) => recordsOut) ?? [];
  expect(ledgers).toBe(59);
  expect(events).toBeGreaterThan(100);
  expect(written).toBe(events + ledgers);
  const again: RunProgress[] = [];
  await runPipeline(definition, { store, dataDir, onProgress: (progress) => again.push(progress) });
  expect(again[0].currentLedger).toBe(60);
});

it('leaves out ledgers of an object that is cut off, where all consumers skip', async () => {
  const dataDir = temporaryFolder();
  const damaged = join(dataDir, 'store');
  cpSync(store, damaged, { recursive: true });
  truncateSync(join(damaged, 'FFFFFFFF--0-49/FFFFFFE1--30-39.xdr.zst'), 2000);
  const run = (name: string, skip: boolean) => {
    const config = { path: join(dataDir, `${name}.jsonl`), ...(skip && { on_error: 'skip' }) };
    const definition = definitionOf({ name, end: '60', consumers: [{ type: 'jsonl', config }] });
    return runPipeline(definition, { store: damaged, dataDir });
  };
  const { status, currentLedger, ledgers, skipped, warnings } = await run('skipping', true);
  expect([status, currentLedger, ledgers]).toEqual(['completed', 60, 49]);
  expect(skipped.map(({ ledger }) => ledger)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
  expect(skipped[0]).toMatchObject({ component: 'source' });
  expect(skipped[0].cause).toContain('truncated or corrupted');
  const message =
    'source: left out what could not be used 10 times, the last time of ledger 39; skipped_ledgers lists why';
  expect(warnings).toEqual([{ code: 'ledger_skipped', path: 'spec', message }]);
  await expect(run('strict', false)).rejects.toThrow('truncated or corrupted');
});

it('lists the last 1000 that were left out, and counts all', async () => {
  const dataDir = temporaryFolder();
  const damaged = join(dataDir, 'store');
  mkdirSync(damaged);
  writeFileSync(join(damaged, '.config.json'), '{"ledgersPerBatch":2048,"batchesPerPartition":1}');
  writeFileSync(join(damaged, 'FFFFFFFF--0-2047.xdr.zst'), 'no ledgers');
  const consumers = [{ type: 'null', config: { on_error: 'skip' } }];
  const definition = definitionOf({ name: 'many', end: '2000', consumers });
  const told: RunProgress[] = [];
  const onProgress = (progress: RunProgress) => told.push(progress);
  const result = await runPipeline(definition, { store: damaged, dataDir, onProgress });
  expect(result).toMatchObject({ status: 'completed', ledgers: 0, recordsSkipped: 1999 });
  expect(result.skipped.map(({ ledger }) => ledger)).toEqual(Array.from({ length: 1000 }, (_, i) => 1001 + i));
  expect(told.at(-1)?.skipped).toEqual(result.skipped);
});

it('tells at a failure what is written by then', async () => {
  const dataDir = temporaryFolder();
  const damaged = join(dataDir, 'store');
  cpSync(store, damaged, { recursive: true });
  truncateSync(join(damaged, 'FFFFFFFF--0-49/FFFFFFE1--30-39.xdr.zst'), 2000);
  const config = { path: join(dataDir, 'failed.duckdb') };
  const definition = definitionOf({
    name: 'failed',
    end: '60',
    processors: [{ type: 'latest_ledger' }],
    consumers: [{ type: 'duckdb', config }],
  });
  const told: RunProgress[] = [];
  const onProgress = (progress: RunProgress) => told.push(progress);
  await expect(runPipeline(definition, { store: damaged, dataDir, onProgress })).rejects.toThrow('truncated');
  const last = told.at(-1);
  expect([last?.currentLedger, last?.outputs[0].tables]).toEqual([29, [{ name: 'latest_ledger', rows: 28 }]]);
});

it('goes on behind an object that has all its ledgers and bytes behind them, where all consumers skip', async () => {
  const dataDir = temporaryFolder();
  const damaged = join(dataDir, 'store');
  cpSync(store, damaged, { recursive: true });
  const file = join(damaged, 'FFFFFFFF--0-49/FFFFFFE1--30-39.xdr.zst');
  writeFileSync(file, zstdCompressSync(Buffer.concat([zstdDecompressSync(readFileSync(file)), Buffer.alloc(3)])));
  const run = (name: string, skip: boolean) => {
    const config = { path: join(dataDir, `${name}.jsonl`), ...(skip && { on_error: 'skip' }) };
    const definition = definitionOf({ name, end: '60', consumers: [{ type: 'jsonl', config }] });
    return runPipeline(definition, { store: damaged, dataDir });
  };
  const { status, ledgers, skipped, warnings } = await run('skipping', true);
  expect([status, ledgers]).toEqual(['completed', 59]);
  expect(skipped).toEqual([
    { component: 'source', ledger: 39, cause: expect.stringContaining('FFFFFFE1--30-39') as string },
  ]);
  expect(warnings).toMatchObject([{ code: 'ledger_skipped', path: 'spec' }]);
  await expect(run('strict', false)).rejects.toThrow(skipped[0].cause);
});
