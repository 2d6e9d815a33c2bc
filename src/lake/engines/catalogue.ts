/** The views and macros of a lake, in creation order, read from a DuckDB that ran its statements. */
import { quoteName, type DuckDBConnection } from '../duckdb/duckdb.ts';
import type { Expr } from '../meaning/syntax.ts';
import { readSelect } from './tree.ts';

/** A view, or a macro that gives a table, which has no query and no columns here. */
export interface CatalogueRelation {
  schema: string;
  name: string;
  /** The types are as DuckDB writes them. */
  columns: { name: string; type: string }[] | null;
  /** The SQL of its query. */
  query: string | null;
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
  const rows = async <T>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson() as T[];
  const macros = new Map<string, Macro>();
  for (const { key, body, parameters } of await rows<{ key: string; body: string; parameters: string[] }>(`
      select schema_name || '.' || function_name as key, macro_definition as body,
        list_transform(parameters, lambda one : lower(one)) as parameters
      from duckdb_functions() where function_type = 'macro' and not internal`)) {
    const [item] = (await readSelect(connection, `select ${body}`)).select_list ?? [];
    macros.set(key, { parameters, body: item });
  }
  const relations = await rows<CatalogueRelation>(`
    select schema_name as schema, view_name as name, view_oid as place,
      regexp_replace(sql, '^CREATE VIEW .*? AS |;\\s*$', '', 'g') as query,
      (select list({name: column_name, type: data_type} order by column_index)
        from duckdb_columns() as c where c.schema_name = v.schema_name and table_name = view_name) as columns
    from duckdb_views() as v where not internal and schema_name not in ('main', 'meta', 'snapshot')
    union all select schema_name, function_name, function_oid, null, null from duckdb_functions()
    where function_type = 'table_macro' and not internal and schema_name not in ('main', 'meta', 'snapshot') order by place`);
  const stored = `select table_name as path from duckdb_tables() where schema_name = '${STAND_INS}'`;
  const tables = (await rows<{ path: string }>(stored)).map(({ path }) => path);
  return { relations, macros, tables };
}

/** Returns a name as messages have it. */
export function shownName({ schema, name }: Pick<CatalogueRelation, 'schema' | 'name'>): string {
  return `${schema}.${/^\w+$/.test(name) ? name : quoteName(name)}`;
}

/** Parts have a dot in their names, which not every engine takes. */
export function plainName(name: string): string {
  return name.replaceAll(/\W/g, '_');
}
