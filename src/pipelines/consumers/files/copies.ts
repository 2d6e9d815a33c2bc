/** Batches of records as files that DuckDB writes. */
import type { RecordBatch } from 'apache-arrow';
import { batchesOf, registerBatches } from '../../../lake/duckdb/batch-scan.ts';
import { sqlType } from '../../../lake/duckdb/bridge.ts';
import {
  openDatabase,
  quoteName,
  quoteText,
  type DuckDBConnection,
  type DuckDBInstance,
} from '../../../lake/duckdb/duckdb.ts';
import type { RecordTable } from '../../sink.ts';

/** A DuckDB in memory that writes batches. */
export class Copies {
  readonly #tables: readonly RecordTable[];
  readonly #batches = new Map<string, readonly RecordBatch[]>();
  #instance: DuckDBInstance | undefined;
  #connection: DuckDBConnection | undefined;

  constructor(tables: readonly RecordTable[]) {
    this.#tables = tables;
  }

  /** Writes the rows, or some, to a file, in a format as COPY of DuckDB takes it. Throws what DuckDB says. */
  async write(
    table: RecordTable,
    rows: RecordBatch,
    path: string,
    format: string,
    slice?: { start: number; count: number },
  ): Promise<void> {
    const connection = await this.#open();
    this.#batches.set(table.name, [rows]);
    const list = Object.keys(table.columns).map(
      (column) => `${quoteName(column)}::${sqlTypeOf(table, column)} as ${quoteName(column)}`,
    );
    const limit = slice ? ` limit ${slice.count} offset ${slice.start}` : '';
    try {
      await connection.run(
        `copy (select ${list.join(', ')} from ${batchesOf(table.name)}${limit}) to ${quoteText(path)} (${format})`,
      );
    } finally {
      this.#batches.delete(table.name);
    }
  }

  async #open(): Promise<DuckDBConnection> {
    if (this.#connection) return this.#connection;
    this.#instance = await openDatabase({ threads: 1, memoryLimit: '256MB' });
    this.#connection = await this.#instance.connect();
    await registerBatches(this.#connection, this.#tables, this.#batches);
    return this.#connection;
  }

  close(): void {
    this.#connection?.closeSync();
    this.#instance?.closeSync();
  }
}

/** Returns the type that a column of records has in DuckDB. */
export function sqlTypeOf({ columns, json, decimals }: RecordTable, column: string): string {
  if (json?.includes(column)) return 'JSON';
  const decimal = decimals?.[column];
  if (decimal === undefined) return sqlType(columns[column].kind);
  return decimal.toUpperCase().replace('NUMERIC', 'DECIMAL');
}
