/** DuckDB files that this process writes: a file is opened once, whichever consumers write to it. */
import { stat } from 'node:fs/promises';
import type { RecordBatch } from 'apache-arrow';
import { openDatabase, quoteText, type DuckDBConnection, type DuckDBInstance } from '../../../lake/duckdb/duckdb.ts';
import { realPath } from '../files/file-claims.ts';

interface Opened {
  instance: Promise<DuckDBInstance>;
  /** Releases the lock on the file, which is also held while the file is reopened. */
  giveBack: Promise<() => Promise<void>>;
  users: number;
  /** Which file it is, whatever its name leads to later. */
  id?: string;
  tables: Map<string, WrittenTable>;
}

interface Transaction {
  /** Ends the transaction, and does not throw. */
  settle(): Promise<void>;
}

/** State of a table that several connections to a file share. */
export interface WrittenTable {
  /** Resolves after the last queued turn. */
  turns: Promise<unknown>;
  /** Who has a transaction open between turns that may have touched it. */
  open?: Transaction;
  /** The newest ledger that it has rows of; undefined until the first of its writers is there. */
  newest?: number;
  /** The records that it was given last: another consumer of a pipeline is given the same ones. */
  last?: WeakRef<RecordBatch>;
}

const opened = new Map<string, Opened>();
/** Files that are being closed. */
const closing = new Map<string, Promise<void>>();

/** A connection to a database file, and what gives it back. */
export interface FileConnection {
  connection: DuckDBConnection;
  /** Returns what all know of a table; a name is the same in small letters. */
  table(name: string): WrittenTable;
  /** Opens the file anew, outside a transaction, unless others of this process use it, too. */
  renew(): Promise<void>;
  /** Whether the name still leads to the open file: DuckDB goes on in one that was removed, and what it writes is lost. */
  isThere(): Promise<boolean>;
  close(): Promise<void>;
}

/** DuckDB's buffers; workers hold what is decoded beside it. What is written is not read again. */
const MEMORY = '96MB';

/** DuckDB has malloc give back what is free, of all threads, when its limit is set; by itself it does so where 512 MB are. */
const GIVE_BACK = `set global memory_limit = ${quoteText(MEMORY)}`;

/**
 * A second thread costs more than it saves: 261,240 contract events took 17.8 s of CPU time with two threads, 13.0 s with one.
 */
const THREADS = 1;

/**
 * DuckDB writes a full row group directly, smaller batches through a log first. With 2,048 rows, its minimum, 261,240 events
 * took 15 s of CPU time; with 4,096 19.5 s. With its default, 122,880, memory grew from 349 to 626 MB.
 */
const ROW_GROUP_ROWS = 2048;

/**
 * Text compressions to skip, because DuckDB analyses each row group anew. Without them effects of 260 ledgers took 0.9 s
 * instead of 2.1 s, and the file was no larger.
 */
const NOT_TRIED = 'fsst,dict_fsst';

/** The first storage version with zstd, which DuckDB 1.2.0 reads. Opening a file of an older version upgrades it. */
const STORAGE_VERSION = 'v1.2.0';

/** What the file is called in SQL. */
const CATALOG = 'pipeline';

/** Opens or creates the file. `take` locks it and returns a function that unlocks it. Throws as `take` and DuckDB do. */
export async function connectFile(path: string, take: () => Promise<() => Promise<void>>): Promise<FileConnection> {
  // A file has one log, whichever link leads to it.
  const file = await realPath(path);
  while (closing.has(file)) await closing.get(file);
  const found = opened.get(file) ?? newlyOpened(file, take());
  opened.set(file, found);
  found.users++;
  const release = async () => {
    if (--found.users > 0) return;
    opened.delete(file);
    const closed = closeFile(found).finally(() => closing.delete(file));
    closing.set(file, closed);
    await closed;
  };
  try {
    const connection = await (await found.instance).connect();
    await connection.run(`use ${CATALOG}`);
    found.id ??= await idOf(file);
    const isThere = async () => found.id !== undefined && (await idOf(file)) === found.id;
    const close = async () => {
      connection.closeSync();
      await release();
    };
    const renew = async () => {
      if (found.users > 1) return;
      const renewed = attachAgain(connection, file);
      const { instance } = found;
      // Who comes meanwhile waits.
      found.instance = renewed.then(() => instance);
      try {
        await found.instance;
      } catch (error) {
        // It is closed with its last user.
        found.instance = instance;
        throw error;
      }
    };
    return { connection, table: (name) => tableOf(found, name), renew, isThere, close };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Runs `work` while no other connection writes the tables. Another open transaction on them commits first, because DuckDB
 * refuses to delete rows that it wrote.
 */
export function inTurn<T>(tables: readonly WrittenTable[], own: Transaction, work: () => Promise<T>): Promise<T> {
  const turn = Promise.all(tables.map(({ turns }) => turns)).then(async () => {
    for (const { open } of tables) if (open !== own) await open?.settle();
    return work();
  });
  const ended = turn.catch(() => undefined);
  for (const table of tables) table.turns = ended;
  return turn;
}

async function idOf(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}

function newlyOpened(file: string, giveBack: Opened['giveBack']): Opened {
  return { instance: giveBack.then(() => openFile(file)), giveBack, users: 0, tables: new Map() };
}

async function closeFile({ instance, giveBack }: Opened): Promise<void> {
  const [open, taken] = await Promise.allSettled([instance, giveBack]);
  if (open.status === 'fulfilled') open.value.closeSync();
  if (taken.status === 'fulfilled') await taken.value();
}

function tableOf({ tables }: Opened, name: string): WrittenTable {
  const key = name.toLowerCase();
  const found = tables.get(key) ?? { turns: Promise.resolve() };
  tables.set(key, found);
  return found;
}

async function openFile(file: string): Promise<DuckDBInstance> {
  const instance = await openDatabase({ memoryLimit: MEMORY, threads: THREADS, tempDirectory: `${file}.tmp` });
  const connection = await instance.connect();
  try {
    // By default five wait in memory for each other.
    await connection.run('set global write_buffer_row_group_count = 1');
    await connection.run(`set global disabled_compression_methods = ${quoteText(NOT_TRIED)}`);
    await connection.run(attachment(file));
    return instance;
  } catch (error) {
    instance.closeSync();
    throw error;
  } finally {
    connection.closeSync();
  }
}

function attachment(file: string): string {
  const options = `row_group_size ${ROW_GROUP_ROWS}, storage_version ${quoteText(STORAGE_VERSION)}`;
  return `attach ${quoteText(file)} as ${CATALOG} (${options})`;
}

async function attachAgain(connection: DuckDBConnection, file: string): Promise<void> {
  const statements = ['use memory', `detach ${CATALOG}`, GIVE_BACK, attachment(file), `use ${CATALOG}`];
  for (const sql of statements) await connection.run(sql);
}
