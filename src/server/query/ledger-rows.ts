/**
 * Rows of whole ledgers in memory, bounded by bytes: pages of many accounts are of the same new ledgers, whose rows stay what they are. To
 * read 100 operations of an account takes DuckDB 40 ms of processor, and no more to read all of their ledgers, where these are small.
 */
import { bytesOf, type JsonRows, type JsonValue } from '../../lake/kept-results.ts';
import type { Window } from './scan.ts';
import type { Sql } from './sql.ts';
import { hullOf, rangesOf } from './window.ts';
import type { View } from './view.ts';

/** What is kept of ledgers: rows that are made of their own ledger alone, whatever was asked. */
export interface OfLedgers<T> {
  /** Tells it from others. */
  name: string;
  /** The table that has about as many rows. */
  table: string;
  /** Returns the rows of a window of ledgers, with `ledger_sequence`. */
  rows(window: Window, view: View): Sql;
  /** Returns what is kept of the rows of one ledger. */
  make(names: readonly string[], rows: JsonRows['rows']): T;
}

/** What a ledger has besides its rows. */
const LEDGER_BYTES = 200;
const MOST_BYTES = 96 * 1024 * 1024;
/** So many rows are read at once: where ledgers have more, pages are read without the others of their ledgers. */
const MOST_ROWS = 4096;

interface KeptLedger {
  value: unknown;
  bytes: number;
}

export class LedgerRows {
  readonly #most: number;
  /** By what is kept and the ledger, the one that rested longest first. */
  readonly #ledgers = new Map<string, KeptLedger>();
  #epoch = 0;
  #bytes = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** How many bytes the rows take, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns what is kept of each of the ledgers, which the view has, read as far as it is not there; throws as `View.rows` does. */
  async of<T>(view: View, kind: OfLedgers<T>, ledgers: readonly number[]): Promise<Map<number, T>> {
    const { epoch } = view.snapshot;
    if (epoch > this.#epoch) this.#begin(epoch);
    const found = new Map<number, T>();
    for (const ledger of ledgers) {
      const known = epoch === this.#epoch ? this.#take(kind, ledger) : undefined;
      if (known) found.set(ledger, known.value as T);
    }
    const others = ledgers.filter((ledger) => !found.has(ledger));
    if (others.length === 0) return found;
    for (const [ledger, { value, bytes }] of await read(view, kind, others)) {
      found.set(ledger, value as T);
      if (epoch === this.#epoch) this.#keep(keyOf(kind, ledger), { value, bytes });
    }
    return found;
  }

  #take({ name }: OfLedgers<unknown>, ledger: number): KeptLedger | undefined {
    const key = keyOf({ name }, ledger);
    const known = this.#ledgers.get(key);
    if (!known) return undefined;
    this.#ledgers.delete(key);
    this.#ledgers.set(key, known);
    return known;
  }

  #keep(key: string, ledger: KeptLedger): void {
    this.#bytes += ledger.bytes - (this.#ledgers.get(key)?.bytes ?? 0);
    this.#ledgers.delete(key);
    this.#ledgers.set(key, ledger);
    for (const [oldest, { bytes }] of this.#ledgers) {
      if (this.#bytes <= this.#most) return;
      this.#ledgers.delete(oldest);
      this.#bytes -= bytes;
    }
  }

  /** An epoch ends with files of the lake: ledgers may have been repaired then. */
  #begin(epoch: number): void {
    this.#epoch = epoch;
    this.#ledgers.clear();
    this.#bytes = 0;
  }
}

/** Whether all rows of the ledgers of so many rows are few enough to be read, by how many the table has in a ledger. */
export function areFew({ snapshot }: View, { table }: Pick<OfLedgers<unknown>, 'table'>, rows: number): boolean {
  const ledgers = snapshot.ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return rows * (snapshot.totals[table]?.rows ?? 0) <= MOST_ROWS * ledgers;
}

function keyOf({ name }: Pick<OfLedgers<unknown>, 'name'>, ledger: number): string {
  return `${name} ${ledger}`;
}

async function read<T>(view: View, kind: OfLedgers<T>, ledgers: readonly number[]): Promise<Map<number, KeptLedger>> {
  const window = { ...hullOf(ledgers), ledgers };
  const { names, rows } = await view.table(kind.rows(window, view), rangesOf(window));
  const at = names.indexOf('ledger_sequence');
  const byLedger = Map.groupBy(rows, (row) => Number(row[at]));
  return new Map(
    ledgers.map((ledger) => {
      const own: readonly (readonly JsonValue[])[] = byLedger.get(ledger) ?? [];
      return [ledger, { value: kind.make(names, own), bytes: LEDGER_BYTES + bytesOf(own) }];
    }),
  );
}
