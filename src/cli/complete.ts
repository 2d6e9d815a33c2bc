/** What a name behind a point may become: a relation of a schema, or a column of a relation or alias. */
import type { Relation } from '../index.ts';

/** What the last word may become, and how many characters of it there are. */
export interface Completion {
  words: string[];
  typed: number;
}

// eslint-disable-next-line local/linear-expressions -- the user of the prompt types it
const QUALIFIED = /((?:\w+\.)?\w+)\.(\w*)$/;
/** A relation with what it is called from there on. */
const READ = /(?:\b(?:from|join)|,)\s*((?:\w+\.)?\w+)(?:\s+(?:as\s+)?(\w+))?/gi;

/**
 * Returns the names that may follow `schema.`, `relation.` or `alias.` at the cursor; else undefined. `text` ends at the cursor,
 * `statement` after it.
 */
export function completeQualified(
  relations: readonly Relation[],
  text: string,
  statement: string,
): Completion | undefined {
  const [, qualifier, begun = ''] = QUALIFIED.exec(text) ?? [];
  if (qualifier === undefined) return undefined;
  const before = qualifier.toLowerCase();
  const inSchema = relations.filter(({ schema }) => schema === before);
  const names = inSchema.length > 0 ? inSchema : (relationOf(relations, aliased(statement, before))?.columns ?? []);
  if (names.length === 0) return undefined;
  const words = names.map(({ name }) => name).filter((name) => name.startsWith(begun.toLowerCase()));
  return { words, typed: begun.length };
}

/** Returns the relation that an alias stands for, else the name itself. */
function aliased(statement: string, name: string): string {
  for (const [, relation = '', alias] of statement.matchAll(READ)) {
    if (alias?.toLowerCase() === name) return relation.toLowerCase();
  }
  return name;
}

/** Returns the relation of a name; of those without a schema the one of the lowest layer. */
function relationOf(relations: readonly Relation[], named: string): Relation | undefined {
  const isNamed = ({ schema, name }: Relation) => `${schema}.${name}` === named;
  return (
    relations.find(isNamed) ??
    ['bronze', 'silver', 'semantic', 'gold']
      .map((layer) => relations.find(({ schema, name }) => schema === layer && name === named))
      .find((found) => found !== undefined)
  );
}
