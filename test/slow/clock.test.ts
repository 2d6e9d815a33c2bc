/** A wall clock that jumps by years: loads, merges, pipelines and cursors do not look at it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../src/index.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import { temporaryFolder } from '../folder.ts';
import { startImported } from '../server/process.ts';
import { fingerprint } from '../stores/lakes.ts';
import { main } from '../main.ts';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
const clock = ['--import', join(import.meta.dirname, 'jumping-clock.ts')];
const sample = join(root, 'data/sample');

function run(imports: readonly string[], ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [...imports, main, ...args], { encoding: 'utf8' });
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
}

const load = (imports: readonly string[], lake: string, ...more: readonly string[]) =>
  run(imports, 'ingest', sample, '--lake', at(lake), '--workers', '1', '--json', ...more);

const definition = (path: string) => `
apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: clock}
spec:
  network: testnet
  startLedger: genesis
  endLedger: "129"
  processors: [{type: operations}]
  consumers: [{type: jsonl, config: {path: ${path}}}]
`;

describe('a wall clock that jumps', { timeout: 600_000 }, () => {
  beforeAll(() => {
    load([], 'whole');
    run([], 'compact', '--lake', at('whole'));
  });

  it.each([[[]], [['--follow', '--range', '2:129']]])('leaves a load as it is: ingest %j', async (more) => {
    const lake = more.length > 0 ? 'followed' : 'loaded';
    load(clock, lake, ...more);
    run(clock, 'compact', '--lake', at(lake));
    if (more.length === 0) expect(fingerprint(at(lake))).toEqual(fingerprint(at('whole')));
    const opened = await open(at(lake), { readOnly: true });
    expect((await verifyFiles(opened.lake)).problems).toEqual([]);
    const [row] = await opened.rows('select count(*)::integer as ledgers from bronze.history_ledgers');
    expect(row).toEqual({ ledgers: 128 });
    await opened.close();
  });

  it('leaves the rows of a pipeline as they are', () => {
    for (const [name, imports] of [
      ['plain', []],
      ['jumping', clock],
    ] as const) {
      mkdirSync(at(name));
      const file = join(at(name), 'pipeline.yaml');
      writeFileSync(file, definition(join(at(name), 'rows.jsonl')));
      run(imports, 'pipeline', 'run', file, '--store', sample, '--data-dir', join(at(name), 'data'));
    }
    const rows = (name: string) => readFileSync(join(at(name), 'rows.jsonl'), 'utf8');
    expect(rows('plain').length).toBeGreaterThan(0);
    expect(rows('jumping')).toBe(rows('plain'));
  });

  it('takes the cursors that a server gave', async () => {
    const args = ['--lake', at('whole'), '--auth', 'off', '--data-dir', at('data')];
    const server = await startImported(clock, ...args);
    try {
      const url = `http://127.0.0.1:${server.port}`;
      const ids: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const path = `/lake/v1/local/api/v1/silver/operations/enriched?limit=200${cursor && `&cursor=${cursor}`}`;
        const answer = await fetch(new URL(path, url));
        const body = (await answer.json()) as { data: { operation_id: string }[]; cursor?: string; error?: string };
        expect({ status: answer.status, error: body.error }).toEqual({ status: 200, error: undefined });
        ids.push(...body.data.map((row) => row.operation_id));
        ({ cursor } = body);
      }
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThan(200);
    } finally {
      await server.stop();
    }
  });
});
