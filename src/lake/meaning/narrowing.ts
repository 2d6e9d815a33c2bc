/** How much of each relation a query needs: from its text down through the relations that it reads. */
import type { DuckDBConnection } from '../duckdb/duckdb.ts';
import { mentionsIn, type Mentions } from './mentions.ts';
import { narrowed, viewPartsOf, withoutUnreadJoin, type ViewParts } from './narrow.ts';
import type { SqlFile } from './sql-files.ts';
import { readTree, type RelationName } from './statement-names.ts';

/** The bodies of relations of which not every column is needed. */
export type NarrowBodies = ReadonlyMap<SqlFile, string>;

/** What of relations is needed, where it is not all. */
export interface Narrowed {
  bodies: NarrowBodies;
  /** The columns of what is no relation of ours, by its name in small letters; no entry where that may be any. */
  columns: ReadonlyMap<string, ReadonlySet<string>>;
}

/** All of everything is needed. */
export const wholeTable: Narrowed = { bodies: new Map(), columns: new Map() };

/** A relation with all its columns. */
export interface WholeRelation {
  relation: SqlFile;
  query: string;
  /** Whether it is no macro. */
  isView: boolean;
}

/** How many texts are kept whose mentions are known. */
const MOST_KNOWN = 2000;

export class Narrowing {
  readonly #parts = new Map<string, ViewParts | undefined>();
  readonly #mentions = new Map<string, Mentions>();

  /**
   * Returns the narrowed bodies of relations, in dependency order, and the columns of tables that they read. `find` resolves
   * the names in a body.
   */
  async bodiesOf(
    connection: DuckDBConnection,
    asked: Mentions,
    relations: readonly WholeRelation[],
    find: (name: RelationName) => readonly SqlFile[],
  ): Promise<Narrowed> {
    if (asked.isOpen) return wholeTable;
    const bodies = new Map<SqlFile, string>();
    const readers = new Map<SqlFile | string, Set<Mentions>>();
    const addReader = (mentions: Mentions) => {
      for (const table of mentions.tables) {
        const found = find(table);
        for (const read of found.length > 0 ? found : [table.name.toLowerCase()]) {
          readers.set(read, (readers.get(read) ?? new Set()).add(mentions));
        }
      }
    };
    addReader(asked);
    for (const { relation, query, isView } of [...relations].reverse()) {
      const parts = isView ? this.#partsOf(query) : undefined;
      const text = parts && bodyFor(relation, parts, [...(readers.get(relation) ?? [])]);
      if (text !== undefined) bodies.set(relation, text);
      addReader(await this.#mentionsOf(connection, text ?? query));
    }
    return { bodies, columns: columnsOf(readers) };
  }

  #partsOf(body: string): ViewParts | undefined {
    if (!this.#parts.has(body)) this.#parts.set(body, viewPartsOf(body));
    return this.#parts.get(body);
  }

  async #mentionsOf(connection: DuckDBConnection, text: string): Promise<Mentions> {
    const known = this.#mentions.get(text);
    if (known) return known;
    const mentions = mentionsIn(await readTree(connection, text));
    if (this.#mentions.size >= MOST_KNOWN) this.#mentions.clear();
    this.#mentions.set(text, mentions);
    return mentions;
  }
}

/** Returns the columns that readers want of what they name; nothing of what they may want all of. */
function columnsOf(readers: ReadonlyMap<SqlFile | string, ReadonlySet<Mentions>>): Map<string, Set<string>> {
  const columns = new Map<string, Set<string>>();
  for (const [name, mentions] of readers) {
    const wanted = typeof name === 'string' ? wantedBy([...mentions], name) : undefined;
    if (typeof name === 'string' && wanted) columns.set(name, wanted.names);
  }
  return columns;
}

/** Returns the body with what its readers want; undefined where that is all. */
function bodyFor({ name }: SqlFile, parts: ViewParts, readers: readonly Mentions[]): string | undefined {
  const wanted = wantedBy(readers, name);
  return wanted && withoutUnreadJoin(narrowed(parts, wanted));
}

function wantedBy(readers: readonly Mentions[], name: string): { names: Set<string>; ends: Set<string> } | undefined {
  const isWhole = readers.length === 0 || readers.some((reader) => reader.isOpen || reader.whole.has(name));
  if (isWhole) return undefined;
  const union = (key: 'names' | 'ends') => new Set(readers.flatMap((reader) => [...reader[key]]));
  return { names: union('names'), ends: union('ends') };
}
