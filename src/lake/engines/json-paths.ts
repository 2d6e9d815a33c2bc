/** Paths into JSON, as DuckDB has them. */
import { held, textConstant, Unsayable, type Expr } from './tree.ts';

/** The names and, from 0, the places of a path; `isEach` when it ends with all elements of a list. */
export interface JsonPath {
  steps: (string | number)[];
  isEach: boolean;
}

/** Returns the steps of a path such as `$.vec[0]."a b"`; other text is one field name. Throws an Unsayable. */
export function jsonPath(node: Expr): JsonPath {
  const text = held(textConstant(node), 'constant path');
  if (!text.startsWith('$')) return { steps: [text], isEach: false };
  const isEach = text.endsWith('[*]');
  const rest = text.slice(1, isEach ? -3 : undefined);
  const found = [...rest.matchAll(/\.(?:(\w+)|"([^"]*)")|\[(\d+)\]/g)];
  if (found.map(([whole]) => whole).join('') !== rest) throw new Unsayable(`it has the path ${text}`);
  const steps = found.map(([, name, quoted, place]) => (place === undefined ? (name ?? quoted) : Number(place)));
  return { steps, isEach };
}
