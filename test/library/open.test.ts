import { expect, it } from 'vitest';
import { open, type Anchor } from '../../src/index.ts';
import { temporaryFolder } from '../folder.ts';

const network = { passphrase: 'Handle Network' };

it('is closed at the end of a block, and may be closed twice', async () => {
  const dir = temporaryFolder();
  {
    await using lake = await open(dir, { network });
    const [{ n }] = await lake.rows<{ n: number }>('select 1 as n');
    expect(n + 1).toBe(2);
  }
  // Nobody else holds it: it can be written.
  const lake = await open(dir);
  await lake.close();
  await lake[Symbol.asyncDispose]();
  await expect(lake.rows('select 1')).rejects.toThrow();
});

it('takes an anchor as an object of the exported type', async () => {
  const anchor: Anchor = { sequence: 5, hash: 'no hash' };
  await using lake = await open(temporaryFolder(), { network });
  await expect(lake.load('data/sample', { anchor })).rejects.toMatchObject({ name: 'UsageError' });
});
