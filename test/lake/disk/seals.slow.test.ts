/** Bytes of lakes that are too large to be hashed, changed: each is refused, or changes no answer. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLake } from '../../../src/lake/asking/lake.ts';
import { queryText } from '../../../src/lake/asking/query/write.ts';
import { quoteName, quoteText, selectRows, type DuckDBConnection } from '../../../src/lake/duckdb/duckdb.ts';
import { codecs } from '../../../src/parquet/format.ts';
import { readGroupFields } from '../../../src/parquet/read/chunk-fields.ts';
import { ThriftReader } from '../../../src/parquet/read/thrift-reader.ts';
import { sealProblem } from '../../../src/parquet/seal.ts';
import { tables } from '../../../src/tables/index.ts';
import { filesBelow, flipBit, temporaryFolder } from '../../folder.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';
import { withDuckDB } from '../../parquet/things.ts';

let lake = '';
let files: string[] = [];

beforeAll(async () => {
  lake = await makeSampleLake();
  files = filesBelow(lake, lake).filter((path) => path.endsWith('.parquet'));
});

/** Returns the column chunks in the order of a file, and where those end whose pages have checksums. */
function chunksOf(bytes: Buffer): { chunks: { start: number; end: number; codec: number }[]; dataEnd: number } {
  const length = bytes.readUInt32LE(bytes.length - 8);
  const groups = readGroupFields(bytes.subarray(bytes.length - 8 - length, bytes.length - 8));
  const chunks = groups.flatMap((group) =>
    group.chunks.map(({ start, size, codec }) => ({ start, end: start + size.value, codec })),
  );
  return { chunks, dataEnd: Math.max(...chunks.map(({ end, codec }) => (codec === codecs.none ? 0 : end))) };
}

/** Returns the places of the headers of the pages of a chunk, without the pages. */
function headersIn(bytes: Buffer, { start, end }: { start: number; end: number }): number[] {
  const reader = new ThriftReader(bytes, start);
  const places: number[] = [];
  while (reader.at < end) {
    const from = reader.at;
    let size = 0;
    reader.struct((id, type) => {
      if (id === 3) size = reader.integer(type);
      else reader.skip(type);
    });
    for (let at = from; at < reader.at; at++) places.push(at);
    reader.at += size;
  }
  return places;
}

describe('sealProblem(path)', () => {
  it('finds each byte that is another, but for pages with checksums', async () => {
    const path = join(temporaryFolder(), 'one.parquet');
    const missed: string[] = [];
    let tried = 0;
    for (const [i, file] of files.entries()) {
      const bytes = readFileSync(join(lake, file));
      const { dataEnd } = chunksOf(bytes);
      writeFileSync(path, bytes);
      expect({ file, found: await sealProblem(path) }).toEqual({ file, found: undefined });
      const [start, step] = file.startsWith('bronze/') ? [dataEnd + 1, i === 0 ? 1 : 197] : [0, 1997];
      for (let at = start; at < bytes.length; at += step) {
        bytes[at] ^= 1 << (tried++ & 7);
        writeFileSync(path, bytes);
        const found = await sealProblem(path).catch((error: unknown) => String(error));
        if (found === undefined) missed.push(`${file} at ${at}`);
        bytes[at] ^= 1 << ((tried - 1) & 7);
      }
    }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(1000);
  });

  it('finds files that are cut short, empty, or of no bytes that it knows', async () => {
    const path = join(temporaryFolder(), 'one.parquet');
    const [first] = files;
    const { length } = readFileSync(join(lake, first));
    for (const size of [0, 1, 8, 30, length - 1, length >> 1]) {
      copyFileSync(join(lake, first), path);
      truncateSync(path, size);
      expect(await sealProblem(path)).toMatch(/^has (?:\d+ bytes, too few for its|a) footer/);
    }
    writeFileSync(path, Buffer.alloc(5000, 'PAR1'));
    expect(await sealProblem(path)).toMatch(/^has (?:\d+ bytes, too few for its|a) footer/);
    await expect(sealProblem(`${path}.gone`)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a page of a table', () => {
  /** What a column comes to. */
  const read = async (c: DuckDBConnection, path: string, name: string) => {
    const sql = `select count(*), count(p), bit_xor(hash(p)) from (select ${quoteName(name)} as p from ${quoteText(path)})`;
    return JSON.stringify(Object.values((await selectRows(c, sql))[0]).map(String));
  };

  it('has no other values in DuckDB, whichever byte of its header is another, and of its body', async () => {
    await withDuckDB(async (c) => {
      const path = join(temporaryFolder(), 'one.parquet');
      const file = files.find((path) => path.startsWith('bronze/history_effects/'))!;
      const bytes = readFileSync(join(lake, file));
      writeFileSync(path, bytes);
      const names = await selectRows(
        c,
        `select name from parquet_schema(${quoteText(path)}) where num_children is null`,
      );
      const { chunks } = chunksOf(bytes);
      const changed: string[] = [];
      let refused = 0;
      for (const [i, chunk] of chunks.slice(0, names.length).entries()) {
        if (chunk.codec === codecs.none || i % 3 !== 0) continue;
        const name = String(names[i]['name']);
        const right = await read(c, path, name);
        const headers = headersIn(bytes, chunk);
        const body = Array.from(
          { length: 8 },
          (_, j) => chunk.end - 1 - Math.floor(((chunk.end - chunk.start) * j) / 5),
        );
        for (const [j, at] of [...headers, ...body].entries()) {
          flipBit(path, at * 8 + (j & 7));
          const found = await read(c, path, name).catch(() => 'refused');
          flipBit(path, at * 8 + (j & 7));
          if (found === 'refused') refused++;
          else if (found !== right) changed.push(`${name}, byte ${at - chunk.start}`);
        }
      }
      expect(changed).toEqual([]);
      expect(refused).toBeGreaterThan(100);
    });
  });
});

describe('a query of a lake that is too large to be hashed', () => {
  const account = 'select account_id from silver.accounts_current order by account_id limit 1';
  const questions = [
    'select * from history_transactions order by id limit 20',
    'select count(*), sum(fee_charged), min(account), max(memo) from history_transactions',
    'select * from history_transactions where account = (select max(account) from history_transactions) order by id',
    `select * from silver.accounts_current where account_id = (${account})`,
  ];

  async function ask(): Promise<string> {
    const opened = await openLake(lake, { tables, hashedBytes: 0 });
    try {
      const rows = [];
      for (const sql of questions) rows.push((await queryText(opened, sql, { limit: 100 })).rows);
      return JSON.stringify(rows);
    } finally {
      await opened.close();
    }
  }

  it('is refused, or answered as before, whichever byte of its files is another', { timeout: 120_000 }, async () => {
    const right = await ask();
    const read = ['bronze/history_transactions/', 'silver/accounts_current_v'];
    for (const start of read) {
      const file = files.find((path) => path.startsWith(start))!;
      const bytes = readFileSync(join(lake, file));
      const { chunks, dataEnd } = chunksOf(bytes);
      const ends = Array.from(
        { length: 5 },
        (_, i) => dataEnd + 1 + Math.floor(((bytes.length - dataEnd - 1) * i) / 5),
      );
      const headers = chunks
        .filter(({ start }, i) => start < dataEnd && i % 4 === 0)
        .flatMap((chunk) => headersIn(bytes, chunk).slice(9, 12));
      for (const [i, at] of [...ends, ...headers.slice(0, 3)].entries()) {
        flipBit(join(lake, file), at * 8 + (i & 7));
        const found = await ask().catch((error: Error) => error);
        flipBit(join(lake, file), at * 8 + (i & 7));
        if (found === right) continue;
        expect(found).toMatchObject({ name: 'LakeError' });
        // Of a page DuckDB does not always say which file it is of.
        if (at > dataEnd) expect((found as Error).message).toContain(`has a damaged file: ${file} has `);
        expect((found as Error).message).toContain('repair');
      }
    }
    expect(await ask()).toBe(right);
  });
});
