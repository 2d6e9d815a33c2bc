/** Answers since the lake last changed: a repeated query is answered from memory, within a bound of bytes. */
import type { duckdb } from '../../duckdb/duckdb.ts';
import { ByteCache } from '../../../core/byte-cache.ts';
import type { Snapshot } from '../../disk/snapshot/snapshot.ts';

export type JsonValue = duckdb.Json | null;

/** A result, read whole: values of 64 bits and more, decimals and times are texts. */
export interface JsonRows {
  names: readonly string[];
  rows: readonly (readonly JsonValue[])[];
}

/** What a value takes besides its text: a header, and its place in a row. */
const VALUE_BYTES = 24;
const KEPT_BYTES = 32 * 1024 * 1024;
/** The cache holds at least this many results; larger ones are not cached. */
const LEAST_RESULTS = 32;

interface KeptResult {
  rows: JsonRows;
  bytes: number;
}

export class KeptResults {
  readonly #most: number;
  readonly #results: ByteCache<KeptResult>;
  /** The snapshot of the cached results. */
  #of: Snapshot | undefined;

  constructor(most = KEPT_BYTES) {
    this.#most = most;
    this.#results = new ByteCache(most);
  }

  /** The approximate size of the results in bytes. */
  get bytes(): number {
    return this.#results.bytes;
  }

  /** Returns the cached rows of a query on this snapshot. Results of earlier snapshots are dropped. */
  find(newest: Snapshot, key: string): JsonRows | undefined {
    if (this.#of && newest.number < this.#of.number) return undefined;
    if (this.#of !== newest) this.#begin(newest);
    return this.#results.get(key)?.rows;
  }

  /** Caches rows, unless a newer snapshot came meanwhile, or the rows would fill a large share of the cache. */
  keep(snapshot: Snapshot, key: string, rows: JsonRows): void {
    if (this.#of !== snapshot) return;
    const most = this.#most / LEAST_RESULTS;
    let bytes = VALUE_BYTES + 2 * key.length;
    for (const row of rows.rows) {
      bytes += resultBytes(row);
      if (bytes > most) return;
    }
    this.#results.put(key, { rows, bytes });
  }

  #begin(newest: Snapshot): void {
    this.#of = newest;
    this.#results.clear();
  }
}

/** Returns how many bytes a value takes, about. */
export function resultBytes(value: unknown): number {
  if (typeof value === 'string') return VALUE_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return VALUE_BYTES;
  const values: unknown[] = Object.values(value);
  return values.reduce<number>((sum, each) => sum + resultBytes(each), VALUE_BYTES);
}
