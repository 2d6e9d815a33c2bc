import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { validate } from '../../../src/pipelines/definition/validate.ts';
import { PipelineStore } from '../../../src/pipelines/store/pipeline-store.ts';
import type { PipelineRecord } from '../../../src/pipelines/store/record.ts';
import { RunLogs } from '../../../src/pipelines/store/run-logs.ts';
import { parseSecretKey, readSecretKey } from '../../../src/pipelines/store/secret-key.ts';
import { Vault } from '../../../src/pipelines/store/vault.ts';
import { flipBit, temporaryFolder } from '../../folder.ts';
import { yamlOf } from '../../server/pipelines/served.ts';

function recordOf(id: string): PipelineRecord {
  const { definition } = validate(yamlOf('a'));
  const now = '2026-01-01T00:00:00.000Z';
  const empty = { literals: [], warnings: [], isReset: false, components: [], outputs: [], skipped: [], runs: [] };
  const about = {
    pipeline_id: id,
    team: 'local',
    status: 'pending',
    revision: 1,
    created_at: now,
    updated_at: now,
  } as const;
  return { ...about, definition: definition!, ...empty };
}

const first = '00000000-0000-4000-8000-000000000001';
const second = '00000000-0000-4000-8000-000000000002';

async function opened(folder: string): Promise<{ store: PipelineStore; damage: string[] }> {
  const damage: string[] = [];
  return { store: await PipelineStore.open(folder, (message) => damage.push(message)), damage };
}

it('keeps pipelines, but for one whose file is damaged, which it names', async () => {
  const folder = temporaryFolder();
  const { store } = await opened(folder);
  await Promise.all([store.save(recordOf(first)), store.save(recordOf(second))]);
  await store.close();
  const path = join(folder, 'definitions', `${first}.json`);
  flipBit(path, 8 * (readFileSync(path, 'utf8').indexOf('"testnet"') + 2));
  const again = await opened(folder);
  expect(again.store.list().map(({ pipeline_id }) => pipeline_id)).toEqual([second]);
  expect(again.damage).toEqual([`pipeline ${first} cannot be read from ${path}: its SHA-256 does not match its text`]);
  expect(again.store.isDamaged(first)).toBe(true);
  await again.store.close();
});

it('finds no half of a file that a crash left', async () => {
  const folder = temporaryFolder();
  const { store } = await opened(folder);
  await store.save(recordOf(first));
  await store.close();
  writeFileSync(join(folder, 'definitions', `${second}.json.tmp`), '{"format":1,');
  const again = await opened(folder);
  expect(again.damage).toEqual([]);
  expect(readdirSync(join(folder, 'definitions'))).toEqual([`${first}.json`]);
  await again.store.close();
});

it('is open once: in this process, and on this machine', async () => {
  const folder = temporaryFolder();
  const { store } = await opened(folder);
  await expect(opened(folder)).rejects.toThrow(
    `another server (process ${process.pid}) runs the pipelines of ${folder}: stop it, or give another --data-dir`,
  );
  const module = join(import.meta.dirname, '../../../src/pipelines/store/pipeline-store.ts');
  const script = `const { PipelineStore } = await import(${JSON.stringify(module)});
    await PipelineStore.open(${JSON.stringify(folder)}, () => {}).catch(({ message }) => console.log(message));`;
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(told).toContain(`another server (process ${process.pid}) runs the pipelines of ${folder}`);
  await store.close();
});

it('keeps the last lines of a log, also after one that a crash cut off', async () => {
  const folder = temporaryFolder();
  const logs = new RunLogs(folder, (error) => expect(error).toBeUndefined());
  const line = (number: number) => ({ time: 't', run_id: 'r', level: 'info' as const, message: String(number) });
  for (let i = 0; i < 2500; i++) logs.add('a', line(i));
  await logs.close();
  const path = join(folder, 'a.jsonl');
  expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(2002);
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"time":"t","ru`);
  const again = new RunLogs(folder, (error) => expect(error).toBeUndefined());
  again.add('a', line(2500));
  const read = await again.read('a');
  expect([read.length, read.at(-1)?.message]).toEqual([1000, '2500']);
  await again.close();
  expect(await new RunLogs(folder, () => undefined).read('a')).toEqual(read);
});

it('seals values for one place under one key', () => {
  const vault = new Vault(new Uint8Array(32).fill(1));
  const sealed = vault.seal('hidden', 'here');
  expect(vault.open(sealed, 'here')).toBe('hidden');
  expect(vault.seal('hidden', 'here')).not.toBe(sealed);
  const bytes = Buffer.from(sealed, 'base64');
  const broken = 'a secret is damaged, or encrypted with another key: give the original key';
  for (let i = 0; i < bytes.length; i++) {
    const flipped = Buffer.from(bytes);
    flipped[i] ^= 1;
    expect(() => vault.open(flipped.toString('base64'), 'here')).toThrow(broken);
    expect(() => vault.open(bytes.subarray(0, i).toString('base64'), 'here')).toThrow(broken);
  }
  expect(() => vault.open(sealed, 'there')).toThrow(broken);
  expect(() => new Vault(new Uint8Array(32).fill(2)).open(sealed, 'here')).toThrow(broken);
});

it('reads a key, or makes one that only its owner may read', async () => {
  const path = join(temporaryFolder(), 'below', 'secret.key');
  const made = await readSecretKey(path);
  expect(await readSecretKey(path)).toEqual(made);
  const open = join(temporaryFolder(), 'open.key');
  writeFileSync(open, `${'00'.repeat(32)}\n`, { mode: 0o644 });
  await expect(readSecretKey(open)).rejects.toThrow(
    `${open} holds the key of secrets and is readable by others: run chmod 600`,
  );
  expect(() => parseSecretKey('my-secret-words', 'LEDGERLAKE_SECRET_KEY')).toThrow(
    'LEDGERLAKE_SECRET_KEY is not a key of secrets: expected 32 bytes as 64 hexadecimal digits or base64',
  );
});
