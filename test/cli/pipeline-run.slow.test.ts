import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { ledgerlake, sample } from './command.ts';

const dir = temporaryFolder();

function definition(name: string, processor: string, end = 20): string {
  const path = join(dir, `${name}.yaml`);
  const text = `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: ${name}}
spec:
  network: testnet
  startLedger: genesis
  endLedger: ${end}
  processors: [{type: ${processor}}]
  consumers: [{type: jsonl, config: {path: ${join(dir, name)}.jsonl}}]
`;
  writeFileSync(path, text);
  return path;
}

const run = (...words: string[]) =>
  ledgerlake('pipeline', 'run', ...words, '--store', sample, '--data-dir', join(dir, 'data'));
const records = (name: string) => readFileSync(join(dir, `${name}.jsonl`), 'utf8').split('\n').length - 1;

it('runs several definitions, each to its end', async () => {
  const { code, stdout } = await run(
    definition('ledgers', 'latest_ledger'),
    definition('some', 'trades', 10),
    '--json',
  );
  const wanted = [
    { name: 'ledgers', status: 'completed', current_ledger: 20, ledgers: 19 },
    { name: 'some', status: 'completed', current_ledger: 10, ledgers: 9 },
  ];
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ pipelines: wanted });
  expect(records('ledgers')).toBe(19);
});

it('ends all when one fails, and says why', async () => {
  const beyond = definition('beyond', 'latest_ledger', 100_000);
  const { code, stderr } = await run(definition('within', 'latest_ledger', 60), beyond);
  expect(code).not.toBe(0);
  expect(stderr).toContain('ledgers 2 to 100000 are not all in');
});

it('prints warnings, and reports those of the run', async () => {
  const path = definition('warned', 'latest_ledger', 5);
  const config = '{redis_address: "redis.example.com:1", sink: mapped}';
  const text = readFileSync(path, 'utf8')
    .replace('startLedger: genesis', 'startLedger: 1')
    .replace(/consumers: .*/, `consumers: [{type: save_latest_ledger_redis, config: ${config}}]`);
  writeFileSync(path, text);
  const { code, stdout, stderr } = await run(path, '--json');
  expect(code).toBe(0);
  expect(stderr).toContain(`${path}:6:16: warning genesis_ledger at spec.startLedger: `);
  expect(JSON.parse(stdout)).toMatchObject({ warnings: [{ code: 'mapped_consumer', path: 'spec.consumers[0]' }] });
  const again = await run(path, '--from-start');
  expect(again.stderr.split('and to no server')).toHaveLength(2);
  const file = join(dir, 'data/pipelines/warned.duckdb');
  expect(again.stderr.trimEnd().split('\n').at(-1)).toContain(` in ${file}`);
});

it('refuses two definitions of one pipeline', async () => {
  const file = definition('twice', 'latest_ledger');
  const { code, stderr } = await run(file, file);
  expect(code).toBe(2);
  expect(stderr).toContain(`${file} and ${file} define the same pipeline, twice`);
});
