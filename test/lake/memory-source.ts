/** A database in memory that queries are asked of, with no lake; it ends with the process. */
import { openDatabase } from '../../src/lake/duckdb/duckdb.ts';
import type { Source } from '../../src/lake/asking/query/query.ts';

const database = await openDatabase();

export const source: Source = {
  spool: '',
  async session() {
    const connection = await database.connect();
    const begin = async () => void (await connection.run('begin transaction read only'));
    return { connection, begin, release: async () => connection.closeSync() };
  },
};
