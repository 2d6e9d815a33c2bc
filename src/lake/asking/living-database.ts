/** The database of an open lake, and another one in its place when DuckDB has given it up. */
import { messageOf } from '../../core/system-errors.ts';
import { LakeDatabase, type LakeDatabaseOptions } from './database.ts';
import type { DuckDBConnection } from '../duckdb/duckdb.ts';

/** A connection, and the database that it is of. */
export interface Connected {
  database: LakeDatabase;
  connection: DuckDBConnection;
}

/**
 * After an internal error, DuckDB refuses all further work. `count(*) over ()` fails at random in DuckDB 1.5.5
 * (duckdb/duckdb#25713).
 */
export class LivingDatabase {
  readonly #options: LakeDatabaseOptions;
  #current: LakeDatabase;
  #next: Promise<void> | undefined;

  private constructor(options: LakeDatabaseOptions, database: LakeDatabase) {
    this.#options = options;
    this.#current = database;
  }

  static async open(options: LakeDatabaseOptions): Promise<LivingDatabase> {
    return new LivingDatabase(options, await LakeDatabase.open(options));
  }

  /** Returns the database as it is, alive or not. */
  get current(): LakeDatabase {
    return this.#current;
  }

  /** Returns a connection that answers. */
  async connect(): Promise<Connected> {
    const database = this.#current;
    const idle = database.takeIdle();
    if (idle) return { database, connection: idle };
    const connection = await database.connect();
    try {
      await connection.run('select 1');
      return { database, connection };
    } catch (error) {
      connection.closeSync();
      if (!isGivenUp(error)) throw error;
    }
    if (database === this.#current) await this.#replace();
    return this.connect();
  }

  /** What still stands on the former one keeps that from being freed. */
  #replace(): Promise<void> {
    this.#next ??= LakeDatabase.open(this.#options)
      .then((database) => void (this.#current = database))
      .finally(() => (this.#next = undefined));
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => undefined);
    await this.#current.close();
  }
}

/** Whether an error says that the database will answer nothing any more. */
export function isGivenUp(error: unknown): boolean {
  return messageOf(error).includes('database has been invalidated');
}
