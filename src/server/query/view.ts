/** A lake as one request sees it: the ledgers that are loaded, and SQL over them. */
import type { LedgerRange } from '../../datastore/keys.ts';
import type { LedgerIndex } from '../../history/ledger-index.ts';
import { mapInPieces } from '../../core/in-pieces.ts';
import { duckdb } from '../../lake/duckdb/duckdb.ts';
import type { FoundLedgers, KeyRun } from '../../lake/asking/narrow/key-ledgers.ts';
import type { Lake } from '../../lake/asking/lake.ts';
import type { JsonRows } from '../../lake/asking/query/kept-results.ts';
import { withResult } from '../../lake/asking/query/query.ts';
import { RowsNotRead, type RowSelection, type RowsOf } from '../../lake/asking/scan/single-rows.ts';
import type { Snapshot } from '../../lake/disk/snapshot/snapshot.ts';
import type { StandingOptions, StandingStatements } from '../../lake/asking/query/standing-statements.ts';
import { ApiError } from './errors.ts';
import type { Json, Row } from './fields.ts';
import { rfc3339 } from './fields.ts';
import type { LakeCache } from './lake-cache.ts';
import type { NewestIndexed } from './newest.ts';
import { sql, type Sql } from './sql.ts';

/** `touched_only`: entries that no loaded ledger changed are unknown. */
export type Coverage = 'full' | 'touched_only';

/** What was run for a request, told with `explain=true`. */
export interface Explained {
  sql: string;
  plan: string;
}

/** When a ledger closed, as DuckDB writes times. */
export interface CloseTime {
  at: string;
  isToMilliseconds: boolean;
}

/** A lake that is served, and what of it need not be read twice. */
export interface ServedLake {
  /** Its name in the path. */
  network: string;
  lake: Lake;
  /** Statements that stay prepared. */
  statements: StandingStatements;
  /** Where its archives are. */
  archives: string;
  /** Which ledgers have a transaction or a key. */
  index: LedgerIndex;
  /** What requests see of the lake. */
  newest: NewestIndexed;
  /** Rows of ledgers, close times and other values that were read before. */
  cache: LakeCache;
}

/** Columns that are null in the rows that a query asks for, and the rows that it asks for. */
export type ReadHints = Pick<StandingOptions, 'unfilled' | 'rowsOf'>;

export interface ViewOptions {
  /** Receives statements with their plans for `explain`; undefined otherwise. */
  explained?: Explained[] | undefined;
  /** The snapshot with all ledgers of its commit; by default it is the view's. */
  whole?: Snapshot;
  /** What the client should know of its request, whichever endpoint answers it. */
  warnings?: readonly string[];
}

export class View {
  readonly served: ServedLake;
  readonly snapshot: Snapshot;
  /** Is aborted when the request ends before its answer. */
  readonly signal: AbortSignal;
  /** The snapshot with all ledgers of its commit. */
  readonly #whole: Snapshot;
  /** What was run; undefined where nobody asked. */
  readonly explained: Explained[] | undefined;
  /** What the client should know of its request, whichever endpoint answers it. */
  readonly warnings: readonly string[];

  constructor(
    served: ServedLake,
    snapshot: Snapshot,
    signal: AbortSignal,
    { explained, whole = snapshot, warnings = [] }: ViewOptions,
  ) {
    this.served = served;
    this.snapshot = snapshot;
    this.signal = signal;
    this.#whole = whole;
    this.explained = explained;
    this.warnings = warnings;
  }

  /** Returns the lake as it was when a ledger was its latest; statements to explain go to this view. */
  upTo(ledger: number): View {
    if (ledger >= this.bounds.latest) return this;
    const { explained, warnings } = this;
    const asks = { explained, warnings, whole: this.#whole };
    return new View(this.served, this.snapshot.upTo(ledger), this.signal, asks);
  }

  /** The ledgers from the first to the last; throws ApiError when none is loaded. */
  get bounds(): { oldest: number; latest: number } {
    const { ranges } = this.snapshot;
    const [first] = ranges;
    const last = ranges.at(-1);
    if (!first || !last) throw new ApiError(503, 'no ledgers are loaded');
    return { oldest: first.first, latest: last.last };
  }

  get gaps(): LedgerRange[] {
    const { ranges } = this.snapshot;
    return ranges.slice(1).map(({ first }, i) => ({ first: ranges[i].last + 1, last: first - 1 }));
  }

  /** Whether every entry is known after the latest ledger. */
  get coverage(): Coverage {
    return this.coverageAt(this.snapshot.ranges.at(-1)?.last ?? 0);
  }

  /** Returns whether every entry is known after a ledger. */
  coverageAt(ledger: number): Coverage {
    const run = this.snapshot.coverage.find(({ first, last }) => first <= ledger && ledger <= last);
    return (run?.fullFrom ?? Infinity) <= ledger ? 'full' : 'touched_only';
  }

  /** Returns the highest loaded ledger that is not above `end`; the latest where there is none. */
  highest(end: number | undefined): number {
    const { latest } = this.bounds;
    if (end === undefined || end >= latest) return latest;
    const below = this.snapshot.ranges.findLast(({ first }) => first <= end);
    return below ? Math.min(below.last, end) : latest;
  }

  /**
   * Returns all rows of a query. Integers of 64 bits and more, decimals and times are texts. Files without rows of `ledgers`
   * are not opened; `less` says what else need not be read.
   */
  async rows(query: Sql, ledgers?: readonly LedgerRange[], less?: ReadHints): Promise<Row[]> {
    const { names, rows } = await this.table(query, ledgers, less);
    return mapInPieces(rows, (row) => rowOf(names, row));
  }

  /** Runs a query that reads only rows of a key, which are given; undefined if they are too many or cannot be read. */
  async given(query: Sql, ledgers: readonly LedgerRange[], rowsOf: RowsOf): Promise<Row[] | undefined> {
    const given = Array.from(rowsOf, ([table, asked]): [string, RowSelection] => [
      table,
      'ids' in asked ? asked : { ...asked, most: MOST_GIVEN },
    ]);
    try {
      return await this.rows(query, ledgers, { rowsOf: new Map(given) });
    } catch (error) {
      if (error instanceof RowsNotRead) return undefined;
      throw error;
    }
  }

  /** Returns the same with the names of the columns once. */
  async table(query: Sql, ledgers?: readonly LedgerRange[], less?: ReadHints): Promise<JsonRows> {
    const { text, values } = query;
    const { signal } = this;
    const asks = { upTo: this.bounds.latest, snapshot: this.#whole, ledgers, ...less };
    const options = { parameters: [...values], signal, ...asks };
    if (this.explained) this.explained.push({ sql: text, plan: await this.#planOf(query) });
    return this.served.statements.rows(text, options);
  }

  /** Returns the one row of a query, undefined when there is none. */
  async row(query: Sql, ledgers?: readonly LedgerRange[]): Promise<Row | undefined> {
    const [row] = await this.rows(query, ledgers);
    return row;
  }

  /** Returns the first or the last ledgers of a range that may have rows with a key; undefined where no index tells. */
  ledgersOfKey(run: KeyRun): Promise<FoundLedgers | undefined> {
    return this.served.statements.ledgersOfKey(run);
  }

  async #planOf({ text, values }: Sql): Promise<string> {
    const options = { parameters: [...values], signal: this.signal };
    return withResult(this.served.lake, `explain ${text}`, options, async ({ chunks }) => {
      let plan = '';
      for await (const chunk of chunks()) plan += chunk.convertRows<Json>(toJson).map((row) => String(row[1]));
      return plan;
    });
  }

  /** Returns the close time of a loaded ledger, as DuckDB writes it; what is no whole second has three places. */
  async closedAt(ledger: number): Promise<string> {
    return (await this.#closeTime(ledger)).at;
  }

  /**
   * Returns the time up to which all closes are known if the ledger is the latest. Before protocol 30, which has
   * milliseconds, that is the end of its second. DuckDB's format, with three places.
   */
  async knownUntil(ledger: number): Promise<string> {
    const { at, isToMilliseconds } = await this.#closeTime(ledger);
    return at.length > 19 ? at : `${at}.${isToMilliseconds ? '000' : '999'}`;
  }

  async #closeTime(ledger: number): Promise<CloseTime> {
    const { cache } = this.served;
    const { generation } = this.snapshot;
    const known = cache.get<CloseTime>(generation, `closed ${ledger}`);
    if (known !== undefined) return known;
    const row = await this.row(
      sql`select closed_at, protocol_version from bronze.history_ledgers where sequence = ${ledger}`,
      [{ first: ledger, last: ledger }],
    );
    const [second, fraction] = String(row?.['closed_at']).split('.');
    const at = fraction === undefined ? second : `${second}.${fraction.padEnd(3, '0')}`;
    const time = { at, isToMilliseconds: Number(row?.['protocol_version']) >= 30 };
    cache.put(generation, `closed ${ledger}`, time);
    return time;
  }

  /** Returns the same for an answer. */
  async asOf(ledger: number): Promise<string> {
    return rfc3339(await this.closedAt(ledger));
  }

  /** Returns a 404 error; it names the loaded ledgers if the lake does not cover the whole history. */
  notFound(thing: string): ApiError {
    const { oldest, latest } = this.bounds;
    const where = this.coverage === 'full' ? '' : ` in loaded ledgers ${oldest}-${latest}`;
    return new ApiError(404, `${thing} not found${where}`);
  }
}

/** All of them are made, for a page of mostly a hundred. */
const MOST_GIVEN = 1024;
const toJson = duckdb.JsonDuckDBValueConverter;

/** Returns a row of a table as an object. */
export function rowOf(names: readonly string[], values: readonly (Json | null)[]): Row {
  const row: Row = {};
  for (const [i, name] of names.entries()) row[name] = values[i] ?? null;
  return row;
}
