/** What JSON can hold, and JSON that is read without a loss of digits. */

/** A value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** What a reviver is given of a number besides its value: how it was written. */
export interface JsonSource {
  source?: string;
}

/** Returns the value of a JSON text. An integer beyond ±(2^53 - 1), which a double would round, is its digits as text. */
export function readJson(text: string): Json {
  const revive = (_: string, value: Json, context?: JsonSource) =>
    typeof value === 'number' ? exact(value, context) : value;
  return JSON.parse(text, WIDE.test(text) ? revive : undefined) as Json;
}

const WIDE = /\d{16}/;

/** Returns a number of a JSON text, or its digits where a double would round them. */
export function exact(value: number, context?: JsonSource): Json {
  return !Number.isInteger(value) || Number.isSafeInteger(value) ? value : (context?.source ?? String(value));
}

/** Rows as DuckDB's JSON has them: integers of 64 bits and more, decimals and times are texts. */
export type Row = Record<string, Json>;
