import { describe, expect, it } from 'vitest';
import { createKey, readKeys, revokeKey } from '../../../src/server/query/keys.ts';
import { ledgerlake } from '../../cli/command.ts';
import { temporaryFolder } from '../../folder.ts';

const namesIn = (folder: string) => readKeys(folder).map(({ name }) => name);

describe('keys of a data folder', () => {
  it('are all kept that are made at once, and one that is revoked meanwhile stays so', async () => {
    const folder = temporaryFolder();
    const { entry } = await createKey(folder, 'old');
    const making = ['a', 'b', 'c'].map((name) => createKey(folder, name));
    await Promise.all([...making, revokeKey(folder, entry.id), createKey(folder, 'd')]);
    expect(namesIn(folder)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are all kept that several processes make at once', async () => {
    const folder = temporaryFolder();
    const names = ['a', 'b', 'c', 'd'];
    const made = await Promise.all(names.map((name) => ledgerlake('keys', 'create', name, '--data-dir', folder)));
    expect(made.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(namesIn(folder).toSorted()).toEqual(names);
  });
});
