/**
 * Empty tables in place of views, in a database without rows: to plan a query of many expressions that nobody reads takes longer than all else
 * (12 ms for history_operations). Which column of a view is its table's ledger, hash or key shows in what a filter on it becomes.
 */
import { quoteName, quoteText, selectRows, type DuckDBConnection } from '../duckdb.ts';
import { readBody, type SqlFile } from '../relations/sql-files.ts';
import type { Needs, SqlRelations } from '../relations/sql-relations.ts';
import { choicesAsked, keyChoices, withoutKinds, type KeyChoice, type KeyColumns } from './asked-values.ts';
import { HASH, hashesOf, kindsLeftOut, type Bounding } from './filter-ranges.ts';
import type { RowsApart } from './key-ledgers.ts';
import { narrowed, viewPartsOf } from './narrow.ts';
import { passesOnlyOne, planOf, scansIn, SOME_LEDGER, type Scan } from './plan-filters.ts';
import type { Named, RelationName } from './statement-names.ts';

const SCHEMA = 'stand_ins';
/** What views call the ledger of a row. */
const ledgerColumns = ['ledger_sequence', 'sequence'];
const SOME_HASH = '5'.repeat(64);

/** A relation, and as much of it as filters on some of its columns tell of. */
interface Columns {
  /** The type of each. */
  types: ReadonlyMap<string, string>;
  /** Those that are texts, and not made of several rows. */
  texts: readonly string[];
  /** Whether the relation is of one table, and none is made of several rows: what filters on some columns pass, they pass with all others. */
  isPlain: boolean;
  /** Returns what SQL reads in place of the relation where it mentions no other columns: of history_operations DuckDB binds all in 12 ms. */
  only(columns: readonly string[]): string;
}

export class StandIns {
  readonly #connection: DuckDBConnection;
  readonly #relations: SqlRelations;
  readonly #scanned: Map<string, Bounding>;
  readonly #examined = new Set<SqlFile>();
  readonly #made = new Map<SqlFile, { isShown: boolean; table: string; view: string }>();
  readonly #columns = new Map<SqlFile, Promise<Columns | undefined>>();

  /** `scanned` says what scans show of which table; those of stand-ins are added. */
  constructor(connection: DuckDBConnection, relations: SqlRelations, scanned: Map<string, Bounding>) {
    this.#connection = connection;
    this.#relations = relations;
    this.#scanned = scanned;
  }

  async prepare(): Promise<void> {
    await this.#connection.run(`create schema ${SCHEMA}`);
  }

  /** Makes an empty table for a view of one scan that passes on a column of ledgers, as a filter on it shows. */
  async make(relation: SqlFile): Promise<void> {
    if (this.#examined.has(relation)) return;
    this.#examined.add(relation);
    const { schema, name } = relation;
    const view = `${schema}.${quoteName(name)}`;
    const columns = await this.#columnsOf(relation);
    if (!columns) return;
    for (const column of ledgerColumns) {
      const from = columns.isPlain ? columns.only([column]) : view;
      const [scan, ...others] = await this.#scansOf(`from ${from} where ${column} = ${SOME_LEDGER}`);
      const scanned = this.#scanned.get(scan?.table);
      if (!scanned || others.length > 0 || !passesOnlyOne(scan.filters, scanned.column)) continue;
      const hash = (await this.#passesHash(columns, scan.table)) ? HASH : undefined;
      const keys = await this.#passedKeys(columns, scan.table);
      const apart = await this.#passedApart(columns, scan.table);
      const table = `${SCHEMA}.${quoteName(`${schema}_${name}`)}`;
      const list = Array.from(columns.types, ([one, type]) => `${quoteName(one)} ${type}`);
      await this.#connection.run(`create table ${table} (${list.join(', ')})`);
      this.#made.set(relation, { isShown: false, table: `from ${table}`, view: readBody(relation.file) });
      this.#scanned.set(`memory.${SCHEMA}.${schema}_${name}`, { table: scanned.table, column, hash, keys, apart });
      return;
    }
  }

  /** Shows the empty table where the query names the relation itself: others that read it read what its columns are made of. */
  async show(relation: SqlFile, isShown: boolean): Promise<void> {
    const standIn = this.#made.get(relation);
    if (!standIn || standIn.isShown === isShown) return;
    const query = isShown ? standIn.table : standIn.view;
    await this.#connection.run(`create or replace view ${relation.schema}.${quoteName(relation.name)} as ${query}`);
    standIn.isShown = isShown;
  }

  /** Returns what SQL reads of a relation of which it mentions some columns, with what is below it shown as it is. */
  async showOnly(name: RelationName, { relations }: Needs, columns: readonly string[]): Promise<string> {
    const [own, ...others] = namedOf([name], relations);
    const found = own && others.length === 0 ? await this.#columnsOf(own) : undefined;
    const only = found?.isPlain === true ? found.only(columns) : undefined;
    for (const relation of relations) if (only === undefined || relation !== own) await this.show(relation, false);
    return only ?? qualified(name);
  }

  /** Returns nothing of a macro, which cannot be described. */
  #columnsOf(relation: SqlFile): Promise<Columns | undefined> {
    const known = this.#columns.get(relation) ?? this.#describe(relation).catch(() => undefined);
    this.#columns.set(relation, known);
    return known;
  }

  /**
   * Columns that are made of several rows keep a filter on others from the scan. Where a filter on the ledger passes them, these rows are of
   * one ledger, so that all rows of the ledgers of a key are enough.
   */
  async #describe({ schema, name, file }: SqlFile): Promise<Columns> {
    const view = `${schema}.${quoteName(name)}`;
    const rows = await selectRows(this.#connection, `describe from ${view}`);
    const types = new Map(rows.map((row) => [String(row['column_name']), String(row['column_type'])]));
    const parts = viewPartsOf(readBody(file));
    const windows = parts?.items.filter(({ words }) => words.has('over')) ?? [];
    const isOfOne = (column: string) => windows.every((item) => item.name !== column);
    const texts = [...types].flatMap(([column, type]) => (type === 'VARCHAR' && isOfOne(column) ? [column] : []));
    const { tables } = await this.#relations.needsOf(this.#connection, [{ schema, name }], `from ${view}`);
    const only = (columns: readonly string[]) => {
      const names = new Set(columns.map((column) => column.toLowerCase()));
      return parts ? `(\n${narrowed(parts, { names, ends: names })}\n)` : view;
    };
    return { types, texts, isPlain: windows.length === 0 && tables.size === 1, only };
  }

  /** Whether what is asked of a view's hash is asked of the hash of the table that it scans. */
  async #passesHash({ only }: Columns, table: string): Promise<boolean> {
    const filters = await this.#filtersOn(table, `from ${only([HASH])} where ${HASH} = '${SOME_HASH}'`);
    return filters.some((filter) => hashesOf(filter, this.#scanned.get(table)?.hash)?.[0] === SOME_HASH);
  }

  /** Returns what a query asks of a table that it scans. */
  async #filtersOn(table: string, query: string): Promise<string[]> {
    const scans = await this.#scansOf(query);
    return scans.filter((scan) => scan.table === table).flatMap((scan) => scan.filters);
  }

  /** Returns the scans of a query; none where it cannot be planned. */
  async #scansOf(query: string): Promise<Scan[]> {
    return [...scansIn(await planOf(this.#connection, query).catch(() => undefined))];
  }

  /** Returns the rows of a table that are set apart, where a view that scans it passes the column that tells them. */
  async #passedApart({ only }: Columns, table: string): Promise<RowsApart | undefined> {
    const apart = this.#scanned.get(table)?.apart;
    if (!apart) return undefined;
    const where = `${quoteName(apart.column)} != ${quoteText(apart.value)}`;
    const filters = await this.#filtersOn(table, `from ${only([apart.column])} where ${where}`);
    return kindsLeftOut(filters, apart) === 0 ? undefined : apart;
  }

  /** Returns the columns of a view of which what is asked is asked of columns of keys of the table that it scans. */
  async #passedKeys({ only, texts }: Columns, table: string): Promise<KeyColumns> {
    const { keys: all = new Map(), apart } = this.#scanned.get(table) ?? {};
    if (all.size === 0) return new Map();
    const left = apart ? kindsLeftOut(await this.#filtersOn(table, `from ${only([])}`), apart) : 0;
    const keys = withoutKinds(all, left);
    return new Map(await this.#passed(only, table, { keys, columns: texts }));
  }

  /** What is asked of columns that are one may be contradictory: then of halves of them. */
  async #passed(
    only: Columns['only'],
    table: string,
    { keys, columns }: { keys: KeyColumns; columns: readonly string[] },
  ): Promise<[column: string, choices: readonly KeyChoice[]][]> {
    if (columns.length === 0) return [];
    const where = columns.map((name, i) => `${quoteName(name)} = 'key${i}'`).join(' and ');
    const filters = await this.#filtersOn(table, `from ${only(columns)} where ${where}`);
    const asked = filters.flatMap(choicesAsked).flatMap(([value, choices]): [string, readonly KeyChoice[]][] => {
      const told = keyChoices(choices, keys);
      return told?.some((choice) => !('text' in choice)) === true ? [[value, told]] : [];
    });
    if (asked.length > 0 || columns.length === 1) {
      const found = new Map(asked);
      return columns.flatMap((name, i) => {
        const choices = found.get(`key${i}`);
        return choices ? [[name, choices]] : [];
      });
    }
    const half = columns.length >> 1;
    const [left, right] = [columns.slice(0, half), columns.slice(half)];
    return [
      ...(await this.#passed(only, table, { keys, columns: left })),
      ...(await this.#passed(only, table, { keys, columns: right })),
    ];
  }
}

/** Returns the relations that the query names itself. */
export function namedOf(named: Named, relations: ReadonlySet<SqlFile>): SqlFile[] {
  if (typeof named === 'string') return [];
  const names = new Set(named.map(({ name }) => name.toLowerCase()));
  return [...relations].filter(({ name, schema }) => names.has(name) && schema !== 'meta');
}

export function qualified({ schema, name }: RelationName): string {
  return [schema ?? [], name].flat().map(quoteName).join('.');
}
