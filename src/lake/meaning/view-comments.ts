/** What relations and columns mean, as statements that keep it in a database. */
import { quoteName, quoteText } from '../duckdb/duckdb.ts';
import type { Relation } from './relations.ts';

/** Returns COMMENT ON statements for the views among the relations, and for their columns; those named in `left` have no view. */
export function viewComments(relations: readonly Relation[], left: readonly { relation: string }[] = []): string[] {
  const without = new Set(left.map(({ relation }) => relation));
  const views = relations.filter(({ schema, name, kind }) => kind !== 'macro' && !without.has(`${schema}.${name}`));
  return views.flatMap(({ schema, name, grain, key, notes, columns }) => {
    const view = `${quoteName(schema)}.${quoteName(name)}`;
    const about = [grain, `Key: ${key.join(', ')}.`, notes].filter(Boolean).join(' ');
    return [
      `comment on view ${view} is ${quoteText(about)}`,
      ...columns.map(({ name, unit, doc }) => {
        const meaning = unit === undefined ? doc : `${doc} Unit: ${unit}.`;
        return `comment on column ${view}.${quoteName(name)} is ${quoteText(meaning)}`;
      }),
    ];
  });
}
