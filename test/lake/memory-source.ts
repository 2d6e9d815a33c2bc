/** A database in memory that queries are asked of, with no lake. */
import { afterAll } from 'vitest';
import { openDatabase } from '../../src/lake/duckdb.ts';
import type { Source } from '../../src/lake/query/query.ts';

const database = await openDatabase();
afterAll(() => database.closeSync());

export const source: Source = {
  spool: '',
  async session() {
    const connection = await database.connect();
    const begin = async () => void (await connection.run('begin transaction read only'));
    return { connection, begin, release: async () => connection.closeSync() };
  },
};
