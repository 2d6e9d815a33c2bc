/** Reads from a statement the ledgers, transaction hashes and keys that each relation needs. */
import type { LedgerRange } from '../../../datastore/keys.ts';
import type { BoundParameters } from '../../meaning/parameters.ts';
import { isNode, constantText, type RelationName } from '../../meaning/statement-names.ts';
import type { Expr, From, Query } from '../../meaning/syntax.ts';

/** Every possible ledger. */
export const OPEN: LedgerRange = { first: 0, last: 2 ** 32 - 1 };

/** A relation in FROM, and conditions that each of its rows must meet, or it has no effect on the answer. */
export interface Reference {
  name: RelationName;
  /** How columns are qualified, in small letters. */
  alias: string;
  conditions: readonly Expr[];
}

/** Returns the relations that a syntax tree names in FROM. */
export function referencesIn(tree: unknown): Reference[] {
  const conditions = new Map<From, readonly Expr[]>();
  const found: From[] = [];
  const visit = (node: unknown): void => {
    if (!isNode(node)) return;
    const type = constantText(node, 'type');
    if (type === 'SELECT_NODE') readSelect(node as Query, conditions);
    if (type === 'BASE_TABLE') found.push(node as From);
    for (const child of Object.values(node)) visit(child);
  };
  visit(tree);
  return found.map((from) => {
    const { schema_name: schema = '', table_name: name = '', alias = '' } = from;
    return {
      name: { name, ...(schema !== '' && { schema }) },
      alias: (alias === '' ? name : alias).toLowerCase(),
      conditions: conditions.get(from) ?? [],
    };
  });
}

function readSelect({ from_table: from, where_clause: where, sample }: Query, conditions: Map<From, readonly Expr[]>) {
  if (from && !sample) distribute(from, where ? [where] : [], conditions);
}

/** Conditions in WHERE hold for both sides of a join: no comparison holds for the nulls of an outer one. */
function distribute(from: From, asked: readonly Expr[], conditions: Map<From, readonly Expr[]>): void {
  if (from.type === 'BASE_TABLE') {
    // Names of columns may have another meaning, and a sample is of all rows.
    if (!from.sample && (from.column_name_alias ?? []).length === 0) conditions.set(from, asked);
    return;
  }
  const { type, ref_type: kind = '', join_type: join = '', left, right, condition } = from;
  if (type !== 'JOIN' || !left || !right || !['REGULAR', 'CROSS', 'NATURAL'].includes(kind)) return;
  const on = condition ? [condition] : [];
  const isSemi = join === 'SEMI' || join === 'ANTI';
  distribute(left, ['INNER', 'RIGHT'].includes(join) ? [...asked, ...on] : asked, conditions);
  const ofRight = isSemi ? [] : asked;
  distribute(right, ['INNER', 'LEFT', 'SEMI', 'ANTI'].includes(join) ? [...ofRight, ...on] : ofRight, conditions);
}

/** One comparison of a column with values. */
export interface Comparison {
  column: string;
  sign: '=' | '<' | '<=' | '>' | '>=';
  values: readonly (string | number)[];
}

/** Returns comparisons that hold where an expression does; none if it is no comparison of a column with values. */
export function comparisonsIn(expr: Expr, alias: string, parameters: BoundParameters): Comparison[] {
  const { type, children = [], left, right, input, lower, upper } = expr;
  const compared = (one: Expr, sign: Comparison['sign'], others: readonly Expr[]): Comparison[] => {
    const column = columnIn(one, alias);
    const values = others.flatMap((other) => valueOf(other, parameters) ?? []);
    return column === undefined || values.length < others.length ? [] : [{ column, sign, values }];
  };
  if (type === 'COMPARE_IN') return compared(children[0], '=', children.slice(1));
  if (type === 'COMPARE_BETWEEN' && input && lower && upper) {
    return [...compared(input, '>=', [lower]), ...compared(input, '<=', [upper])];
  }
  const sign = signs[type];
  return sign && left && right ? [...compared(left, sign, [right]), ...compared(right, mirrored[sign], [left])] : [];
}

const signs: Readonly<Record<string, Comparison['sign'] | undefined>> = {
  COMPARE_EQUAL: '=',
  COMPARE_LESSTHAN: '<',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHAN: '>',
  COMPARE_GREATERTHANOREQUALTO: '>=',
};

const mirrored: Readonly<Record<Comparison['sign'], Comparison['sign']>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

const integers = new Set(['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'UTINYINT', 'USMALLINT', 'UINTEGER', 'UBIGINT']);

/** Returns the column of an expression, also in a cast that keeps its value. */
function columnIn(expr: Expr, alias: string): string | undefined {
  if (expr.class === 'CAST' && expr.child && expr.cast_type?.id === 'BIGINT') return columnIn(expr.child, alias);
  const [name, ...qualifiers] = (expr.class === 'COLUMN_REF' ? (expr.column_names ?? []) : []).toReversed();
  const isOwn = qualifiers.length === 0 || qualifiers[0].toLowerCase() === alias;
  return isOwn ? name?.toLowerCase() : undefined;
}

/** Returns a text or a whole number; undefined of anything else. */
function valueOf(expr: Expr, parameters: BoundParameters): string | number | undefined {
  const { class: kind, value, identifier = '' } = expr;
  if (kind === 'CAST' && expr.child && (expr.cast_type?.id ?? '') === 'VARCHAR') return textIn(expr.child, parameters);
  if (kind === 'CAST' && expr.child && expr.cast_type?.id === 'BIGINT') return valueOf(expr.child, parameters);
  if (kind === 'CONSTANT' && value && !value.is_null) {
    const isKnown = value.type.id === 'VARCHAR' || integers.has(value.type.id);
    return isKnown ? plain(value.value) : undefined;
  }
  if (kind !== 'PARAMETER') return undefined;
  return plain(Array.isArray(parameters) ? parameters[Number(identifier) - 1] : Reflect.get(parameters, identifier));
}

function textIn(expr: Expr, parameters: BoundParameters): string | undefined {
  const value = valueOf(expr, parameters);
  return typeof value === 'string' ? value : undefined;
}

function plain(value: unknown): string | number | undefined {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' || Number.isInteger(value) ? (value as string | number) : undefined;
}
