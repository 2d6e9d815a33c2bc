/** The relations of the SQL folder, `<layer>/<name>.sql` each, made in a database as far as a query needs them. */
import { hash } from 'node:crypto';
import { QueryError } from '../../core/errors.ts';
import type { TableShape } from '../duckdb/bridge.ts';
import { quoteName, type DuckDBConnection, type Runs } from '../duckdb/duckdb.ts';
import { foldedQuery, keptOf, PARTS, type Materialised } from './kept.ts';
import { noStates, stateOf, statesQuery, type States } from './states.ts';
import type { Mentions } from './mentions.ts';
import { Narrowing, wholeTable, type NarrowBodies, type Narrowed } from './narrowing.ts';
import {
  layers,
  listMacros,
  listRelations,
  readSqlBody,
  schemasOf,
  sqlFolder,
  type SqlLayer,
  type SqlFile,
} from './sql-files.ts';
import { namesIn, type Named, type RelationName } from './statement-names.ts';
import { messageOf } from '../../core/system-errors.ts';

/** The schema with the records of a snapshot as tables; `meta` has views of them. */
export const SNAPSHOT = 'snapshot';

/** Everything that relations depend on. */
export interface Needs {
  /** The tables whose `bronze.<table>_raw_v1` they read. */
  tables: ReadonlySet<string>;
  /** The tables of schema `snapshot` that they read. */
  snapshot: ReadonlySet<string>;
  /** The relations, dependencies first. */
  relations: ReadonlySet<SqlFile>;
  /** The files of macros that they call. */
  macros: ReadonlySet<string>;
  /** The kept relations whose parts they read. */
  kept: ReadonlySet<Materialised>;
}

/** Dependencies of the part of a kept relation. The version changes with the SQL of any of them. */
interface PartSource {
  needs: Needs;
  version: number;
}

export interface SqlRelationsOptions {
  /** Only these layers; by default all. */
  only?: readonly SqlLayer[];
  /** True if kept relations read their parts instead of bronze. */
  folded?: boolean;
  /** True if statements stay prepared. */
  isStanding?: boolean;
}

/** The relations in one database. */
export class SqlRelations {
  readonly #tables: Map<string, string>;
  readonly #schemas: readonly string[];
  readonly #relations: SqlFile[];
  /** Relations by bare name. If two layers share a name, the lower layer wins. */
  readonly #bare: ReadonlyMap<string, SqlFile>;
  readonly #macros: MacroFile[];
  /** Kept relations, with their declarations. */
  readonly #kept: ReadonlyMap<SqlFile, Materialised>;
  readonly #isFolded: boolean;
  readonly #isStanding: boolean;
  /** Cached dependencies of each relation, itself included. */
  readonly #needs = new Map<SqlFile, Promise<Needs>>();
  readonly #parts = new Map<Materialised, Promise<PartSource>>();
  readonly #narrowing = new Narrowing();
  readonly #bodies = new Map<string, string>();
  /** The bodies by which relations and macros are there, by file. */
  readonly #made = new Map<string, string>();

  /** `folder` has the layers but `meta`, which does not depend on tables. */
  constructor(
    tables: readonly TableShape[],
    folder = sqlFolder,
    { only = layers, folded = false, isStanding = false }: SqlRelationsOptions = {},
  ) {
    this.#isFolded = folded;
    this.#isStanding = isStanding;
    this.#tables = new Map(tables.map(({ name }) => [`${name}_raw_v1`, name]));
    this.#schemas = schemasOf(only);
    this.#relations = listRelations(folder, only);
    const named = this.#relations.filter(({ schema }) => schema !== 'meta');
    this.#bare = new Map(named.map((relation) => [relation.name, relation] as const).reverse());
    this.#kept = new Map(
      this.#relations.flatMap((file) => {
        const kept = keptOf(file);
        return kept ? [[file, kept]] : [];
      }),
    );
    // Those of a layer that is not made have no schema to be in.
    this.#macros = listMacros(folder)
      .map(readMacros)
      .filter(({ schema }) => this.#schemas.includes(schema));
  }

  /** Returns what queries may call the relations: without a schema where the name alone is enough. */
  names(): string[] {
    const views = this.#relations.map((relation) => {
      const { schema, name } = relation;
      return this.#bare.get(name) === relation ? name : `${schema}.${name}`;
    });
    return [...views, ...[...this.#tables.keys()].map((name) => `bronze.${name}`)];
  }

  /** The relations that are kept. */
  get kept(): Materialised[] {
    return [...this.#kept.values()];
  }

  /** Makes schemas. */
  async prepare(connection: Runs): Promise<void> {
    const schemas = [...this.#schemas, SNAPSHOT, PARTS].map((schema) => `create schema if not exists ${schema};`);
    await connection.run(schemas.join('\n'));
  }

  /** Returns the dependencies of a query that names these relations. Throws a QueryError if relations read each other in a circle. */
  async needsOf(connection: DuckDBConnection, named: Named, sql?: string): Promise<Needs> {
    const found = typeof named === 'string' ? undefined : named.map((name) => this.#find(name));
    // An unknown function, such as query_table, may read any relation.
    const isOpen = typeof named !== 'string' && named.some(({ isCalled }, i) => isCalled && found![i].length === 0);
    const asked = found && !isOpen ? found.flat() : this.#relations;
    const needs = await Promise.all(asked.map((relation) => this.#needsOf(connection, relation, [])));
    const tables =
      typeof named === 'string' || isOpen
        ? [...this.#tables.values()]
        : named.flatMap(({ name }) => this.#tableOf(name));
    const own = { tables: new Set(tables), snapshot: new Set<string>(), relations: new Set<SqlFile>() };
    return joinedSql([...needs, { ...own, macros: this.#calledIn(sql), kept: new Set() }]);
  }

  /**
   * Creates missing relations; the tables and parts that they read must exist. `states` has baseline states, `narrow` the
   * bodies of relations that need only some columns. Throws a QueryError that names a wrong file.
   */
  async make(
    connection: Runs,
    { macros, relations }: Needs,
    states: States = noStates,
    narrow: NarrowBodies = new Map(),
  ): Promise<void> {
    for (const file of macros) {
      if (this.#made.has(file)) continue;
      const body = this.#read(file);
      await connection.run(body);
      this.#made.set(file, body);
    }
    for (const relation of relations) {
      const body = narrow.get(relation) ?? this.#bodyOf(relation, states);
      if (this.#made.get(relation.file) === body) continue;
      try {
        await connection.run(statementOf(relation, body, this.#bare.get(relation.name) === relation));
      } catch (error) {
        this.#made.delete(relation.file);
        throw wrongFile(relation, messageOf(error), error);
      }
      this.#made.set(relation.file, body);
    }
  }

  /** Returns the statements that create macros and their schemas. */
  macrosOf({ macros }: Needs): string[] {
    const needed = this.#macros.filter(({ file }) => macros.has(file));
    return needed.flatMap(({ file, schema }) => [`create schema if not exists ${schema}`, this.#read(file)]);
  }

  /** Returns relations and tables reduced to the columns that a query with these mentions needs. */
  async narrowed(
    connection: DuckDBConnection,
    mentions: Mentions,
    { relations }: Needs,
    states: States = noStates,
  ): Promise<Narrowed> {
    // An unknown function may read any relation.
    if (mentions.tables.some((table) => table.isCalled && this.#find(table).length === 0)) return wholeTable;
    const all = [...relations].map((relation) => {
      const body = this.#bodyOf(relation, states);
      const query = body.replace(tableMacro, '');
      return { relation, query, isView: query === body };
    });
    return this.#narrowing.bodiesOf(connection, mentions, all, (name) => this.#find(name));
  }

  #bodyOf(relation: SqlFile, states: States): string {
    const kept = this.#keptBy(relation);
    if (kept) return foldedQuery(kept, states.baselineOf(kept), this.#isStanding);
    const body = this.#read(relation.file);
    const id = stateOf(body);
    return id === undefined ? body : statesQuery(body, states.filesOf(id), this.#keptOf(id));
  }

  #read(file: string): string {
    const known = this.#bodies.get(file) ?? readSqlBody(file);
    this.#bodies.set(file, known);
    return known;
  }

  /** Returns the declaration of a kept relation, if it reads parts here. */
  #keptBy(relation: SqlFile): Materialised | undefined {
    return this.#isFolded ? this.#kept.get(relation) : undefined;
  }

  /** Returns the kept relation of a name, such as `silver.accounts_current`, if it reads parts here. */
  #keptOf(id: string | undefined): Materialised | undefined {
    return this.#isFolded ? [...this.#kept.values()].find((kept) => kept.id === id) : undefined;
  }

  /** Returns the dependencies of the parts of a kept relation. Throws a QueryError if one is a kept relation. */
  partSource(connection: DuckDBConnection, kept: Materialised): Promise<PartSource> {
    const known = this.#parts.get(kept);
    if (known) return known;
    const source = this.#readPartSource(connection, kept);
    source.catch(() => this.#parts.delete(kept));
    this.#parts.set(kept, source);
    return source;
  }

  async #readPartSource(connection: DuckDBConnection, kept: Materialised): Promise<PartSource> {
    const sources = [kept.changes, ...(kept.ofSegment ? [kept.ofSegment.query] : [])];
    const sql = [...sources, kept.fold].join('\n');
    const named = await Promise.all(sources.map((source) => namesIn(connection, source)));
    const needs = joinedSql(await Promise.all(named.map((names) => this.needsOf(connection, names, sql))));
    const other = [...needs.relations].find((relation) => this.#kept.has(relation));
    if (other)
      throw wrongFile(kept.file, `a part of it cannot be made of ${other.schema}.${other.name}, which is materialised`);
    const files = [...needs.macros, ...[...needs.relations].map(({ file }) => file)].sort();
    const texts = [...sources, kept.fold, kept.sortedBy.join(), ...files.map(readSqlBody)].map(withoutComments);
    return { needs, version: parseInt(hash('sha256', texts.join('\n')).slice(0, 8), 16) };
  }

  /** Returns schema and name of the relation or table that a name means; undefined where it means none. */
  idOf(name: RelationName): string | undefined {
    const [relation] = this.#find(name);
    if (relation) return `${relation.schema}.${relation.name}`;
    const table = name.name.toLowerCase();
    return this.#tables.has(table) ? `bronze.${table}` : undefined;
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

  /** Returns the files of macros that the SQL calls, each after the files that it calls; without SQL all files. */
  #calledIn(sql?: string): Set<string> {
    const calls = sql === undefined ? undefined : callsIn(sql);
    const called = this.#macros.filter(({ names }) => calls === undefined || !names.isDisjointFrom(calls));
    const below = this.#macros.filter(({ names }) => called.some((one) => !names.isDisjointFrom(one.calls)));
    return new Set([...below, ...called].map(({ file }) => file));
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
    const kept = this.#keptBy(relation);
    const body = this.#bodyOf(relation, noStates);
    const ofState = this.#keptOf(stateOf(body));
    const names = await namesIn(connection, body.replace(tableMacro, ''));
    if (typeof names === 'string') throw wrongFile(relation, 'its sources are unknown');
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
      kept: new Set([kept, ofState].filter((one) => one !== undefined)),
    };
    return joinedSql([...below, own]);
  }
}

/** Returns what several relations stand on. */
export function joinedSql(needs: readonly Needs[]): Needs {
  return {
    tables: new Set(needs.flatMap(({ tables }) => [...tables])),
    snapshot: new Set(needs.flatMap(({ snapshot }) => [...snapshot])),
    relations: new Set(needs.flatMap(({ relations }) => [...relations])),
    macros: new Set(needs.flatMap(({ macros }) => [...macros])),
    kept: new Set(needs.flatMap(({ kept }) => [...kept])),
  };
}

/** Words about a statement, and how it is laid out, change nothing of what it does. */
function withoutComments(sql: string): string {
  return sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
}

function wrongFile({ file }: SqlFile, message: string, cause?: unknown): QueryError {
  return new QueryError(`${file}: ${message}`, { file }, cause);
}

/** A file of macros, which are all in one schema. */
interface MacroFile {
  file: string;
  schema: string;
  /** The macros of the file. */
  names: ReadonlySet<string>;
  /** What their bodies call. */
  calls: ReadonlySet<string>;
}

/** A file of macros may call those of another file, which call no others. */
function readMacros(file: string): MacroFile {
  const body = readSqlBody(file);
  const macros = [...body.matchAll(/\bmacro (\w+)\.(\w+)/g)];
  const names = new Set(macros.map(([, , name]) => name.toLowerCase()));
  return { file, schema: macros[0]?.[1] ?? '', names, calls: callsIn(body).difference(names) };
}

/** Returns the functions and macros that SQL calls, in small letters; also some words that are neither. */
function callsIn(sql: string): Set<string> {
  return new Set(Array.from(sql.matchAll(/\b(\w+)"?\s*\(/g), ([, name]) => name.toLowerCase()));
}

/** A view, and an alias in `main` for what that name means there; a file that is a table macro is run as it is. */
function statementOf({ schema, name }: SqlFile, body: string, isBare: boolean): string {
  if (tableMacro.test(body)) return body;
  const view = `create or replace view ${schema}.${quoteName(name)} as\n${body}\n;`;
  const alias = `create or replace view main.${quoteName(name)} as from ${schema}.${quoteName(name)};`;
  return isBare ? `${view}\n${alias}` : view;
}

/** What stands before the query of a table macro; its file is named for it. */
const tableMacro = /^(\s*--[^\n]*\n)*\s*create\s+(or\s+replace\s+)?macro\s+[\w."]+\s*\([^)]*\)\s+as\s+table\s/i;
