/** Ledgers of extremes in a lake: every column of every relation is read, in every form that results have. */
import { Writable } from 'node:stream';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableFromIPC } from 'apache-arrow';
import { writeFileSync } from 'node:fs';
import {
  checkLake,
  compactLake,
  formats,
  open,
  queryText,
  refreshLake,
  verifyLake,
  writeQuery,
  type Format,
  type LakeHandle,
  type Value,
} from '../../../src/index.ts';
import { duckdb, type DuckDBConnection } from '../../../src/lake/duckdb/duckdb.ts';
import { listRelations, parametersOf } from '../../../src/lake/meaning/sql-files.ts';
import { poisonLake } from '../../make/poison-store.ts';
import { temporaryFolder } from '../../folder.ts';

let folder: string;
let lake: LakeHandle;
/** Reads what was written. */
let reading: DuckDBConnection;
beforeAll(async () => {
  reading = await (await duckdb.DuckDBInstance.create()).connect();
  folder = await poisonLake();
  lake = await open(folder, { readOnly: true });
});
afterAll(() => lake?.close());

const relations = listRelations();
const views = relations.filter((relation) => parametersOf(relation) === undefined);

async function written(sql: string, format: Format): Promise<Buffer> {
  const parts: Buffer[] = [];
  const output = new Writable({
    write(part, _, done) {
      parts.push(Buffer.from(part));
      done();
    },
  });
  await writeQuery(lake.lake, sql, { format, output });
  return Buffer.concat(parts);
}

async function count(sql: string): Promise<number> {
  const [row] = await lake.rows(`select count(*) as n from (${sql})`);
  return Number(row.n);
}

const given = (value: Value) => (value === null ? null : String(value));

/** How many rows a file of the format has. */
const readers: Record<Format, (bytes: Buffer) => number | Promise<number>> = {
  json: (bytes) => (JSON.parse(bytes.toString()) as unknown[]).length,
  ndjson: (bytes) =>
    bytes
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown).length,
  csv: async (bytes) => await fromFile(bytes, 'csv', 'read_csv(%, all_varchar = true, header = true)'),
  parquet: async (bytes) => await fromFile(bytes, 'parquet', 'read_parquet(%)'),
  arrow: (bytes) => tableFromIPC(bytes).numRows,
  arrows: (bytes) => tableFromIPC(bytes).numRows,
};

async function fromFile(bytes: Buffer, ending: string, reader: string): Promise<number> {
  const path = join(temporaryFolder(), `rows.${ending}`);
  writeFileSync(path, bytes);
  const result = await reading.runAndReadAll(`select count(*) from ${reader.replace('%', `'${path}'`)}`);
  return Number(result.getRows()[0][0]);
}

describe('a lake of extremes', () => {
  it.each(views.map(({ schema, name }) => `${schema}.${name}`))('has all rows of %s in every format', async (name) => {
    const sql = `from ${name}`;
    const rows = await count(sql);
    expect((await lake.rows(sql)).length).toBe(rows);
    expect((await lake.query(sql)).numRows).toBe(rows);
    expect((await queryText(lake.lake, sql, { limit: 1e9 })).rows.length).toBe(rows);
    for (const format of formats) {
      expect([format, await readers[format](await written(sql, format))]).toEqual([format, rows]);
    }
  });

  it('answers its macros for every asset and time', async () => {
    const assets = await lake.rows('select distinct asset_code, asset_issuer from history_assets');
    expect(assets.length).toBeGreaterThan(10);
    const [{ t, ledger }] = await lake.rows(
      'select max(closed_at)::varchar as t, max(sequence)::varchar as ledger from history_ledgers',
    );
    for (const { asset_code: code, asset_issuer: issuer } of [{ asset_code: 'XLM', asset_issuer: null }, ...assets]) {
      for (const name of ['balances_at', 'supply_at']) {
        await lake.rows(`from gold.${name}(?, ?, ?)`, { parameters: [code, issuer, t].map(given) });
        await lake.rows(`from gold.${name}_ledger(?, ?, ?)`, { parameters: [code, issuer, ledger].map(given) });
      }
    }
    for (const deep of [true, false]) await lake.rows(`from semantic.contract_functions_since(null, ${deep})`);
  });

  it('can be checked, merged, refreshed and verified', async () => {
    const names = (await checkLake(lake.lake)).map(({ name }) => name);
    expect(names).toContain('unique_keys');
    await lake.close();
    const writer = await open(folder);
    try {
      await compactLake(writer.lake);
      await refreshLake(writer.lake);
      expect((await verifyLake(writer.lake)).problems).toEqual([]);
      for (const { schema, name } of views) await writer.rows(`from ${schema}.${name}`);
    } finally {
      await writer.close();
    }
  });
});
