/** `format` of DuckDB, as its pieces put together. */
import type { Expr } from '../meaning/syntax.ts';
import { callNode, castNode, textConstant, textNode, Unsayable } from './tree.ts';

/** Returns `format(text, …)` of a text with `{}`, `{0}` and `{{` as a chain of `||`: null when one of the values is. */
export function formatted([pattern, ...args]: readonly Expr[]): Expr {
  const text = textConstant(pattern);
  if (text === undefined) throw new Unsayable('it calls format with a text that is made');
  let next = 0;
  const pieces = [...text.matchAll(/\{\{|\}\}|\{(\d*)\}|[^{}]+|[{}]/g)].map(([whole, place]) => {
    if (whole === '{' || whole === '}') throw new Unsayable(`it formats by ${text}`);
    if (place === undefined) return textNode(whole === '{{' || whole === '}}' ? whole[0] : whole);
    return castNode(args[place === '' ? next++ : Number(place)], 'VARCHAR');
  });
  return pieces.reduce((before, piece) => callNode('||', [before, piece]));
}
