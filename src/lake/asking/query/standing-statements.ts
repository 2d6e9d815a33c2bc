/**
 * Prepared statements that run again and again with other values, each on its own connection. Parsing, creating the relations and
 * preparing take 15 to 25 ms of processor time, more than a look-up by key. DuckDB plans a statement anew for each run,
 * so it reads the files of new commits. A cache answers equal values on the same snapshot; equal concurrent requests run once.
 */
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { LedgerRange } from '../../../datastore/keys.ts';
import type { StatementRequest } from '../statement-request.ts';
import type { duckdb } from '../../duckdb/duckdb.ts';
import { jsonRows } from './json-rows.ts';
import { KeptResults, type JsonRows, type JsonValue } from './kept-results.ts';
import type { FoundLedgers, KeyRun } from '../narrow/key-ledgers.ts';
import type { Lake } from '../lake.ts';
import { isGivenUp } from '../living-database.ts';
import { bind, boundParameters, type Parameters } from '../../meaning/parameters.ts';
import { asQueryError, interruptOn, namingDamage, uniqueNames, withResult, type QueryOptions } from './query.ts';
import { prepareRead, type Prepared } from '../../meaning/reading.ts';
import type { StandingSession } from '../sessions.ts';
import type { Snapshot } from '../../disk/snapshot/snapshot.ts';
import type { Unfilled } from '../scan/file-views.ts';
import { areGiven, RowsNotRead, type RowsOf } from '../scan/single-rows.ts';
import { SingleFlight } from '../../../core/single-flight.ts';

/** A prepared statement and its session. */
interface Standing {
  session: StandingSession;
  statement: Prepared;
  /** The ledgers whose files it shows; undefined for all. */
  ledgers: StatementRequest['ledgers'];
  /** End of its last run, by `performance.now()`. */
  rested: number;
}

/** Rows, and the newest snapshot at the time of reading. */
interface Answered {
  rows: JsonRows;
  snapshot: Snapshot | undefined;
}

export interface StandingOptions extends QueryOptions {
  /** Hide later ledgers. */
  upTo?: number;
  /** Read this snapshot while its files exist; by default the newest. */
  snapshot?: Snapshot;
  /** The ledgers that the SQL selects in every table; files without them are skipped. */
  ledgers?: readonly LedgerRange[] | undefined;
  /** Columns that are null in all selected rows; they are not read. */
  unfilled?: Unfilled | undefined;
  /** The rows that the SQL selects, by table; other rows may be hidden. */
  rowsOf?: RowsOf | undefined;
}

/**
 * The maximum number of idle statements, each with a connection and a plan.
 * 16 clients with mixed pages, look-ups and rankings use 180. With 128, one request in twelve prepared a statement again.
 */
const MOST_KEPT = 192;
/** Idle statements keep deleted files open for this long, at most twice as long. */
const IDLE_MS = 30_000;

export class StandingStatements {
  readonly #lake: Lake;
  /** Idle statements by `keyOf`, the longest idle first. */
  readonly #idle = new Map<string, Standing[]>();
  readonly #results = new KeptResults();
  readonly #asking = new SingleFlight<JsonRows>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(lake: Lake) {
    this.#lake = lake;
  }

  /** The approximate size of the cached results in bytes. */
  get cachedBytes(): number {
    return this.#results.bytes;
  }

  /**
   * Returns all rows of a query; callers must not change them. Throws as `query` does.
   * Throws RowsNotRead if given rows cannot be read singly, or if the database cannot take given rows.
   */
  async rows(sql: string, { signal, ...options }: StandingOptions): Promise<JsonRows> {
    const newest = options.snapshot ?? (await this.#lake.snapshot());
    const { upTo, ledgers, unfilled, rowsOf } = options;
    const parameters = boundParameters(options.parameters);
    const asked = { sql, parameters, upTo, ledgers, unfilled, rowsOf, snapshot: newest };
    const key = resultKey(asked);
    if (key === undefined) return (await this.#ask(asked, newest, signal)).rows;
    const known = this.#results.find(newest, key);
    if (known) return known;
    return this.#asking.run(`${newest.number} ${newest.epoch} ${key}`, signal, async (all) => {
      const { rows, snapshot } = await this.#ask(asked, newest, all);
      if (snapshot === newest) this.#results.keep(newest, key, rows);
      return rows;
    });
  }

  /** Returns the first or last ledgers of a key, as `Lake.ledgersOfKey`. */
  ledgersOfKey(run: KeyRun): Promise<FoundLedgers | undefined> {
    return this.#lake.ledgersOfKey(run);
  }

  /** Returns rows, and the newest snapshot at the time of reading. */
  async #ask(asked: StatementRequest, newest: Snapshot, signal: AbortSignal | undefined): Promise<Answered> {
    const standing = (await this.#take(asked, newest)) ?? (await this.#stand(asked, signal));
    const found = standing && (await this.#run(standing, asked, signal));
    if (found) return { rows: found, snapshot: standing.session.newest };
    let snapshot: Snapshot | undefined;
    const session = async () => {
      const opened = await this.#lake.session(asked);
      snapshot = opened.newest;
      return opened;
    };
    const { sql } = asked;
    // Converted values may be objects of the driver; `withResult` binds them unchanged.
    const parameters = asked.parameters as Parameters | undefined;
    const source = { spool: this.#lake.spool, session };
    const rows = await withResult(source, sql, { parameters, signal }, async ({ names, chunks }) => ({
      names,
      rows: await all(chunks()),
    }));
    return { rows, snapshot };
  }

  /** Returns an idle statement that reads the snapshot or can move to it; ends the others. */
  async #take(asked: StatementRequest, newest: Snapshot): Promise<Standing | undefined> {
    const list = this.#idle.get(keyOf(asked)) ?? [];
    for (let standing = list.pop(); standing; standing = list.pop()) {
      this.#count--;
      if (list.length === 0) this.#idle.delete(keyOf(asked));
      const { session } = standing;
      const isAny = session.newest === newest && !session.isBounded && !asked.rowsOf;
      const isSame = isAny && isDeepStrictEqual(standing.ledgers, asked.ledgers);
      let notRead: RowsNotRead | undefined;
      const isGood = await (isSame ? session.resume() : session.renew(newest, asked)).catch((error: unknown) => {
        if (error instanceof RowsNotRead) notRead = error;
        return false;
      });
      if (notRead) {
        // The session is unchanged: it reads rows before it shows any.
        await this.#keep(keyOf(asked), standing);
        throw notRead;
      }
      if (isGood) return { ...standing, ledgers: asked.ledgers };
      await end(standing);
    }
    return undefined;
  }

  /** Prepares the statement. Returns undefined if it cannot be kept: it is wrong, or it reads the catalog. */
  async #stand(asked: StatementRequest, signal: AbortSignal | undefined): Promise<Standing | undefined> {
    signal?.throwIfAborted();
    const session = await this.#lake.session(asked);
    try {
      const { ledgers } = asked;
      if ((await session.begin()) !== 'own')
        return { session, ledgers, statement: (await prepareRead(session.connection, asked.sql)).statement, rested: 0 };
    } catch (error) {
      // The plain query then reports the error.
      if (error instanceof RowsNotRead) {
        await session.release();
        throw error;
      }
    }
    await session.release();
    return undefined;
  }

  /** Runs the statement. Returns undefined if its database failed meanwhile. */
  async #run(
    standing: Standing,
    asked: StatementRequest,
    signal: AbortSignal | undefined,
  ): Promise<JsonRows | undefined> {
    const { session, statement } = standing;
    const { sql, parameters = [] } = asked;
    const stop = interruptOn(signal, session.connection);
    let isGood = false;
    try {
      signal?.throwIfAborted();
      await bind(statement, parameters);
      // A streamed result takes up to 19% more processor time, and waits for a thread per chunk.
      const result = await statement.run();
      const names = uniqueNames(result.columnNames());
      const rows: JsonValue[][] = [];
      for (let i = 0; i < result.chunkCount; i++) {
        await setImmediate();
        signal?.throwIfAborted();
        rows.push(...(await jsonRows(result.getChunk(i))));
      }
      isGood = true;
      return { names, rows };
    } catch (error) {
      // The next attempt uses a new database.
      if (isGivenUp(error)) return undefined;
      throw await namingDamage(asQueryError(error, { sql, signal, names: session.names }), session);
    } finally {
      stop();
      if (isGood) await this.#keep(keyOf(asked), standing);
      else await end(standing);
    }
  }

  async #keep(key: string, standing: Standing): Promise<void> {
    if (this.#isClosed) return end(standing);
    const list = this.#idle.get(key) ?? [];
    // Move the key to the end: the least recently used one ends first.
    this.#idle.delete(key);
    this.#idle.set(key, [...list, { ...standing, rested: performance.now() }]);
    standing.session.rest();
    this.#count++;
    this.#timer ??= setInterval(() => void this.#endFormer(), IDLE_MS).unref();
    if (this.#count > MOST_KEPT) await this.#endOldest();
  }

  async #endOldest(): Promise<void> {
    const [[key, list]] = this.#idle;
    this.#idle.delete(key);
    this.#count -= list.length;
    for (const standing of list) await end(standing);
  }

  /** Ends statements that were idle for a while and hold files of an earlier epoch. */
  async #endFormer(): Promise<void> {
    const newest = await this.#lake.snapshot().catch(() => undefined);
    const since = performance.now() - IDLE_MS;
    const isFormer = ({ session, rested }: Standing) => rested < since && session.newest.epoch !== newest?.epoch;
    for (const [key, list] of this.#idle) {
      const former = list.filter(isFormer);
      if (former.length === 0) continue;
      this.#count -= former.length;
      const others = list.filter((standing) => !isFormer(standing));
      if (others.length > 0) this.#idle.set(key, others);
      else this.#idle.delete(key);
      for (const standing of former) await end(standing);
    }
  }

  /** Ends all statements and closes the lake. No query may be running. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    while (this.#idle.size > 0) await this.#endOldest();
    await this.#lake.close();
  }
}

async function all(chunks: AsyncGenerator<InstanceType<typeof duckdb.DuckDBDataChunk>>): Promise<JsonValue[][]> {
  const rows: JsonValue[][] = [];
  for await (const chunk of chunks) rows.push(...(await jsonRows(chunk)));
  return rows;
}

function keyOf(asked: StatementRequest): string {
  const unfilled = [...(asked.unfilled ?? [])].flatMap(([table, columns]) => [table, ...columns]);
  const single = [...(asked.rowsOf?.keys() ?? [])];
  return `${cutAt(asked)} ${unfilled.join()} ${single.join()} ${asked.sql}`;
}

/** Returns `upTo` if the snapshot has later ledgers. */
function cutAt({ upTo = Infinity, snapshot }: StatementRequest): number | undefined {
  const last = snapshot?.ranges.at(-1)?.last ?? 0;
  return last <= upTo ? undefined : upTo;
}

/** Returns the cache key of a query; undefined for named parameters and for values of DuckDB's own types. */
function resultKey({ parameters, ...asked }: StatementRequest): string | undefined {
  if (!Array.isArray(parameters)) return undefined;
  if (parameters.some((value) => typeof value === 'object' && value !== null)) return undefined;
  const values = parameters.map((value) => (typeof value === 'string' ? value : [typeof value, String(value)]));
  // Rows by value are selected by parameters, unless other rows are hidden.
  const ledgers = asked.ledgers?.map(({ first, last }) => `${first}-${last}`).join();
  const rows = Array.from(asked.rowsOf ?? [], ([table, of]) => {
    if ('ids' in of) return [table, of.by, of.ids.join()];
    return areGiven(of) ? [table, of.value, of.in, ledgers] : [];
  });
  return JSON.stringify([keyOf(asked), values, rows]);
}

function end({ session, statement }: Standing): Promise<void> {
  statement.destroySync();
  return session.release();
}
