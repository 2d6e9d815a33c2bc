import { describe, expect, it } from 'vitest';
import { openLake } from '../../../src/lake/asking/lake.ts';
import { warmPages } from '../../../src/server/query/endpoints/warm.ts';
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
  it('asks what pages ask, without an error', async () => {
    const queries = await open(await makeSampleLake());
    const [lake] = queries.lakes;
    const { signal } = new AbortController();
    await warmPages(lake, { secret: new Uint8Array(32), sqlEndpoint: undefined, signal });
    expect(lake.statements.cachedBytes).toBeGreaterThan(10_000);
    await queries.close();
  });

  it.each([
    ['of a lake that pages show', () => makeSampleLake()],
    ['of a lake without ledgers', makeEmptyLake],
  ])('ends with the server %s', async (_, make) => {
    const queries = await open(await make());
    queries.warm();
    queries.warm();
    await queries.close();
    await expect(queries.lakes[0].lake.snapshot()).rejects.toThrow();
  });
});
