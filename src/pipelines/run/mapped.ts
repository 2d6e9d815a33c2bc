/** Hosted consumers without their server: the same tables in a DuckDB file of the pipeline. */
import { openDuckDB } from '../consumers/duckdb/sink.ts';
import { mappedViews } from '../consumers/duckdb/table-views.ts';
import type { RecordTable, Sink, SinkContext } from '../sink.ts';
import { duckdbFileOf } from './places.ts';
import { skipping } from './skipping.ts';

/** Opens the DuckDB file of a pipeline for a consumer, and warns of it. Throws PipelineError. */
export async function openMapped(context: SinkContext, why: string): Promise<Sink> {
  const { config, consumer, folder } = context;
  const path = duckdbFileOf(folder);
  const type = typeOf(context);
  const schema = typeof config['schema'] === 'string' ? config['schema'] : schemaOf(type);
  const prefix = typeof config['table_prefix'] === 'string' ? config['table_prefix'] : '';
  const { table_name: tableName } = config;
  const inputs =
    type === 'google_pubsub_v2'
      ? context.inputs.map(asTexts)
      : config['wide_amounts'] === true
        ? context.inputs.map(widened)
        : context.inputs;
  const beside = mappedViews(type, inputs);
  const named = typeof tableName === 'string' && { tableName };
  const target = { path, schema, prefix, mode: 'upsert', ...(beside && { beside }), ...named } as const;
  const sink = await openDuckDB({ ...context, inputs }, target);
  const place = `the DuckDB file ${path}, schema ${sink.schema}`;
  context.warn('mapped_consumer', `${consumer} writes to ${place}, and to no server: ${why}`);
  return skipping(sink, context);
}

/** Returns the type of a consumer of a run, whose name ends with its place from the second of a type on. */
function typeOf({ consumer }: SinkContext): string {
  return consumer.replace(/-\d+$/, '');
}

/** Returns the schema of a consumer that names none: `public` for PostgreSQL, else DuckDB's own. */
function schemaOf(type: string): string {
  return type.endsWith('_postgres') ? 'public' : 'main';
}

/** Amounts of messages are decimal text. */
function asTexts(table: RecordTable): RecordTable {
  return { ...table, decimals: {} };
}

/** DuckDB's decimals end at 38 digits, one short of the widest amount; its widest integer holds every i128. */
function widened({ decimals = {}, ...table }: RecordTable): RecordTable {
  const types = Object.entries(decimals).map(([column, type]) => [column, type === 'bigint' ? 'hugeint' : type]);
  return { ...table, decimals: Object.fromEntries(types) as RecordTable['decimals'] };
}
