import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldedQuery, listKept } from '../../../src/lake/meaning/kept.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { tables } from '../../../src/tables/index.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';

describe('a lake of statements that stay prepared', () => {
  let standing: Lake;
  let plain: Lake;
  beforeAll(async () => {
    const dir = await makeSampleLake();
    standing = await openLake(dir, { tables, isStanding: true });
    plain = await openLake(dir, { tables });
  });
  afterAll(async () => {
    await standing.close();
    await plain.close();
  });
  const others = listKept().filter((kept) => foldedQuery(kept, undefined, true) !== foldedQuery(kept));
  const rows = async (lake: Lake, sql: string) => (await query(lake, sql)).toArray().map(String);

  it('folds most entries by aggregates', () => {
    expect(others.length).toBeGreaterThan(8);
  });

  it.each(others.map(({ id }) => id))('has the columns and rows of %s as any other', async (id) => {
    for (const condition of ['true', 'not deleted', 'ledger_sequence > 60 and deleted']) {
      const sql = `from ${id} where ${condition} order by all`;
      expect(await rows(standing, sql)).toEqual(await rows(plain, sql));
    }
  });
});
