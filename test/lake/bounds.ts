/** What statements ask of the ledgers of tables, without a lake. */
import { openDatabase } from '../../src/lake/duckdb/duckdb.ts';
import type { Known } from '../../src/lake/asking/narrow/required-ledgers.ts';
import { StatementReads, type LedgerBounds, type ReadsOptions } from '../../src/lake/asking/narrow/reads.ts';
import { readTree } from '../../src/lake/meaning/statement-names.ts';
import type { BoundParameters } from '../../src/lake/meaning/parameters.ts';
import { sqlFolder } from '../../src/lake/meaning/sql-files.ts';
import { SqlRelations } from '../../src/lake/meaning/sql-relations.ts';

export interface Bounds {
  find(sql: string, parameters?: BoundParameters, known?: Known): Promise<LedgerBounds>;
  close(): void;
}

/** Opens a database that parses statements. */
export async function openBounds(options: Omit<ReadsOptions, 'sql'> & { sql?: string }): Promise<Bounds> {
  const { tables, sql = sqlFolder } = options;
  const instance = await openDatabase({ threads: 1 });
  const connection = await instance.connect();
  const reads = new StatementReads({ ...options, sql }, new SqlRelations(tables, sql));
  return {
    async find(text, parameters, known = {}) {
      return reads.bounds(await reads.of(connection, await readTree(connection, text)), parameters, known);
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
