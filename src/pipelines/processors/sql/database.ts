/** A DuckDB in memory that shows one ledger as a lake shows many: the relations of a lake, over the batches that are in hand. */
import type { RecordBatch } from 'apache-arrow';
import { batchesOf, registerBatches } from '../../../lake/duckdb/batch-scan.ts';
import { confine, openDatabase, type DuckDBConnection, type DuckDBType } from '../../../lake/duckdb/duckdb.ts';
import { checkPlaces } from '../../../lake/asking/query/places.ts';
import { asQueryError, uniqueNames } from '../../../lake/asking/query/query.ts';
import { checkRead, type Prepared } from '../../../lake/meaning/reading.ts';
import { SnapshotTables } from '../../../lake/meaning/snapshot-tables.ts';
import { SqlRelations } from '../../../lake/meaning/sql-relations.ts';
import { namesIn } from '../../../lake/meaning/statement-names.ts';
import { createTableRelation } from '../../../lake/meaning/views.ts';
import { bronze } from '../../../tables/index.ts';

/** What a query of one ledger may take; it cannot spill. */
const MEMORY = '256MB';

const specs = bronze.map(({ spec }) => spec);

/** A query that is ready to be run. */
export interface LedgerQuery {
  connection: DuckDBConnection;
  /** The query without what stood behind it. */
  text: string;
  /** Names and types of its columns; no name occurs twice. */
  names: string[];
  types: DuckDBType[];
  /** The tables that it reads, through whichever relations. */
  tables: readonly string[];
  /** The batches of each table that it reads. */
  batches: Map<string, RecordBatch[]>;
  /** The query as it is run for each ledger, once it was. */
  statement?: Prepared;
  close(): void;
}

/** Prepares a query in a database without files or network. Throws QueryError if it is wrong or does more than read. */
export async function openLedgerQuery(sql: string): Promise<LedgerQuery> {
  const instance = await openDatabase({ threads: 1, memoryLimit: MEMORY });
  const connection = await instance.connect();
  const close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  const batches = new Map<string, RecordBatch[]>();
  const relations = new SqlRelations(specs);
  try {
    await relations.prepare(connection);
    await registerBatches(connection, specs, batches);
    const text = await checkRead(connection, sql);
    // A server takes definitions of others.
    await checkPlaces(connection, text);
    const tables = await makeRelations(connection, relations, text);
    await confine(connection, []);
    return { connection, text, ...(await columnsOf(connection, text)), tables, batches, close };
  } catch (error) {
    close();
    throw asQueryError(error, { sql, signal: undefined, names: () => relations.names() });
  }
}

/** Makes what the query names, and returns the tables behind it. */
async function makeRelations(connection: DuckDBConnection, relations: SqlRelations, sql: string): Promise<string[]> {
  const needs = await relations.needsOf(connection, await namesIn(connection, sql), sql);
  for (const spec of specs) {
    if (needs.tables.has(spec.name)) await createTableRelation(connection, spec, batchesOf(spec.name));
  }
  if (needs.snapshot.size > 0) await new SnapshotTables().create(connection);
  await relations.make(connection, needs);
  return [...needs.tables];
}

async function columnsOf(connection: DuckDBConnection, sql: string): Promise<{ names: string[]; types: DuckDBType[] }> {
  const statement = await connection.prepare(sql);
  try {
    const indexes = Array.from({ length: statement.columnCount }, (_, i) => i);
    return {
      names: uniqueNames(indexes.map((i) => statement.columnName(i))),
      types: indexes.map((i) => statement.columnType(i)),
    };
  } finally {
    statement.destroySync();
  }
}
