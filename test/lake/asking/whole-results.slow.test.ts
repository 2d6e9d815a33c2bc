/** A result is whole or an error: whatever row fails, and whenever it is given up. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { query, stream } from '../../../src/lake/asking/query/query.ts';
import { formats, queryText, writeQuery } from '../../../src/lake/asking/query/write.ts';
import { temporaryFolder } from '../../folder.ts';
import { sink } from '../sink.ts';
import { network, tables } from '../tables.ts';

let lake: Lake;

beforeAll(async () => {
  lake = await openLake(temporaryFolder(), { tables, write: true, network, sql: 'none' });
});

afterAll(() => lake.close());

interface Reader {
  name: string;
  /** Reads the result and returns how many rows it had; calls `onProgress` whenever something of it came. */
  read(sql: string, signal: AbortSignal | undefined, onProgress: () => void): Promise<number>;
}

const readers: Reader[] = [
  {
    name: 'query',
    async read(sql, signal, onProgress) {
      const tick = setInterval(onProgress);
      const { numRows } = await query(lake, sql, { signal }).finally(() => clearInterval(tick));
      return numRows;
    },
  },
  {
    name: 'stream',
    async read(sql, signal, onProgress) {
      let rows = 0;
      for await (const batch of stream(lake, sql, { signal })) {
        rows += batch.numRows;
        onProgress();
      }
      return rows;
    },
  },
  {
    name: 'queryText',
    async read(sql, signal, onProgress) {
      const tick = setInterval(onProgress);
      const { rows } = await queryText(lake, sql, { limit: 1_000_000, signal }).finally(() => clearInterval(tick));
      return rows.length;
    },
  },
  ...formats.map((format) => ({
    name: format,
    read: (sql: string, signal: AbortSignal | undefined, onProgress: () => void) => {
      return writeQuery(lake, sql, { format, output: sink(onProgress), signal });
    },
  })),
];

const rows = fc.integer({ min: 1, max: 300_000 });

describe.each(readers)('$name', ({ read }) => {
  it('throws the error of a row, wherever it is', async () => {
    const property = fc.asyncProperty(rows, fc.nat(), async (rows, place) => {
      const sql = `select if(i = ${place % rows}, 'no number', i::varchar)::bigint as n, i from range(${rows}) as t(i)`;
      await expect(read(sql, undefined, () => undefined)).rejects.toMatchObject({
        name: 'QueryError',
        message: expect.stringMatching(/^Conversion Error: Could not convert string 'no number' to INT64/),
      });
    });
    await fc.assert(property, { numRuns: 8 });
  });

  it('returns all rows, or throws the reason for which it was given up', async () => {
    const property = fc.asyncProperty(rows, fc.nat({ max: 150 }), async (rows, place) => {
      const controller = new AbortController();
      const reason = new Error('enough');
      let progress = 0;
      const onProgress = () => {
        if (progress++ === place) controller.abort(reason);
      };
      const result = await read(`from range(${rows})`, controller.signal, onProgress).catch((error: unknown) => error);
      expect(controller.signal.aborted ? [rows, reason] : [rows]).toContain(result);
    });
    await fc.assert(property, { numRuns: 15 });
  });
});
