/** Read-only SQL: what comes in is checked to be one statement that reads, what goes out is Arrow. */
import type { RecordBatch, Schema, Table } from 'apache-arrow';
import { JsonTable } from '../../../arrow/json-rows.ts';
import { LakeError, QueryError } from '../../../core/errors.ts';
import { similarName } from '../../../core/similar.ts';
import { duckdb, type DuckDBConnection, type DuckDBType } from '../../duckdb/duckdb.ts';
import { ledgersOfPage, type Page, type PageLedgers } from '../narrow/pages.ts';
import { bind, boundParameters, type BoundParameters, type Parameters } from '../../meaning/parameters.ts';
import { checkPlaces } from './places.ts';
import { checkRead, prepareRead, type Prepared } from '../../meaning/reading.ts';
import { isExplain } from '../../meaning/statement.ts';
import { damageIn, isOfDamage } from '../../disk/file-checks.ts';
import { chunkBatch, resultSchema } from './result.ts';

/** Where SQL runs: an open lake, or tables in memory. */
export interface Source {
  /** A folder in which results may be put for passing on; it need not exist. */
  readonly spool: string;
  /** @internal */
  session(asked?: { sql: string; parameters?: BoundParameters }): Promise<Session>;
}

/** A connection of its own. @internal */
export interface Session {
  readonly connection: DuckDBConnection;
  /**
   * Begins a transaction with the relations of the query. `isWhole` keeps columns that the query does not mention. `sql`
   * prepares for another statement. `page` shows its ledgers only. A lake returns what it shows.
   */
  begin(options?: { isWhole?: boolean; sql?: string; page?: PageLedgers }): Promise<unknown>;
  release(): Promise<void>;
  /** Returns how to find the ledgers of the rows, if that saves time. */
  pageOf?(): Promise<Page | undefined>;
  /** Returns the error that names a damaged file of the query; undefined if it finds none. */
  findDamage?(): Promise<LakeError | undefined>;
  /** Returns the names of all relations. DuckDB may lack some, because a query creates the relations that it names. */
  names?(): string[];
}

/** Options of one query. */
export interface QueryOptions {
  /** Values for `?` and `$1` (a list), or for `$name` (an object); none by default. A Date is a time in UTC. */
  parameters?: Parameters;
  /** Interrupts the query, which then rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/** Options of a query by a client that must not see everything of this machine. */
export interface GuestOptions extends QueryOptions {
  /** Refuse statements that reveal paths of this machine. */
  hidesPlaces?: boolean;
}

/** @internal */
type Chunk = InstanceType<typeof duckdb.DuckDBDataChunk>;

/** A result whose rows have not been read yet. @internal */
export interface OpenResult {
  names: string[];
  types: DuckDBType[];
  schema: Schema;
  chunks(): AsyncGenerator<Chunk>;
}

/**
 * Returns the whole result; throws a QueryError when the SQL is wrong, fails at any row or does not merely read, and the signal's
 * reason when that is aborted.
 */
export function query(source: Source, sql: string, options: GuestOptions = {}): Promise<Table> {
  return withResult(source, sql, options, async ({ schema, types, chunks }) => {
    const batches: RecordBatch[] = [];
    for await (const chunk of chunks()) batches.push(chunkBatch(chunk, schema, types));
    return new JsonTable(schema, batches);
  });
}

/** Returns the result batch by batch as it is computed; throws as `query` does. */
export function stream(source: Source, sql: string, options: QueryOptions = {}): AsyncGenerator<RecordBatch> {
  return streamResult(
    source,
    sql,
    options,
    ({ schema, types }) =>
      (chunk) =>
        chunkBatch(chunk, schema, types),
  );
}

/** Returns another query for the result of columns with these names and types; undefined for the query itself. @internal */
export type Rewrite = (names: string[], types: DuckDBType[]) => string | undefined;

/** Yields what `read` makes of each chunk of the result; `rewrite` and errors are as for `withResult`. @internal */
export async function* streamResult<T>(
  source: Source,
  sql: string,
  options: QueryOptions,
  read: (result: OpenResult) => (chunk: Chunk) => T,
  rewrite?: Rewrite,
): AsyncGenerator<T> {
  const asked = { sql, parameters: boundParameters(options.parameters) };
  const session = await source.session(asked);
  const stop = interruptOn(options.signal, session.connection);
  try {
    const result = await start(session, asked, options, rewrite);
    const readChunk = read(result);
    for await (const chunk of result.chunks()) yield readChunk(chunk);
  } catch (error) {
    throw await namingDamage(asQueryError(error, { sql, signal: options.signal, names: session.names }), session);
  } finally {
    stop();
    await session.release();
  }
}

/**
 * Runs `use` on the result of the SQL; `rewrite` may put another query around it, knowing names and types of its columns.
 * @internal
 */
export async function withResult<T>(
  source: Source,
  sql: string,
  options: GuestOptions,
  use: (result: OpenResult, connection: DuckDBConnection) => Promise<T>,
  rewrite?: Rewrite,
): Promise<T> {
  const asked = { sql, parameters: boundParameters(options.parameters) };
  const session = await source.session(asked);
  const stop = interruptOn(options.signal, session.connection);
  try {
    return await use(await start(session, asked, options, rewrite), session.connection);
  } catch (error) {
    throw await namingDamage(asQueryError(error, { sql, signal: options.signal, names: session.names }), session);
  } finally {
    stop();
    await session.release();
  }
}

async function start(
  session: Session,
  { sql, parameters }: { sql: string; parameters: BoundParameters },
  { signal, hidesPlaces = false }: GuestOptions,
  rewrite?: Rewrite,
): Promise<OpenResult> {
  const { connection } = session;
  signal?.throwIfAborted();
  if (hidesPlaces) await checkPlaces(connection, sql);
  const sought = await session.pageOf?.();
  const page = sought && (await findPage(session, parameters, sought));
  signal?.throwIfAborted();
  const begin: Session['begin'] = (options) => session.begin({ ...options, page });
  await begin();
  if (!rewrite && isExplain(sql) && !/[$?]/.test(sql)) return explain(connection, sql);
  let { statement, text } = await prepareRead(connection, sql).catch(async (error: unknown) => {
    if (!isOfNames(error)) throw error;
    // What is meant may be a column that was left out as not mentioned.
    await connection.run('rollback');
    await begin({ isWhole: true });
    return prepareRead(connection, sql);
  });
  const planned = rewrite && (await columnsOf(connection, statement, text, parameters));
  if (planned) {
    const other = rewrite(planned.names, planned.types);
    if (other !== undefined) {
      statement.destroySync();
      text = other;
      statement = await connection.prepare(text);
    }
  }
  await bind(statement, parameters);
  const result = await statement.stream();
  const { names, types } = planned ?? { names: uniqueNames(result.columnNames()), types: result.columnTypes() };
  async function* chunks(): AsyncGenerator<Chunk> {
    for (;;) {
      const chunk = await result.fetchChunk();
      signal?.throwIfAborted();
      if (!chunk || chunk.rowCount === 0) break;
      yield chunk;
    }
    // No chunk comes at the end, and none when the query failed; of the two only a failed result has lost its type.
    if (result.returnType === duckdb.ResultReturnType.INVALID)
      throw await failureOf({ connection, begin }, text, parameters);
  }
  return { names, types, schema: resultSchema(names, types), chunks };
}

/** Returns the ledgers of a page; undefined if there are too many or the search fails. */
async function findPage(session: Session, parameters: BoundParameters, page: Page): Promise<PageLedgers | undefined> {
  try {
    await session.begin({ sql: page.keys });
    const ledgers = await ledgersOfPage(session.connection, page.keys, parameters);
    return ledgers && { tables: page.tables, ledgers };
  } catch {
    return undefined;
  } finally {
    await session.connection.run('rollback').catch(() => undefined);
  }
}

/** True if the error lists the known columns. */
function isOfNames(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Binder Error');
}

/** Runs an EXPLAIN without preparing it first, which would plan it twice. */
async function explain(connection: DuckDBConnection, sql: string): Promise<OpenResult> {
  const result = await connection.run(await checkRead(connection, sql));
  const names = uniqueNames(result.columnNames());
  const types = result.columnTypes();
  async function* chunks(): AsyncGenerator<Chunk> {
    for (const chunk of await result.fetchAllChunks()) yield chunk;
  }
  return { names, types, schema: resultSchema(names, types), chunks };
}

/** Returns the error of a failed result. The driver hides it, so EXPLAIN ANALYZE runs the query again, without keeping rows. */
async function failureOf(
  { connection, begin }: Pick<Session, 'connection' | 'begin'>,
  sql: string,
  parameters: BoundParameters,
): Promise<unknown> {
  await connection.run('rollback');
  await begin();
  try {
    const again = await connection.prepare(`explain analyze\n${sql}`);
    await bind(again, parameters);
    await again.run();
  } catch (error) {
    const [message = ''] = error instanceof Error ? error.message.split('\n\nLINE ') : [];
    return new Error(message, { cause: error });
  }
  return new QueryError('the query failed after its first rows, but not when it was repeated: run it again');
}

/** Returns the columns. With parameters, runs the query with limit 0: before binding, DuckDB may report one column, `unknown`. */
async function columnsOf(
  connection: DuckDBConnection,
  statement: Prepared,
  text: string,
  parameters: BoundParameters,
): Promise<{ names: string[]; types: DuckDBType[] }> {
  if (statement.parameterCount > 0) {
    const empty = await connection.prepare(`select * from (\n${text}\n) limit 0`);
    await bind(empty, parameters);
    const result = await empty.run();
    return { names: uniqueNames(result.columnNames()), types: result.columnTypes() };
  }
  const indexes = Array.from({ length: statement.columnCount }, (_, i) => i);
  const names = uniqueNames(indexes.map((i) => statement.columnName(i)));
  return { names, types: indexes.map((i) => statement.columnType(i)) };
}

/** Returns names of columns, a second one of the same name as `name_1`, so that a row can be an object. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  // Where the search for a free name ended: 10,000 columns of one name would be compared 50 million times.
  const next = new Map<string, number>();
  return names.map((name) => {
    let free = name;
    let n = next.get(name) ?? 1;
    for (; taken.has(free); n++) free = `${name}_${n}`;
    next.set(name, n);
    taken.add(free);
    return free;
  });
}

const INTERRUPT_EVERY_MS = 20;

/**
 * Interrupts the connection once the signal is aborted, until the returned function is called. Repeats, because a statement
 * that begins ends an earlier interrupt. @internal
 */
export function interruptOn(signal: AbortSignal | undefined, connection: DuckDBConnection): () => void {
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    timer = setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS).unref();
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  return () => {
    signal?.removeEventListener('abort', interrupt);
    clearInterval(timer);
  };
}

interface Failed extends Pick<Session, 'names'> {
  sql: string;
  signal: AbortSignal | undefined;
}

/** Returns the error of a query as its callers are to see it. @internal */
export function asQueryError(error: unknown, { sql, signal, names }: Failed): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof QueryError) return new QueryError(error.message, { sql, ...error.fields }, error.cause);
  const message = error instanceof Error ? duckdbMessage(error) : undefined;
  if (message && isOfDamage(message)) {
    const { text, fields } = damageIn(message);
    return new LakeError(`a file of the lake cannot be read: ${text}`, fields, error);
  }
  return message ? new QueryError(suggestRelation(ofOwnLine(message, sql), names), { sql }, error) : error;
}

/**
 * Returns the error that names the damaged file, if an error is of one that DuckDB does not name; else the error itself.
 * @internal
 */
export async function namingDamage(error: unknown, session: Pick<Session, 'findDamage'>): Promise<unknown> {
  const isUnnamed = error instanceof LakeError && error.fields['file'] === undefined;
  if (!isUnnamed || !error.message.includes(' cannot be read: ')) return error;
  return (await session.findDamage?.()) ?? error;
}

/** A statement that was put around the user's has one line more before it. */
function ofOwnLine(message: string, sql: string): string {
  const lines = sql.split('\n');
  return message.replace(/(?<=\n\nLINE )(\d+)(?=: (?:\.\.\.)?(.*?)(?:\.\.\.)?$)/m, (line, _, shown: string) => {
    const n = Number(line);
    return !lines[n - 1]?.includes(shown) && lines[n - 2]?.includes(shown) ? `${n - 1}` : line;
  });
}

/** DuckDB suggests what there is already, such as the table below the view that was meant. */
function suggestRelation(message: string, names: Session['names']): string {
  const [start, table] =
    /^Catalog Error: Table with name (\S+) does not exist!\n(?:Did you mean .*\n)?/.exec(message) ?? [];
  if (start === undefined || table === undefined || !names) return message;
  const known = new Map(names().map((name) => [name.slice(name.indexOf('.') + 1), name]));
  const meant = known.get(similarName(table, known.keys()) ?? '');
  if (meant === undefined) return message;
  if (meant === table) {
    const what = `Catalog Error: this schema has no relation ${table}, but another one has: write ${table} without a schema`;
    return `${what}\n${message.slice(start.length)}`;
  }
  return `Catalog Error: Table with name ${table} does not exist!\nDid you mean "${meant}"?\n${message.slice(start.length)}`;
}

/** DuckDB's messages begin with the kind of error, the driver's may come before: `Parser Error: syntax error at ...`. */
function duckdbMessage({ message }: Error): string | undefined {
  const text = /^(?:Failed to [a-z ]+: )?([A-Z][A-Za-z -]* Error: [\s\S]*)/.exec(message)?.[1];
  if (!text?.startsWith('Out of Memory')) return text;
  // What DuckDB advises are settings that a query cannot change.
  return `${text.split('\n')[0]}: allow it more memory (--memory, the option memory of open), or ask for less at once`;
}
