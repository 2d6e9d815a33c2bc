import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { selectRows, type SelectedRow } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { stream } from '../../../src/lake/asking/query/query.ts';
import { lakeStatus } from '../../../src/lake/asking/status.ts';
import { repairSnapshot } from '../../../src/lake/repair/repair.ts';
import { verifyFiles } from '../../../src/lake/repair/verify.ts';
import { sealedText, unsealed } from '../../../src/lake/disk/sealed.ts';
import { queryText } from '../../../src/lake/asking/query/write.ts';
import { temporaryFolder } from '../../folder.ts';
import { editSnapshot } from '../edit-snapshot.ts';
import { hash, load, network, segmentOf, tables } from '../tables.ts';

function open(dir: string): Promise<Lake> {
  return openLake(dir, { tables, write: true, network, sql: 'none' });
}

async function all(dir: string): Promise<SelectedRow[]> {
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
  bytes[100] ^= 1;
  writeFileSync(path, bytes);
}

describe('repairLake', () => {
  it('leaves files of no segment, also when a writer is cut off after it', async () => {
    const dir = await loaded();
    writeFileSync(join(dir, 'segments/101-200.json'), '');
    const { unclaimed } = await repairSnapshot(dir);
    expect(unclaimed).toContain(damaged);
    cpSync(join(dir, damaged), join(dir, 'bronze/payments/ledger_range=0/500-500.parquet'));
    writeFileSync(join(dir, 'locks/writer.json'), '{"pid":1}');
    const lake = await open(dir);
    expect(await load(lake, [101, 200])).toEqual([true]);
    await lake.close();
    expect(unclaimed.filter((path) => !existsSync(join(dir, path)))).toEqual([]);
    expect(existsSync(join(dir, 'bronze/payments/ledger_range=0/500-500.parquet'))).toBe(false);
    expect((await repairSnapshot(dir, { removeUnclaimed: true })).unclaimed).toEqual(unclaimed);
    expect((await repairSnapshot(dir)).unclaimed).toEqual([]);
    expect((await all(dir))[0]).toMatchObject({ payments: 601n - 300n });
  });

  it('tells of what an attach brought that was cut off, and removes it when asked to', async () => {
    const dir = await loaded();
    const before = await all(dir);
    const staged = join(dir, 'attaching');
    cpSync(join(dir, 'bronze'), join(staged, '0123456789abcdef/bronze'), { recursive: true });
    expect((await repairSnapshot(dir)).notes).toEqual([
      `${staged} has files of an interrupted attach: repeat attach to continue, or remove them with --remove-unclaimed`,
    ]);
    expect(existsSync(staged)).toBe(true);
    expect((await repairSnapshot(dir, { removeUnclaimed: true })).notes).toEqual([]);
    expect(existsSync(staged)).toBe(false);
    expect(await all(dir)).toEqual(before);
  });

  it.each([
    ['empty', ''],
    ['cut short', '{"format_version": 2, "network'],
  ])('makes lake.json again when it is %s', async (_title, text) => {
    const dir = await loaded();
    const before = readFileSync(join(dir, 'lake.json'), 'utf8');
    writeFileSync(join(dir, 'lake.json'), text);
    await expect(open(dir)).rejects.toThrow(
      `${join(dir, 'lake.json')} is damaged, or has an unknown form: run ledgerlake repair, or load the lake again`,
    );
    expect((await repairSnapshot(dir)).ledgers).toBe(300);
    expect(readFileSync(join(dir, 'lake.json'), 'utf8')).toBe(before);
  });

  it('makes no lake.json where no manifest tells the network', async () => {
    const dir = temporaryFolder();
    writeFileSync(join(dir, 'lake.json'), '');
    await expect(repairSnapshot(dir)).rejects.toThrow(`${join(dir, 'lake.json')} is damaged`);
    expect(readdirSync(dir)).toEqual(['lake.json']);
  });

  it('makes the snapshot that was lost', async () => {
    const dir = await loaded();
    const before = await all(dir);
    rmSync(join(dir, 'snapshots'), { recursive: true });
    const { segments, ledgers, files, rows, lost, unclaimed } = await repairSnapshot(dir);
    expect({ segments, ledgers, files, rows, lost, unclaimed }).toEqual({
      ...{ segments: 3, ledgers: 300, files: 6, rows: 601, lost: [], unclaimed: [] },
    });
    expect(await all(dir)).toEqual(before);
  });

  it('makes a snapshot in the place of one that is damaged', async () => {
    const dir = await loaded();
    const before = await all(dir);
    for (const what of [/^head/, /^0-/]) {
      const name = readdirSync(join(dir, 'snapshots')).find((file) => what.test(file))!;
      writeFileSync(join(dir, 'snapshots', name), '{');
      const message = `lake ${dir}: ${name} is damaged: run ledgerlake repair`;
      await expect(open(dir)).rejects.toMatchObject({ name: 'LakeError', message });
      await expect(openLake(dir, { tables, sql: 'none' })).rejects.toThrow(message);
      expect((await repairSnapshot(dir)).segments).toBe(3);
      expect(await all(dir)).toEqual(before);
    }
  });

  it('loses of a damaged manifest its own ledgers, and lists them until they are loaded again', async () => {
    const dir = await loaded();
    writeFileSync(join(dir, 'segments/101-200.json'), '');
    writeFileSync(join(dir, 'segments/301-400.json'), '{"first":301}');
    const lost = [
      { first: 101, last: 200, problems: [{ check: 'manifest' }] },
      { first: 301, last: 400, problems: [{ check: 'manifest' }] },
    ];
    const ranges = lost.map(({ first, last }) => ({ first, last }));
    expect((await repairSnapshot(dir)).lost).toMatchObject(lost);
    expect((await repairSnapshot(dir)).lost).toMatchObject(lost);
    rmSync(join(dir, 'snapshots'), { recursive: true });
    expect((await repairSnapshot(dir)).lost).toMatchObject(ranges);
    const lake = await open(dir);
    expect(await lake.loaded()).toEqual([{ first: 1, last: 100 }]);
    expect((await lakeStatus(lake)).lost).toMatchObject(ranges);
    await load(lake, [101, 150]);
    expect((await lakeStatus(lake)).lost).toMatchObject([{ first: 151, last: 200 }, ranges[1]]);
    await lake.close();
    expect((await repairSnapshot(dir)).lost).toMatchObject([{ first: 151, last: 200 }, ranges[1]]);
    const again = await open(dir);
    await load(again, [151, 200], [301, 400]);
    await again.close();
    expect((await repairSnapshot(dir)).lost).toEqual([]);
  });

  it('lists the ledgers of a manifest that is gone as lost, while the snapshot knows of them', async () => {
    const dir = await loaded();
    rmSync(join(dir, 'segments/101-200.json'));
    const lost = [{ first: 101, last: 200, problems: [{ where: 'segments/101-200.json', found: 'gone' }] }];
    const reader = await openLake(dir, { tables, sql: 'none' });
    await expect(reader.segment('101-200')).rejects.toThrow(/segments\/101-200.json is gone; run ledgerlake repair$/);
    await reader.close();
    expect((await repairSnapshot(dir)).lost).toMatchObject(lost);
    expect((await repairSnapshot(dir)).lost).toMatchObject(lost);
    const lake = await open(dir);
    await load(lake, [101, 200]);
    await lake.close();
    expect((await repairSnapshot(dir)).lost).toEqual([]);
  });

  it.each([
    'null',
    '7',
    '{"number":1,"epoch":0,"pages":{"0":5},"totals":{},"lost":[]}',
    '{"number":1,"epoch":0,"pages":{"0":"../lake.json"},"totals":{},"lost":[]}',
    '{"number":1,"epoch":0,"pages":{},"totals":{},"lost":[null]}',
  ])('makes the snapshot again whose head is %s', async (head) => {
    const dir = await loaded();
    const before = await all(dir);
    writeFileSync(join(dir, 'snapshots/head.json'), head);
    await expect(open(dir)).rejects.toThrow(`lake ${dir}: head.json is damaged: run ledgerlake repair`);
    await repairSnapshot(dir);
    expect(await all(dir)).toEqual(before);
  });

  it.each([
    'null',
    '{"shapes":[],"sets":[],"segments":[null]}',
    '{"shapes":[],"sets":[],"segments":[{"first":1,"last":2}]}',
    '{"shapes":[],"sets":[[0]],"segments":[]}',
    '{"shapes":[],"sets":[],"segments":[{"first":1,"last":2,"files":{"a":0}}]}',
  ])('makes the snapshot again of which a page is %s', async (page) => {
    const dir = await loaded();
    const before = await all(dir);
    const [name = ''] = Object.values<string>(JSON.parse(readFileSync(join(dir, 'snapshots/head.json'), 'utf8')).pages);
    writeFileSync(join(dir, 'snapshots', name), page);
    await expect(open(dir)).rejects.toThrow(`lake ${dir}: ${name} is damaged: run ledgerlake repair`);
    await repairSnapshot(dir);
    expect(await all(dir)).toEqual(before);
  });

  it('passes over what a merge replaced, however merges were cut off', async () => {
    const dir = await loaded();
    const copy = temporaryFolder();
    cpSync(dir, copy, { recursive: true });
    const lake = await open(dir);
    await compactLake(lake);
    await load(lake, [201, 250]);
    await compactLake(lake);
    await lake.close();
    const before = await all(dir);
    cpSync(copy, dir, { recursive: true, force: false });
    rmSync(join(dir, 'snapshots'), { recursive: true });
    const { lost, ledgers } = await repairSnapshot(dir);
    expect({ lost, ledgers }).toEqual({ lost: [], ledgers: 350 });
    expect(await all(dir)).toEqual(before);
  });

  it('tells readers that rows may be others, as a merge does not', async () => {
    const dir = await loaded();
    const told = async () => {
      const lake = await open(dir);
      const { epoch, generation } = await lake.snapshot();
      await lake.close();
      return { epoch, generation };
    };
    const before = await told();
    const lake = await open(dir);
    await compactLake(lake);
    await lake.close();
    const merged = await told();
    expect(merged.epoch).toBeGreaterThan(before.epoch);
    expect(merged.generation).toBe(before.generation);
    await repairSnapshot(dir);
    expect((await told()).generation).toBeGreaterThan(merged.generation);
  });

  it('is refused while another writes, and takes nothing from that one', async () => {
    const dir = await loaded();
    const lake = await open(dir);
    await expect(repairSnapshot(dir)).rejects.toThrow(`lake ${dir} is held for writing by this process`);
    await expect(open(dir)).rejects.toThrow(`lake ${dir} is held for writing by this process`);
    await load(lake, [201, 300]);
    await lake.close();
    await (await open(dir)).close();
  });

  it('leaves a reader on its snapshot', async () => {
    const dir = await loaded();
    const reader = await openLake(dir, { tables, sql: 'none' });
    const rows = stream(reader, 'select ledger_sequence from bronze.payments_raw_v1');
    let count = (await rows.next()).value!.numRows;
    damage(dir);
    expect((await repairSnapshot(dir)).lost).toHaveLength(1);
    for await (const batch of rows) count += batch.numRows;
    expect(count).toBe(301);
    expect(await reader.loaded()).toEqual([
      { first: 1, last: 100 },
      { first: 301, last: 400 },
    ]);
    await reader.close();
  });

  it('keeps out what is damaged where it is cut off before that has another name', async () => {
    const dir = await loaded();
    damage(dir);
    // In the place of the name that the manifest is to have.
    mkdirSync(join(dir, 'segments/101-200.json.damaged/x'), { recursive: true });
    await expect(repairSnapshot(dir)).rejects.toThrow();
    writeFileSync(join(dir, 'locks/writer.json'), '{"pid":1}');
    const lake = await open(dir);
    expect(existsSync(join(dir, damaged))).toBe(true);
    expect(existsSync(join(dir, 'segments/101-200.json'))).toBe(false);
    expect(await lake.loaded()).toEqual([
      { first: 1, last: 100 },
      { first: 301, last: 400 },
    ]);
    expect((await lake.snapshot()).lost).toMatchObject([{ first: 101, last: 200 }]);
    expect(await load(lake, [101, 200])).toEqual([true]);
    await lake.close();
    const again = await open(dir);
    expect(await again.loaded()).toEqual([
      { first: 1, last: 200 },
      { first: 301, last: 400 },
    ]);
    await again.close();
  });

  it('reports segments whose files are damaged or gone, which can then be loaded again', async () => {
    const dir = await loaded();
    const before = await all(dir);
    damage(dir);
    rmSync(join(dir, 'bronze/history_ledgers/ledger_range=0/1-100.parquet'));
    copyFileSync(join(dir, 'lake.json'), join(dir, 'bronze/payments/ledger_range=0/7-7.parquet'));
    const report = await repairSnapshot(dir);
    expect(report.segments).toBe(1);
    expect(report.lost).toMatchObject([
      { first: 1, last: 100, problems: [{ check: 'missing-file', found: 'gone' }] },
      { first: 101, last: 200, problems: [{ where: damaged, check: 'file-hash' }] },
    ]);
    expect(report.unclaimed).toContain('bronze/payments/ledger_range=0/7-7.parquet');
    const lake = await open(dir);
    expect(await lake.loaded()).toEqual([{ first: 301, last: 400 }]);
    expect(existsSync(join(dir, damaged))).toBe(true);
    await lake.close();
    expect((await repairSnapshot(dir, { removeUnclaimed: true })).unclaimed).toEqual(report.unclaimed);
    expect(report.unclaimed.filter((path) => existsSync(join(dir, path)))).toEqual([]);
    const emptied = await open(dir);
    expect(await load(emptied, [1, 100], [101, 200])).toEqual([true, true]);
    await emptied.close();
    const stable = (rows: SelectedRow[]) =>
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
    const broken = segmentOf(401, 402, 'x');
    let lake = await open(dir);
    await expect(queryText(lake, 'from bronze.payments_raw_v1', { limit: 1 })).rejects.toMatchObject({
      name: 'LakeError',
      message: expect.stringMatching(
        /^lake \S+ has a damaged file: bronze\/payments\/ledger_range=0\/101-200.parquet is /,
      ),
    });
    await lake.close();
    const manifest = join(dir, 'segments/101-200.json');
    const text = JSON.stringify(unsealed(readFileSync(manifest, 'utf8'))).replace(hash(101), hash(7));
    writeFileSync(manifest, sealedText(JSON.parse(text) as object));
    lake = await openLake(dir, { tables, write: true, network, sql: 'none', verifyFiles: false });
    await expect(queryText(lake, 'from bronze.payments_raw_v1', { limit: 1 })).rejects.toMatchObject({
      name: 'LakeError',
      message: expect.stringMatching(
        /^lake \S+ has a file that cannot be read: bronze.payments of ledgers 1-100, bronze\/payments\/ledger_range=0\/1-100.parquet, is gone; /,
      ),
    });
    expect(await queryText(lake, 'select 1 as one', { limit: 1 })).toMatchObject({ rows: [['1']] });
    expect(await lake.commit(broken, { chain: false })).toBe(true);
    const { problems, ...counts } = await verifyFiles(lake);
    await lake.close();
    expect(problems).toEqual([
      {
        where: 'bronze/payments/ledger_range=0/1-100.parquet',
        check: 'missing-file',
        found: 'gone',
        expected: expect.stringMatching(/^\d+ bytes$/),
      },
      { where: 'segments/101-200.json', check: 'manifest', found: expect.any(String), expected: expect.any(String) },
      { where: damaged, check: 'file-hash', found: expect.any(String), expected: expect.any(String) },
      { where: '401-402, ledger 401', check: 'previous-ledger-hash', found: hash(400, 'x'), expected: hash(400) },
    ]);
    expect(counts).toMatchObject({ segments: 4, files: 6, ledgers: 302 });
  });

  it('finds a snapshot that is whole and says something else than the manifests', async () => {
    const dir = await loaded();
    editSnapshot(dir, (page, head) => {
      page.segments[1].files = {};
      page.segments[2].decoder_version = '2';
      head.totals.payments.rows++;
    });
    const lake = await openLake(dir, { tables, sql: 'none' });
    const { problems } = await verifyFiles(lake);
    await lake.close();
    expect(problems.map(({ where, check }) => [where, check])).toEqual([
      ['snapshots: segment 101-200', 'snapshot'],
      ['snapshots: segment 301-400', 'snapshot'],
      ['snapshots: totals of payments', 'snapshot'],
    ]);
  });
});
