/** Relations over the files of a lake, or over tables in memory: `<table>_raw_v1` of each table, then the files of `sql/`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QueryError } from '../errors.ts';
import { sqlType, type TableShape } from './bridge.ts';
import { quoteName, quoteText, type DuckDBConnection } from './duckdb.ts';
import { BATCH_ID, ledgerColumn, PARTITION_LEDGERS } from './segment.ts';

/** The folder of the package that holds the views; the same seen from `src/lake` and from `dist/lake`. */
export const sqlFolder = fileURLToPath(new URL('../../sql', import.meta.url));

const layers = ['bronze', 'silver', 'semantic', 'gold'];

/** A file as a view needs it: an absolute path, and the columns that it has. */
export interface ViewFile {
  path: string;
  columns: string[];
}

/** Creates, or creates again, `bronze.<table>_raw_v1` of each table over exactly the files that `filesOf` returns. */
export async function createFileRelations(
  connection: DuckDBConnection,
  tables: readonly TableShape[],
  filesOf: (table: string) => readonly ViewFile[],
): Promise<void> {
  const statements = tables.map((table) => {
    const groups = Map.groupBy(filesOf(table.name), ({ columns }) => columns.join());
    const selects = [...groups.values()].map((group) => selectFiles(table, group));
    return rawView(table, selects.length > 0 ? selects.join(' union all ') : selectNothing(table));
  });
  // In one transaction: who plans a query meanwhile sees the tables as of one moment.
  await connection.run(['begin;', ...statements, 'commit;'].join('\n')).catch(async (error: unknown) => {
    await connection.run('rollback');
    throw error;
  });
}

/** Creates, or creates again, `bronze.<table>_raw_v1` over a table that the connection has, named as SQL names it. */
export async function createTableRelation(
  connection: DuckDBConnection,
  table: TableShape,
  relation: string,
): Promise<void> {
  const ledger = quoteName(ledgerColumn(table));
  const range = `(${ledger} // ${PARTITION_LEDGERS} * ${PARTITION_LEDGERS})::integer as ledger_range`;
  const columns = [
    ...Object.keys(table.columns).map(quoteName),
    ...('ledger_range' in table.columns ? [] : [range]),
    `null::varchar as ${BATCH_ID}`,
  ];
  await connection.run(rawView(table, `select ${columns.join(', ')} from ${relation}`));
}

/** Columns that SQL written for Obsrvr's lake names, and that are empty here. */
const alwaysNull = 'null::timestamp as ingestion_timestamp, null::varchar as era_id, null::varchar as version_label';

function rawView({ name }: TableShape, select: string): string {
  return `create or replace view bronze.${quoteName(`${name}_raw_v1`)} as select *, ${alwaysNull} from (${select});`;
}

/** Columns that a file lacks, since it was written without them, are null. */
function selectFiles(table: TableShape, files: readonly ViewFile[]): string {
  const found = new Set(files[0]!.columns);
  const columns = columnsOf(table).map(([name, type]) => {
    return found.has(name) ? quoteName(name) : `null::${type} as ${quoteName(name)}`;
  });
  const own = 'ledger_range' in table.columns;
  const options = own
    ? 'hive_partitioning = false'
    : `hive_partitioning = true, hive_types = {'ledger_range': integer}`;
  const paths = files.map(({ path }) => quoteText(path)).join(', ');
  return `select ${[...columns, ...(own ? [] : ['ledger_range'])].join(', ')} from read_parquet([${paths}], ${options})`;
}

/** The columns of the table's files, and the SQL type of each. */
function columnsOf(table: TableShape): [name: string, type: string][] {
  const declared = Object.entries(table.columns).map(([name, { kind }]): [string, string] => [name, sqlType(kind)]);
  return [...declared, [BATCH_ID, 'varchar']];
}

function selectNothing(table: TableShape): string {
  const columns = columnsOf(table);
  if (!('ledger_range' in table.columns)) columns.push(['ledger_range', 'integer']);
  return `select ${columns.map(([name, type]) => `null::${type} as ${quoteName(name)}`).join(', ')} where false`;
}

/** Creates the schemas of the layers. */
export async function createSchemas(connection: DuckDBConnection): Promise<void> {
  await connection.run(layers.map((layer) => `create schema if not exists ${layer};`).join('\n'));
}

/** One file of the SQL folder. */
interface ViewSource {
  layer: string;
  name: string;
  file: string;
  body: string;
}

/**
 * Creates the relations of the SQL folder, layer by layer, and an alias in `main` for each of bronze.
 * A file that needs another of its layer waits for it; one that fails on its own is a QueryError that names it.
 */
export async function createSqlViews(connection: DuckDBConnection, folder = sqlFolder): Promise<void> {
  for (const layer of layers) {
    let waiting = readLayer(folder, layer);
    while (waiting.length > 0) {
      const failed = await createEach(connection, waiting);
      if (failed.length === waiting.length) throw failed[0]!.error;
      waiting = failed.map(({ source }) => source);
    }
  }
}

function readLayer(folder: string, layer: string): ViewSource[] {
  const path = join(folder, layer);
  if (!existsSync(path)) return [];
  const files = readdirSync(path).filter((name) => name.endsWith('.sql'));
  return files.sort().map((name) => {
    const file = join(path, name);
    const body = readFileSync(file, 'utf8').trim().replace(/;$/, '');
    return { layer, name: name.slice(0, -'.sql'.length), file, body };
  });
}

interface FailedView {
  source: ViewSource;
  error: QueryError;
}

async function createEach(connection: DuckDBConnection, sources: ViewSource[]): Promise<FailedView[]> {
  const failed: FailedView[] = [];
  for (const source of sources) {
    try {
      await createView(connection, source);
    } catch (error) {
      const message = `${source.file}: ${error instanceof Error ? error.message : String(error)}`;
      failed.push({ source, error: new QueryError(message, { file: source.file }, error) });
    }
  }
  return failed;
}

/** A file that is itself a `create` statement, as of a macro, is run as it is. */
async function createView(connection: DuckDBConnection, { layer, name, body }: ViewSource): Promise<void> {
  if (/^(\s*--[^\n]*\n)*\s*create\b/i.test(body)) {
    await connection.run(body);
    return;
  }
  const view = `create or replace view ${layer}.${quoteName(name)} as\n${body}\n;`;
  const alias = `create or replace view main.${quoteName(name)} as from bronze.${quoteName(name)};`;
  await connection.run(layer === 'bronze' ? `${view}\n${alias}` : view);
}
