/** Answers since the lake last changed: a repeated query is answered from memory, within a bound of bytes. */
import type { duckdb } from '../duckdb.ts';
import { ByteCache } from '../../core/byte-cache.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export type JsonValue = duckdb.Json | null;

/** A result, read whole: values of 64 bits and more, decimals and times are texts. */
export interface JsonRows {
  names: readonly string[];
  rows: readonly (readonly JsonValue[])[];
}

/** What a value takes besides its text: a header, and its place in a row. */
const VALUE_BYTES = 24;
const KEPT_BYTES = 32 * 1024 * 1024;
/** So many results have room at least. */
const LEAST_RESULTS = 32;

interface KeptResult {
  rows: JsonRows;
  bytes: number;
}

export class KeptResults {
  readonly #most: number;
  readonly #results: ByteCache<KeptResult>;
  /** The snapshot of which the results are. */
  #of: Snapshot | undefined;

  constructor(most = KEPT_BYTES) {
    this.#most = most;
    this.#results = new ByteCache(most);
  }

  /** How many bytes the results take, about. */
  get bytes(): number {
    return this.#results.bytes;
  }

  /** Returns what was answered to the same on this snapshot: what is of one before is forgotten. */
  find(newest: Snapshot, key: string): JsonRows | undefined {
    if (this.#of && newest.number < this.#of.number) return undefined;
    if (this.#of !== newest) this.#begin(newest);
    return this.#results.get(key)?.rows;
  }

  /** Keeps an answer, unless another snapshot is the newest meanwhile, or it is large beside what there is room for. */
  keep(snapshot: Snapshot, key: string, rows: JsonRows): void {
    if (this.#of !== snapshot) return;
    const most = this.#most / LEAST_RESULTS;
    let bytes = VALUE_BYTES + 2 * key.length;
    for (const row of rows.rows) {
      bytes += bytesOf(row);
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
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return VALUE_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return VALUE_BYTES;
  const values: unknown[] = Object.values(value);
  return values.reduce<number>((sum, each) => sum + bytesOf(each), VALUE_BYTES);
}
