/** The values of a query as a given row: DuckDB plans a statement again at each run if it has parameters. */
import { givenRows, type GivenRow } from '../../../lake/duckdb/given-rows.ts';
import { Sql, type Bound } from '../sql.ts';

/** The name of the row and of its relation. */
const VALUES = 'given_values';

/** A query without parameters, and the rows that it is given. */
export interface WithValuesGiven {
  query: Sql;
  given: ReadonlyMap<string, readonly GivenRow[]>;
}

/** Returns a query with its values in a given row. */
export function withValuesGiven({ texts, values }: Sql): WithValuesGiven {
  const distinct = [...new Set(values)];
  const [first = '', ...rest] = texts;
  const body = rest.reduce((text, next, i) => `${text}${valueAt(distinct.indexOf(values[i]))}${next}`, first).trim();
  if (distinct.length === 0) return { query: new Sql([body], []), given: new Map() };
  const columns = distinct.map((value, i) => [String(i), typeOf(value)] as const);
  const head = `with ${VALUES} as materialized (from ${givenRows(VALUES, columns)})`;
  const isHeaded = /^with\s/.test(body);
  const text = isHeaded ? `${head}, ${body.replace(/^with\s/, '')}` : `${head} ${body}`;
  const row = distinct.map((value) => (typeof value === 'bigint' ? String(value) : value));
  return { query: new Sql([text], []), given: new Map([[VALUES, [row]]]) };
}

const valueAt = (place: number) => `(select "${place}" from ${VALUES})`;

function typeOf(value: Bound): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'BIGINT' : 'DOUBLE';
  if (typeof value === 'bigint') return 'HUGEINT';
  return typeof value === 'boolean' ? 'BOOLEAN' : 'VARCHAR';
}
