import { expect, it } from 'vitest';
import { sqlProcessor } from '../../src/pipelines/processors/sql.ts';

const passphrase = 'Ledgerlake Sample Network ; 2026';

it('refuses queries that DuckDB does not plan in time, all at once, and plans the next', async () => {
  const query = "select levenshtein(repeat('a', 1000000), repeat('b', 1000000)) as n";
  const bind = (query: string) => sqlProcessor.bind!({ config: { query, name: 'sql' }, passphrase });
  const refused = await Promise.allSettled([bind(query), bind(query)]);
  for (const each of refused) {
    expect(each).toMatchObject({ reason: { message: 'sql: query: DuckDB did not answer within 10 s' } });
  }
  expect(await bind('select 1 as n')).toEqual({ tables: [], columns: [{ name: 'n', kind: 'int32' }] });
});
