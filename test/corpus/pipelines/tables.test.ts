import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabaseFile, selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { consumers } from '../../../src/pipelines/consumers/index.ts';
import { processors } from '../../../src/pipelines/processors/index.ts';
import { openMapped } from '../../../src/pipelines/run/mapped.ts';
import type { SinkContext } from '../../../src/pipelines/sink.ts';
import { corpus, hasCorpus, readText } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';

interface CatalogRow {
  consumer: string;
  kind: string;
  table: string;
  column: string;
  type: string;
}

const catalog = hasCorpus
  ? readText(join(corpus, 'pipelines/ddl/catalog.jsonl'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as CatalogRow)
      .filter(({ kind }) => kind === 'column')
  : [];

/** What DuckDB has for the types of the reference: ids are wider, and ledgers may be narrower. */
const types: Record<string, string[]> = {
  integer: ['INTEGER', 'BIGINT'],
  bigint: ['BIGINT', 'INTEGER'],
  text: ['VARCHAR'],
  'character varying': ['VARCHAR'],
  jsonb: ['JSON'],
  boolean: ['BOOLEAN'],
  numeric: ['DECIMAL(20,7)'],
  'timestamp with time zone': ['TIMESTAMP WITH TIME ZONE'],
  'timestamp without time zone': ['TIMESTAMP'],
};

const folder = temporaryFolder();

/** Returns the type of each column of a file that a consumer has opened. */
async function columnsOf(consumer: string): Promise<Map<string, string>> {
  // The reference has a table of payments, for which the hosted service has no consumer.
  const isHosted = consumers.has(consumer);
  const { writes, config, open } = consumers.get(isHosted ? consumer : 'duckdb')!;
  const defaults = Object.entries(config.properties as Record<string, { default?: string }>).flatMap(([name, field]) =>
    field.default === undefined ? [] : [[name, field.default]],
  );
  const path = join(folder, `${consumer}.duckdb`);
  const context = {
    pipeline: { id: 'id', name: consumer },
    runId: 'run',
    consumer: isHosted ? consumer : 'duckdb',
    network: 'testnet',
    config: {
      ...(Object.fromEntries(defaults) as SinkContext['config']),
      ...(!isHosted && { path, schema: 'public' }),
    },
    missing: [],
    inputs: (writes === 'any' ? ['payments_memo'] : writes).flatMap((id) => processors.get(id)!.records ?? []),
    folder: join(folder, consumer),
    from: 'checkpoint',
    signal: new AbortController().signal,
    warn: () => undefined,
  } satisfies SinkContext;
  const sink = await (isHosted ? openMapped(context, 'it is tried') : open!(context));
  await sink.close();
  const instance = await openDatabaseFile(path);
  const connection = await instance.connect();
  const rows = await selectRows(
    connection,
    `select schema_name || '.' || table_name || '.' || column_name as place, data_type as type from duckdb_columns()`,
  );
  connection.closeSync();
  instance.closeSync();
  return new Map(rows.map(({ place, type }) => [String(place), String(type)]));
}

describe.skipIf(!hasCorpus)('a DuckDB file', () => {
  it.each([...new Set(catalog.map(({ consumer }) => consumer))])('has the tables of %s', async (consumer) => {
    const columns = await columnsOf(consumer);
    const expected = catalog.filter((row) => row.consumer === consumer);
    const wrong = expected.flatMap(({ table, column, type }) => {
      const found = columns.get(`${table}.${column}`);
      return types[type].includes(found ?? '') ? [] : [`${table}.${column} is ${found ?? 'missing'}, expected ${type}`];
    });
    expect(wrong).toEqual([]);
    const ids = expected.filter(({ column, type }) => /^id$|_id$/.test(column) && type === 'integer');
    expect(ids.map(({ table, column }) => columns.get(`${table}.${column}`))).toEqual(ids.map(() => 'BIGINT'));
  });
});
