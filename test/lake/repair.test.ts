import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { selectRows, type Row } from '../../src/lake/duckdb.ts';
import { openLake, type Lake } from '../../src/lake/lake.ts';
import { repairLake } from '../../src/lake/repair.ts';
import { verifyLake } from '../../src/lake/verify.ts';
import { queryText } from '../../src/lake/write.ts';
import { temporaryFolder } from './folder.ts';
import { hash, load, network, segmentOf, tables } from './tables.ts';

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
    await expect(open(dir)).rejects.toMatchObject({
      name: 'LakeError',
      message: expect.stringMatching(
        /^lake \S+ has a catalog.duckdb that cannot be opened: IO Error: .*; ledgerlake repair makes it again$/,
      ),
    });
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
  it('finds a file that changed or is gone, a changed manifest, and a break in the chain of hashes', async () => {
    const dir = await loaded();
    damage(dir);
    rmSync(join(dir, 'bronze/payments/ledger_range=0/1-100.parquet'));
    const manifest = join(dir, 'segments/101-200.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(hash(101), hash(7)));
    const broken = segmentOf(401, 402, 'x');
    const lake = await open(dir);
    await expect(queryText(lake, 'select 1', { limit: 1 })).rejects.toMatchObject({
      name: 'LakeError',
      message: expect.stringMatching(
        /^lake \S+ has a file that cannot be read: IO Error: No files found .*1-100.parquet/,
      ),
    });
    expect(await lake.commit(broken, { chain: false })).toBe(true);
    const { problems, ...counts } = await verifyLake(lake);
    await lake.close();
    expect(problems).toEqual([
      {
        where: 'bronze/payments/ledger_range=0/1-100.parquet',
        check: 'missing-file',
        found: 'ENOENT',
        expected: expect.stringMatching(/^\d+ bytes$/),
      },
      { where: '101-200, ledger 101', check: 'ledger-hash', found: hash(7), expected: hash(101) },
      { where: damaged, check: 'file-hash', found: expect.any(String), expected: expect.any(String) },
      { where: '401-402, ledger 401', check: 'previous-ledger-hash', found: hash(400, 'x'), expected: hash(400) },
    ]);
    expect(counts).toMatchObject({ segments: 4, files: 6, ledgers: 302 });
  });
});
