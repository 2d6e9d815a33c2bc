/** Records in tables of a DuckDB file. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { local } from './local-config.ts';
import { openDuckDB } from './duckdb/sink.ts';

export const duckdb: Consumer = {
  kind: 'consumer',
  id: 'duckdb',
  name: 'DuckDB',
  description: 'Records in tables of a DuckDB file.',
  origin: 'local',
  writes: 'any',
  delivery: 'transaction',
  open(context) {
    const { path, schema, table_prefix: prefix, mode } = context.config;
    return openDuckDB(context, {
      path: String(path),
      schema: String(schema),
      prefix: String(prefix),
      mode: mode === 'append' ? 'append' : 'upsert',
    });
  },
  config: local({
    path: Type.String({ minLength: 1, description: 'The file.', 'x-file': true }),
    schema: withDefault(Type.String({ minLength: 1, description: 'Schema of the tables.' }), 'main'),
    table_prefix: withDefault(Type.String({ description: 'Text before the names of the tables.' }), ''),
    mode: withDefault(
      Type.Enum(['append', 'upsert'], { description: 'upsert: replace rows with the same key; append: keep both.' }),
      'upsert',
    ),
  }),
  example: '- type: duckdb\n  config: {path: out.duckdb}\n',
};
