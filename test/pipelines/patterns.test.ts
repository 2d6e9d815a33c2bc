import { expect, it } from 'vitest';
import { validate } from '../../src/pipelines/definition/validate.ts';
import { expressionOf, schemaFields } from '../../src/pipelines/processors/schema-fields.ts';

const schema = (pattern: string) => ({
  schema_name: 'mail',
  function_name: 'send',
  extractors: { email: { argument_index: 0, field_type: 'string' } },
  validation: { email: { pattern } },
});

it.each([
  [String.raw`^[^\@]+\@example\.com$`, 'a@example.com', true],
  ['(?i)^A@', 'a@example.com', true],
  ['^A@', 'a@example.com', false],
  [String.raw`^\p{L}+$`, 'é', true],
  ['(', 'a', false],
])('reads the pattern %s as Go does', (pattern, text, fits) => {
  expect(schemaFields(schema(pattern), [text]) !== undefined).toBe(fits);
});

it('finds a pattern that is none before a run', () => {
  const yaml = (pattern: string) => `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: mails}
spec:
  network: testnet
  startLedger: "100"
  processors:
    - type: extracted_contract_invocation
      config:
        extraction_schemas:
          mail: {schema_name: mail, function_name: send, validation: {email: {pattern: '${pattern}'}}}
  consumers: [{type: 'null'}]
`;
  expect(expressionOf('(')).toBeUndefined();
  expect(validate(yaml('^a')).errors).toEqual([]);
  expect(validate(yaml('(')).errors).toMatchObject([
    {
      code: 'invalid_config',
      path: 'spec.processors[0].config.extraction_schemas.mail.validation.email.pattern',
      message: expect.stringContaining('is not a regular expression') as string,
    },
  ]);
});
