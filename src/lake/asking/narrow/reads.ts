/** What a statement reads: relations, their tables, and the ledgers that its conditions leave. */
import type { LedgerRange } from '../../../datastore/keys.ts';
import type { TableShape } from '../../duckdb/bridge.ts';
import type { DuckDBConnection } from '../../duckdb/duckdb.ts';
import type { BoundParameters } from '../../meaning/parameters.ts';
import { keysOfTable, readRelationKeys, type RelationKeys } from '../../meaning/relation-keys.ts';
import type { SqlRelations } from '../../meaning/sql-relations.ts';
import { requiredRanges, type Known } from './required-ledgers.ts';
import { OPEN, referencesIn, type Reference } from './conditions.ts';
import type { KeyIndex } from './key-ledgers.ts';
import { namesOf, type RelationName } from '../../meaning/statement-names.ts';

/** The ranges of ledgers that a query reads of a table; no entry if it may read all. */
export type LedgerBounds = ReadonlyMap<string, readonly LedgerRange[]>;

interface Read {
  reference: Reference;
  tables: ReadonlySet<string>;
  keys: RelationKeys | undefined;
}

/** What a statement reads; undefined if it may read anything. */
export type Reads = readonly Read[] | undefined;

export interface ReadsOptions {
  tables: readonly TableShape[];
  /** The folder of the relations. */
  sql: string;
  /** Knows which columns hold keys. */
  index?: Pick<KeyIndex, 'columns' | 'apart'> | undefined;
}

export class StatementReads {
  readonly #relations: SqlRelations;
  readonly #index: ReadsOptions['index'];
  /** By schema and name; of tables as `bronze.<table>_raw_v1`. */
  readonly #known: ReadonlyMap<string, RelationKeys>;

  constructor({ tables, sql, index }: ReadsOptions, relations: SqlRelations) {
    this.#relations = relations;
    this.#index = index;
    const ofTables = tables.map((table): [string, RelationKeys] => {
      const columns = index?.columns.get(table.name)?.keys() ?? [];
      return [`bronze.${table.name}_raw_v1`, keysOfTable(table, columns)];
    });
    this.#known = new Map([...readRelationKeys(sql), ...ofTables]);
  }

  /** Returns what the statement of a syntax tree reads. */
  async of(connection: DuckDBConnection, tree: unknown): Promise<Reads> {
    const named = namesOf(tree);
    if (typeof named === 'string' || named.some(({ isCalled }) => isCalled)) return undefined;
    return Promise.all(
      referencesIn(tree).map(async (reference) => {
        const { tables } = await this.#relations.needsOf(connection, [reference.name]);
        return { reference, tables, keys: this.keysOf(reference.name) };
      }),
    );
  }

  /** Returns what is known of the columns of a relation. */
  keysOf(name: RelationName): RelationKeys | undefined {
    const id = this.#relations.idOf(name);
    return id === undefined ? undefined : this.#known.get(id);
  }

  /** Returns the ledgers that are read of tables. A table that is read by several relations has the ledgers of each. */
  bounds(reads: Reads, parameters: BoundParameters = [], known: Known): LedgerBounds {
    const bounds = new Map<string, LedgerRange[]>();
    for (const { reference, tables, keys } of reads ?? []) {
      const { alias, conditions } = reference;
      const own = new Map<string, LedgerRange[]>();
      for (const [table, columns] of Object.entries(keys?.tables ?? {})) {
        own.set(table, requiredRanges(conditions, { table, columns, index: this.#index, alias, parameters }, known));
      }
      const together = keys?.together ?? [];
      const shared = together.map((table) => own.get(table)).find((ranges) => ranges && !ranges.some(isOpen));
      for (const table of tables) {
        const ranges = own.get(table) ?? [OPEN];
        const chosen = shared && together.includes(table) && ranges.some(isOpen) ? shared : ranges;
        bounds.set(table, [...(bounds.get(table) ?? []), ...chosen]);
      }
    }
    for (const [table, ranges] of bounds) if (ranges.some(isOpen)) bounds.delete(table);
    return bounds;
  }
}

function isOpen({ first, last }: LedgerRange): boolean {
  return first <= OPEN.first && last >= OPEN.last;
}
