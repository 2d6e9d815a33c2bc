/** What JSON can hold. */

/** A value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Rows as DuckDB's JSON has them: integers of 64 bits and more, decimals and times are texts. */
export type Row = Record<string, Json>;
