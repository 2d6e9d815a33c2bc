/** The same views over tables in memory: for answers straight from ledgers, with no lake kept. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import { temporaryPath } from '../../../core/temporary.ts';
import { createLoader, createSqlTables, type TableShape } from '../../duckdb/bridge.ts';
import { confine, openDatabase, quoteName, type DatabaseOptions, type DuckDBConnection } from '../../duckdb/duckdb.ts';
import type { Source } from './query.ts';
import { layers as allLayers, sqlFolder, type SqlLayer } from '../../meaning/sql-files.ts';
import { SqlRelations } from '../../meaning/sql-relations.ts';
import { createTableRelation } from '../../meaning/views.ts';

/** Tables in memory, filled and emptied again and again, and the views over them. */
export interface ScratchDatabase extends Source {
  /** Adds rows to a table; not to be called while a query runs. */
  append(table: string, batch: RecordBatch): Promise<void>;
  /** Returns the tables whose rows a view of bronze shows, directly or through others. */
  tablesBehind(view: string): Promise<ReadonlySet<string>>;
  /** Removes all rows. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface ScratchOptions extends DatabaseOptions {
  tables: readonly TableShape[];
  /** Where the SQL of the views is. */
  sql?: string;
  /** Which layers to make: each view takes milliseconds. All but `meta` when not given, as there are no files to tell of. */
  layers?: readonly SqlLayer[];
}

/** Returns empty tables in memory with the views of the SQL folder over them; throws a QueryError when a view is wrong. */
export async function openScratch({
  tables,
  sql = sqlFolder,
  layers = allLayers.filter((layer) => layer !== 'meta'),
  ...options
}: ScratchOptions): Promise<ScratchDatabase> {
  const spool = await temporaryPath();
  const instance = await openDatabase({ tempDirectory: join(spool, 'spill'), ...options });
  const connection = await instance.connect();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const relations = new SqlRelations(tables, sql, { only: layers });
  await relations.prepare(connection);
  await connection.run('create schema loaded; use loaded');
  await createSqlTables(connection, tables);
  for (const table of tables) await createTableRelation(connection, table, `loaded.${quoteName(table.name)}`);
  await connection.run('use main');
  await relations.make(connection, await relations.needsOf(connection, 'every'));
  await confine(connection, [spool]);
  return {
    spool,
    async append(name, batch) {
      const table = byName.get(name);
      if (!table) throw new Error(`no table ${name} in memory`);
      if (batch.numRows === 0) return;
      const loader = await createLoader(connection, table, { schema: 'loaded' });
      loader.append(batch);
      loader.close();
    },
    async tablesBehind(view) {
      return (await relations.needsOf(connection, [{ schema: 'bronze', name: view }], '')).tables;
    },
    async clear() {
      await connection.run(tables.map(({ name }) => `truncate loaded.${quoteName(name)};`).join('\n'));
    },
    async session() {
      const reader: DuckDBConnection = await instance.connect();
      const begin = async () => void (await reader.run('begin transaction read only'));
      return { connection: reader, begin, release: async () => reader.closeSync() };
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
      await rm(spool, { recursive: true, force: true });
    },
  };
}
