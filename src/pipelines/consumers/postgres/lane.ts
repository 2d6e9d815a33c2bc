/** One of the connections of a sink, and how one waits for the other. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import type { Loaded } from './load.ts';

/** A connection that is made anew after it was dropped, and what is sent on it. */
export class Lane {
  readonly #connect: () => Promise<Connection>;
  #connection: Connection | undefined;

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect;
  }

  /** Returns its connection. Throws what connecting does. */
  async connected(): Promise<Connection> {
    this.#connection ??= await this.#connect();
    return this.#connection;
  }

  /** Breaks the connection: the server rolls back what was begun. */
  drop(): void {
    this.#connection?.destroy();
    this.#connection = undefined;
  }

  /** Says goodbye, if there is somebody to say it to. */
  async end(): Promise<void> {
    await this.#connection?.end();
    this.#connection = undefined;
  }
}

/** A transaction with the rows of a batch, and without their checkpoint. */
export interface Ahead {
  connection: Connection;
  loaded: Loaded;
}

/** How long a batch waits for the one before, in milliseconds, until it asks whether that one waits for it. */
const ASK_AFTER = 1000;

/** Resolves when the earlier batch has ended. Throws if that batch waits for a key that this connection has locked. */
export async function waitUnlessBlocking(connection: Connection, before: Promise<void>): Promise<void> {
  const ended = before.then(() => true);
  while (!(await Promise.race([ended, pause(ASK_AFTER, false, { ref: false })]))) {
    const blocked = await connection.rows(
      'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1',
    );
    if (blocked.length > 0) throw new Error('the batch before waits for rows of this one');
  }
}
