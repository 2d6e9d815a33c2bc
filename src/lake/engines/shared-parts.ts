/** Parts of dialects that several engines have. */
import type { Dialect } from './dialect.ts';
import { Unsayable } from './tree.ts';

/** Returns what prints nothing, since the engine has no way to say it. */
export const refuse = (what: string) => (): never => {
  throw new Unsayable(what);
};

/** Rows in FROM of engines whose VALUES name no columns. */
export const unitedRows: Dialect['rows'] = (says, rows, alias, columns) => {
  const { quote } = says.dialect;
  const lists = rows.map(
    (row) => `select ${row.map((value, i) => `${says(value)} as ${quote(columns[i])}`).join(', ')}`,
  );
  return `(${lists.join(' union all ')}) as ${quote(alias)}`;
};

/** Returns what prints the n-th part of a text between separators, from its end where n is below zero, and no element of another list. */
export function partOfText(print: (text: string, separator: string, n: number) => string): Dialect['element'] {
  return (says, { function_name: name, children = [] }, place) => {
    const n = Number(place.value?.value);
    if (name !== 'string_split' || !Number.isInteger(n)) throw new Unsayable('it has an element of a list');
    return print(says(children[0]), says(children[1]), n);
  };
}

/** Engines in which what is made of lists is not said. */
export const withoutLists: Pick<Dialect, 'slice' | 'lambda' | 'inline' | 'range'> = {
  slice: refuse('it has a part of a list'),
  lambda: refuse('it has a function of its own'),
  inline: refuse('it makes rows of a list'),
  range: refuse('it makes rows of numbers'),
};
