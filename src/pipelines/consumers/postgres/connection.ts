/** One connection to PostgreSQL; only this file knows the driver. */
import { Socket } from 'node:net';
import { onStop } from '../stopping.ts';
import { CopyStatement } from './copy-statement.ts';
import { quotePostgres } from './table.ts';
import type { PostgresSettings } from './settings.ts';

export interface Connection {
  /** Runs a statement and returns its rows. */
  rows<T extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>;
  /** Runs a statement and returns how many rows it wrote. */
  run(sql: string): Promise<number>;
  /** Runs a COPY that reads the chunks; the driver copies each before it takes the next. */
  copy(sql: string, chunks: Iterable<Buffer>): Promise<void>;
  /** Says goodbye, if there is somebody to say it to. */
  end(): Promise<void>;
  /** Breaks the connection: the server rolls back what was begun. */
  destroy(): void;
}

/** Session settings: every statement has a time limit, so that none waits for ever. */
const session = [
  "set timezone to 'UTC'",
  "set statement_timeout to '60s'",
  "set lock_timeout to '30s'",
  "set idle_in_transaction_session_timeout to '60s'",
  'set client_min_messages to warning',
];

/** For JSON of 3.6 KB a row, lz4 takes the server a third less time than pglz. Servers without lz4 keep pglz. */
const compression =
  "select set_config('default_toast_compression', 'lz4', false) from pg_settings " +
  "where name = 'default_toast_compression' and 'lz4' = any(enumvals)";

/** Longer than `statement_timeout`: for servers that vanish without a word. In milliseconds. */
const SILENCE = 90_000;

/** Connects, and applies the settings of the session. The signal cancels. Throws errors of driver, system and server. */
export async function connect(
  settings: PostgresSettings,
  applicationName: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Connection> {
  const { default: pg } = await import('pg');
  const { host, port, database, user, password, tls, connectTimeout, schema } = settings;
  const socket = new Socket();
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    // A function, since for an empty text the driver would look into PGPASSWORD and ~/.pgpass.
    password: () => password,
    ssl: tls,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeout * 1000,
    query_timeout: SILENCE,
    keepAlive: true,
    stream: () => socket,
  });
  // A connection that breaks while nothing runs is found by the next statement.
  client.on('error', () => {});
  const stop = onStop(signal, () => socket.destroy(new Error('Connection attempt ended by the stop')));
  try {
    await client.connect();
    await client.query([...session, `set search_path to ${quotePostgres(schema)}`, compression].join('; '));
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    stop.cancel();
  }
  return {
    rows: async (sql, values) => (await client.query(sql, values)).rows,
    run: async (sql) => (await client.query(sql)).rowCount ?? 0,
    copy: (sql, chunks) =>
      new Promise<void>((resolve, reject) => {
        client.query(new CopyStatement(sql, chunks, (error) => (error ? reject(error) : resolve())));
      }),
    end: () => (socket.destroyed ? Promise.resolve() : client.end().catch(() => {})),
    destroy: () => socket.destroy(),
  };
}
