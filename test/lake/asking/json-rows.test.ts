import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { duckdb, openDatabase, type DuckDBConnection, type DuckDBInstance } from '../../../src/lake/duckdb/duckdb.ts';
import { jsonRows } from '../../../src/lake/asking/query/json-rows.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  instance = await openDatabase({});
  connection = await instance.connect();
});
afterAll(() => instance.closeSync());

async function chunksOf(sql: string) {
  const result = await connection.run(sql);
  return Array.from({ length: result.chunkCount }, (_, i) => result.getChunk(i));
}

const values = {
  'short and long texts, and none': "if(i % 3 = 0, null, repeat('é', i::int % 40))",
  'a text that repeats': "'GDAMG5K674OBQGHAETYZDWOSB4BPWUUQPMEWZPR3PHHSILD66LFBTB64'",
  'texts of letters beyond 16 bits': "'😀 ' || i || ' 😀😀😀😀'",
  'empty texts': "''",
  'nothing but null': 'null::varchar',
  JSON: `json_object('a', i, 'b', repeat('x', 20))`,
  integers: '{a: i::integer, b: i::bigint, c: i::hugeint}',
  lists: "[i::varchar, null, repeat('y', 30)]",
  'decimals, times and flags': "(1.5::decimal(38, 7), timestamp '2026-01-02 03:04:05', i % 2 = 0)",
  bytes: "'ab'::blob",
  names: "'a'::enum('a', 'b')",
};

describe('jsonRows(chunk)', () => {
  it.each(Object.entries(values))('is what the driver makes of %s', async (_, value) => {
    const chunks = await chunksOf(`select i, ${value} as value, i::bigint as after from range(3000) as numbers(i)`);
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks)
      expect(await jsonRows(chunk)).toEqual(chunk.convertRows(duckdb.JsonDuckDBValueConverter));
  });

  it('is nothing of no rows', async () => {
    for (const chunk of await chunksOf("select 'a' as a where false")) expect(await jsonRows(chunk)).toEqual([]);
  });

  it('keeps a byte order mark, which the driver leaves out', async () => {
    const [chunk] = await chunksOf("select chr(65279) || 'a' as short, chr(65279) || repeat('a', 20) as long");
    expect(await jsonRows(chunk)).toEqual([['\ufeffa', `\ufeff${'a'.repeat(20)}`]]);
  });
});
