/** Records in tables of a DuckDB file. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';

export const duckdb: Consumer = {
  kind: 'consumer',
  id: 'duckdb',
  name: 'DuckDB',
  description: 'Records in tables of a DuckDB file.',
  origin: 'local',
  writes: 'any',
  config: Type.Object(
    {
      path: Type.String({ minLength: 1, description: 'The file.' }),
      schema: withDefault(Type.String({ minLength: 1 }), 'main'),
      table_prefix: withDefault(Type.String(), ''),
      mode: withDefault(Type.Enum(['append', 'upsert']), 'upsert'),
    },
    { additionalProperties: false },
  ),
  example: '- type: duckdb\n  config: {path: out.duckdb}\n',
};
