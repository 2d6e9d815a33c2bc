/**
 * Rows that are given to a connection, as a table function: a query over them stays planned when others are given. DuckDB 1.5.5 plans a
 * query again at each run if it has a parameter or reads Parquet, and keeps the value that a variable had when it was planned.
 */
import { CHUNK_ROWS, type DataChunk } from './bridge-fill.ts';
import { duckdb, quoteName, quoteText, type DuckDBConnection, type DuckDBValue } from './duckdb.ts';

/** A value: times are microseconds, dates days, decimals texts. */
export type GivenValue = null | boolean | number | bigint | string;
/** Values in the order of the columns. */
export type GivenRow = readonly GivenValue[];
/** A column and DuckDB's name of its type. */
export type GivenColumn = readonly [name: string, type: string];

/** The variable that says whose rows a connection reads. */
const OWNER = 'given_to';

/** The table function that reads them. */
export const GIVEN_ROWS = 'given_rows';

/** The type of a value on its way to DuckDB. */
type Carried = 'BOOLEAN' | 'BIGINT' | 'DOUBLE' | 'VARCHAR';

/** Where a scan stands. */
interface Scan {
  rows: readonly GivenRow[];
  types: readonly Carried[];
  /** The columns that are read, by their places. */
  places: readonly number[];
  at: number;
}

/** Returns the relation of the rows that were given the connection under a name; of no rows where none were. */
export function givenRows(name: string, columns: readonly GivenColumn[]): string {
  const carried = columns.map(([column, type]) => [column, carriedAs(type)]);
  const call = `${GIVEN_ROWS}(getvariable(${quoteText(OWNER)}), ${quoteText(name)}, ${quoteText(JSON.stringify(carried))})`;
  return `(select ${columns.map(([column, type]) => `${valueOf(column, type)} as ${quoteName(column)}`).join(', ')} from ${call})`;
}

function carriedAs(type: string): Carried {
  if (/^(?:tinyint|smallint|integer|bigint|date|timestamp.*)$/i.test(type)) return 'BIGINT';
  if (/^(?:boolean|double)$/i.test(type)) return type.toUpperCase() as Carried;
  return 'VARCHAR';
}

function valueOf(column: string, type: string): string {
  const value = quoteName(column);
  switch (type.toLowerCase()) {
    case 'date':
      return `date '1970-01-01' + ${value}::integer`;
    case 'timestamp':
      return `make_timestamp(${value})`;
    case 'timestamp with time zone':
      return `make_timestamptz(${value})`;
    default:
      return type.toUpperCase() === carriedAs(type) ? value : `${value}::${type}`;
  }
}

/** The rows that the connections of a database were given. */
export class GivenToConnections {
  /** By owner, then by name. */
  readonly #rows = new Map<string, ReadonlyMap<string, readonly GivenRow[]>>();
  #owners = 0;

  /** Lets SQL of the database read them. */
  async register(connection: DuckDBConnection): Promise<void> {
    const scan = duckdb.DuckDBTableFunction.create({
      name: GIVEN_ROWS,
      parameterTypes: [duckdb.VARCHAR, duckdb.VARCHAR, duckdb.VARCHAR],
      supportsProjectionPushdown: true,
      bindFunction(info) {
        const [owner, name, columns] = [0, 1, 2].map((i) => String(info.getParameter(i)));
        const carried = JSON.parse(columns) as [string, Carried][];
        for (const [column, type] of carried) info.addResultColumn(column, duckdb[type]);
        info.setBindData({ owner, name, types: carried.map(([, type]) => type) });
      },
      initFunction: (info) => {
        info.setMaxThreads(1);
        const { owner, name, types } = info.getBindData() as { owner: string; name: string; types: Carried[] };
        const rows = this.#rows.get(owner)?.get(name) ?? [];
        info.setInitData({ rows, types, places: info.getColumnIndexes(), at: 0 } satisfies Scan);
      },
      mainFunction: (info, chunk) => fillNext(chunk, info.getInitData() as Scan),
    });
    connection.registerTableFunction(scan);
    await this.own(connection);
  }

  /** Makes a connection the owner of rows; returns what these are given, and taken from, by. */
  async own(connection: DuckDBConnection): Promise<string> {
    const owner = String(this.#owners++);
    await connection.run(`set variable ${OWNER} = ${quoteText(owner)}`);
    return owner;
  }

  /** Gives these rows, by their names, in the place of all others. */
  give(owner: string, rows: ReadonlyMap<string, readonly GivenRow[]>): void {
    if (rows.size > 0) this.#rows.set(owner, rows);
    else this.#rows.delete(owner);
  }
}

function fillNext(chunk: DataChunk, scan: Scan): void {
  const rows = scan.rows.slice(scan.at, scan.at + CHUNK_ROWS);
  scan.at += rows.length;
  chunk.rowCount = rows.length;
  if (rows.length === 0) return;
  for (const [at, place] of scan.places.entries()) {
    const type = scan.types[place];
    // A query that only counts asks for a column that is not there.
    if (type === undefined) continue;
    const values = rows.map((row) => row[place]);
    chunk.setColumnValues(at, type === 'BIGINT' ? values.map(asBigint) : values);
  }
}

const asBigint = (value: GivenValue): DuckDBValue => (typeof value === 'number' ? BigInt(value) : value);
