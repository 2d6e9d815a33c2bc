import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKey, apiKeyOf, keySource, readKeys, revokeKey } from '../../../src/server/query/keys.ts';
import { ledgerlake } from '../../cli/command.ts';
import { temporaryFolder } from '../../folder.ts';

const namesIn = (folder: string) => readKeys(folder).map(({ name }) => name);

describe('keys of a data folder', () => {
  it('are all kept that are made at once, and one that is revoked meanwhile stays so', async () => {
    const folder = temporaryFolder();
    const { entry } = await createKey(folder, 'old');
    const making = ['a', 'b', 'c'].map((name) => createKey(folder, name));
    await Promise.all([...making, revokeKey(folder, entry.id), createKey(folder, 'd')]);
    expect(namesIn(folder).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are revoked by id or name, and a name of several tells their ids', async () => {
    const folder = temporaryFolder();
    const [one, other] = [await createKey(folder, 'same'), await createKey(folder, 'same')];
    await createKey(folder, 'alone');
    expect(await revokeKey(folder, 'alone')).toMatchObject({ name: 'alone' });
    expect(await revokeKey(folder, 'alone')).toBeUndefined();
    await expect(revokeKey(folder, 'same')).rejects.toThrow(
      `2 keys are named same: revoke one by its id, ${one.entry.id} or ${other.entry.id}`,
    );
    expect(await revokeKey(folder, one.entry.id)).toMatchObject({ id: one.entry.id });
    expect(await revokeKey(folder, other.key)).toMatchObject({ id: other.entry.id });
  });

  it('are known as soon as they are made, and no longer when they are revoked', async () => {
    const folder = temporaryFolder();
    const keys = keySource(folder, []);
    expect(keys()).toEqual([]);
    const { entry, key } = await createKey(folder, 'new');
    expect(apiKeyOf(`Api-Key ${key}`, keys())).toEqual(entry);
    await revokeKey(folder, 'new');
    expect(apiKeyOf(`Api-Key ${key}`, keys())).toBeUndefined();
  });

  it('are read again from a file that is restored in place with its time', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'api-keys.json');
    const time = new Date('2026-01-01T00:00:00Z');
    await createKey(folder, 'kept');
    const kept = readFileSync(path);
    const { key, entry } = await createKey(folder, 'new');
    utimesSync(path, time, time);
    const keys = keySource(folder, []);
    expect(apiKeyOf(`Api-Key ${key}`, keys())).toEqual(entry);
    writeFileSync(path, kept);
    utimesSync(path, time, time);
    expect(apiKeyOf(`Api-Key ${key}`, keys())).toBeUndefined();
  });

  it('are refused whichever byte of their file is another', async () => {
    const folder = temporaryFolder();
    await createKey(folder, 'a');
    await createKey(folder, 'b', 'team');
    const path = join(folder, 'api-keys.json');
    const bytes = readFileSync(path);
    const whole = readKeys(folder);
    for (let at = 0; at < bytes.length; at++)
      for (const bit of [1, 32]) {
        const flipped = Buffer.from(bytes);
        flipped[at] ^= bit;
        writeFileSync(path, flipped);
        let read: unknown;
        try {
          read = readKeys(folder);
        } catch {
          read = whole;
        }
        expect({ at, bit, read }).toEqual({ at, bit, read: whole });
      }
  });

  it('are all kept that several processes make at once', async () => {
    const folder = temporaryFolder();
    const names = ['a', 'b', 'c', 'd'];
    const made = await Promise.all(names.map((name) => ledgerlake('keys', 'create', name, '--data-dir', folder)));
    expect(made.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(namesIn(folder).toSorted()).toEqual(names);
  });
});
