/** The views and macros of a lake, in creation order, read from a DuckDB that ran its statements. */
import { quoteName, type DuckDBConnection } from '../duckdb/duckdb.ts';
import type { Expr } from '../meaning/syntax.ts';
import { readSelect } from './tree.ts';

export interface Column {
  name: string;
  /** The type as DuckDB writes it. */
  type: string;
}

/** A view, or a macro that gives a table, which has no query here. */
export interface CatalogueRelation {
  schema: string;
  name: string;
  columns: Column[];
  /** The SQL of its query. */
  query?: string;
}

export interface Macro {
  parameters: string[];
  body: Expr;
}

export interface Catalogue {
  relations: CatalogueRelation[];
  /** By schema and name. */
  macros: ReadonlyMap<string, Macro>;
  /** The paths of the Iceberg tables. */
  tables: string[];
}

/** The schema whose tables stand for Iceberg tables; each is named for the path of its own. */
export const STAND_INS = 'iceberg';

/** Reads what the connection's database has. Throws DuckDB's errors. */
export async function readCatalogue(connection: DuckDBConnection): Promise<Catalogue> {
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson() as string[][];
  const macros = new Map<string, Macro>();
  for (const [
    schema,
    name,
    parameters,
    body,
  ] of await rows(`select schema_name, function_name, to_json(parameters), macro_definition
      from duckdb_functions() where function_type = 'macro' and not internal`)) {
    const [item] = (await readSelect(connection, `select ${body}`)).select_list ?? [];
    const names = JSON.parse(parameters) as string[];
    macros.set(`${schema}.${name}`, { parameters: names.map((one) => one.toLowerCase()), body: item });
  }
  const columns = Map.groupBy(
    await rows(`select schema_name || '.' || table_name, column_name, data_type
      from duckdb_columns() where not internal order by schema_name, table_name, column_index`),
    ([relation]) => relation,
  );
  const found = await rows(`select schema_name, view_name, sql, view_oid from duckdb_views()
      where not internal and schema_name not in ('main', 'meta', 'snapshot')
    union all select schema_name, function_name, null, function_oid from duckdb_functions()
      where function_type = 'table_macro' and not internal and schema_name not in ('main', 'meta', 'snapshot') order by 4`);
  const relations = found.map(([schema, name, sql]: (string | null)[]) => ({
    schema,
    name,
    columns: (columns.get(`${schema}.${name}`) ?? []).map(([, column, type]) => ({ name: column, type })),
    query: sql?.replace(/^CREATE VIEW .*? AS /, '').replace(/;\s*$/, ''),
  })) as CatalogueRelation[];
  const tables = await rows(`select table_name from duckdb_tables() where schema_name = '${STAND_INS}' order by 1`);
  return { relations, macros, tables: tables.flat() };
}

/** Returns a name as messages have it. */
export function shownName({ schema, name }: Pick<CatalogueRelation, 'schema' | 'name'>): string {
  return `${schema}.${/^\w+$/.test(name) ? name : quoteName(name)}`;
}

/** Parts have a dot in their names, which not every engine takes. */
export function plainName(name: string): string {
  return name.replaceAll(/\W/g, '_');
}
