/** Rows by hand in the tables below the relations: what a test does not name is null. */
import { selectRows, type SelectedRow } from '../../../src/lake/duckdb/duckdb.ts';
import { openScratch } from '../../../src/lake/asking/query/scratch.ts';
import { tables } from '../../../src/tables/index.ts';

type Value = string | number | bigint | boolean | null;

export interface Made {
  /** Adds rows to a table of bronze. */
  insert(table: string, ...rows: Record<string, Value>[]): Promise<void>;
  /** Returns what a query finds. */
  rows(sql: string): Promise<SelectedRow[]>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the relations over empty tables in memory. */
export async function openMade(): Promise<Made> {
  const scratch = await openScratch({ tables });
  const { connection, release } = await scratch.session();
  return {
    async insert(table, ...rows) {
      for (const row of rows) {
        const columns = Object.entries(row).map(([name, value]) => `${literal(value)} as "${name}"`);
        await connection.run(`insert into loaded.${table} by name select ${columns.join(', ')}`);
      }
    },
    rows: (sql) => selectRows(connection, sql),
    clear: () => scratch.clear(),
    async close() {
      await release();
      await scratch.close();
    },
  };
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** TOID of an operation, or of its transaction without `operation`. */
export function toid(ledger: number, transaction: number, operation = 0): bigint {
  return (BigInt(ledger) << 32n) | (BigInt(transaction) << 12n) | BigInt(operation);
}
