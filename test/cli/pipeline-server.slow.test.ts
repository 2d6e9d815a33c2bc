import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { finish, ledgerlake, sample, start } from './command.ts';

const dir = temporaryFolder();
const KEY = 'the-key-of-the-test';
let server: ReturnType<typeof start>;
let address: string;

function definition(name: string, start = '2'): string {
  const path = join(dir, `${name}.yaml`);
  writeFileSync(
    path,
    `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: ${name}}
spec:
  network: testnet
  startLedger: "${start}"
  endLedger: "60"
  processors: [{type: latest_ledger}]
  consumers: [{type: jsonl, config: {path: ${join(dir, `${name}.jsonl`)}}}]
`,
  );
  return path;
}

const rowsOf = (name: string) =>
  readFileSync(join(dir, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n').length;

beforeAll(async () => {
  const words = ['serve', '--store', sample, '--data-dir', join(dir, 'data'), '--endpoint', '127.0.0.1:0'];
  words.push('--pipeline-files', dir);
  server = start(words, { env: { LEDGERLAKE_API_KEYS: `${KEY}@team` } });
  for await (const text of createInterface(server.stderr)) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
    if (url === undefined || !text.includes('serving')) continue;
    address = url;
    break;
  }
  server.stderr.resume();
});

afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill();
  await ended;
});

const apply = (key: string, ...words: string[]) =>
  finish(start(['pipeline', 'apply', ...words, '--server', address], { env: { LEDGERLAKE_API_KEY: key } }));

async function statusOf(id: string): Promise<{ status: string; current_ledger: number | null }> {
  const headers = { Authorization: `Api-Key ${KEY}` };
  const response = await fetch(`${address}/api/v1/flow/pipelines/${id}/`, { headers });
  return (await response.json()) as { status: string; current_ledger: number | null };
}

describe('pipeline apply', () => {
  it('makes a pipeline, which the server runs to its end, and says when nothing changes', async () => {
    const path = definition('applied');
    expect((await apply(KEY, path, '--dry-run')).stderr).toContain(`created: ${path}`);
    const { code, stdout } = await apply(KEY, path, '--start', '--json');
    const { action, pipeline_id: id } = JSON.parse(stdout) as { action: string; pipeline_id: string };
    expect([code, action]).toEqual([0, 'created']);
    await expect
      .poll(() => statusOf(id), { timeout: 60_000 })
      .toMatchObject({ status: 'completed', current_ledger: 60 });
    expect(rowsOf('applied')).toBe(59);
    expect(await apply(KEY, path)).toMatchObject({ code: 0, stderr: `unchanged: applied is completed (${id})\n` });
  });

  it('gives a file to the server or to a run beside it, and names who has it', async () => {
    const path = definition('shared');
    const words = ['pipeline', 'run', path, '--store', sample, '--data-dir', join(dir, 'beside')];
    writeFileSync(path, readFileSync(path, 'utf8').replace('endLedger: "60"', ''));
    const beside = start(words);
    onTestFinished(() => void beside.kill('SIGKILL'));
    await expect.poll(() => existsSync(join(dir, 'shared.jsonl')), { timeout: 30_000 }).toBe(true);
    const { stdout } = await apply(KEY, path, '--start', '--json');
    const { pipeline_id: id } = JSON.parse(stdout) as { pipeline_id: string };
    const message = (pid?: number) =>
      `jsonl: ${join(dir, 'shared.jsonl')} is in use by process ${pid}; stop it, or name another file or folder`;
    await expect
      .poll(() => statusOf(id), { timeout: 30_000 })
      .toMatchObject({ status: 'failed', error: `file_in_use: ${message(beside.pid)}` });
    beside.kill('SIGKILL');
    await once(beside, 'exit');
    rmSync(join(dir, 'shared.jsonl'));
    await apply(KEY, path, '--start');
    await expect
      .poll(() => statusOf(id), { timeout: 30_000 })
      .toMatchObject({ status: 'running', current_ledger: 129 });
    const { code, stderr } = await ledgerlake(...words);
    expect([code, stderr.includes(message(server.pid))]).toEqual([1, true]);
  });

  it('prints findings with their place, and fails', async () => {
    const { code, stdout, stderr } = await apply(KEY, definition('wrong', '60'));
    expect(code).toBe(1);
    expect(stdout).toContain(`wrong.yaml:7:14: error end_not_greater at spec.endLedger`);
    expect(stderr).toContain('(400)');
  });

  it('says who refuses, or does not answer', async () => {
    expect(await apply('another key', definition('refused'))).toMatchObject({
      code: 1,
      stderr: 'invalid API key (403)\n',
    });
    const words = ['pipeline', 'apply', definition('refused'), '--server'];
    expect((await ledgerlake(...words, 'http://127.0.0.1:1')).stderr).toContain(
      'no server of pipelines answers at http://127.0.0.1:1',
    );
    expect((await ledgerlake(...words, 'somewhere')).code).toBe(2);
  });
});

describe('pipeline run --lake', () => {
  it('reads what the lake was loaded from again', async () => {
    const lake = join(dir, 'lake');
    await ledgerlake('ingest', sample, '--lake', lake, '--range', '2:5');
    const report = await ledgerlake(
      'pipeline',
      'run',
      definition('of-lake'),
      '--lake',
      lake,
      '--data-dir',
      join(dir, 'own'),
    );
    expect(report.code).toBe(0);
    expect(rowsOf('of-lake')).toBe(59);
  });

  it('refuses a lake whose ledgers are gone, and neither or both of lake and store', async () => {
    const words = ['pipeline', 'run', definition('nowhere'), '--data-dir', join(dir, 'own')];
    const gone = await ledgerlake(...words, '--lake', join(dir, 'none'));
    expect(gone.code).toBe(1);
    expect(gone.stderr).toContain('are not on this machine: name a store');
    expect((await ledgerlake(...words)).code).toBe(2);
    expect((await ledgerlake(...words, '--lake', dir, '--store', sample)).code).toBe(2);
  });
});
