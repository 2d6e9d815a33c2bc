import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { IcebergTable } from '../../../src/lake/iceberg/table.ts';
import { readAvroFile } from '../../../src/lake/iceberg/avro.ts';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { repairSnapshot } from '../../../src/lake/repair/repair.ts';
import { temporaryFolder } from '../../folder.ts';
import { hash, load, network, tables } from '../tables.ts';
import { readSnapshot, readTable } from './reader.ts';

function open(dir: string): Promise<Lake> {
  return openLake(dir, { tables, write: true, network, sql: 'none' });
}

async function loaded(dir: string, ...ranges: [number, number][]): Promise<Lake> {
  const lake = await open(dir);
  await lake.enableIceberg();
  await load(lake, ...ranges);
  return lake;
}

const table = 'bronze/payments';
const file = (dir: string, range: string, partition = 0) =>
  join(dir, `${table}/ledger_range=${partition}/${range}.parquet`);

async function payments(lake: Lake): Promise<number> {
  const sql = 'select count(*)::integer as n from bronze.payments_raw_v1';
  return Number((await lake.read((connection) => selectRows(connection, sql)))[0]['n']);
}

describe('Iceberg tables of a lake', () => {
  it('name the files, rows and ledgers of each commit', async () => {
    const dir = temporaryFolder();
    const lake = await loaded(dir, [1, 10], [9_995, 10_005]);
    const { metadata, current } = readTable(dir, table);
    expect(current.files).toEqual([file(dir, '1-10'), file(dir, '9995-9999'), file(dir, '10000-10005', 10_000)]);
    expect(current.rows).toBe(await payments(lake));
    expect(metadata).toMatchObject({
      'format-version': 2,
      location: join(dir, 'iceberg', table),
      'last-sequence-number': 3,
      'last-column-id': 6,
      'partition-specs': [
        {
          'spec-id': 0,
          fields: [{ name: 'ledger_range', transform: 'truncate[10000]', 'source-id': 2, 'field-id': 1000 }],
        },
      ],
      refs: { main: { 'snapshot-id': current.id, type: 'branch' } },
    });
    expect(metadata.schemas).toEqual([
      {
        type: 'struct',
        'schema-id': 0,
        fields: [
          { id: 1, name: 'id', required: false, type: 'long' },
          { id: 2, name: 'ledger_sequence', required: false, type: 'int' },
          { id: 3, name: 'account', required: false, type: 'string' },
          { id: 4, name: 'memo', required: false, type: 'string' },
          { id: 5, name: 'key', required: false, type: 'binary' },
          { id: 6, name: 'batch_id', required: false, type: 'string' },
        ],
      },
    ]);
    expect(JSON.parse(metadata.properties['schema.name-mapping.default'])[1]).toEqual({
      'field-id': 2,
      names: ['ledger_sequence'],
    });
    expect(current.summary).toEqual({
      operation: 'append',
      'added-data-files': '2',
      'deleted-data-files': '0',
      'added-records': '11',
      'deleted-records': '0',
      'total-data-files': '3',
      'total-records': String(current.rows),
      'ledgerlake.snapshot': String((await lake.snapshot()).number),
      'ledgerlake.epoch': '0',
      'ledgerlake.ledgers': '1-10,9995-10005',
      'ledgerlake.last-ledger-hash': hash(10_005),
    });
    await lake.close();
  });

  it('have manifests with counts and bounds of each file', async () => {
    const dir = temporaryFolder();
    const lake = await loaded(dir, [1, 10]);
    await lake.close();
    const { current } = readTable(dir, table);
    expect(current.manifests).toEqual([
      expect.objectContaining({
        partition_spec_id: 0,
        content: 0,
        sequence_number: 2,
        min_sequence_number: 2,
        added_snapshot_id: current.id,
        added_files_count: 1,
        added_rows_count: 10,
        existing_files_count: 0,
        deleted_files_count: 0,
        partitions: [
          { contains_null: false, contains_nan: false, lower_bound: Buffer.alloc(4), upper_bound: Buffer.alloc(4) },
        ],
      }),
    ]);
    const [entry] = current.entries;
    expect(entry).toMatchObject({ status: 1, snapshot_id: undefined, sequence_number: undefined });
    const int = (value: number) => Buffer.from(Int32Array.of(value).buffer);
    const long = (value: number) => Buffer.from(BigInt64Array.of(BigInt(value)).buffer);
    const data = entry['data_file'] as Record<string, unknown>;
    expect(data).toMatchObject({
      content: 0,
      file_format: 'PARQUET',
      partition: { ledger_range: 0 },
      record_count: 10,
    });
    const all = [1, 2, 3, 4, 5, 6].map((key) => ({ key, value: 10 }));
    expect(data['value_counts']).toEqual(all);
    expect(data['null_value_counts']).toEqual(all.map(({ key }) => ({ key, value: key === 4 ? 7 : 0 })));
    expect((data['lower_bounds'] as unknown[]).slice(0, 4)).toEqual([
      { key: 1, value: long(4096) },
      { key: 2, value: int(1) },
      { key: 3, value: Buffer.from('ACCOUNT0') },
      { key: 4, value: Buffer.from('memo of ledger 2') },
    ]);
    expect((data['upper_bounds'] as unknown[]).slice(0, 4)).toEqual([
      { key: 1, value: long(10 * 4096) },
      { key: 2, value: int(10) },
      { key: 3, value: Buffer.from('ACCOUNT9') },
      { key: 4, value: Buffer.from('memo of ledger 8') },
    ]);
    const { notes } = readAvroFile(readFileSync(String(current.manifests[0]['manifest_path'])));
    expect(notes).toMatchObject({ 'format-version': '2', content: 'data', 'partition-spec-id': '0', 'schema-id': '0' });
    expect(JSON.parse(notes['schema'])).toMatchObject({ type: 'struct', 'schema-id': 0 });
  });

  it('are empty where the lake has no rows', async () => {
    const dir = temporaryFolder();
    await (await loaded(dir, [1, 10])).close();
    const { current, metadata } = readTable(dir, 'bronze/empty');
    expect(current).toMatchObject({ files: [], rows: 0 });
    expect(metadata.schemas[0].fields.map(({ name }) => name)).toEqual(['ledger_sequence', 'name', 'batch_id']);
  });

  it('are replaced by a merge, and forget snapshots whose files are gone', async () => {
    const dir = temporaryFolder();
    const lake = await loaded(dir, [1, 10], [11, 20]);
    const before = readTable(dir, table);
    await compactLake(lake);
    const { metadata, current } = readTable(dir, table);
    expect(current.files).toEqual([file(dir, '1-20')]);
    expect(current.rows).toBe(before.current.rows);
    expect(current.summary).toMatchObject({
      operation: 'replace',
      'added-data-files': '1',
      'deleted-data-files': '2',
      'deleted-records': String(before.current.rows),
    });
    const deleted = readAvroFile(readFileSync(String(current.manifests[1]['manifest_path']))).records;
    expect(deleted).toMatchObject([
      { status: 2, snapshot_id: current.id, sequence_number: 2, data_file: { file_path: file(dir, '1-10') } },
      { status: 2, snapshot_id: current.id, sequence_number: 3, data_file: { file_path: file(dir, '11-20') } },
    ]);
    expect(metadata.snapshots.map((one) => one['snapshot-id'])).toEqual([current.id]);
    const names = readdirSync(join(dir, 'iceberg', table, 'metadata'));
    expect(names.filter((name) => name.endsWith('.avro')).sort()).toEqual(
      ['1-20.avro', `deleted-${current.id}.avro`, `snap-${current.id}.avro`].sort(),
    );
    // An engine that holds the snapshot before finds none of its files, and cannot read rows of others.
    expect(before.current.files.map((path) => existsSync(path))).toEqual([false, false]);
    await load(lake, [21, 30]);
    await lake.close();
    const later = readTable(dir, table);
    expect(later.current.files).toEqual([file(dir, '1-20'), file(dir, '21-30')]);
    expect(readSnapshot(later.metadata, current.id).rows).toBe(current.rows);
  });

  it('keep older snapshots as long as a query reads their files', async () => {
    const dir = temporaryFolder();
    const lake = await loaded(dir, [1, 10], [11, 20]);
    const before = readTable(dir, table).current;
    const session = await lake.session();
    await session.begin();
    await compactLake(lake);
    const merged = readTable(dir, table);
    expect(merged.current.files).toEqual([file(dir, '1-20')]);
    expect(readSnapshot(merged.metadata, before.id)).toMatchObject({ files: before.files, rows: before.rows });
    await session.release();
    await lake.close();
    await (await open(dir)).close();
    const after = readTable(dir, table);
    expect(after.metadata.snapshots.map((one) => one['snapshot-id'])).toEqual([merged.current.id]);
    expect(existsSync(before.files[0])).toBe(false);
  });

  it('lose the ledgers that a repair removes', async () => {
    const dir = temporaryFolder();
    await (await loaded(dir, [1, 10], [11, 20])).close();
    rmSync(file(dir, '11-20'));
    await repairSnapshot(dir);
    await (await open(dir)).close();
    expect(readTable(dir, table).current).toMatchObject({
      files: [file(dir, '1-10')],
      summary: { operation: 'delete' },
    });
  });

  it.each(['moved', 'damaged', 'without its list', 'without its metadata'])('are made again if %s', async (how) => {
    const dir = join(temporaryFolder(), 'lake');
    await (await loaded(dir, [1, 10])).close();
    const metadata = join(dir, 'iceberg', table, 'metadata');
    const { version } = readTable(dir, table);
    if (how === 'damaged') writeFileSync(join(metadata, `v${version}.metadata.json`), '{');
    if (how === 'without its list')
      for (const name of readdirSync(metadata)) if (/snap/.test(name)) rmSync(join(metadata, name));
    if (how === 'without its metadata') rmSync(join(metadata, `v${version}.metadata.json`));
    const now = how === 'moved' ? `${dir}-moved` : dir;
    renameSync(dir, now);
    const lake = await open(now);
    expect(readTable(now, table).current.files).toEqual([file(now, '1-10')]);
    expect((await lake.enableIceberg()).tables).toBe(3);
    await lake.close();
  });

  it('have all their files before the pointer names them', async () => {
    const dir = temporaryFolder();
    const folder = join(dir, 'x');
    const note = { number: 1, epoch: 0, oldestEpoch: 0, summary: {} };
    const one = new IcebergTable({ folder, location: folder, columns: { n: 'int' } }).stage([], note);
    expect(one?.written.map((path) => path.slice(`${folder}/metadata/`.length))).toEqual([
      'snap-1.avro',
      'v1.metadata.json',
    ]);
    expect(readdirSync(join(folder, 'metadata')).sort()).toEqual(['snap-1.avro', 'v1.metadata.json']);
    await one?.show();
    expect(readFileSync(join(folder, 'metadata/version-hint.text'), 'utf8')).toBe('1');
  });

  it('are those of one writer: a second one is refused', async () => {
    const dir = temporaryFolder();
    const lake = await loaded(dir, [1, 10]);
    await expect(open(dir)).rejects.toThrow('is held for writing');
    await load(lake, [11, 20]);
    await lake.close();
    expect(readTable(dir, 'bronze/history_ledgers').current.rows).toBe(20);
  });

  it('end with disable, and begin again', async () => {
    const dir = temporaryFolder();
    const lake = await loaded(dir, [1, 10]);
    await lake.disableIceberg();
    await load(lake, [11, 20]);
    expect(existsSync(join(dir, 'iceberg'))).toBe(false);
    await lake.enableIceberg();
    expect(readTable(dir, table).current.files).toEqual([file(dir, '1-10'), file(dir, '11-20')]);
    await lake.close();
  });

  it('keep a bounded number of snapshots and of versions', async () => {
    const dir = temporaryFolder();
    const ranges = Array.from({ length: 64 }, (_, i): [number, number] => [i + 1, i + 1]);
    const lake = await loaded(dir, ...ranges);
    await lake.close();
    const { metadata, current } = readTable(dir, 'bronze/history_ledgers');
    expect(current.rows).toBe(64);
    expect(metadata.snapshots).toHaveLength(32);
    for (const one of metadata.snapshots) readSnapshot(metadata, one['snapshot-id']);
    const names = readdirSync(join(dir, 'iceberg/bronze/history_ledgers/metadata'));
    expect(names.filter((name) => name.endsWith('.json'))).toHaveLength(10);
  });
});
