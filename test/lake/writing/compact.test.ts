import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LakeError } from '../../../src/core/errors.ts';
import { compactLake, findRuns } from '../../../src/lake/writing/compact.ts';
import { selectRows, type SelectedRow } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { stream } from '../../../src/lake/asking/query/query.ts';
import { verifyFiles } from '../../../src/lake/repair/verify.ts';
import { addPageChecksums } from '../../../src/parquet/page-checksums.ts';
import { createSegmentWriter } from '../../../src/lake/writing/segment.ts';
import { flipBit, temporaryFolder } from '../../folder.ts';
import { keptSql } from '../kept-sql.ts';
import { load, network, tables, writeSegment } from '../tables.ts';

function open(dir: string): Promise<Lake> {
  return openLake(dir, { tables, write: true, network, sql: 'none' });
}

function rows(lake: Lake, sql: string): Promise<SelectedRow[]> {
  return lake.read((connection) => selectRows(connection, sql));
}

function entries(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => (path.endsWith('.parquet') || path.endsWith('.json')) && !/^(locks|snapshots)\b/.test(path))
    .sort();
}

const merged = [
  'bronze/history_ledgers/ledger_range=0/1-300.parquet',
  'bronze/history_ledgers/ledger_range=0/9001-9999.parquet',
  'bronze/history_ledgers/ledger_range=10000/10000-10100.parquet',
  'bronze/payments/ledger_range=0/1-300.parquet',
  'bronze/payments/ledger_range=0/9001-9999.parquet',
  'bronze/payments/ledger_range=10000/10000-10100.parquet',
  'lake.json',
  'segments/1-300.json',
  'segments/10000-10100.json',
  'segments/9001-9999.json',
];

const content = 'select * from bronze.payments_raw_v1';

async function loaded(dir: string): Promise<Lake> {
  const lake = await open(dir);
  await load(lake, [1, 100], [9001, 9400], [101, 200], [9401, 9999], [201, 300], [10000, 10100]);
  return lake;
}

describe('findRuns', () => {
  it('joins neighbours inside a partition, and leaves a large one until the partition is full', () => {
    const found = (...names: string[]) => findRuns(names).map((run) => run.map(({ name }) => name));
    expect(found('1-100', '101-200', '301-400')).toEqual([['1-100', '101-200']]);
    expect(found('1-500', '501-600', '601-700')).toEqual([['501-600', '601-700']]);
    expect(found('0-9000', '9001-9999')).toEqual([['0-9000', '9001-9999']]);
    expect(found('9000-9999', '10000-10010')).toEqual([]);
    expect(found('1-100')).toEqual([]);
  });
});

/** What to do about a damaged part. */
const dropped = (lake: string) =>
  `ledgerlake repair --lake ${lake} drops it, and ledgerlake refresh --lake ${lake} makes it again`;

describe('compactLake', () => {
  it('gives each page of a merged file a checksum', async () => {
    const lake = await loaded(temporaryFolder());
    await compactLake(lake);
    const files = (await lake.segment('1-300')).files.map(({ path, sha256 }) => ({
      path: join(lake.path, path),
      sha256,
    }));
    await lake.close();
    expect(files).toHaveLength(2);
    // Of pages that have one nothing changes.
    for (const { path, sha256 } of files)
      expect(await addPageChecksums(path, `${path}.draft`)).toMatchObject({ sha256 });
  });

  it('tells all ledgers of a file that is cut between segments, before and after', async () => {
    const lake = await open(temporaryFolder());
    const writer = await createSegmentWriter(tables, { sql: lake.sql });
    const first = await writeSegment(writer, lake.path, 2, 99);
    const second = await writeSegment(writer, lake.path, 100, 199);
    writer.close();
    const [source] = first.sources;
    await lake.commit(first);
    await lake.commit({ ...second, sources: [{ ...source, firstLedger: 100, lastLedger: 199 }] });
    const files = 'select object_name, first_ledger, last_ledger from meta.ledger_files';
    const whole = [{ object_name: 'FC--2.xdr.zst', first_ledger: 2, last_ledger: 199 }];
    expect(await rows(lake, files)).toEqual(whole);
    await compactLake(lake);
    expect(await lake.sources({ first: 2, last: 199 })).toEqual([{ ...source, lastLedger: 199 }]);
    expect(await rows(lake, files)).toEqual(whole);
    await lake.close();
  });

  it('merges what adjoins, and changes no row and no order', async () => {
    const lake = await loaded(temporaryFolder());
    const before = await rows(lake, content);
    const ledgers = await rows(lake, 'select * exclude segment from meta.ledgers order by sequence');
    const report = await compactLake(lake);
    expect(report.segments).toEqual({ before: 5, after: 2 });
    expect(report.files).toEqual({ before: 10, after: 4 });
    expect(entries(lake.path)).toEqual(merged);
    const order = 'order by ledger_sequence, id';
    expect(await rows(lake, content)).toEqual(await rows(lake, `${content} ${order}`));
    expect(await rows(lake, `${content} ${order}`)).toEqual(
      before.toSorted((a, b) => Number(a['id']) - Number(b['id'])),
    );
    expect(await rows(lake, 'select * exclude segment from meta.ledgers order by sequence')).toEqual(ledgers);
    expect((await verifyFiles(lake)).problems).toEqual([]);
    expect((await compactLake(lake)).segments).toEqual({ before: 0, after: 0 });
    await lake.close();
  });

  it('merges no file that is not what was committed', async () => {
    const dir = temporaryFolder();
    await (await loaded(dir)).close();
    const path = 'bronze/payments/ledger_range=0/101-200.parquet';
    flipBit(join(dir, path), 700);
    const lake = await openLake(dir, { tables, write: true, network, sql: 'none', verifyFiles: false });
    const before = entries(dir);
    await expect(compactLake(lake)).rejects.toThrow(`lake ${lake.path} has a damaged file: ${path} is `);
    expect(entries(dir)).toEqual(before);
    await lake.close();
  });

  it('tells what is gone, and what to do about it, in the words of queries', async () => {
    const lake = await openLake(temporaryFolder(), { tables, write: true, network, sql: keptSql() });
    await load(lake, [1, 100], [101, 200]);
    const { files } = await lake.segment('101-200');
    const part = files.find(({ table }) => table === 'silver.payers')!;
    const table = files.find(({ table }) => table === 'payments')!;
    rmSync(join(lake.path, part.path));
    const before = entries(lake.path);
    const told = `lake ${lake.path} has a file that cannot be read:`;
    await expect(compactLake(lake)).rejects.toThrow(
      new LakeError(
        `${told} the part of silver.payers of ledgers 101-200, ${part.path}, is gone; ${dropped(lake.path)}`,
        { lake: lake.path, file: part.path },
      ),
    );
    rmSync(join(lake.path, table.path));
    await expect(compactLake(lake)).rejects.toThrow(
      `${told} bronze.payments of ledgers 101-200, ${table.path}, is gone; ledgerlake repair --lake ${lake.path} --from STORE loads its ledgers again`,
    );
    expect(entries(lake.path)).toEqual(before.filter((path) => path !== table.path));
    await lake.close();
  });

  it('keeps the old files for a query that began before', async () => {
    const lake = await loaded(temporaryFolder());
    const [expected] = await rows(lake, 'select count(*)::integer as n from bronze.payments_raw_v1');
    const batches = stream(lake, content);
    const first = await batches.next();
    await compactLake(lake);
    expect(entries(lake.path)).toContain('bronze/payments/ledger_range=0/1-100.parquet');
    expect(await rows(lake, 'select count(*)::integer as n from bronze.payments_raw_v1')).toEqual([expected]);
    let count = first.value!.numRows;
    for await (const batch of batches) count += batch.numRows;
    expect(count).toBe(expected['n']);
    expect(entries(lake.path)).toEqual(merged);
    await lake.close();
  });

  it('leaves each row once, wherever it is cut off', async () => {
    const [before, after] = [temporaryFolder(), temporaryFolder()];
    const lake = await loaded(before);
    const expected = await rows(lake, `${content} order by id`);
    await lake.close();
    cpSync(before, after, { recursive: true });
    const compacted = await open(after);
    await compactLake(compacted);
    await compacted.close();
    const cuts: Record<string, { base: string; added: string; skip?: RegExp }> = {
      'new files, no manifest': { base: before, added: after, skip: /segments|snapshots/ },
      'new manifest, not in the snapshot': { base: before, added: after, skip: /snapshots/ },
      'in the snapshot, old manifests and files there': { base: after, added: before, skip: /snapshots/ },
      'in the snapshot, old files there': { base: after, added: before, skip: /snapshots|segments/ },
    };
    for (const [name, { base, added, skip }] of Object.entries(cuts)) {
      const dir = temporaryFolder();
      cpSync(base, dir, { recursive: true });
      cpSync(added, dir, { recursive: true, force: false, filter: (path) => !skip!.test(path.slice(added.length)) });
      writeFileSync(join(dir, 'locks/writer.json'), '');
      const lake = await open(dir);
      expect(await rows(lake, `${content} order by id`), name).toEqual(expected);
      expect((await verifyFiles(lake)).problems, name).toEqual([]);
      await compactLake(lake);
      await lake.close();
      expect(entries(dir), name).toEqual(merged);
    }
  });
});
