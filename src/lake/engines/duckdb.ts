/** The relations of a lake as statements for any DuckDB: what this program runs for its own, written down. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, openDatabaseFile, quotePath, type DuckDBConnection, type Runs } from '../duckdb/duckdb.ts';
import { LedgerlakeError } from '../../core/errors.ts';
import { reasonOf } from '../disk/files.ts';
import type { Lake } from '../asking/lake.ts';
import { showParts, standingParts, statesOf } from '../asking/scan/shown-parts.ts';
import type { KnownFile, Snapshot } from '../disk/snapshot/snapshot.ts';
import { listRelations } from '../meaning/sql-files.ts';
import { SqlRelations, joinedSql, type Needs } from '../meaning/sql-relations.ts';
import { createFileRelations } from '../meaning/views.ts';

/** The statements for an engine, and the relations that it cannot have. */
export interface EngineViews {
  /** SQL statements in the order to run them, each without a semicolon. */
  statements: string[];
  /** Relations that the engine cannot have, and why. */
  left: { relation: string; why: string }[];
  /** Differences from DuckDB that concern every relation; empty if there are none. */
  notes: readonly string[];
  /** Number of the snapshot that the views show. */
  snapshot: number;
  /** How many Parquet files the statements name. */
  files: number;
}

/**
 * Returns the statements that create every relation of a lake in any DuckDB, over the newest snapshot. `root` replaces the
 * lake's folder, such as `s3://bucket/lake`. Names the relations of `meta`, which are left out.
 */
export async function duckdbViews(lake: Lake, { root = lake.path }: { root?: string } = {}): Promise<EngineViews> {
  return inDuckDB(lake, (_, { statements, ...found }) => {
    return { ...found, statements: statements.map((text) => withRoot(text, lake.path, root)) };
  });
}

/** Calls `use` with a DuckDB of its own that has run the statements over the lake's folder. @internal */
export async function inDuckDB<T>(
  lake: Lake,
  use: (connection: DuckDBConnection, views: EngineViews) => T | Promise<T>,
): Promise<T> {
  const { connection, snapshot: newest, release } = await lake.session();
  // Files of segments stay for longer than what is folded of them.
  const snapshot = newest.unfolded();
  try {
    const relations = new SqlRelations(lake.tables, lake.sql, { folded: true });
    const { needs, left } = await sayable(connection, relations, lake.sql);
    return await withDatabase(async (own) => {
      const statements = await runAll(own, lake, { relations, needs, snapshot });
      return use(own, { statements, left, notes: [], snapshot: snapshot.number, files: snapshot.paths().size });
    });
  } finally {
    await release();
  }
}

async function withDatabase<T>(use: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const instance = await openDatabase({ threads: 1 });
  const connection = await instance.connect();
  try {
    return await use(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Writes a DuckDB database file with the views; it appears when complete. Throws LakeError if the path cannot be written. */
export async function writeViewDatabase(path: string, { statements }: Pick<EngineViews, 'statements'>): Promise<void> {
  const partial = `${path}.${crypto.randomUUID().slice(0, 8)}.partial`;
  try {
    // Where there can be no file the system says so with its code, which DuckDB does not tell.
    await writeFile(partial, '', { flag: 'wx' });
    await rm(partial);
    const instance = await openDatabaseFile(partial);
    const connection = await instance.connect();
    try {
      for (const statement of statements) await connection.run(statement);
      await connection.run('checkpoint');
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
    await rename(partial, path);
  } catch (error) {
    const reason = reasonOf(error);
    throw reason ? new LedgerlakeError(`${path} cannot be written: ${reason}`, { file: path }, error) : error;
  } finally {
    for (const file of [partial, `${partial}.wal`, `${partial}.tmp`]) await rm(file, { recursive: true, force: true });
  }
}

/** Returns what all relations stand on but those that read what only this program knows. */
async function sayable(
  connection: DuckDBConnection,
  relations: SqlRelations,
  folder: string,
): Promise<{ needs: Needs; left: EngineViews['left'] }> {
  const left: EngineViews['left'] = [];
  const said: Needs[] = [];
  for (const { schema, name } of listRelations(folder)) {
    const needs = await relations.needsOf(connection, [{ schema, name, isCalled: false }]);
    const own = [...needs.snapshot].sort();
    if (own.length === 0) said.push(needs);
    else left.push({ relation: `${schema}.${name}`, why: `it reads records of the lake (${own.join(', ')})` });
  }
  return { needs: joinedSql(said), left };
}

interface ViewsInput {
  relations: SqlRelations;
  needs: Needs;
  snapshot: Snapshot;
}

/** Runs the statements that make the relations, and returns them. */
async function runAll(
  connection: DuckDBConnection,
  lake: Lake,
  { relations, needs, snapshot }: ViewsInput,
): Promise<string[]> {
  const said: string[] = [];
  const recorder: Runs = {
    run: async (sql) => {
      // eslint-disable-next-line local/linear-expressions -- our own SQL
      said.push(sql.trim().replace(/\s*;$/, ''));
      return connection.run(sql);
    },
  };
  await relations.prepare(recorder);
  const { parts, needs: below } = await standingParts(connection, relations, needs.kept, snapshot);
  const shown = ({ path, ...file }: KnownFile) => ({ ...file, path: join(lake.path, path) });
  await createFileRelations(recorder, lake.tables, (table) => snapshot.filesOf(table).map(shown));
  await relations.make(recorder, below);
  for (const one of parts) await showParts(recorder, one, lake.path);
  await relations.make(recorder, needs, statesOf(snapshot, lake.path));
  return said;
}

/** Files stand in statements as they are in the lake's folder, which has to be there for DuckDB to read their columns. */
function withRoot(text: string, lake: string, root: string): string {
  // eslint-disable-next-line local/linear-expressions -- a path on the command line
  const inside = (path: string) => quotePath(path.replace(/\/+$/, '')).slice(0, -1);
  // A function, since `$` means something in a text that replaces.
  return root === lake ? text : text.replaceAll(`${inside(lake)}/`, () => `${inside(root)}/`);
}
