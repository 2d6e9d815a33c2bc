/**
 * Statements that are asked again and again with other values: each stays prepared on a connection of its own, also where its values tell which files are read. To
 * parse one, to make its relations and to prepare it takes 15 to 25 ms of processor, more than a look-up by a key. DuckDB plans it again at
 * each run, as any statement that has parameters or reads files, and sees those that a commit added; asked again with the same values of the same snapshot,
 * it is not run, and asked by several at once it runs once.
 */
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { LedgerRange } from '../../datastore/keys.ts';
import type { Asked } from '../narrow/asked.ts';
import type { duckdb } from '../duckdb.ts';
import { jsonRows } from './json-rows.ts';
import { KeptResults, type JsonRows, type JsonValue } from './kept-results.ts';
import type { FoundLedgers, KeyRun } from '../narrow/key-ledgers.ts';
import type { Lake } from '../lake.ts';
import { isGivenUp } from '../living-database.ts';
import { bind, boundParameters, type Parameters } from './parameters.ts';
import { asQueryError, interruptOn, uniqueNames, withResult, type QueryOptions } from './query.ts';
import { prepareRead, type Prepared } from './reading.ts';
import type { StandingSession } from '../sessions.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Unfilled } from '../relations/file-views.ts';
import { areGiven, RowsNotRead, type RowsOf } from '../relations/single-rows.ts';
import { Together } from './together.ts';

/** A statement, prepared on a connection that stands on a snapshot. */
interface Standing {
  session: StandingSession;
  statement: Prepared;
  /** Of which ledgers it shows files, where that is not all. */
  ledgers: Asked['ledgers'];
  /** When it ran last, by `performance.now()`. */
  rested: number;
}

/** Rows, and the newest snapshot as it was when they were read. */
interface Answered {
  rows: JsonRows;
  snapshot: Snapshot | undefined;
}

export interface StandingOptions extends QueryOptions {
  /** The last ledger of which there is to be anything. */
  upTo?: number;
  /** The snapshot to ask, while its files are there: by default the newest. */
  snapshot?: Snapshot;
  /** The ledgers that the SQL asks for, of every table that it reads: files of others are not looked at. */
  ledgers?: readonly LedgerRange[] | undefined;
  /** Columns that are null in the rows that the SQL asks for, and are not read. */
  unfilled?: Unfilled | undefined;
  /** The rows of tables and kept relations that the SQL asks for: others are not shown, or need not be. */
  rowsOf?: RowsOf | undefined;
  /** Texts that the SQL reads by `givenText`, by their names: unlike parameters they leave it planned. */
  given?: ReadonlyMap<string, string> | undefined;
}

/**
 * How many statements are kept; each is a connection and its plan. 16 connections that ask for pages, look-ups and rankings, mixed, come to 180 of
 * them: with 128 one request in twelve had one made that was there before.
 */
const MOST_KEPT = 192;
/** Files that the lake no longer has may stay on disk while statements that rest have them open: so long at most, or twice. */
const IDLE_MS = 30_000;

export class StandingStatements {
  readonly #lake: Lake;
  /** Those that nobody runs now, by their text, last ledger, unfilled columns, names of single rows and of texts, the one that rested longest first. */
  readonly #idle = new Map<string, Standing[]>();
  readonly #results = new KeptResults();
  readonly #asking = new Together<JsonRows>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(lake: Lake) {
    this.#lake = lake;
  }

  /**
   * Returns all rows of a query, which are not to be changed; throws as `query` does, and RowsNotRead where rows are to be given and are not, or texts
   * by a database that reads no rows one by one.
   */
  async rows(sql: string, { signal, ...options }: StandingOptions): Promise<JsonRows> {
    const newest = options.snapshot ?? (await this.#lake.snapshot());
    const { upTo, ledgers, unfilled, rowsOf, given } = options;
    const parameters = boundParameters(options.parameters);
    const asked = { sql, parameters, upTo, ledgers, unfilled, rowsOf, given, snapshot: newest };
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

  /** Returns ledgers of a key, as the lake does. */
  ledgersOfKey(run: KeyRun): Promise<FoundLedgers | undefined> {
    return this.#lake.ledgersOfKey(run);
  }

  /** Returns rows and the newest snapshot as it was when they were read. */
  async #ask(asked: Asked, newest: Snapshot, signal: AbortSignal | undefined): Promise<Answered> {
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
    // Values that are bound already may be the driver's own: they are bound again as they are.
    const parameters = asked.parameters as Parameters | undefined;
    const source = { spool: this.#lake.spool, session };
    const rows = await withResult(source, sql, { parameters, signal }, async ({ names, chunks }) => ({
      names,
      rows: await all(chunks()),
    }));
    return { rows, snapshot };
  }

  /** Returns an idle one that stands on the snapshot, or can; others end. */
  async #take(asked: Asked, newest: Snapshot): Promise<Standing | undefined> {
    const list = this.#idle.get(keyOf(asked)) ?? [];
    for (let standing = list.pop(); standing; standing = list.pop()) {
      this.#count--;
      if (list.length === 0) this.#idle.delete(keyOf(asked));
      const { session } = standing;
      const isGiven = asked.rowsOf !== undefined || asked.given !== undefined;
      const isAny = session.newest === newest && !session.isBounded && !isGiven;
      const isSame = isAny && isDeepStrictEqual(standing.ledgers, asked.ledgers);
      let notRead: RowsNotRead | undefined;
      const isGood = await (isSame ? session.resume() : session.renew(newest, asked)).catch((error: unknown) => {
        if (error instanceof RowsNotRead) notRead = error;
        return false;
      });
      if (notRead) {
        // Rows are read before any are given: it shows what it did.
        await this.#keep(keyOf(asked), standing);
        throw notRead;
      }
      if (isGood) return { ...standing, ledgers: asked.ledgers };
      await end(standing);
    }
    return undefined;
  }

  /** Prepares the statement; returns undefined where it cannot be kept: when it is wrong, or asks which relations there are. */
  async #stand(asked: Asked, signal: AbortSignal | undefined): Promise<Standing | undefined> {
    signal?.throwIfAborted();
    const session = await this.#lake.session(asked);
    try {
      const { ledgers } = asked;
      if ((await session.begin()) !== 'own')
        return { session, ledgers, statement: (await prepareRead(session.connection, asked.sql)).statement, rested: 0 };
    } catch (error) {
      // The plain query reports what is wrong with it.
      if (error instanceof RowsNotRead) {
        await session.release();
        throw error;
      }
    }
    await session.release();
    return undefined;
  }

  /** Returns undefined where its database was given up as it ran. */
  async #run(standing: Standing, asked: Asked, signal: AbortSignal | undefined): Promise<JsonRows | undefined> {
    const { session, statement } = standing;
    const { sql, parameters = [] } = asked;
    const stop = interruptOn(signal, session.connection);
    let isGood = false;
    try {
      signal?.throwIfAborted();
      bind(statement, parameters);
      // Rows that a stream makes a few at a time take up to 19% more of the processor, and wait for a thread each time.
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
      // Another attempt has another database.
      if (isGivenUp(error)) return undefined;
      throw asQueryError(error, { sql, signal, names: session.names });
    } finally {
      stop();
      if (isGood) await this.#keep(keyOf(asked), standing);
      else await end(standing);
    }
  }

  async #keep(key: string, standing: Standing): Promise<void> {
    if (this.#isClosed) return end(standing);
    const list = this.#idle.get(key) ?? [];
    // The text moves to the end: what is asked again and again stays.
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

  /** Ends those that have rested, and stand on files of which some are to go. */
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

  /** Ends all, and the lake; nothing may run. */
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

function keyOf(asked: Asked): string {
  const unfilled = [...(asked.unfilled ?? [])].flatMap(([table, columns]) => [table, ...columns]);
  const single = [...(asked.rowsOf?.keys() ?? [])];
  const given = [...(asked.given?.keys() ?? [])];
  return `${cutAt(asked)} ${unfilled.join()} ${single.join()} ${given.join()} ${asked.sql}`;
}

/** Returns the ledger after which there is more that is not asked for. */
function cutAt({ upTo = Infinity, snapshot }: Asked): number | undefined {
  const last = snapshot?.ranges.at(-1)?.last ?? 0;
  return last <= upTo ? undefined : upTo;
}

/** Returns what tells a question from others; undefined where there are names of parameters, or values of types of DuckDB. */
function resultKey({ parameters, ...asked }: Asked): string | undefined {
  if (!Array.isArray(parameters)) return undefined;
  if (parameters.some((value) => typeof value === 'object' && value !== null)) return undefined;
  const values = parameters.map((value) => (typeof value === 'string' ? value : [typeof value, String(value)]));
  // Those that have a value are asked for by parameters, unless no others are shown.
  const ledgers = asked.ledgers?.map(({ first, last }) => `${first}-${last}`).join();
  const rows = Array.from(asked.rowsOf ?? [], ([table, of]) => {
    if ('ids' in of) return [table, of.by, of.ids.join()];
    return areGiven(of) ? [table, of.value, of.in, ledgers] : [];
  });
  return JSON.stringify([keyOf(asked), values, rows, [...(asked.given ?? [])]]);
}

function end({ session, statement }: Standing): Promise<void> {
  statement.destroySync();
  return session.release();
}
