/** The relations of the SQL folder, `<layer>/<name>.sql` each, made in a database as far as a query needs them. */
import { QueryError } from '../errors.ts';
import type { TableShape } from './bridge.ts';
import { quoteName, type DuckDBConnection } from './duckdb.ts';
import {
  layers,
  listMacros,
  listRelations,
  readBody,
  schemasOf,
  sqlFolder,
  type Layer,
  type SqlFile,
} from './sql-files.ts';
import { namesIn, type Named, type RelationName } from './statement-names.ts';
import { messageOf } from '../system-errors.ts';

/** The schema of the tables that hold what a snapshot says; `meta` has views of them. */
export const SNAPSHOT = 'snapshot';

/** What relations stand on. */
export interface Needs {
  /** The tables whose `bronze.<table>_raw_v1` they read. */
  tables: ReadonlySet<string>;
  /** The tables of schema `snapshot` that they read. */
  snapshot: ReadonlySet<string>;
  /** The relations, each after those that it reads. */
  relations: ReadonlySet<SqlFile>;
  /** The files of macros that they call. */
  macros: ReadonlySet<string>;
}

/** The relations in one database. */
export class SqlRelations {
  readonly #tables: Map<string, string>;
  readonly #schemas: readonly string[];
  readonly #relations: SqlFile[];
  /** What a name without a schema means: of two relations of one name that of the lower layer. */
  readonly #bare: ReadonlyMap<string, SqlFile>;
  readonly #macros: { file: string; isCalledIn: (sql: string) => boolean }[];
  /** What each relation stands on, itself included, as far as it was asked for. */
  readonly #needs = new Map<SqlFile, Promise<Needs>>();
  /** The files whose relations or macros are there. */
  readonly #made = new Set<string>();

  /** `folder` has the layers but `meta`, which does not depend on tables. */
  constructor(tables: readonly TableShape[], folder = sqlFolder, only: readonly Layer[] = layers) {
    this.#tables = new Map(tables.map(({ name }) => [`${name}_raw_v1`, name]));
    this.#schemas = schemasOf(only);
    this.#relations = listRelations(folder, only);
    const named = this.#relations.filter(({ schema }) => schema !== 'meta');
    this.#bare = new Map(named.map((relation) => [relation.name, relation] as const).reverse());
    this.#macros = listMacros(folder).map(readMacros);
  }

  /** Returns what queries may call the relations: without a schema where the name alone is enough. */
  names(): string[] {
    const views = this.#relations.map((relation) => {
      const { schema, name } = relation;
      return this.#bare.get(name) === relation ? name : `${schema}.${name}`;
    });
    return [...views, ...[...this.#tables.keys()].map((name) => `bronze.${name}`)];
  }

  /** Makes schemas. */
  async prepare(connection: DuckDBConnection): Promise<void> {
    const schemas = [...this.#schemas, SNAPSHOT].map((schema) => `create schema if not exists ${schema};`);
    await connection.run(schemas.join('\n'));
  }

  /** Returns what the query that names these relations stands on. Throws a QueryError when relations read each other in a circle. */
  async needsOf(connection: DuckDBConnection, named: Named, sql?: string): Promise<Needs> {
    const found = typeof named === 'string' ? undefined : named.map((name) => this.#find(name));
    // A function that is none of ours may read any relation, as query_table does.
    const isOpen = typeof named !== 'string' && named.some(({ isCalled }, i) => isCalled && found![i].length === 0);
    const asked = found && !isOpen ? found.flat() : this.#relations;
    const needs = await Promise.all(asked.map((relation) => this.#needsOf(connection, relation, [])));
    const tables =
      typeof named === 'string' || isOpen
        ? [...this.#tables.values()]
        : named.flatMap(({ name }) => this.#tableOf(name));
    const own = { tables: new Set(tables), snapshot: new Set<string>(), relations: new Set<SqlFile>() };
    return together([...needs, { ...own, macros: this.#calledIn(sql) }]);
  }

  /** Makes those relations that are not there yet; what they stand on must be. Throws a QueryError that names a file that is wrong. */
  async make(connection: DuckDBConnection, { macros, relations }: Needs): Promise<void> {
    for (const file of macros) {
      if (this.#made.has(file)) continue;
      await connection.run(readBody(file));
      this.#made.add(file);
    }
    for (const relation of relations) {
      if (this.#made.has(relation.file)) continue;
      try {
        await connection.run(statementOf(relation, this.#bare.get(relation.name) === relation));
      } catch (error) {
        throw wrongFile(relation, messageOf(error), error);
      }
      this.#made.add(relation.file);
    }
  }

  #find({ schema, name }: RelationName): SqlFile[] {
    const wanted = name.toLowerCase();
    const meant = schema?.toLowerCase() ?? 'main';
    const bare = meant === 'main' ? this.#bare.get(wanted) : undefined;
    if (bare) return [bare];
    return this.#relations.filter((relation) => relation.name === wanted && relation.schema === meant);
  }

  #tableOf(name: string): string[] {
    const table = this.#tables.get(name.toLowerCase());
    return table === undefined ? [] : [table];
  }

  /** Returns the files of macros that an SQL text calls; all when there is none. */
  #calledIn(sql?: string): Set<string> {
    const called = this.#macros.filter(({ isCalledIn }) => sql === undefined || isCalledIn(sql));
    return new Set(called.map(({ file }) => file));
  }

  #needsOf(connection: DuckDBConnection, relation: SqlFile, above: readonly SqlFile[]): Promise<Needs> {
    if (above.includes(relation)) {
      const circle = [...above, relation].map(({ schema, name }) => `${schema}.${name}`).join(' reads ');
      throw wrongFile(relation, `it reads itself: ${circle}`);
    }
    const known = this.#needs.get(relation);
    if (known && above.length === 0) return known;
    const needs = this.#readNeeds(connection, relation, [...above, relation]);
    needs.catch(() => this.#needs.delete(relation));
    this.#needs.set(relation, needs);
    return needs;
  }

  async #readNeeds(connection: DuckDBConnection, relation: SqlFile, above: readonly SqlFile[]): Promise<Needs> {
    const body = readBody(relation.file);
    const names = await namesIn(connection, body.replace(tableMacro, ''));
    if (typeof names === 'string') throw wrongFile(relation, 'what it reads cannot be told');
    // A name without a schema is of the file itself: a common table expression.
    const read = names.filter(({ schema }) => schema !== undefined);
    const below: Needs[] = [];
    for (const other of read.flatMap((name) => this.#find(name))) {
      below.push(await this.#needsOf(connection, other, above));
    }
    const own: Needs = {
      tables: new Set(read.flatMap(({ name }) => this.#tableOf(name))),
      snapshot: new Set(read.filter(({ schema }) => schema === SNAPSHOT).map(({ name }) => name)),
      relations: new Set([relation]),
      macros: this.#calledIn(body),
    };
    return together([...below, own]);
  }
}

function together(needs: readonly Needs[]): Needs {
  return {
    tables: new Set(needs.flatMap(({ tables }) => [...tables])),
    snapshot: new Set(needs.flatMap(({ snapshot }) => [...snapshot])),
    relations: new Set(needs.flatMap(({ relations }) => [...relations])),
    macros: new Set(needs.flatMap(({ macros }) => [...macros])),
  };
}

function wrongFile({ file }: SqlFile, message: string, cause?: unknown): QueryError {
  return new QueryError(`${file}: ${message}`, { file }, cause);
}

/** A file of macros calls no other file's. */
function readMacros(file: string): { file: string; isCalledIn: (sql: string) => boolean } {
  const names = [...readBody(file).matchAll(/\bmacro \w+\.(\w+)/g)].map(([, name]) => name);
  const called = new RegExp(`\\b(?:${names.join('|')})"?\\s*\\(`, 'i');
  return { file, isCalledIn: (sql) => called.test(sql) };
}

/** A view, and an alias in `main` for what that name means there; a file that is a table macro is run as it is. */
function statementOf(relation: SqlFile, isBare: boolean): string {
  const { schema, name } = relation;
  const body = readBody(relation.file);
  if (tableMacro.test(body)) return body;
  const view = `create or replace view ${schema}.${quoteName(name)} as\n${body}\n;`;
  const alias = `create or replace view main.${quoteName(name)} as from ${schema}.${quoteName(name)};`;
  return isBare ? `${view}\n${alias}` : view;
}

/** What stands before the query of a table macro; its file is named for it. */
const tableMacro = /^(\s*--[^\n]*\n)*\s*create\s+(or\s+replace\s+)?macro\s+[\w."]+\s*\([^)]*\)\s+as\s+table\s/i;
