/** Every byte of what a server keeps of secrets and pipelines, changed: the file is refused and named, and no secret is printed. */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validate } from '../../../src/pipelines/definition/validate.ts';
import { PipelineStore } from '../../../src/pipelines/store/pipeline-store.ts';
import type { PipelineRecord } from '../../../src/pipelines/store/record.ts';
import { readSecretKey } from '../../../src/pipelines/store/secret-key.ts';
import { SecretStore } from '../../../src/pipelines/store/secret-store.ts';
import { Vault } from '../../../src/pipelines/store/vault.ts';
import { messageOf } from '../../../src/core/system-errors.ts';
import { temporaryFolder } from '../../folder.ts';
import { yamlOf } from '../../server/pipelines/served.ts';

const value = 'correct-horse-battery';
const now = '2026-01-01T00:00:00.000Z';

/** Changes each byte of a file in turn, by each of these bits, and calls `check`. */
async function withEachByte(path: string, bits: readonly number[], check: (place: string) => Promise<void>) {
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at++) {
    for (const bit of bits) {
      const flipped = Buffer.from(bytes);
      flipped[at] = flipped[at] ^ bit;
      writeFileSync(path, flipped);
      await check(`byte ${at} by ${bit}`);
    }
  }
  writeFileSync(path, bytes);
}

async function opened(folder: string, key: Uint8Array) {
  const said: string[] = [];
  const secrets = await SecretStore.open(folder, new Vault(key), (message) => said.push(message));
  let found: string | undefined;
  try {
    found = secrets.value('team', 'db/password');
  } catch (error) {
    said.push(messageOf(error));
  }
  return { said, found, secrets };
}

async function kept() {
  const folder = temporaryFolder();
  const keyPath = join(folder, 'secret-key');
  const key = await readSecretKey(keyPath);
  const place = join(folder, 'secrets');
  const secrets = await SecretStore.open(place, new Vault(key), () => undefined);
  await secrets.set('team', { path: 'db/password', value }, now);
  const [name] = readdirSync(place);
  return { keyPath, key, place, path: join(place, name) };
}

describe('a byte that is another', () => {
  it('is reported in a secret, and its value is not given', async () => {
    const { key, place, path } = await kept();
    await withEachByte(path, [1, 2, 0x20, 0x80], async (byte) => {
      const { said, found } = await opened(place, key);
      expect({ byte, found }).toEqual({ byte, found: undefined });
      expect({ byte, said: said.join() }).toEqual({ byte, said: expect.stringContaining(`a secret in ${path} `) });
      expect(said.join()).not.toContain(value);
    });
    expect((await opened(place, key)).found).toBe(value);
  });

  it('is refused or reported in the key, which is not printed', async () => {
    const { keyPath, place, path } = await kept();
    const text = readFileSync(keyPath, 'utf8').trim();
    await withEachByte(keyPath, [1, 2, 0x20, 0x80], async (byte) => {
      let message = '';
      try {
        const { said, found } = await opened(place, await readSecretKey(keyPath));
        message = said.join();
        // A digit in capitals, and another space at the end, are the same key.
        if (said.length === 0) expect({ byte, found }).toEqual({ byte, found: value });
        else expect({ byte, message }).toEqual({ byte, message: expect.stringContaining(`a secret in ${path} `) });
      } catch (error) {
        message = messageOf(error);
        expect({ byte, message }).toEqual({ byte, message: expect.stringContaining('is not a key of secrets') });
      }
      expect(message).not.toContain(value);
      expect(message).not.toContain(text.slice(8, 24));
    });
  });

  it('is reported in a pipeline, which is not run', async () => {
    const folder = temporaryFolder();
    const id = '00000000-0000-4000-8000-000000000001';
    const store = await PipelineStore.open(folder, () => undefined);
    await store.save(recordOf(id));
    await store.close();
    const path = join(folder, 'definitions', `${id}.json`);
    await withEachByte(path, [1], async (byte) => {
      const said: string[] = [];
      const again = await PipelineStore.open(folder, (message) => said.push(message));
      const { length } = again.list();
      await again.close();
      expect({ byte, length, said }).toEqual({ byte, length: 0, said: [expect.stringContaining(`from ${path}: `)] });
    });
  });
});

it('removes a damaged secret', async () => {
  const { key, place, path } = await kept();
  writeFileSync(path, '');
  const { secrets, found } = await opened(place, key);
  expect(found).toBeUndefined();
  expect(await secrets.remove('team', 'db/password')).toBe(true);
  expect(readdirSync(place)).toEqual([]);
  expect(await secrets.remove('team', 'db/password')).toBe(false);
});

it('gives no secret from a file that was copied over that of another', async () => {
  const { key, place, path } = await kept();
  const { secrets } = await opened(place, key);
  await secrets.set('other', { path: 'db/password', value: 'of another team' }, now);
  const [theirs] = readdirSync(place).filter((name) => join(place, name) !== path);
  copyFileSync(join(place, theirs), path);
  const again = await opened(place, key);
  expect(again.found).toBeUndefined();
  expect(again.said).toEqual([`a secret in ${path} cannot be used: it is a copy of the file of another secret`]);
  expect(again.secrets.get('team', 'db/password')).toBeUndefined();
  expect(again.secrets.list('other').map((entry) => entry.path)).toEqual(['db/password']);
});

function recordOf(id: string): PipelineRecord {
  const { definition } = validate(yamlOf('a'));
  const empty = { literals: [], warnings: [], isReset: false, components: [], outputs: [], skipped: [], runs: [] };
  const about = { pipeline_id: id, team: 'local', status: 'pending', revision: 1 } as const;
  return { ...about, created_at: now, updated_at: now, definition: definition!, ...empty };
}
