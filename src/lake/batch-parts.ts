/** Parts of kept relations of the rows that a worker has in hand, made of its batches by the SQL that makes them of a lake. */
import { QueryError } from '../errors.ts';
import { batchesOf } from './batch-scan.ts';
import type { TableShape } from './bridge.ts';
import { quoteName, type DuckDBConnection } from './duckdb.ts';
import type { Kept } from './kept.ts';
import { writePart, type KnownColumns, type MadeParts } from './part-writer.ts';
import { ledgerColumn, listOf, type SegmentRange, type WrittenFile } from './table-files.ts';
import { SqlRelations } from './sql-relations.ts';
import { createTableRelation } from './views.ts';

interface Made {
  kept: Kept;
  version: number;
  /** The tables of which it is made. */
  tables: ReadonlySet<string>;
}

export class BatchParts {
  readonly #connection: DuckDBConnection;
  readonly #made: readonly Made[];
  readonly #columns: KnownColumns = new Map();

  private constructor(connection: DuckDBConnection, made: readonly Made[]) {
    this.#connection = connection;
    this.#made = made;
  }

  /** Makes what the parts of relations that are wanted read, over the batches that are registered. Throws a QueryError when a file of the folder is wrong. */
  static async open(
    connection: DuckDBConnection,
    tables: readonly TableShape[],
    sql: string,
    isWanted: (kept: Kept) => boolean = () => true,
  ): Promise<BatchParts> {
    const relations = new SqlRelations(tables, sql);
    await relations.prepare(connection);
    const made: Made[] = [];
    for (const kept of relations.kept.filter(isWanted)) {
      const { needs, version } = await relations.partSource(connection, kept);
      made.push({ kept, version, tables: needs.tables });
    }
    const needed = new Set(made.flatMap(({ tables }) => [...tables]));
    await tellFiles(connection, 0, []);
    for (const table of tables.filter(({ name }) => needed.has(name))) {
      const ledger = quoteName(ledgerColumn(table));
      const batchId = `getvariable('file_ids')[${ledger} - getvariable('first_ledger') + 1]`;
      await createTableRelation(connection, table, batchesOf(table.name), batchId);
    }
    for (const { kept } of made) {
      await relations.make(connection, (await relations.partSource(connection, kept)).needs);
    }
    return new BatchParts(connection, made);
  }

  /** Writes the parts of the segment and hands each file on; one whose SQL fails is told of. Throws a LakeError when the disk fails. */
  async write(
    { lake, first, last, fileIds }: SegmentRange,
    hasRows: (table: string) => boolean,
    keep: (file: WrittenFile) => void,
  ): Promise<Omit<MadeParts, 'files'>> {
    await tellFiles(this.#connection, first, fileIds);
    const parts: Omit<MadeParts, 'files'> = { kept: {}, failed: [] };
    for (const { kept, version, tables } of this.#made) {
      try {
        const task = { lake, first, last, kept, version, source: kept.changes };
        const file = [...tables].some(hasRows) ? await writePart(this.#connection, task, this.#columns) : undefined;
        if (file) keep(file);
        parts.kept[kept.id] = version;
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
        parts.failed.push({ relation: kept.id, message: error.message });
      }
    }
    return parts;
  }
}

/** Tells the views over batches of which files the ledgers are. */
async function tellFiles(connection: DuckDBConnection, first: number, fileIds: readonly string[]): Promise<void> {
  await connection.run(`set variable first_ledger = ${first}; set variable file_ids = ${listOf(fileIds)}::varchar[]`);
}
