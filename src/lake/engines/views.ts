/** The relations of a lake as statements for engines other than DuckDB. */
import type { Engine } from '../../core/engine-names.ts';
import { UsageError } from '../../core/errors.ts';
import { duckdbViews, inDuckDB, type EngineViews } from './duckdb.ts';
import type { Dialect } from './dialect.ts';
import { clickhouse } from './clickhouse.ts';
import { spark } from './spark.ts';
import { translate } from './statements.ts';
import type { Lake } from '../asking/lake.ts';
import { columnsOfStroops } from '../meaning/relations.ts';

const dialects: Record<Exclude<Engine, 'duckdb'>, Dialect> = { clickhouse, spark };

/**
 * Returns the statements that create every relation of a lake in an engine, over its Iceberg tables; in DuckDB over the files of
 * the newest snapshot unless `iceberg` is true. `root` replaces the lake's folder. Names relations and columns that the engine
 * lacks. Throws a UsageError for an unsuitable root and for a lake without Iceberg tables.
 */
export async function engineViews(
  lake: Lake,
  engine: Engine,
  { root = lake.path, iceberg }: { root?: string; iceberg?: boolean } = {},
): Promise<EngineViews> {
  if (root === '') throw new UsageError('the root is empty: give the address of a folder, such as s3://bucket/lake');
  if (engine === 'duckdb') return duckdbViews(lake, { root, iceberg });
  const base = checkedRoot(root);
  const stroops = await columnsOfStroops(lake.tables, lake.sql);
  return inDuckDB(lake, true, async (connection, { left, ...found }) => {
    const said = await translate(connection, dialects[engine], base, stroops);
    return { ...found, notes: dialects[engine].notes, statements: said.statements, left: [...left, ...said.left] };
  });
}

/** Paths below the root are said as one pattern, so that what means something in patterns cannot stand in it. */
function checkedRoot(root: string): string {
  const bad = /[*?{}[\],\\\n]/.exec(root);
  if (bad) throw new UsageError(`the root ${root} has ${JSON.stringify(bad[0])}, which engines read as a pattern`);
  if (!/^(?:\/|[a-z][a-z\d]*:\/\/[^/])/.test(root)) {
    throw new UsageError(`the root ${root} is not the address of a folder, such as s3://bucket/lake or /data/lake`);
  }
  // eslint-disable-next-line local/linear-expressions -- a path on the command line
  return root.replace(/\/+$/, '');
}
