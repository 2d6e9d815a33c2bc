/** The relations of a lake as statements for any DuckDB: what this program runs for its own, written down. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlType } from '../duckdb/bridge.ts';
import {
  openDatabase,
  openDatabaseFile,
  quoteName,
  quotePath,
  withConnection,
  type DuckDBConnection,
  type Runs,
} from '../duckdb/duckdb.ts';
import { LedgerlakeError, UsageError } from '../../core/errors.ts';
import { reasonOf } from '../disk/files.ts';
import { STAND_INS } from './catalogue.ts';
import type { Lake } from '../asking/lake.ts';
import { partsQuery, showParts, standingParts, statesOf, type StandingParts } from '../asking/scan/shown-parts.ts';
import type { KnownFile, Snapshot } from '../disk/snapshot/snapshot.ts';
import { BATCH_ID } from '../disk/table-files.ts';
import { ICEBERG, hasIceberg, tablePath } from '../iceberg/iceberg.ts';
import { partsName } from '../meaning/kept.ts';
import { listRelations } from '../meaning/sql-files.ts';
import { SqlRelations, joinedSql, type Needs } from '../meaning/sql-relations.ts';
import { createFileRelations, createTableRelation } from '../meaning/views.ts';

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
  /** How many Parquet files the statements name; none where they name Iceberg tables. */
  files: number;
}

/**
 * Returns the statements that create every relation of a lake in any DuckDB, over the newest snapshot. `root` replaces the
 * lake's folder, such as `s3://bucket/lake`. With `iceberg` they read the lake's Iceberg tables, whatever the snapshot.
 * Names the relations of `meta`, which are left out. Throws a UsageError of a lake without Iceberg tables.
 */
export async function duckdbViews(
  lake: Lake,
  { root = lake.path, iceberg = false }: { root?: string; iceberg?: boolean } = {},
): Promise<EngineViews> {
  return inDuckDB(lake, iceberg, (_, { statements, ...found }) => {
    const scan = (_whole: string, path: string) => `iceberg_scan(${quotePath(`${lake.path}/${ICEBERG}/${path}`)})`;
    const scanned = (text: string) => (iceberg ? text.replace(STAND_IN, scan) : text);
    return { ...found, statements: statements.map((text) => withRoot(scanned(text), lake.path, root)) };
  });
}

/** What stands for an Iceberg table in a statement. */
const STAND_IN = new RegExp(`\\b${STAND_INS}\\."([a-z]\\w*/\\w+)"`, 'g');

/**
 * Calls `use` with a DuckDB of its own that has run the statements over the lake's folder, or, with `iceberg`, over tables
 * without rows that stand for the Iceberg tables. @internal
 */
export async function inDuckDB<T>(
  lake: Lake,
  iceberg: boolean,
  use: (connection: DuckDBConnection, views: EngineViews) => T | Promise<T>,
): Promise<T> {
  if (iceberg && !(await hasIceberg(lake.path))) {
    throw new UsageError(`${lake.path} has no Iceberg tables: run ledgerlake iceberg enable --lake ${lake.path}`);
  }
  const { connection, snapshot: newest, release } = await lake.session();
  // Files of segments stay for longer than what is folded of them.
  const snapshot = newest.unfolded();
  try {
    const relations = new SqlRelations(lake.tables, lake.sql, { folded: true });
    const { needs, left } = await sayable(connection, relations, lake.sql);
    return await withConnection(await openDatabase({ threads: 1 }), async (own) => {
      const statements = await runAll(own, lake, { relations, needs, snapshot, iceberg });
      const files = iceberg ? 0 : snapshot.paths().size;
      return use(own, { statements, left, notes: [], snapshot: snapshot.number, files });
    });
  } finally {
    await release();
  }
}

/** Writes a DuckDB database file with the views; it appears when complete. Throws LakeError if the path cannot be written. */
export async function writeViewDatabase(path: string, { statements }: Pick<EngineViews, 'statements'>): Promise<void> {
  const partial = `${path}.${crypto.randomUUID().slice(0, 8)}.partial`;
  try {
    // Where there can be no file the system says so with its code, which DuckDB does not tell.
    await writeFile(partial, '', { flag: 'wx' });
    await rm(partial);
    await withConnection(await openDatabaseFile(partial), async (connection) => {
      for (const statement of [...statements, 'checkpoint']) await connection.run(statement);
    });
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
  iceberg: boolean;
}

/** Runs the statements that make the relations, and returns them. */
async function runAll(
  connection: DuckDBConnection,
  lake: Lake,
  { relations, needs, snapshot, iceberg }: ViewsInput,
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
  if (iceberg) await showTables(connection, recorder, lake);
  else await createFileRelations(recorder, lake.tables, (table) => snapshot.filesOf(table).map(shown));
  await relations.make(recorder, below);
  for (const one of parts) {
    if (iceberg && one.files.length > 0) await showTableOfParts(connection, recorder, one, lake.path);
    else await showParts(recorder, one, lake.path);
  }
  await relations.make(recorder, needs, statesOf(snapshot, lake.path));
  return said;
}

/** Creates what stands for the Iceberg tables of bronze, and records the views over them. */
async function showTables(connection: Runs, recorder: Runs, { tables }: Lake): Promise<void> {
  await connection.run(`create schema ${STAND_INS}`);
  for (const table of tables) {
    const columns = Object.entries(table.columns).map(([name, { kind }]) => `${quoteName(name)} ${sqlType(kind)}`);
    await connection.run(`create table ${standIn(table.name)} (${columns.join(', ')}, ${BATCH_ID} varchar)`);
    await createTableRelation(recorder, table, standIn(table.name), BATCH_ID);
  }
}

/** As `showTables`, of the parts of a relation, with those of the baseline state. */
async function showTableOfParts(connection: Runs, recorder: Runs, parts: StandingParts, lake: string): Promise<void> {
  const { kept, lacking, files } = parts;
  if (lacking.length > 0) throw new UsageError(`${lake} lacks rows of ${kept.id}: run ledgerlake refresh`);
  const table = standIn(kept.id);
  await connection.run(`create table ${table} as from (${partsQuery({ ...parts, state: [] }, lake)}) limit 0`);
  const columns = files[0].columns.map(quoteName).join(', ');
  await recorder.run(`create or replace view ${partsName(kept)} as select ${columns} from ${table}`);
}

function standIn(table: string): string {
  return `${STAND_INS}.${quoteName(tablePath(table))}`;
}

/** Files stand in statements as they are in the lake's folder, which has to be there for DuckDB to read their columns. */
function withRoot(text: string, lake: string, root: string): string {
  // eslint-disable-next-line local/linear-expressions -- a path on the command line
  const inside = (path: string) => quotePath(path.replace(/\/+$/, '')).slice(0, -1);
  // A function, since `$` means something in a text that replaces.
  return root === lake ? text : text.replaceAll(`${inside(lake)}/`, () => `${inside(root)}/`);
}
