import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { selectRows, type Row } from '../../src/lake/duckdb.ts';
import { openLake, type Lake } from '../../src/lake/lake.ts';
import { repairLake } from '../../src/lake/repair.ts';
import { verifyLake } from '../../src/lake/verify.ts';
import { temporaryFolder } from './folder.ts';
import { load, network, tables } from './tables.ts';

function open(dir: string): Promise<Lake> {
  return openLake(dir, { tables, write: true, network, sql: 'none' });
}

async function all(dir: string): Promise<Row[]> {
  const lake = await open(dir);
  const sql = `select (select list(l order by sequence) from meta.ledgers l) as ledgers,
    (select list(f order by path) from meta.segment_files f) as files,
    (select list(f order by object_name) from meta.ledger_files f) as sources,
    (select list(s order by first_ledger) from meta.segments s) as segments,
    (select count(*) from bronze.payments_raw_v1) as payments`;
  const rows = await lake.read((connection) => selectRows(connection, sql));
  await lake.close();
  return rows;
}

async function loaded(): Promise<string> {
  const dir = temporaryFolder();
  const lake = await open(dir);
  await load(lake, [1, 100], [301, 400], [101, 200]);
  await lake.close();
  return dir;
}

const damaged = 'bronze/payments/ledger_range=0/101-200.parquet';

function damage(dir: string): void {
  const path = join(dir, damaged);
  const bytes = readFileSync(path);
  bytes[100]! ^= 1;
  writeFileSync(path, bytes);
}

describe('repairLake', () => {
  it('makes the catalog that was lost', async () => {
    const dir = await loaded();
    const before = await all(dir);
    rmSync(join(dir, 'catalog.duckdb'));
    const advice = `lake ${dir} has no catalog.duckdb: run ledgerlake repair`;
    await expect(open(dir)).rejects.toThrow(advice);
    await expect(openLake(dir, { tables, sql: 'none' })).rejects.toThrow(advice);
    const { segments, ledgers, files, rows, lost, unclaimed } = await repairLake(dir);
    expect({ segments, ledgers, files, rows, lost, unclaimed }).toEqual({
      ...{ segments: 3, ledgers: 300, files: 6, rows: 601, lost: [], unclaimed: [] },
    });
    expect(await all(dir)).toEqual(before);
  });

  it('makes a catalog in the place of one that is not a database', async () => {
    const dir = await loaded();
    const before = await all(dir);
    writeFileSync(join(dir, 'catalog.duckdb'), 'not a database');
    await expect(open(dir)).rejects.toThrow('catalog.duckdb');
    expect((await repairLake(dir)).segments).toBe(3);
    expect(await all(dir)).toEqual(before);
    expect(readFileSync(join(dir, 'catalog.duckdb.old'), 'utf8')).toBe('not a database');
  });

  it('reports segments whose files are damaged or gone, which can then be loaded again', async () => {
    const dir = await loaded();
    const before = await all(dir);
    damage(dir);
    rmSync(join(dir, 'bronze/history_ledgers/ledger_range=0/1-100.parquet'));
    copyFileSync(join(dir, 'lake.json'), join(dir, 'bronze/payments/ledger_range=0/7-7.parquet'));
    const report = await repairLake(dir);
    expect(report.segments).toBe(1);
    expect(report.lost).toMatchObject([
      { first: 1, last: 100, problems: [{ check: 'missing-file', found: 'ENOENT' }] },
      { first: 101, last: 200, problems: [{ where: damaged, check: 'file-hash' }] },
    ]);
    expect(report.unclaimed).toContain('bronze/payments/ledger_range=0/7-7.parquet');
    const lake = await open(dir);
    expect(await lake.loaded()).toEqual([{ first: 301, last: 400 }]);
    expect(existsSync(join(dir, damaged))).toBe(false);
    expect(await load(lake, [1, 100], [101, 200])).toEqual([true, true]);
    await lake.close();
    const stable = (rows: Row[]) =>
      JSON.stringify(rows, (key, value) =>
        key === 'loaded_at' ? 0 : typeof value === 'bigint' ? String(value) : value,
      );
    expect(stable(await all(dir))).toBe(stable(before));
  });
});

describe('verifyLake', () => {
  it('finds a file that changed, and a break in the chain of hashes', async () => {
    const dir = await loaded();
    damage(dir);
    const manifest = join(dir, 'segments/101-200.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(/"hash":"[0-9a-f]{8}/, '"hash":"00000000'));
    const lake = await openLake(dir, { tables, sql: 'none' });
    const { problems, ...counts } = await verifyLake(lake);
    await lake.close();
    expect(problems).toMatchObject([{ where: damaged, check: 'file-hash' }]);
    expect(counts).toMatchObject({ segments: 3, files: 6, ledgers: 300 });
  });
});
