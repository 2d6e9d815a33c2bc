/** How much of each relation a query needs: from its text down through the relations that it reads. */
import type { DuckDBConnection } from './duckdb.ts';
import { mentionsIn, type Mentions } from './mentions.ts';
import { narrowed, viewPartsOf, type ViewParts } from './narrow.ts';
import type { SqlFile } from './sql-files.ts';
import { readTree, type RelationName } from './statement-names.ts';

/** The bodies of relations of which not every column is needed. */
export type NarrowBodies = ReadonlyMap<SqlFile, string>;

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
   * Returns the narrowed bodies of relations, which are given each after those that it reads; `find` tells what a name in a body
   * means. What nothing mentions stays whole.
   */
  async bodiesOf(
    connection: DuckDBConnection,
    asked: Mentions,
    relations: readonly WholeRelation[],
    find: (name: RelationName) => readonly SqlFile[],
  ): Promise<NarrowBodies> {
    const bodies = new Map<SqlFile, string>();
    if (asked.isOpen) return bodies;
    const readers = new Map<SqlFile, Set<Mentions>>();
    const addReader = (mentions: Mentions) => {
      for (const relation of mentions.tables.flatMap(find)) {
        readers.set(relation, (readers.get(relation) ?? new Set()).add(mentions));
      }
    };
    addReader(asked);
    for (const { relation, query, isView } of [...relations].reverse()) {
      const parts = isView ? this.#partsOf(query) : undefined;
      const text = parts && bodyFor(relation, parts, [...(readers.get(relation) ?? [])]);
      if (text !== undefined) bodies.set(relation, text);
      addReader(await this.#mentionsOf(connection, text ?? query));
    }
    return bodies;
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

/** Returns the body with what its readers want; undefined where that is all. */
function bodyFor({ name }: SqlFile, parts: ViewParts, readers: readonly Mentions[]): string | undefined {
  const isWhole = readers.length === 0 || readers.some(({ isOpen, whole }) => isOpen || whole.has(name));
  if (isWhole) return undefined;
  const union = (key: 'names' | 'ends') => new Set(readers.flatMap((reader) => [...reader[key]]));
  return narrowed(parts, { names: union('names'), ends: union('ends') });
}
