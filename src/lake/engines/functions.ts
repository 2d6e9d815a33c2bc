/** Functions that engines have, by DuckDB's names. */
import type { Says, SaysCall } from './dialect.ts';
import { textConstant, Unsayable, type Expr } from './tree.ts';

/** Prints a call by another name. */
export function called(name: string): SaysCall {
  return (says, _, args) => `${name}(${args.map((arg) => says(arg)).join(', ')})`;
}

/** Prints an aggregate of one argument. */
export function aggregated(name: string): SaysCall {
  return (says, { distinct }, args) => {
    return `${name}(${distinct ? 'distinct ' : ''}${args.map((arg) => says(arg)).join(', ')})${says.filter}`;
  };
}

/** Prints an operator between its arguments, or before its only one. */
export function infix(sign: string): SaysCall {
  return (says, _, args) => {
    const parts = args.map((arg) => says(arg));
    return parts.length === 1 ? `(${sign}${parts[0]})` : `(${parts.join(` ${sign} `)})`;
  };
}

/** A text in which `$1`, `$2` stand for the arguments. */
export function template(text: string): SaysCall {
  return (says, _, args) => text.replace(/\$(\d)/g, (_whole, n: string) => says(args[Number(n) - 1]));
}

/** In one pass: what is put in may have dollars of its own. */
function filled(text: string, parts: readonly string[]): string {
  return text.replace(/\$(\d)/g, (_whole, n: string) => parts[Number(n) - 1]);
}

/** What `arg_max` and `arg_min` leave out: rows whose value is null. */
export function extreme(text: string): SaysCall {
  return (says, _, [value, by]) => {
    const place = `case when ${says(value)} is not null then ${says(by)} end`;
    return `${filled(text, [says(value), place])}${says.filter}`;
  };
}

/** DuckDB leaves out as many letters of the end as a count below zero says. `text` prints a value and a count. */
export function leftLetters(text: string): SaysCall {
  return (says, _, [value, count]) => {
    const [lacking, more] = count.function_name === '-' ? (count.children ?? []) : [];
    const said = !lacking || more ? says(count) : `-${says(lacking)}`;
    const letters = said.startsWith('-') ? `greatest(length(${says(value)}) - ${said.slice(1)}, 0)` : said;
    return filled(text, [says(value), letters]);
  };
}

export const commonFunctions: Readonly<Record<string, SaysCall>> = {
  '+': infix('+'),
  '-': infix('-'),
  '*': infix('*'),
  '%': infix('%'),
  '||': infix('||'),
  '~~': infix('like'),
  abs: called('abs'),
  avg: aggregated('avg'),
  count: aggregated('count'),
  count_star: (says, _, args) => `count(${args.length > 0 ? says(args[0]) : '*'})${says.filter}`,
  greatest: called('greatest'),
  lead: called('lead'),
  least: called('least'),
  left: called('left'),
  length: called('length'),
  lower: called('lower'),
  lpad: called('lpad'),
  max: aggregated('max'),
  min: aggregated('min'),
  nullif: called('nullif'),
  replace: called('replace'),
  right: called('right'),
  row_number: called('row_number'),
  substr: called('substr'),
  sum: aggregated('sum'),
  upper: called('upper'),
};

/** How an engine prints values in a text. */
export interface FormatSpecs {
  plain: (value: string) => string;
  /** With zeros before it, to so many digits. */
  padded: (value: string, width: string) => string;
  /** In base 16, in small letters, with zeros before it. */
  hex: (value: string, width: string) => string;
  thousands: (value: string) => string;
  concat: (parts: readonly string[]) => string;
}

/** Prints `format(text, …)`, which is null when one of the values is. */
export function formatted(specs: FormatSpecs): SaysCall {
  const print = (says: Says, pattern: Expr, args: readonly Expr[]): string => {
    const text = textConstant(pattern);
    if (text !== undefined) return specs.concat(piecesOf(text).map((piece) => said(says, piece, args, specs)));
    const { case_checks: checks, else_expr: other } = pattern;
    if (!checks || !other) throw new Unsayable('it calls format with a text that is made');
    const parts = checks.map(
      ({ when_expr: when, then_expr: then }) => `when ${says(when)} then ${print(says, then, args)}`,
    );
    return `case ${parts.join(' ')} else ${print(says, other, args)} end`;
  };
  return (says, _, [pattern, ...args]) => print(says, pattern, args);
}

type Piece = string | { place: number; spec: string };

/** The pieces of a text in the way of Python: `{}`, `{0}`, `{:07}`, `{{`. */
function piecesOf(text: string): Piece[] {
  let next = 0;
  return [...text.matchAll(/\{\{|\}\}|\{(\d*)(?::([^}]*))?\}|[^{}]+/g)].map(([whole, place, spec = '']): Piece => {
    if (whole === '{{' || whole === '}}') return whole[0];
    return whole.startsWith('{') ? { place: place === '' ? next++ : Number(place), spec } : whole;
  });
}

function said(says: Says, piece: Piece, args: readonly Expr[], specs: FormatSpecs): string {
  if (typeof piece === 'string') return says.dialect.text(piece);
  const value = says(args[piece.place]);
  const { spec } = piece;
  const [, width] = /^0(\d+)[xX]?$/.exec(spec) ?? [];
  if (spec === '') return specs.plain(value);
  if (spec === ',') return specs.thousands(value);
  if (width === undefined) throw new Unsayable(`it formats by {:${spec}}`);
  if (spec.endsWith('X')) return `upper(${specs.hex(value, width)})`;
  return spec.endsWith('x') ? specs.hex(value, width) : specs.padded(value, width);
}
