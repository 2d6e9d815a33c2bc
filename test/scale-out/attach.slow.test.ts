import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { attachLakes, type AttachOptions } from '../../src/lake/disk/attach/attach.ts';
import { beginAttaching } from '../../src/lake/disk/attach/attaching.ts';
import { compactLake } from '../../src/lake/writing/compact.ts';
import { selectRows, type SelectedRow } from '../../src/lake/duckdb/duckdb.ts';
import { openLake, type Lake } from '../../src/lake/asking/lake.ts';
import { FORMAT_VERSION, type SegmentFile } from '../../src/lake/disk/snapshot/manifest.ts';
import { sealedText, unsealed } from '../../src/lake/disk/sealed.ts';
import { repairSnapshot } from '../../src/lake/repair/repair.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import { flipBit, temporaryFolder } from '../folder.ts';
import { editSnapshot } from '../lake/edit-snapshot.ts';
import { load, network, segmentOf, tables } from '../lake/tables.ts';

const open = (dir: string, options = {}): Promise<Lake> =>
  openLake(dir, { tables, write: true, network, sql: 'none', ...options });

/** Returns a new lake of these ranges, a segment each. */
async function made(...ranges: [number, number][]): Promise<string> {
  const dir = temporaryFolder();
  const lake = await open(dir);
  await load(lake, ...ranges);
  await lake.close();
  return dir;
}

const one = await made([1, 10], [11, 20]);
const two = await made([21, 30]);
const three = await made([31, 40], [41, 50]);
const all = await made([1, 10], [11, 20], [21, 30], [31, 40], [41, 50]);
const damaged = 'bronze/payments/ledger_range=0/31-40.parquet';

/** What a lake tells and holds, and which files it is made of. */
async function contents(dir: string): Promise<{ rows: SelectedRow[]; files: string[] }> {
  const lake = await open(dir, { write: false });
  const sql = `select (select list((sequence, ledger_hash) order by sequence) from meta.ledgers) as ledgers,
    (select list((path, sha256, row_count) order by path) from meta.segment_files) as files,
    (select list((id, account, memo) order by id) from bronze.payments_raw_v1) as payments`;
  const rows = await lake.read((connection) => selectRows(connection, sql));
  await lake.close();
  return { rows, files: files(dir) };
}

function files(dir: string): string[] {
  const found = ['bronze', 'segments', 'snapshots'].flatMap((folder) =>
    existsSync(join(dir, folder))
      ? readdirSync(join(dir, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)
      : [],
  );
  return found.filter((name) => /\.parquet|segments\/.*json/.test(name)).sort();
}

const expected = await contents(all);

/** Returns every file of a lake with its bytes, but for locks and snapshots. */
function bytesOf(dir: string): Record<string, string> {
  return Object.fromEntries(files(dir).map((name) => [name, readFileSync(join(dir, name), 'base64')]));
}

/** Attaches and expects this error, with the lake and its files as before. */
async function refuses(dir: string, parts: string[], message: string, options: AttachOptions = {}): Promise<void> {
  const before = bytesOf(dir);
  await expect(attachLakes(dir, parts, options)).rejects.toMatchObject({ message: expect.stringContaining(message) });
  expect(bytesOf(dir)).toEqual(before);
  const lake = await open(dir);
  const problems = await verifyFiles(lake);
  await lake.close();
  expect(problems).toMatchObject({ problems: [] });
}

/** Returns a part whose manifest names its files so, with every hash as it has to be, as whoever writes to a bucket can make one. */
function forged(says: Partial<SegmentFile>): string {
  const part = join(temporaryFolder(), 'part');
  cpSync(two, part, { recursive: true });
  const path = join(part, 'segments/21-30.json');
  const manifest = unsealed(readFileSync(path, 'utf8')) as { files: SegmentFile[] };
  const files = manifest.files.map((file) => {
    const named = { ...file, ...says };
    if (named.path !== file.path) cpSync(join(part, file.path), join(part, named.path));
    return named;
  });
  const text = sealedText({ ...manifest, files });
  writeFileSync(path, text);
  editSnapshot(part, ({ segments }) => {
    segments.find(({ first }) => first === 21)!.manifest = hash('sha256', text);
  });
  return part;
}

describe('attachLakes', () => {
  it.each([[[one, two, three]], [[three, one, two]], [[two, three, one]]])(
    'gives the lake of one load, whatever the order',
    async (parts) => {
      const dir = temporaryFolder();
      const report = await attachLakes(dir, parts, {});
      expect(report).toMatchObject({ parts: 3, segments: 5, ledgers: 50, present: 0, gaps: [] });
      expect(await contents(dir)).toEqual(expected);
    },
  );

  it('takes parts one at a time, tells what is lacking between them, and passes over what is there', async () => {
    const dir = temporaryFolder();
    expect(await attachLakes(dir, [three, one], {})).toMatchObject({ ledgers: 40, gaps: [{ first: 21, last: 30 }] });
    expect(await attachLakes(dir, [one, two, two], {})).toMatchObject({ parts: 2, ledgers: 10, present: 20, gaps: [] });
    const before = readFileSync(join(dir, 'snapshots/head.json'), 'utf8');
    expect(await attachLakes(dir, [three], {})).toMatchObject({ segments: 0, files: 0, bytes: 0, present: 20 });
    expect(readFileSync(join(dir, 'snapshots/head.json'), 'utf8')).toBe(before);
    expect(await contents(dir)).toEqual(expected);
  });

  it('publishes one snapshot', async () => {
    const dir = await made([1, 10]);
    const numberOf = () => JSON.parse(readFileSync(join(dir, 'snapshots/head.json'), 'utf8')).number as number;
    const before = numberOf();
    await attachLakes(dir, [two, three, one], {});
    expect(numberOf()).toBe(before + 1);
  });

  it('takes merged segments, and what was merged goes on to be so', async () => {
    const part = temporaryFolder();
    cpSync(one, part, { recursive: true });
    const lake = await open(part);
    await compactLake(lake);
    await lake.close();
    const dir = temporaryFolder();
    expect(await attachLakes(dir, [part, two, three], {})).toMatchObject({ segments: 4, ledgers: 50 });
    const merged = await open(dir);
    expect(await compactLake(merged)).toMatchObject({ segments: { before: 4, after: 1 } });
    await merged.close();
    await refuses(dir, [await made([45, 54])], 'segment 45-54 has ledger 45, which is loaded already');
  });

  it.each(['link', 'copy'] as const)('leaves the parts as they are with %s', async (how) => {
    const before = bytesOf(three);
    const dir = temporaryFolder();
    await attachLakes(dir, [three], { how });
    expect(bytesOf(three)).toEqual(before);
    const [here, there] = [dir, three].map((folder) => statSync(join(folder, damaged)).ino);
    expect(here === there).toBe(how === 'link');
  });

  it('removes parts that it moved, and what was attached before', async () => {
    const dir = temporaryFolder();
    const part = join(temporaryFolder(), 'part');
    cpSync(three, part, { recursive: true });
    await attachLakes(dir, [part], { how: 'move' });
    expect(existsSync(part)).toBe(false);
    expect(await contents(dir)).toEqual(await contents(three));
  });
});

describe('attachLakes leaves the lake as it was', () => {
  it('when a part has other bytes', async () => {
    const dir = await made([1, 10]);
    const part = await made();
    const lake = await open(part);
    await lake.commit(segmentOf(1, 10, 'other'));
    await lake.close();
    await refuses(dir, [two, part], `part ${part}: other bytes for ledger 1: its hash is `);
  });

  it('when two parts have other bytes, or their hashes do not meet', async () => {
    const part = await made();
    const lake = await open(part);
    await lake.commit(segmentOf(21, 30, 'other'));
    await lake.close();
    await refuses(await made(), [two, part], 'other bytes for ledger 21: its hash is ');
    await refuses(await made(), [one, part], `part ${part}: ledger 21: its header names the previous ledger hash `);
    await refuses(await made([31, 40]), [part], `part ${part}: ledger 31: its header names the previous ledger hash `);
  });

  it('when a file is damaged or gone', async () => {
    const part = temporaryFolder();
    cpSync(three, part, { recursive: true });
    flipBit(join(part, damaged), 900);
    for (const how of ['link', 'copy'] as const) {
      await refuses(await made([1, 10]), [two, part], `part ${part} has a damaged file: ${damaged} is `, { how });
    }
    rmSync(join(part, damaged));
    await refuses(await made([1, 10]), [two, part], `part ${part} lacks a file: ${damaged} is gone`);
    rmSync(join(part, 'segments/41-50.json'));
    await refuses(await made([1, 10]), [two, part], `segments/41-50.json is gone`);
  });

  it.each([
    '../stolen.parquet',
    'bronze/../../stolen.parquet',
    'segments/stolen.parquet',
    'bronze/payments/stolen.json',
  ])('when a manifest names the file %s', async (path) => {
    const dir = join(temporaryFolder(), 'lake');
    cpSync(await made([1, 10]), dir, { recursive: true });
    const part = forged({ path });
    await refuses(dir, [three, part], `part ${part} names a file outside a lake's folders: ${path}`);
    expect(existsSync(join(dir, path))).toBe(false);
  });

  it('when a manifest has a table whose folder is outside, and the name of its file is taken', async () => {
    const dir = join(temporaryFolder(), 'lake');
    cpSync(await made([1, 10]), dir, { recursive: true });
    const path = 'bronze/payments/ledger_range=0/21-30.parquet';
    cpSync(join(two, path), join(dir, path));
    const part = forged({ table: '../../stolen' });
    const named = 'bronze/../../stolen/ledger_range=0/21-30.parquet';
    await refuses(dir, [part], `part ${part} names a file outside a lake's folders: ${named}`);
    expect(existsSync(join(dir, named))).toBe(false);
  });

  it('when a snapshot names a manifest outside', async () => {
    const part = temporaryFolder();
    cpSync(two, part, { recursive: true });
    editSnapshot(part, ({ segments }) => {
      Object.assign(
        segments.find(({ first }) => first === 21)!,
        { revision: '/../../../stolen' },
      );
    });
    await refuses(await made([1, 10]), [part], `lake ${part}: 0-`);
    await refuses(await made([1, 10]), [part], 'json is damaged');
  });

  it('when a part is being written, is no lake, is the lake, or is of another network or format', async () => {
    const dir = await made([1, 10]);
    const held = await made([21, 30]);
    const holder = spawn(process.execPath, [join(import.meta.dirname, '../lake/child.ts'), held, '0', 'hold']);
    await once(holder.stdout, 'data');
    await refuses(dir, [three, held], `part ${held} is still being written, by process ${holder.pid}: `);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const own = await open(held);
    await refuses(dir, [held], `part ${held} is still being written, by this process: `);
    await own.close();
    await refuses(dir, [two, '/nowhere'], 'no lake at /nowhere');
    await refuses(dir, [dir], `part ${dir} is the lake itself`);
    await refuses(dir, [], 'no part given');
    const part = temporaryFolder();
    cpSync(two, part, { recursive: true });
    const description = unsealed(readFileSync(join(part, 'lake.json'), 'utf8')) as object;
    const say = (changed: object) => writeFileSync(join(part, 'lake.json'), sealedText({ ...description, ...changed }));
    say({ network_passphrase: 'Other' });
    await refuses(dir, [three, part], `lake ${part} is of the network "Other", not "${network}": give another folder`);
    await refuses(dir, [part], `lake ${part} is of the network "Other", not "${network}": give another folder`);
    const newer = FORMAT_VERSION + 1;
    say({ format_version: newer });
    const message = `lake ${part} has format version ${newer}, expected ${FORMAT_VERSION}: update ledgerlake`;
    await refuses(dir, [part], message);
  });

  it('when it is stopped', async () => {
    const dir = await made([1, 10]);
    const ending = new AbortController();
    await refuses(dir, [two, three], 'stopped', {
      signal: ending.signal,
      onSegment: () => ending.abort(new Error('stopped')),
    });
  });

  it('and takes a lake away that it made', async () => {
    const dir = join(temporaryFolder(), 'lake');
    const part = temporaryFolder();
    cpSync(three, part, { recursive: true });
    flipBit(join(part, damaged), 900);
    await expect(attachLakes(dir, [two, part], {})).rejects.toThrow('damaged file');
    expect(existsSync(dir)).toBe(false);
  });
});

/** Mounts a file system of its own; undefined where that is not allowed. */
function mount(): string | undefined {
  const dir = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', dir], { stdio: 'ignore' });
    return dir;
  } catch {
    return undefined;
  }
}

const small = mount();
afterAll(() => small && execFileSync('umount', [small]));

describe.skipIf(small === undefined)('a disk that is full', () => {
  it('is named, and the lake is as it was', async () => {
    const dir = join(small!, 'lake');
    cpSync(await made([1, 10], [11, 20]), dir, { recursive: true });
    const before = bytesOf(dir);
    const { bfree, bsize } = statfsSync(dir);
    const filler = join(small!, 'filler');
    writeFileSync(filler, Buffer.alloc((bfree - 4) * bsize));
    await expect(attachLakes(dir, [two, three], {})).rejects.toMatchObject({
      name: 'LakeError',
      message: `lake ${dir} cannot be used: the disk is full: free some space and repeat the command`,
    });
    expect(bytesOf(dir)).toEqual(before);
    rmSync(filler);
    await attachLakes(dir, [two, three], {});
    expect(await contents(dir)).toEqual(expected);
    await expect(attachLakes(join(small!, 'other'), [two], { how: 'link' })).rejects.toThrow(
      'cannot be linked: the lake is on another file system; give --copy',
    );
  });
});

const child = join(import.meta.dirname, 'attach-child.ts');

it('leaves what another process committed meanwhile, where the files of locks were removed', async () => {
  const dir = await made([1, 10]);
  const writer = join(import.meta.dirname, '../lake/child.ts');
  const onSegment = () => {
    rmSync(join(dir, 'locks'), { recursive: true });
    expect(spawnSync(process.execPath, [writer, dir, '30', 'load']).status).toBe(0);
  };
  await expect(attachLakes(dir, [three], { onSegment })).rejects.toThrow(
    `lake ${dir} was written by another process meanwhile: its locks were removed, or its file system has none`,
  );
  expect((await contents(dir)).rows).toEqual((await contents(await made([1, 10], [11, 20], [21, 30]))).rows);
  const lake = await open(dir, { write: false });
  expect((await verifyFiles(lake)).problems).toEqual([]);
  await lake.close();
  expect(files(dir).filter((path) => /31-40|41-50|attaching/.test(path))).toEqual([]);
});

describe('an attach that is killed', () => {
  it.each(['1', '2', '3'])(
    'after segment %s leaves the lake as it was, and is done when it is done again',
    async (at) => {
      const dir = await made([1, 10], [11, 20]);
      const before = await contents(dir);
      expect(spawnSync(process.execPath, [child, dir, at, two, three]).signal).toBe('SIGKILL');
      expect((await contents(dir)).rows).toEqual(before.rows);
      const repaired = at === '3' ? await repairSnapshot(dir, { removeUnclaimed: true }) : undefined;
      if (repaired) expect(repaired).toMatchObject({ segments: 2, lost: [] });
      else await (await open(dir)).close();
      expect(await contents(dir)).toEqual(before);
      await attachLakes(dir, [two, three], {});
      expect(await contents(dir)).toEqual(expected);
    },
  );

  it('after the snapshot is there leaves all of it', async () => {
    const dir = await made([1, 10], [11, 20]);
    expect(spawnSync(process.execPath, [child, dir, 'published', two, three]).signal).toBe('SIGKILL');
    expect(await contents(dir)).toEqual(expected);
    await beginAttaching(dir, ['21-30', '31-40', '41-50']);
    await (await open(dir)).close();
    expect(await contents(dir)).toEqual(expected);
  });
});
