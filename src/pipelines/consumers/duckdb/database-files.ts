/** DuckDB files that this process writes: a file is opened once, whichever consumers write to it. */
import { resolve } from 'node:path';
import { openDatabaseFile, type DuckDBConnection, type DuckDBInstance } from '../../../lake/duckdb.ts';
import { messageOf } from '../../../system-errors.ts';

interface Opened {
  instance: Promise<DuckDBInstance>;
  users: number;
}

const opened = new Map<string, Opened>();

/** A connection to a database file, and what gives it back. */
export interface FileConnection {
  connection: DuckDBConnection;
  close(): void;
}

/** DuckDB's buffers; workers hold what is decoded beside it. */
const MEMORY = '256MB';

/** Returns a connection to the file, which is made when it is not there. Throws an Error with what DuckDB says. */
export async function connectFile(path: string): Promise<FileConnection> {
  const file = resolve(path);
  const found = opened.get(file) ?? { instance: openDatabaseFile(file, { memoryLimit: MEMORY }), users: 0 };
  opened.set(file, found);
  found.users++;
  const release = () => {
    if (--found.users > 0) return;
    opened.delete(file);
    void found.instance.then((instance) => instance.closeSync());
  };
  try {
    const connection = await (await found.instance).connect();
    const close = () => {
      connection.closeSync();
      release();
    };
    return { connection, close };
  } catch (error) {
    found.users--;
    opened.delete(file);
    throw new Error(reasonOf(messageOf(error)), { cause: error });
  }
}

/** A lock is named by who holds it. */
function reasonOf(message: string): string {
  const pid = /\(PID (\d+)\)/.exec(message)?.[1];
  return /Could not set lock on file/.test(message) ? `process ${pid ?? 'of another program'} has it open` : message;
}
