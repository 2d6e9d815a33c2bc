import { describe, expect, it } from 'vitest';
import { openLake } from '../../../src/lake/asking/lake.ts';
import { openQueries } from '../../../src/server/query/start.ts';
import { tables } from '../../../src/tables/index.ts';
import { temporaryFolder } from '../../folder.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';

const open = (lake: string) => openQueries([lake], { authOff: true, sql: 'late' }, () => undefined, true);

async function makeEmptyLake(): Promise<string> {
  const folder = temporaryFolder();
  await (await openLake(folder, { tables, write: true, network: 'Warm ; 2026' })).close();
  return folder;
}

describe('warm()', () => {
  it('explains a transaction before anybody asks', async () => {
    const queries = await open(await makeSampleLake());
    const [{ statements }] = queries.lakes;
    expect(statements.cachedBytes).toBe(0);
    queries.warm();
    await expect.poll(() => statements.cachedBytes, { timeout: 60_000 }).toBeGreaterThan(1000);
    await queries.close();
  });

  it('ends with the server', async () => {
    const queries = await open(await makeSampleLake());
    queries.warm();
    await queries.close();
    await expect(queries.lakes[0].lake.snapshot()).rejects.toThrow();
  });

  it('does nothing in a lake without ledgers', async () => {
    const queries = await open(await makeEmptyLake());
    queries.warm();
    await queries.close();
  });
});
