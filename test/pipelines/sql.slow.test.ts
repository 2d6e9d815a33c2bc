import { expect, it } from 'vitest';
import { validateWhole } from '../../src/pipelines/definition/validate-whole.ts';
import { sqlProcessor } from '../../src/pipelines/processors/sql.ts';

const hanging = "select levenshtein(repeat('a', 1000000), repeat('b', 1000000)) as n";
const passphrase = 'Ledgerlake Sample Network ; 2026';

it('refuses queries that DuckDB does not plan in time, all at once, and plans the next', async () => {
  const bind = (query: string) => sqlProcessor.bind!({ config: { query, name: 'sql' }, passphrase });
  const refused = await Promise.allSettled([bind(hanging), bind(hanging)]);
  for (const each of refused) {
    expect(each).toMatchObject({ reason: { message: 'sql: query: DuckDB did not answer within 10 s' } });
  }
  expect(await bind('select 1 as n')).toEqual({ tables: [], columns: [{ name: 'n', kind: 'int32' }] });
});

it.each([
  ['before', () => AbortSignal.abort()],
  ['while the first one is planned', () => AbortSignal.timeout(1000)],
])('ends the validation of many queries at its deadline, %s', async (_, deadlineOf) => {
  const processors = Array(10).fill(`{type: sql, config: {query: "${hanging}"}}`).join();
  const yaml = `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: slow}
spec: {network: testnet, startLedger: "2", processors: [${processors}], consumers: [{type: "null"}]}
`;
  const { errors, definition } = await validateWhole(yaml, {}, undefined, deadlineOf());
  expect(errors).toMatchObject([
    {
      code: 'invalid_config',
      path: 'spec.processors[0].config.query',
      line: 4,
      message: expect.stringMatching(/^this query is not checked: the definition took longer than 20 s/),
    },
  ]);
  expect(definition).toBeUndefined();
});
