/** Hosted consumers without their server: the same tables in a DuckDB file of the pipeline (contract 5.3, 11.5). */
import { mappedTables, typeOf } from '../consumers/duckdb/mapped-tables.ts';
import { openDuckDB } from '../consumers/duckdb/sink.ts';
import type { RecordTable, Sink, SinkContext } from '../sink.ts';
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
  const type = typeOf(context);
  const inputs =
    type === 'google_pubsub_v2'
      ? context.inputs.map(asTexts)
      : config['wide_amounts'] === true
        ? context.inputs.map(widened)
        : context.inputs;
  const mapped = mappedTables(type, inputs);
  const named = typeof tableName === 'string' && { tableName };
  const target = { path, schema, prefix, mode: 'upsert', mapped, ...named } as const;
  return skipping(await openDuckDB({ ...context, inputs }, target), context);
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
