/** Statements that are planned once and run many times: over few ledgers, planning takes most of the time. */
import { vi } from 'vitest';
import { duckdb, type DuckDBConnection } from '../../src/lake/duckdb/duckdb.ts';

/** Opens what has a database. Its plans do not depend on the values in tables, so that they stay right for others. */
export async function withoutStatistics<T>(open: () => Promise<T>): Promise<T> {
  const { create } = duckdb.DuckDBInstance;
  const spied = vi.spyOn(duckdb.DuckDBInstance, 'create').mockImplementation((path, options) => {
    return create.call(duckdb.DuckDBInstance, path, { ...options, disabled_optimizers: 'statistics_propagation' });
  });
  return open().finally(() => spied.mockRestore());
}

/** Returns the connection, which keeps the plan of each statement whose rows are read. */
export function planningOnce(connection: DuckDBConnection): DuckDBConnection {
  const planned = new Map<string, duckdb.DuckDBPreparedStatement>();
  const runAndReadAll = async (sql: string) => {
    const statement = planned.get(sql) ?? (await connection.prepare(sql));
    planned.set(sql, statement);
    return statement.runAndReadAll();
  };
  return Object.assign(Object.create(connection), { runAndReadAll });
}
