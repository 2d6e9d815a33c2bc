/** Values of the parameters of a query. */
import { QueryError } from '../../core/errors.ts';
import { pieces } from '../../core/in-pieces.ts';
import { duckdb, type DuckDBValue } from '../duckdb/duckdb.ts';
import type { Prepared } from './reading.ts';

/** A value of a parameter; a Date is a time in UTC. SQL casts it to other types: `$price::decimal(38, 7)`. */
export type Parameter = string | number | bigint | boolean | null | Date;

/** Values of `?`, `$1`, ... or of `$name`. */
export type Parameters = Parameter[] | Record<string, Parameter>;

/** Parameters in the form that the driver takes. @internal */
export type BoundParameters = DuckDBValue[] | Record<string, DuckDBValue>;

/**
 * Converts parameters to values of the driver. Throws a QueryError that names the parameter if SQL cannot hold its value.
 * @internal
 */
export function boundParameters(parameters: Parameters = {}): BoundParameters {
  if (Array.isArray(parameters)) return parameters.map((value, i) => valueOf(value, String(i + 1)));
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, valueOf(value, name)]));
}

function valueOf(value: Parameter, name: string): DuckDBValue {
  const plain: DuckDBValue | undefined = value instanceof Date ? timeOf(value) : value;
  if (plain !== undefined && isHeld(plain)) return plain;
  const found = Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : String(value);
  const expected = 'a text, boolean, null, Date, number or bigint that DuckDB holds, or a value of its own';
  throw new QueryError(`the parameter $${name} is ${value instanceof Date ? 'no time' : found}, expected ${expected}`);
}

function timeOf(date: Date): DuckDBValue | undefined {
  const milliseconds = date.getTime();
  return Number.isNaN(milliseconds) ? undefined : new duckdb.DuckDBTimestampValue(BigInt(milliseconds) * 1000n);
}

/** True if the driver keeps the value exactly: 64-bit numbers, 128-bit bigints and its own classes. */
function isHeld(value: DuckDBValue): boolean {
  if (typeof value === 'bigint') return BigInt.asIntN(128, value) === value;
  if (typeof value === 'number') return !Number.isInteger(value) || (value >= -(2 ** 63) && value < 2 ** 63);
  if (typeof value === 'object' && value !== null) return Object.values<unknown>(duckdb).includes(value.constructor);
  return typeof value === 'string' || typeof value === 'boolean' || value === null;
}

/** Binds the values, large ones in pieces. Throws a QueryError that names a missing or unknown parameter. @internal */
export async function bind(statement: Prepared, parameters: BoundParameters): Promise<void> {
  if (!Array.isArray(parameters)) {
    checkNames(statement, Object.keys(parameters));
    statement.bind(parameters);
    return;
  }
  const turn = pieces();
  for (const [i, value] of parameters.entries()) {
    statement.bindValue(i + 1, value, undefined);
    const wait = turn();
    if (wait) await wait;
  }
}

function checkNames(statement: Prepared, given: readonly string[]): void {
  const known = Array.from({ length: statement.parameterCount }, (_, i) => statement.parameterName(i + 1));
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const list = known.length === 0 ? 'it has none' : `it has ${known.map((name) => `$${name}`).join(', ')}`;
    throw new QueryError(`the SQL has no parameter $${unknown}; ${list}`);
  }
  const missing = known.find((name) => !given.includes(name));
  if (missing !== undefined)
    throw new QueryError(
      `the SQL needs a value for $${missing}: pass it in the parameters (on the command line: --param ${missing}=VALUE)`,
    );
}
