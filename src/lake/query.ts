/** Read-only SQL: what comes in is checked to be one statement that reads, what goes out is Arrow. */
import { Table, type RecordBatch, type Schema } from 'apache-arrow';
import { QueryError } from '../errors.ts';
import { duckdb, type DuckDBConnection, type DuckDBType, type DuckDBValue } from './duckdb.ts';
import { chunkBatch, resultSchema } from './result.ts';

/** Where SQL runs: an open lake, or tables in memory. */
export interface Source {
  /** A folder in which results may be put for passing on; it need not exist. */
  readonly spool: string;
  session(): Promise<{ connection: DuckDBConnection; release: () => Promise<void> }>;
}

export interface QueryOptions {
  /** Values of `?`, `$1`, ... or of `$name`. */
  parameters?: DuckDBValue[] | Record<string, DuckDBValue>;
  signal?: AbortSignal;
}

type Chunk = InstanceType<typeof duckdb.DuckDBDataChunk>;

/** A result whose rows have not been read yet. */
export interface OpenResult {
  names: string[];
  types: DuckDBType[];
  schema: Schema;
  chunks(): AsyncGenerator<Chunk>;
}

/** Returns the whole result; throws a QueryError when the SQL is wrong, fails or does not merely read. */
export function query(source: Source, sql: string, options: QueryOptions = {}): Promise<Table> {
  return withResult(source, sql, options, async ({ schema, types, chunks }) => {
    const batches: RecordBatch[] = [];
    for await (const chunk of chunks()) batches.push(chunkBatch(chunk, schema, types));
    return new Table(schema, batches);
  });
}

/** Returns the result batch by batch as it is computed; throws as `query` does. */
export async function* stream(source: Source, sql: string, options: QueryOptions = {}): AsyncGenerator<RecordBatch> {
  const { connection, release } = await source.session();
  const stop = interruptOn(options.signal, connection);
  try {
    const { schema, types, chunks } = await start(connection, sql, options);
    for await (const chunk of chunks()) yield chunkBatch(chunk, schema, types);
  } catch (error) {
    throw asQueryError(error, sql, options.signal);
  } finally {
    stop();
    await release();
  }
}

/** Runs `use` on the result of the SQL; `rewrite` may put another query around it, knowing names and types of its columns. */
export async function withResult<T>(
  source: Source,
  sql: string,
  options: QueryOptions,
  use: (result: OpenResult, connection: DuckDBConnection) => Promise<T>,
  rewrite?: (names: string[], types: DuckDBType[]) => string,
): Promise<T> {
  const { connection, release } = await source.session();
  const stop = interruptOn(options.signal, connection);
  try {
    return await use(await start(connection, sql, options, rewrite), connection);
  } catch (error) {
    throw asQueryError(error, sql, options.signal);
  } finally {
    stop();
    await release();
  }
}

async function start(
  connection: DuckDBConnection,
  sql: string,
  { parameters, signal }: QueryOptions,
  rewrite?: (names: string[], types: DuckDBType[]) => string,
): Promise<OpenResult> {
  signal?.throwIfAborted();
  await connection.run('begin transaction read only');
  let statement = await prepareRead(connection, sql);
  const planned = rewrite && columnsOf(statement);
  if (planned) {
    statement.destroySync();
    statement = await connection.prepare(rewrite(planned.names, planned.types));
  }
  if (parameters) statement.bind(parameters);
  const result = await statement.stream();
  const { names, types } = planned ?? { names: uniqueNames(result.columnNames()), types: result.columnTypes() };
  async function* chunks(): AsyncGenerator<Chunk> {
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) return;
      yield chunk;
    }
  }
  return { names, types, schema: resultSchema(names, types), chunks };
}

type Prepared = Awaited<ReturnType<DuckDBConnection['prepare']>>;

const { SELECT, EXPLAIN } = duckdb.StatementType;

/** Returns the SQL as a prepared statement; throws a QueryError when it is not exactly one statement, or one that does not read. */
export async function prepareRead(connection: DuckDBConnection, sql: string): Promise<Prepared> {
  if (/^[\s;]*$/.test(sql.replaceAll(comments, ''))) throw new QueryError('the SQL is empty');
  const word = firstWord(sql);
  if (word && refused.has(word)) throw refusal(word.toUpperCase());
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) {
    throw new QueryError(`found ${statements.count} statements, expected one: queries run one at a time`);
  }
  const statement = await statements.prepare(0);
  const { statementType: type } = statement;
  if (type === SELECT || type === EXPLAIN) return statement;
  statement.destroySync();
  throw refusal(duckdb.StatementType[type] ?? 'this');
}

/** What DuckDB would complain about in words that lead away from the cause. */
const refused = new Set(
  `alter analyze attach begin call checkpoint comment commit copy create deallocate delete detach drop execute export import
   insert install load merge pragma prepare reset rollback set truncate update use vacuum`.split(/\s+/),
);

function refusal(what: string): QueryError {
  return new QueryError(
    `${what} is refused: a query only reads (SELECT, FROM, WITH, VALUES, DESCRIBE, SUMMARIZE, SHOW, EXPLAIN)`,
  );
}

const comments = /--[^\n]*|\/\*[\s\S]*?\*\//g;

function firstWord(sql: string): string | undefined {
  return /^[\s(]*([a-z]+)/i.exec(sql.replaceAll(comments, ''))?.[1]?.toLowerCase();
}

/** The type of a bare parameter is not known before it runs: it is taken for text. */
function columnsOf(statement: Prepared): { names: string[]; types: DuckDBType[] } {
  const indexes = Array.from({ length: statement.columnCount }, (_, i) => i);
  const types = indexes.map((i) => {
    return statement.columnTypeId(i) === duckdb.DuckDBTypeId.INVALID ? duckdb.VARCHAR : statement.columnType(i);
  });
  return { names: uniqueNames(indexes.map((i) => statement.columnName(i))), types };
}

/** A second column of the same name is called `name_1`, so that a row can be an object. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let n = 1; taken.has(free); n++) free = `${name}_${n}`;
    taken.add(free);
    return free;
  });
}

function interruptOn(signal: AbortSignal | undefined, connection: DuckDBConnection): () => void {
  const interrupt = () => connection.interrupt();
  signal?.addEventListener('abort', interrupt);
  return () => signal?.removeEventListener('abort', interrupt);
}

function asQueryError(error: unknown, sql: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof QueryError) return new QueryError(error.message, { sql, ...error.fields }, error.cause);
  const message = error instanceof Error ? duckdbMessage(error) : undefined;
  return message ? new QueryError(message, { sql }, error) : error;
}

/** DuckDB's messages begin with the kind of error, the driver's may come before: `Parser Error: syntax error at ...`. */
function duckdbMessage({ message }: Error): string | undefined {
  return /^(?:Failed to [a-z ]+: )?([A-Z][A-Za-z -]* Error: [\s\S]*)/.exec(message)?.[1];
}
