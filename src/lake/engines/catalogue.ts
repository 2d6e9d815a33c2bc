/** The views and macros of a lake as syntax trees, in creation order, read from a DuckDB that ran its statements. */
import { quoteName, type DuckDBConnection } from '../duckdb/duckdb.ts';
import { treeOf } from '../meaning/reading.ts';
import type { Expr, Query, Type } from './tree.ts';

export interface Column {
  name: string;
  type: Type;
}

/** A view, or a macro that gives a table, which has no query here. */
export interface CatalogueRelation {
  schema: string;
  name: string;
  columns: Column[];
  query?: Query;
}

export interface Macro {
  parameters: string[];
  body: Expr;
}

export interface Catalogue {
  relations: CatalogueRelation[];
  /** By schema and name. */
  macros: ReadonlyMap<string, Macro>;
  /** The names of the columns of each Iceberg table, by its path. */
  tables: ReadonlyMap<string, readonly string[]>;
}

/** The schema whose tables stand for Iceberg tables; each is named for the path of its own. */
export const STAND_INS = 'iceberg';

/** Reads what the connection's database has. Throws DuckDB's errors. */
export async function readCatalogue(connection: DuckDBConnection): Promise<Catalogue> {
  const reader = new CatalogueReader(connection);
  return { macros: await reader.macros(), relations: await reader.relations(), tables: await reader.tables() };
}

class CatalogueReader {
  readonly #connection: DuckDBConnection;
  readonly #types = new Map<string, Type>();

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  async macros(): Promise<Map<string, Macro>> {
    const rows = await this.#rows(`select schema_name, function_name, to_json(parameters), macro_definition
      from duckdb_functions() where function_type = 'macro' and not internal`);
    const found = new Map<string, Macro>();
    for (const [schema, name, parameters, body] of rows) {
      const [item] = (await this.#tree(`select ${body}`)).select_list ?? [];
      const names = JSON.parse(parameters) as string[];
      found.set(`${schema}.${name}`, { parameters: names.map((one) => one.toLowerCase()), body: item });
    }
    return found;
  }

  async relations(): Promise<CatalogueRelation[]> {
    const rows = await this.#rows(`select schema_name, view_name, sql, view_oid from duckdb_views() where not internal
      union all select schema_name, function_name, null, function_oid from duckdb_functions()
      where function_type = 'table_macro' and not internal order by 4`);
    const columns = await this.#columns();
    const relations: CatalogueRelation[] = [];
    for (const [schema, name, sql] of rows) {
      if (unasked.has(schema)) continue;
      const query = sql ? await this.#tree(sql.replace(/^CREATE VIEW .*? AS /, '').replace(/;\s*$/, '')) : undefined;
      relations.push({ schema, name, columns: columns.get(`${schema}.${name}`) ?? [], query });
    }
    return relations;
  }

  async tables(): Promise<Map<string, string[]>> {
    const rows = await this.#rows(`select table_name, column_name from duckdb_columns()
      where schema_name = '${STAND_INS}' order by table_name, column_index`);
    const found = Map.groupBy(rows, ([name]) => name);
    return new Map([...found].map(([name, own]) => [name, own.map(([, column]) => column)]));
  }

  async #columns(): Promise<Map<string, Column[]>> {
    const rows = await this.#rows(`select schema_name || '.' || table_name, column_name, data_type
      from duckdb_columns() where not internal order by schema_name, table_name, column_index`);
    const found = new Map<string, Column[]>();
    for (const [relation, own] of Map.groupBy(rows, ([name]) => name)) {
      found.set(relation, await this.#typed(own.map((row) => row.slice(1))));
    }
    return found;
  }

  async #typed(rows: readonly string[][]): Promise<Column[]> {
    const columns: Column[] = [];
    for (const [name, text] of rows) columns.push({ name, type: await this.#typeOf(text) });
    return columns;
  }

  async #typeOf(text: string): Promise<Type> {
    const known = this.#types.get(text);
    if (known) return known;
    const [item] = (await this.#tree(`select cast(null as ${text})`)).select_list ?? [];
    const type = item.cast_type ?? { id: text };
    this.#types.set(text, type);
    return type;
  }

  async #tree(sql: string): Promise<Query> {
    const text = await treeOf(this.#connection, sql);
    // Constants, and the lower halves of those of HUGEINT, may have more digits than a number of JavaScript.
    const whole = text.replace(/"(lower|value)":(-?\d{16,})(?=[,}])/g, '"$1":"$2"');
    const tree = JSON.parse(whole) as Tree;
    if (!tree.statements) throw new Error(`${tree.error_message}: ${sql.slice(0, 200)}`);
    return tree.statements[0].node;
  }

  async #rows(sql: string): Promise<string[][]> {
    const result = await this.#connection.runAndReadAll(sql);
    return result.getRowsJson().map((row) => row.map((value) => (value === null ? '' : String(value))));
  }
}

interface Tree {
  statements?: { node: Query }[];
  error_message?: string;
}

/** Aliases of relations, and what only this program knows. */
const unasked = new Set(['main', 'meta', 'snapshot']);

/** Returns a name as messages have it. */
export function shownName({ schema, name }: Pick<CatalogueRelation, 'schema' | 'name'>): string {
  return `${schema}.${/^\w+$/.test(name) ? name : quoteName(name)}`;
}
