/** Filters of lists as data: each becomes a condition of SQL, a test of kept rows, a key of the index and a row selection. */
import { kindsOf, type KeyKind } from '../../../history/key-columns.ts';
import type { KeyOfKinds } from '../../../lake/asking/narrow/key-ledgers.ts';
import type { Json, Row } from '../json.ts';
import type { Static } from 'typebox';
import type { Parameters } from '../parameters.ts';
import { listed, raw, sql, type Bound, type Sql } from '../sql.ts';

/** All values of a request. */
type GivenValues = Readonly<Record<string, unknown>>;

/** Where rows with a key are found. */
export interface KeyPlace {
  /** Kinds of the columns that have it: all matching rows are in the ledgers that the index has of these. */
  kinds: readonly KeyKind[];
  /** Table columns that have it: the list needs exactly the rows with the key in one of them. */
  rows?: Readonly<Record<string, readonly string[]>>;
  /** True if these rows have the hash of their transaction. */
  hasHash?: boolean;
}

/** What a value of a parameter requires of a row. */
export interface ListComparison<T> {
  /** Absent where the SQL of the list has the filter itself. */
  sql?(value: T, asked: GivenValues): Sql | undefined;
  /** Tests a kept row; absent where kept rows lack the column. */
  test?(row: Row, value: T, asked: GivenValues): boolean;
  /** What a request without the parameter requires. */
  absent?: { sql: Sql; test?(row: Row): boolean };
  /** Where rows with the value are found; a function if other parameters decide. */
  place?: KeyPlace | ((asked: GivenValues) => KeyPlace | undefined);
}

/** Comparisons by parameter; the first given one with a place tells the key. */
export type Where<P extends Parameters> = { readonly [N in keyof P]?: ListComparison<NonNullable<Static<P[N]>>> };

/** A comparison of any parameter. */
type AnyWhere = Readonly<Record<string, ListComparison<Bound> | undefined>>;

/** A column of the relation, and of kept rows if these name it otherwise; null if they lack it. */
type Column = string | readonly [sql: string, kept: string | null];

const sqlOf = (column: Column) => raw(typeof column === 'string' ? column : column[0]);
const keptOf = (column: Column) => (typeof column === 'string' ? column : column[1]);

/** Requires that a column has the value. */
export function is(column: Column, place?: KeyPlace) {
  const kept = keptOf(column);
  return {
    sql: (value: string | number | boolean) => sql`${sqlOf(column)} = ${value}`,
    ...(kept !== null && { test: (row: Row, value: Json) => row[kept] === value }),
    ...(place && { place }),
  };
}

/** Requires that one of some columns has the value. */
export function anyOf([first, second]: readonly [Column, Column], place?: KeyPlace): ListComparison<string> {
  const kept = [keptOf(first), keptOf(second)];
  return {
    sql: (value) => sql`(${sqlOf(first)} = ${value} or ${sqlOf(second)} = ${value})`,
    ...(kept.every((name) => name !== null) && {
      test: (row: Row, value: string) => kept.some((name) => row[name] === value),
    }),
    ...(place && { place }),
  };
}

/** Requires that a column has one of the values. */
export function among(column: string): ListComparison<readonly Bound[]> {
  return { sql: (values) => sql`${raw(column)} in (${listed(values)})` };
}

/** Returns a condition that a parameter adds if it is true, and that its absence does not. */
export function only(condition: Sql): ListComparison<boolean> {
  return { sql: (is) => (is ? condition : undefined) };
}

const at = (column: string, operator: string): ListComparison<string> => ({
  sql: (time) => sql`${raw(`${column} ${operator}`)} cast(${time} as timestamp)`,
});

/** Requires that a time is in the range of the parameters `timeRange`. */
export const timeRange = (column: string) => ({ start_time: at(column, '>='), end_time: at(column, '<') });

/** Requires that a time is in the range of the parameters `beforeAfter`. */
export const beforeAfter = (column: string) => ({ before: at(column, '<'), after: at(column, '>') });

const isNative = ({ asset_code: code, asset_issuer: issuer }: GivenValues) =>
  issuer === undefined && (code === 'XLM' || code === 'native');

/** Requires an asset, by `asset_key`, `asset_code` and `asset_issuer`; `XLM` or `native` without issuer is the native one. */
export const isAsset = {
  asset_code: {
    sql: (code: string, asked: GivenValues) =>
      isNative(asked) ? sql`asset_key = 'native'` : sql`asset_code = ${code} and asset_key != 'native'`,
    test: ({ asset_code: code, asset_issuer: issuer }: Row, wanted: string, asked: GivenValues) =>
      isNative(asked) === (code === 'XLM' && issuer === null) && (isNative(asked) || code === wanted),
  },
  asset_issuer: is('asset_issuer'),
} as const;

/** Parameters that say where a page begins and ends, not which rows it has. */
const placing = new Set(['order', 'limit', 'cursor', 'explain', 'start_ledger', 'end_ledger']);

const filtersIn = (asked: object): string[] =>
  Object.entries(asked).flatMap(([name, value]) => (placing.has(name) || value === undefined ? [] : [name]));

/** Returns the comparisons of a request, each with its value; undefined for a parameter that is absent. */
function comparisonsOf(where: object, asked: GivenValues) {
  return Object.entries(where as AnyWhere).flatMap(([name, comparison]) =>
    comparison ? [{ name, comparison, value: asked[name] as Bound | undefined }] : [],
  );
}

/** The key of a request, and where its rows are found. */
export interface Keyed extends KeyOfKinds, Omit<KeyPlace, 'kinds'> {
  /** The parameter that has it. */
  name: string;
  /** True if no other filter is given. */
  isAlone: boolean;
}

/** Returns the key of a request; undefined if it has none. */
export function keyedIn(where: object, asked: object): Keyed | undefined {
  const all = comparisonsOf(where, asked as GivenValues);
  for (const { name, comparison, value } of all) {
    const { place } = comparison;
    const found = typeof place === 'function' ? place(asked as GivenValues) : place;
    if (!found || value === undefined) continue;
    const keys = new Set(all.flatMap((other) => (other.comparison.place ? [other.name] : [])));
    const isAlone = filtersIn(asked).every((other) => keys.has(other));
    return { ...found, key: String(value), kinds: kindsOf(...found.kinds), name, isAlone };
  }
  return undefined;
}

/** Returns the conditions of a request, except that of one parameter. */
export function conditionsIn(where: object, asked: object, except?: string): Sql[] {
  return comparisonsOf(where, asked as GivenValues).flatMap(({ name, comparison, value }) => {
    if (name === except) return [];
    const condition = value === undefined ? comparison.absent?.sql : comparison.sql?.(value, asked as GivenValues);
    return condition ? [condition] : [];
  });
}

/** Returns the test of kept rows; undefined where these do not tell all that is asked for. */
export function testIn(where: object, asked: object): ((row: Row) => boolean) | undefined {
  const all = comparisonsOf(where, asked as GivenValues);
  const told = new Set(all.flatMap(({ name, comparison }) => (comparison.test ? [name] : [])));
  if (!filtersIn(asked).every((name) => told.has(name))) return undefined;
  return (row) =>
    all.every(({ comparison, value }) =>
      value === undefined
        ? (comparison.absent?.test?.(row) ?? true)
        : comparison.test?.(row, value, asked as GivenValues),
    );
}
