/** Hosted consumers without their server: the same tables in a DuckDB file of the pipeline (contract 5.3, 11.5). */
import { mappedTables, typeOf } from '../consumers/duckdb/mapped-tables.ts';
import { openDuckDB } from '../consumers/duckdb/sink.ts';
import type { Sink, SinkContext } from '../sink.ts';
import { duckdbFileOf } from './places.ts';
import { skipping } from './skipping.ts';

/** Opens the DuckDB file of a pipeline for a consumer, and warns of it. Throws PipelineError. */
export async function openMapped(context: SinkContext, why: string): Promise<Sink> {
  const { config, consumer, folder } = context;
  const path = duckdbFileOf(folder);
  context.warn('mapped_consumer', `${consumer} writes to ${path}: ${why}`);
  const schema = typeof config['schema'] === 'string' ? config['schema'] : 'main';
  const prefix = typeof config['table_prefix'] === 'string' ? config['table_prefix'] : '';
  const { table_name: tableName } = config;
  const mapped = mappedTables(typeOf(context), context.inputs);
  const named = typeof tableName === 'string' && { tableName };
  return skipping(await openDuckDB(context, { path, schema, prefix, mode: 'upsert', mapped, ...named }), context);
}
