/**
 * The values of a query as a text that is given: a statement that has parameters is planned again at each run, one that reads their values of
 * such a text is not.
 */
import { givenText } from '../../../lake/duckdb/given-texts.ts';
import { quoteText } from '../../../lake/duckdb/duckdb.ts';
import { Sql, type Bound } from '../sql.ts';

/** The name of the text, and of the relation of what it holds. */
const VALUES = 'given_values';

/** A query without parameters, and the texts that it is given. */
export interface WithValuesGiven {
  query: Sql;
  given: ReadonlyMap<string, string>;
}

/** Returns a query with its values in a text. */
export function withValuesGiven({ texts, values }: Sql): WithValuesGiven {
  const distinct = [...new Set(values)];
  const [first = '', ...rest] = texts;
  const body = rest.reduce((text, next, i) => `${text}${valueAt(distinct.indexOf(values[i]))}${next}`, first).trim();
  if (distinct.length === 0) return { query: new Sql([body], []), given: new Map() };
  const types = distinct.map((value, i) => `"${i}":"${typeOf(value)}"`);
  const read = `select from_json(text, ${quoteText(`{${types.join()}}`)}) as "values" from ${givenText(VALUES)}`;
  const head = `with ${VALUES} as materialized (${read})`;
  const isHeaded = /^with\s/.test(body);
  const text = isHeaded ? `${head}, ${body.replace(/^with\s/, '')}` : `${head} ${body}`;
  const given = `{${distinct.map((value, i) => `"${i}":${jsonOf(value)}`).join()}}`;
  return { query: new Sql([text], []), given: new Map([[VALUES, given]]) };
}

const valueAt = (place: number) => `(select "values"."${place}" from ${VALUES})`;

function typeOf(value: Bound): string {
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) ? 'BIGINT' : 'DOUBLE';
    case 'bigint':
      return 'HUGEINT';
    case 'boolean':
      return 'BOOLEAN';
    default:
      return 'VARCHAR';
  }
}

function jsonOf(value: Bound): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
