/** Parts of kept relations: further files of a segment, which enter and leave the lake with it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { openDatabase, quoteText, selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { fingerprint } from '../../../src/lake/disk/files.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import type { SegmentFile } from '../../../src/lake/disk/snapshot/manifest.ts';
import { repairSnapshot } from '../../../src/lake/repair/repair.ts';
import { createSegmentWriter } from '../../../src/lake/writing/segment.ts';
import { folderOf, freePath } from '../../../src/lake/disk/table-files.ts';
import { verifyFiles } from '../../../src/lake/repair/verify.ts';
import { temporaryFolder } from '../../folder.ts';
import { network, tables, writeSegment } from '../tables.ts';

const open = (dir: string) => openLake(dir, { tables, write: true, network, sql: 'none' });
const relation = 'silver.balances';

/** Writes the part of a segment: an account and what it has. */
async function writePart(lake: Lake, version: number, first: number, last: number): Promise<SegmentFile> {
  const path = await freePath(lake.path, folderOf({ table: relation, version }), first, last);
  const file = join(lake.path, path);
  mkdirSync(dirname(file), { recursive: true });
  const instance = await openDatabase();
  const connection = await instance.connect();
  await connection.run(`copy (select 'A' as account, ${last}::bigint as balance) to ${quoteText(file)}`);
  connection.closeSync();
  instance.closeSync();
  return {
    table: relation,
    version,
    path,
    first,
    last,
    rows: 1,
    ...(await fingerprint(file)),
    columns: ['account', 'balance'],
  };
}

async function commit(lake: Lake, version: number, first: number, last: number): Promise<void> {
  const writer = await createSegmentWriter(tables);
  const segment = await writeSegment(writer, lake.path, first, last);
  writer.close();
  const files = [...segment.files, await writePart(lake, version, first, last)];
  expect(await lake.commit({ ...segment, files, kept: { [relation]: version } })).toBe(true);
}

const parts = async (lake: Lake) =>
  (await lake.snapshot()).filesOf(relation).map(({ path, version }) => [path, version]);

const part = (version: number, name: string) => [`silver/balances_v${version}/ledger_range=0/${name}.parquet`, version];

it('enter with their segment, are merged, and outlive repairs', async () => {
  const dir = temporaryFolder();
  const lake = await open(dir);
  await commit(lake, 1, 1, 100);
  await commit(lake, 1, 101, 200);
  expect(await parts(lake)).toEqual([part(1, '1-100'), part(1, '101-200')]);
  expect((await lake.snapshot()).totals[relation]).toMatchObject({ rows: 2, files: 2 });
  await compactLake(lake);
  expect(await parts(lake)).toEqual([part(1, '1-200')]);
  expect((await verifyFiles(lake)).problems).toEqual([]);
  const [path] = (await lake.snapshot()).filesOf(relation);
  const rows = await lake.read((c) =>
    selectRows(c, `select balance::integer as balance from read_parquet(${quoteText(join(dir, path.path))})`),
  );
  expect(rows).toEqual([{ balance: 100 }, { balance: 200 }]);
  await lake.close();
  expect(existsSync(join(dir, 'silver/balances_v1/ledger_range=0/1-100.parquet'))).toBe(false);
  expect(await repairSnapshot(dir)).toMatchObject({ lost: [], unclaimed: [] });
  const again = await open(dir);
  expect(await parts(again)).toEqual([part(1, '1-200')]);
  await commit(again, 2, 201, 400);
  await compactLake(again);
  // What lacks ledgers is no part of them.
  expect(await parts(again)).toEqual([]);
  await again.close();
});

it('are removed when they were left without their segment', async () => {
  const dir = temporaryFolder();
  const lake = await open(dir);
  await commit(lake, 1, 1, 100);
  const { path } = await writePart(lake, 1, 101, 200);
  await lake.close();
  writeFileSync(join(dir, 'locks/writer.json'), '{"pid":1}');
  const again = await open(dir);
  expect([existsSync(join(dir, path)), await parts(again)]).toEqual([false, [part(1, '1-100')]]);
  await again.close();
});
