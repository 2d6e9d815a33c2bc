/** Parts that are folded over partitions, and over segments of one that grows: fewer files, the same rows. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { attachLakes } from '../../../src/lake/disk/attach/attach.ts';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { selectRows, type SelectedRow } from '../../../src/lake/duckdb/duckdb.ts';
import { duckdbViews } from '../../../src/lake/engines/duckdb.ts';
import { foldParts, rangesToFold } from '../../../src/lake/writing/fold-parts.ts';
import { checkKept } from '../../../src/lake/repair/kept-check.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { stream } from '../../../src/lake/asking/query/query.ts';
import { refreshParts } from '../../../src/lake/writing/refresh.ts';
import { repairSnapshot } from '../../../src/lake/repair/repair.ts';
import { Snapshot } from '../../../src/lake/disk/snapshot/snapshot.ts';
import { lakeStatus } from '../../../src/lake/asking/status.ts';
import { verifyFiles } from '../../../src/lake/repair/verify.ts';
import { flipBit, temporaryFolder } from '../../folder.ts';
import { keptSql } from '../kept-sql.ts';
import { load, network, tables } from '../tables.ts';

describe('rangesToFold(snapshot, kept)', () => {
  const found = (segments: [number, number, number?][], folded: [number, number, number?][] = []) => {
    const entries = segments.map(([first, last, version = 1]) => {
      return { first, last, loaded_at: '', decoder_version: '', manifest: '', files: {}, kept: version - 1 };
    });
    const page = { shapes: [], sets: [], kept: [{ a: 1 }, { a: 2 }], segments: entries };
    const state = folded.map(([first, last, version = 1]) => ({ first, last, kept: { a: version }, files: [] }));
    const head = { number: 1, epoch: 0, totals: {}, lost: [], folded: state };
    return rangesToFold(new Snapshot(head, new Map([['0-1.json', page]])), { a: 1 }).map(({ first, last }) => [
      first,
      last,
    ]);
  };
  const partitions = (count: number): [number, number][] =>
    Array.from({ length: count }, (_, i) => [Math.max(2, i * 10_000), i * 10_000 + 9999]);

  it('takes whole partitions that adjoin', () => {
    expect(found([[2, 9999]])).toEqual([]);
    expect(found([...partitions(2), [20_000, 20_099]])).toEqual([[2, 19_999]]);
    expect(
      found([
        [500, 9999],
        [10_000, 19_999],
        [20_000, 29_999],
        [40_000, 49_999],
      ]),
    ).toEqual([[10_000, 29_999]]);
    expect(
      found([
        [2, 9999],
        [10_000, 10_099],
        [10_100, 19_999],
      ]),
    ).toEqual([[2, 19_999]]);
  });

  it('leaves out what lacks parts, or has those of other SQL', () => {
    expect(
      found([
        [2, 9999],
        [10_000, 19_999, 2],
        [20_000, 29_999],
      ]),
    ).toEqual([]);
  });

  it('leaves what is larger than all that follows as it is', () => {
    expect(found(partitions(3), [[2, 19_999]])).toEqual([]);
    expect(found(partitions(4), [[2, 19_999]])).toEqual([[2, 39_999]]);
    expect(found(partitions(5), [[2, 39_999]])).toEqual([]);
  });

  it('makes again what was folded of other SQL', () => {
    expect(found(partitions(3), [[2, 29_999, 2]])).toEqual([[2, 29_999]]);
  });

  const segments = (count: number, first = 20_000, ledgers = 100): [number, number][] =>
    Array.from({ length: count }, (_, i) => [first + i * ledgers, first + (i + 1) * ledgers - 1]);

  it('takes segments of a partition that grows once they are many', () => {
    expect(found(segments(3))).toEqual([]);
    expect(found(segments(4))).toEqual([[20_000, 20_399]]);
    expect(found([...partitions(2), ...segments(6)])).toEqual([
      [2, 19_999],
      [20_000, 20_599],
    ]);
    expect(found([...segments(4), ...segments(5, 20_500)])).toEqual([
      [20_000, 20_399],
      [20_500, 20_999],
    ]);
    // Of two partitions none is whole.
    expect(found([...segments(4, 19_600), ...segments(4)])).toEqual([
      [19_600, 19_999],
      [20_000, 20_399],
    ]);
    expect(found([...segments(3), [20_300, 20_399, 2], [20_400, 20_499]])).toEqual([]);
    // What is folded of one that lacks its part by now is none of them.
    expect(found([[20_000, 20_099, 2], ...segments(11, 20_100)], [[20_000, 20_399]])).toEqual([[20_100, 21_199]]);
  });

  it('writes a part of them again as often as they can be halved', () => {
    expect(found(segments(7), [[20_000, 20_399]])).toEqual([]);
    expect(found(segments(8), [[20_000, 20_399]])).toEqual([[20_000, 20_799]]);
    expect(found(segments(12), [[20_000, 20_799]])).toEqual([[20_800, 21_199]]);
  });

  it('leaves large segments to the merge of their partition', () => {
    expect(found(segments(5, 20_000, 1000))).toEqual([]);
    expect(found(segments(5, 20_000, 500))).toEqual([[20_000, 22_499]]);
    expect(found(segments(100), [[20_000, 20_799]])).toEqual([]);
  });

  it('folds a part of many at a time', () => {
    expect(found(partitions(20))).toEqual([
      [2, 159_999],
      [160_000, 199_999],
    ]);
  });
});

const relation = 'silver.last_payment';
const sql = keptSql();
const open = (dir: string, folder = sql, verifyFiles?: boolean) =>
  openLake(dir, { tables, write: true, network, sql: folder, verifyFiles });

const asked = [
  `select t::varchar as row from (select * from ${relation}) as t order by row`,
  'select t::varchar as row from silver.payers as t',
];

async function answers(lake: Lake, upTo?: number): Promise<SelectedRow[][]> {
  const all: SelectedRow[][] = [];
  for (const one of asked) all.push(await lake.read((c) => selectRows(c, one), { sql: one, upTo }));
  return all;
}

/** Returns the files that the relation reads, by their ledgers. */
async function shown(lake: Lake): Promise<string[]> {
  const version = (await lake.kept()).find(({ kept }) => kept.id === relation)!.version;
  return (await lake.snapshot()).partsOf(relation, version).map(({ first, last }) => `${first}-${last}`);
}

const foldedFiles = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('_folded/') && path.endsWith('.parquet'))
    .map((path) => path.split('/').at(-1))
    .sort();

/** `npm run test:killed` kills it more often. */
const KILLS = Number(process.env.LEDGERLAKE_KILLS ?? 4);

/** Refreshes a lake in a process that is killed so many ms after it opened it; returns after how many it ended. */
async function killedRefresh(dir: string, pause: number): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../child.ts'), dir, '0', 'refresh', sql]);
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  const opened = performance.now();
  if (pause < Infinity) {
    await Promise.race([wait(pause), exited]);
    child.kill('SIGKILL');
  }
  await exited;
  return performance.now() - opened;
}

/** Returns the names of folded files, and the paths of files that are being written. */
function foldedIn(dir: string) {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return { folded: foldedFiles(dir), temporary: paths.filter((path) => path.endsWith('.tmp')) };
}

const ofThree: [number, number][] = [
  [20_000, 29_999],
  [30_000, 30_099],
  [2, 9999],
  [10_000, 19_999],
];

describe('foldParts', () => {
  /** A lake of three partitions and a bit, before and after. */
  let before: string, after: string;
  let expected: SelectedRow[][];

  beforeAll(async () => {
    before = temporaryFolder();
    after = temporaryFolder();
    const lake = await open(before);
    await load(lake, ...ofThree);
    expected = await answers(lake);
    await lake.close();
    cpSync(before, after, { recursive: true });
    const folded = await open(after);
    await foldParts(folded);
    await folded.close();
  });

  const copyOf = (dir: string) => {
    const copy = temporaryFolder();
    cpSync(dir, copy, { recursive: true });
    return copy;
  };

  it('shows the same rows of fewer files, of all ledgers and up to any', async () => {
    const plain = await open(copyOf(before));
    const lake = await open(copyOf(after));
    expect(await shown(plain)).toEqual(['2-9999', '10000-19999', '20000-29999', '30000-30099']);
    expect(await shown(lake)).toEqual(['2-29999', '30000-30099']);
    expect(await answers(lake)).toEqual(expected);
    for (const ledger of [30_050, 29_999, 29_998, 15_000, 9999]) {
      expect(await answers(lake, ledger), String(ledger)).toEqual(await answers(plain, ledger));
    }
    expect((await verifyFiles(lake)).problems).toEqual([]);
    expect((await verifyFiles(lake)).files).toBe((await verifyFiles(plain)).files + 2);
    expect(await checkKept(lake)).toMatchObject({ broken: 0 });
    await foldParts(lake);
    expect(foldedFiles(lake.path)).toEqual(['2-29999.parquet', '2-29999.parquet']);
    await plain.close();
    await lake.close();
  });

  it('is done of a partition that grows, and undone where its segments are merged', async () => {
    const grows: [number, number][] = Array.from({ length: 6 }, (_, i) => [30_100 + i * 100, 30_199 + i * 100]);
    const plain = await open(copyOf(before));
    const lake = await open(copyOf(after));
    await load(plain, ...grows);
    await load(lake, ...grows);
    await foldParts(lake);
    expect(await shown(lake)).toEqual(['2-29999', '30000-30699']);
    for (const ledger of [Infinity, 30_699, 30_698, 30_350, 30_000, 9999]) {
      expect(await answers(lake, ledger), String(ledger)).toEqual(await answers(plain, ledger));
    }
    expect((await verifyFiles(lake)).problems).toEqual([]);
    expect(await checkKept(lake)).toMatchObject({ broken: 0 });
    await load(lake, [30_700, 30_799]);
    await load(plain, [30_700, 30_799]);
    expect(await shown(lake)).toEqual(['2-29999', '30000-30699', '30700-30799']);
    const batches = stream(lake, `select * from ${relation}`);
    await batches.next();
    await compactLake(lake);
    expect(await shown(lake)).toEqual(['2-29999', '30000-30799']);
    expect(foldedFiles(lake.path)).toContain('30000-30699.parquet');
    expect(await answers(lake)).toEqual(await answers(plain));
    await batches.return(undefined);
    expect(foldedFiles(lake.path)).toEqual(['2-29999.parquet', '2-29999.parquet']);
    expect((await verifyFiles(lake)).problems).toEqual([]);
    await plain.close();
    await lake.close();
    const again = await open(lake.path);
    expect(await shown(again)).toEqual(['2-29999', '30000-30799']);
    await again.close();
  });

  it('leaves nothing folded of segments that become one', async () => {
    const lake = await open(copyOf(after));
    await load(lake, [30_100, 30_199], [30_200, 30_299], [30_300, 30_399]);
    const all = await answers(lake);
    await foldParts(lake);
    expect(await shown(lake)).toEqual(['2-29999', '30000-30399']);
    expect(foldedFiles(lake.path)).toContain('30000-30399.parquet');
    await compactLake(lake);
    expect(await shown(lake)).toEqual(['2-29999', '30000-30399']);
    expect(foldedFiles(lake.path)).toEqual(['2-29999.parquet', '2-29999.parquet']);
    expect(await answers(lake)).toEqual(all);
    await lake.close();
  });

  it('takes segments as they are where what was folded of them is of others, too', async () => {
    const dir = copyOf(before);
    const lake = await open(dir);
    await load(lake, [30_100, 30_199], [30_200, 30_299], [30_300, 30_399], [30_400, 30_499], [30_500, 30_599]);
    const all = await answers(lake);
    await foldParts(lake);
    expect(await shown(lake)).toEqual(['2-29999', '30000-30599']);
    await lake.close();
    // One relation is made by other SQL, and a refresh is cut off before its last two segments.
    const last = readFileSync(join(sql, 'silver/last_payment.sql'), 'utf8');
    const changed = await open(dir, keptSql({ 'silver/last_payment.sql': last.replace('id desc)', 'id desc, memo)') }));
    const cut = new AbortController();
    const onSegment = (done: number, of: number) => done === of - 2 && cut.abort();
    await expect(refreshParts(changed, { signal: cut.signal, onSegment })).rejects.toThrow('abort');
    await foldParts(changed);
    const { folded } = await changed.snapshot();
    expect(folded.map(({ first, last }) => [first, last])).toContainEqual([30_000, 30_399]);
    expect(await answers(changed)).toEqual(all);
    await changed.close();
  });

  it('counts no rows twice where a refresh by other SQL was cut off, and the SQL from before asks again', async () => {
    const dir = copyOf(before);
    const lake = await open(dir);
    await load(lake, [30_100, 30_199], [30_200, 30_299], [30_300, 30_399], [30_400, 30_499], [30_500, 30_599]);
    await foldParts(lake);
    const all = await answers(lake);
    await lake.close();
    const payers = readFileSync(join(sql, 'silver/payers.sql'), 'utf8');
    const changed = await open(
      dir,
      keptSql({ 'silver/payers.sql': payers.replace('sum(payments)', 'sum(payments) + 0') }),
    );
    const cut = new AbortController();
    const onSegment = (done: number) => done === 5 && cut.abort();
    await expect(refreshParts(changed, { signal: cut.signal, onSegment })).rejects.toThrow('abort');
    await changed.close();
    const again = await open(dir);
    expect(await answers(again)).toEqual(all);
    expect(await checkKept(again)).toMatchObject({ broken: 0 });
    // What is folded meanwhile has no rows of what lacks its parts, and is not taken for more when those are there again.
    await load(again, ...Array.from({ length: 11 }, (_, i): [number, number] => [30_600 + i * 100, 30_699 + i * 100]));
    const more = await answers(again);
    await foldParts(again);
    expect(await answers(again)).toEqual(more);
    await refreshParts(again);
    await foldParts(again);
    expect(await answers(again)).toEqual(more);
    expect(await checkKept(again)).toMatchObject({ broken: 0 });
    await again.close();
  });

  it('stays for who reads it where a repair finds no snapshot', async () => {
    const dir = copyOf(after);
    const reader = await openLake(dir, { tables, sql });
    const batches = stream(reader, `select * from ${relation}`);
    await batches.next();
    writeFileSync(join(dir, 'snapshots/head.json'), 'x');
    await repairSnapshot(dir);
    expect(foldedFiles(dir)).toContain('2-29999.parquet');
    await batches.return(undefined);
    await reader.close();
    await (await open(dir)).close();
    expect(foldedFiles(dir)).toEqual([]);
  });

  it('is told among files and bytes', async () => {
    const lake = await open(copyOf(after));
    const files = readdirSync(lake.path, { recursive: true, encoding: 'utf8' })
      .filter((path) => /^silver\/last_payment_v\d+(_folded)?\/.*\.parquet$/.test(path))
      .map((path) => statSync(join(lake.path, path)).size);
    const size = { files: files.length, bytes: files.reduce((sum, bytes) => sum + bytes, 0) };
    expect(size.files).toBe(5);
    expect((await lakeStatus(lake)).kept.find(({ name }) => name === relation)).toMatchObject(size);
    const sql = 'from meta.relations';
    const rows = await lake.read(
      (c) => selectRows(c, `${sql} select file_count, bytes where relation = '${relation}'`),
      { sql },
    );
    expect(rows.map((row) => [Number(row['file_count']), Number(row['bytes'])])).toEqual([[size.files, size.bytes]]);
    await lake.close();
  });

  it('is done by a merge, and again as the lake grows, while a query reads what was there', async () => {
    const lake = await open(copyOf(before));
    await compactLake(lake);
    expect(await shown(lake)).toEqual(['2-29999', '30000-30099']);
    const batches = stream(lake, `select * from ${relation}`);
    await batches.next();
    await load(lake, [30_100, 39_999], [40_000, 49_999], [50_000, 59_999]);
    const all = await answers(lake);
    await compactLake(lake);
    expect(await shown(lake)).toEqual(['2-59999']);
    expect(await answers(lake)).toEqual(all);
    expect(foldedFiles(lake.path)).toContain('2-29999.parquet');
    await batches.return(undefined);
    expect(foldedFiles(lake.path)).toEqual(['2-59999.parquet', '2-59999.parquet']);
    await lake.close();
  });

  it('leaves the same rows wherever it is cut off', async () => {
    const grown = copyOf(after);
    const lake = await open(grown);
    await load(lake, [30_100, 39_999], [40_000, 49_999], [50_000, 59_999]);
    const all = await answers(lake);
    await lake.close();
    const again = copyOf(grown);
    const folded = await open(again);
    await foldParts(folded);
    await folded.close();
    const cuts = {
      'files that no snapshot names': { base: grown, added: again },
      'files that it named before': { base: again, added: grown },
    };
    for (const [name, { base, added }] of Object.entries(cuts)) {
      const dir = copyOf(base);
      cpSync(added, dir, { recursive: true, force: false, filter: (path) => !/snapshots|locks/.test(path) });
      writeFileSync(join(dir, 'locks/writer.json'), '');
      const cutOff = await open(dir);
      expect(foldedFiles(dir), name).toEqual(foldedFiles(base));
      expect(await answers(cutOff), name).toEqual(all);
      expect((await verifyFiles(cutOff)).problems, name).toEqual([]);
      await foldParts(cutOff);
      expect(foldedFiles(dir), name).toEqual(foldedFiles(again));
      await cutOff.close();
    }
  });

  it(`leaves the same rows where a refresh is killed while it folds, ${KILLS} times, and the next one goes on`, async () => {
    const base = copyOf(before);
    const lake = await open(base);
    await load(lake, [40_000, 49_999], [50_000, 59_999]);
    const all = await answers(lake);
    await lake.close();
    const whole = copyOf(base);
    const usual = await killedRefresh(whole, Infinity);
    const expectedFiles = foldedIn(whole);
    expect(expectedFiles).toMatchObject({ folded: { length: 4 }, temporary: [] });
    let seed = 20261126;
    for (let kill = 0; kill < KILLS; kill++) {
      const dir = copyOf(base);
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      await killedRefresh(dir, (usual * seed) / 2 ** 32);
      const killed = await open(dir);
      expect(await answers(killed)).toEqual(all);
      expect((await verifyFiles(killed)).problems).toEqual([]);
      expect(await refreshParts(killed)).toMatchObject({ segments: 0, failed: [] });
      expect(await answers(killed)).toEqual(all);
      expect(await checkKept(killed)).toMatchObject({ broken: 0 });
      await killed.close();
      expect(foldedIn(dir)).toEqual(expectedFiles);
      rmSync(dir, { recursive: true });
    }
  }, 300_000);

  it('tells of a damaged file, which repair drops without a loss', async () => {
    const dir = copyOf(after);
    const [path] = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((one) =>
      /last_payment_v\d+_folded\/.*parquet$/.test(one),
    );
    flipBit(join(dir, path), 100);
    const lake = await open(dir, sql, true);
    await expect(answers(lake)).rejects.toThrow(`lake ${lake.path} has a damaged file: ${path} is `);
    expect((await verifyFiles(lake)).problems).toMatchObject([{ where: path, check: 'file-hash' }]);
    await lake.close();
    expect(await repairSnapshot(dir)).toMatchObject({ lost: [], unclaimed: [] });
    expect(existsSync(join(dir, path))).toBe(false);
    const repaired = await open(dir);
    expect(await answers(repaired)).toEqual(expected);
    await foldParts(repaired);
    expect(await shown(repaired)).toEqual(['2-29999', '30000-30099']);
    expect(await answers(repaired)).toEqual(expected);
    await repaired.close();
  });

  it('tells of a file that is gone, which a refresh makes again once repair dropped it', async () => {
    const dir = copyOf(after);
    const [path] = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((one) =>
      /last_payment_v\d+_folded\/.*parquet$/.test(one),
    );
    rmSync(join(dir, path));
    const lake = await open(dir);
    const advice = `ledgerlake repair --lake ${lake.path} drops it, and ledgerlake refresh --lake ${lake.path} makes it again`;
    const told = `the part of ${relation} of ledgers 2-29999, ${path}, is gone; ${advice}`;
    await expect(answers(lake)).rejects.toThrow(told);
    expect((await verifyFiles(lake)).problems).toMatchObject([{ where: path, check: 'missing-file', found: 'gone' }]);
    await lake.close();
    expect(await repairSnapshot(dir)).toMatchObject({ lost: [], unclaimed: [] });
    const repaired = await open(dir);
    expect(await refreshParts(repaired)).toMatchObject({ segments: 0, failed: [] });
    expect(await shown(repaired)).toEqual(['2-29999', '30000-30099']);
    expect(await answers(repaired)).toEqual(expected);
    await repaired.close();
  });

  it('merges no part that is not what was committed', async () => {
    const dir = copyOf(before);
    const [path] = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((one) =>
      /last_payment_v\d+\/.*\/2-9999.parquet$/.test(one),
    );
    flipBit(join(dir, path), 100);
    const lake = await open(dir, sql, false);
    await expect(foldParts(lake)).rejects.toThrow(`lake ${lake.path} has a damaged file: ${path} is `);
    expect(foldedFiles(dir)).toEqual([]);
    await lake.close();
  });

  it('is left out where a relation is made by other SQL, until its parts are made again', async () => {
    const dir = copyOf(after);
    const other = keptSql({
      'silver/last_payment.sql': `-- One row per account; key account.
-- Materialised {"changes": "changes", "fold": "latest", "sortedBy": ["account"]}
with changes as (
    select * from bronze.payments
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by account order by ledger_sequence, id) = 1
)
select * from latest
`,
    });
    const lake = await open(dir, other);
    const made = await answers(lake);
    expect(made[0]).not.toEqual(expected[0]);
    await refreshParts(lake);
    expect(await shown(lake)).toEqual(['2-29999', '30000-30099']);
    expect(await answers(lake)).toEqual(made);
    await lake.close();
  });

  it('stays behind when a lake becomes part of another, and is told to no other engine', async () => {
    const dir = join(temporaryFolder(), 'lake');
    await attachLakes(dir, [copyOf(after)], {});
    const lake = await open(dir);
    expect(foldedFiles(dir)).toEqual([]);
    expect(await answers(lake)).toEqual(expected);
    expect(await shown(lake)).toHaveLength(4);
    await foldParts(lake);
    expect(await shown(lake)).toHaveLength(2);
    expect((await duckdbViews(lake)).statements.filter((one) => one.includes('_folded/'))).toEqual([]);
    await lake.close();
  });
});
