import { expect, it } from 'vitest';
import { validateApart } from '../../src/pipelines/definition/apart.ts';
import { validate } from '../../src/pipelines/definition/validate.ts';

const yaml = `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: events}
spec:
  network: testnet
  startLedger: "2"
  endLedger: abc
  processors: [{type: contract_event}, {type: sql, config: {query: select 1}}, {type: nothing}]
  consumers:
    - type: contract_events_postgres
      config: {host: localhost, database: stellar, username: "\${USER_NAME}", password: "\${secret:db/password}"}
`;

it('finds of a large definition what is found of a small one', async () => {
  const knows = ({ name, isSecret }: { name: string; isSecret: boolean }) => isSecret && name === 'db/password';
  const found = await validateApart(`${yaml}${'# a comment\n'.repeat(20_000)}`, { knows }, AbortSignal.timeout(60_000));
  expect(found.errors.length).toBeGreaterThan(0);
  expect(found).toEqual(validate(yaml, { knows }));
});
