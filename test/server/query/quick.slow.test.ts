import { describe, expect, it } from 'vitest';
import { foldedQuery, listKept } from '../../../src/lake/kept/kept.ts';
import { serveSample } from './sample-server.ts';

const server = serveSample();

describe('a lake that is asked for little', () => {
  const others = listKept().filter((kept) => foldedQuery(kept, undefined, true) !== foldedQuery(kept));

  it('folds most entries by aggregates', () => {
    expect(others.length).toBeGreaterThan(8);
  });

  it.each(others.map(({ id }) => id))('has the columns and rows of %s as any other', async (id) => {
    const [{ quick, wide }] = server.lakes();
    for (const condition of ['true', 'not deleted', 'ledger_sequence > 60 and deleted']) {
      const query = `from ${id} where ${condition} order by all`;
      expect(await quick.rows(query, {})).toEqual(await wide.rows(query, {}));
    }
  });
});
