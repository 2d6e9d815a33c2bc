import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../../src/arrow/table.ts';
import { selectRows, type SelectedRow } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { FORMAT_VERSION } from '../../../src/lake/disk/snapshot/manifest.ts';
import { sealedText, unsealed } from '../../../src/lake/disk/sealed.ts';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import type { Segment } from '../../../src/lake/disk/snapshot/manifest.ts';
import { createSegmentWriter } from '../../../src/lake/writing/segment.ts';
import { temporaryFolder } from '../../folder.ts';
import { keptSql } from '../kept-sql.ts';
import { hash, ledgers, load, network, payments, segmentOf, tables, writeSegment } from '../tables.ts';

const noSql = join(import.meta.dirname, 'no-sql');

function open(dir: string, options = {}): Promise<Lake> {
  return openLake(dir, { tables, write: true, network, sql: noSql, threads: 1, ...options });
}

function rows(lake: Lake, sql: string): Promise<SelectedRow[]> {
  return lake.read((connection) => selectRows(connection, sql));
}

const counts = `
select
  (select count(*)::integer from bronze.history_ledgers_raw_v1) as ledgers,
  (select count(*)::integer from bronze.payments_raw_v1) as payments,
  (select count(*)::integer from bronze.empty_raw_v1) as nothing`;

describe('openLake', () => {
  it('shows what is committed, in the order of ledgers, and keeps it', async () => {
    const dir = temporaryFolder();
    const lake = await open(dir);
    expect(await rows(lake, counts)).toEqual([{ ledgers: 0, payments: 0, nothing: 0 }]);
    expect(await load(lake, [100, 199], [300, 349], [200, 249])).toEqual([true, true, true]);
    expect(await rows(lake, counts)).toEqual([{ ledgers: 200, payments: 199, nothing: 0 }]);
    expect(await lake.loaded()).toEqual([
      { first: 100, last: 249 },
      { first: 300, last: 349 },
    ]);
    expect(await lake.missing({ first: 90, last: 400 })).toEqual([
      { first: 90, last: 99 },
      { first: 250, last: 299 },
      { first: 350, last: 400 },
    ]);
    expect(await rows(lake, 'from meta.gaps')).toEqual([{ first_ledger: 250, last_ledger: 299, ledger_count: 50 }]);
    await lake.close();
    const again = await open(dir, { write: false, network: undefined });
    expect(await rows(again, counts)).toEqual([{ ledgers: 200, payments: 199, nothing: 0 }]);
    const sequences = await rows(again, 'select sequence from bronze.history_ledgers_raw_v1 where sequence < 200');
    expect(sequences.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 100 }, (_, i) => 100 + i));
    expect(await rows(again, 'from meta.ledgers where sequence = 101')).toEqual([
      {
        sequence: 101,
        first_byte: 12n,
        bytes: 100n,
        ledger_hash: hash(101),
        previous_ledger_hash: hash(100),
        file_id: hash(100, 'file').slice(0, 16),
        segment: '100-199',
        checks: ['header-hash', 'previousLedgerHash'],
        unchecked: null,
      },
    ]);
    await again.close();
    expect(readdirSync(dir).sort()).toEqual(['bronze', 'lake.json', 'locks', 'segments', 'snapshots']);
  });

  it('names network, format and absence when they are wrong', async () => {
    const dir = temporaryFolder();
    await expect(open(join(dir, 'none'), { write: false })).rejects.toThrow(`no lake at ${join(dir, 'none')}`);
    await (await open(dir)).close();
    await expect(open(dir, { network: 'Other' })).rejects.toThrow(
      `lake ${dir} is of the network "${network}", not "Other": give another folder`,
    );
    const description = unsealed(readFileSync(join(dir, 'lake.json'), 'utf8')) as object;
    for (const [version, advice] of [
      [FORMAT_VERSION + 1, 'update ledgerlake'],
      [FORMAT_VERSION - 1, 'load the lake again'],
    ] as const) {
      writeFileSync(join(dir, 'lake.json'), sealedText({ ...description, format_version: version }));
      const message = `lake ${dir} has format version ${version}, expected ${FORMAT_VERSION}: ${advice}`;
      await expect(open(dir)).rejects.toThrow(message);
    }
    writeFileSync(join(dir, 'lake.json'), '{');
    await expect(open(dir)).rejects.toThrow(`${join(dir, 'lake.json')} is damaged`);
  });

  it('makes none among the files of another', async () => {
    const dir = temporaryFolder();
    await (await open(dir)).close();
    const inner = join(dir, 'bronze/inner');
    await expect(open(inner)).rejects.toThrow(`${inner} is inside the lake ${dir}; give another folder`);
    expect(existsSync(inner)).toBe(false);
  });

  it('is not made where DuckDB would not find its files', async () => {
    const odd = join(temporaryFolder(), 'a\\b*');
    await expect(open(odd)).rejects.toThrow(`${odd} has a backslash beside one of *?[, which DuckDB finds no files`);
    expect(existsSync(odd)).toBe(false);
  });

  it('refuses a second writer in the same process and names it', async () => {
    const dir = temporaryFolder();
    const lake = await open(dir);
    const refusal = new RegExp(`^lake ${dir} is held for writing by this process: pid ${process.pid} on .*, since 20`);
    await expect(open(dir)).rejects.toThrow(refusal);
    await lake.close();
    await (await open(dir)).close();
  });
});

describe('commit', () => {
  it('does nothing for ledgers that are there, and leaves no file of them', async () => {
    const lake = await open(temporaryFolder());
    await load(lake, [100, 199]);
    const before = readdirSync(lake.path, { recursive: true }).sort();
    expect(await load(lake, [100, 199], [120, 130])).toEqual([false, false]);
    expect(readdirSync(lake.path, { recursive: true }).sort()).toEqual(
      expect.arrayContaining(before.filter((path) => !String(path).endsWith('.wal'))),
    );
    expect(existsSync(join(lake.path, 'bronze/payments/ledger_range=0/120-130.parquet'))).toBe(false);
    expect(await rows(lake, counts)).toEqual([{ ledgers: 100, payments: 100, nothing: 0 }]);
    await lake.close();
  });

  it('refuses other bytes for a ledger, and a segment of which a part is there', async () => {
    const lake = await open(temporaryFolder());
    await load(lake, [100, 199]);
    await expect(lake.commit(segmentOf(150, 150, 'other'))).rejects.toThrow(
      `other bytes for ledger 150: its hash is ${hash(150, 'other')}, that of the loaded ledger ${hash(150)}`,
    );
    await expect(lake.commit(segmentOf(190, 210))).rejects.toThrow(
      'segment 190-210 has ledger 190, which is loaded already',
    );
    await lake.close();
  });

  it('refuses a broken chain of hashes: before, after and inside', async () => {
    const lake = await open(temporaryFolder());
    await load(lake, [100, 199]);
    await expect(lake.commit(segmentOf(200, 210, 'x'))).rejects.toMatchObject({
      name: 'VerifyError',
      message: `ledger 200: its header names the previous ledger hash ${hash(199, 'x')}, but ledger 199 has ${hash(199)}`,
      fields: { ledger: 200, check: 'previousLedgerHash', found: hash(199, 'x'), expected: hash(199) },
    });
    await expect(lake.commit(segmentOf(90, 99, 'x'))).rejects.toMatchObject({
      name: 'VerifyError',
      fields: { ledger: 100, check: 'previousLedgerHash', found: hash(99), expected: hash(99, 'x') },
    });
    const broken = segmentOf(300, 310);
    broken.ledgers[5].hash = hash(1);
    await expect(lake.commit(broken)).rejects.toMatchObject({ name: 'VerifyError', fields: { ledger: 306 } });
    expect(await lake.commit(broken, { chain: false })).toBe(true);
    expect(await lake.loaded()).toHaveLength(2);
    await lake.close();
  });
});

describe('createSegmentWriter', () => {
  it('cuts files where a partition ends, and is used again', async () => {
    const dir = temporaryFolder();
    const writer = await createSegmentWriter(tables);
    const segment = await writeSegment(writer, dir, 9998, 10001);
    expect(segment.files.map(({ path, rows }) => [path, rows])).toEqual([
      ['bronze/history_ledgers/ledger_range=0/9998-9999.parquet', 2],
      ['bronze/history_ledgers/ledger_range=10000/10000-10001.parquet', 2],
      ['bronze/payments/ledger_range=0/9998-9999.parquet', 2],
      ['bronze/payments/ledger_range=10000/10000-10001.parquet', 3],
    ]);
    expect((await writeSegment(writer, dir, 20, 30)).files.map(({ path }) => path)).toEqual([
      'bronze/history_ledgers/ledger_range=0/20-30.parquet',
      'bronze/payments/ledger_range=0/20-30.parquet',
    ]);
    writer.close();
  });

  it('takes the rows of the next segment while the parts of one are made, or fail', async () => {
    const sql = keptSql();
    const [whole, damaged, apart] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    writeFileSync(join(damaged, 'silver'), 'in the way');
    const writer = await createSegmentWriter(tables, { sql });
    const together: Promise<Segment>[] = [];
    const next = (lake: string, first: number, then?: () => void) => {
      const written = writeSegment(writer, lake, first, first + 49, then);
      written.catch(() => undefined);
      together.push(written);
    };
    next(whole, 1, () => next(damaged, 51, () => next(whole, 101)));
    const [first, failed, third] = await allSettledOf(together, 3);
    const expected = [await writeSegment(writer, apart, 1, 50), await writeSegment(writer, apart, 101, 150)];
    writer.close();
    expect([first, third]).toEqual(expected.map((value) => ({ status: 'fulfilled', value })));
    expect(expected[0].files.map(({ table }) => table)).toContain('silver.payers');
    expect(failed).toMatchObject({ status: 'rejected' });
    expect(
      readdirSync(damaged, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('.parquet')),
    ).toEqual([]);
  });

  it('says of each row which file it came from, merged or not', async () => {
    const lake = await open(temporaryFolder());
    await load(lake, [9998, 10001], [10002, 10003]);
    const wrong = `select count(*)::integer as n from bronze.payments_raw_v1 as p
      join meta.ledgers as l on l.sequence = p.ledger_sequence where p.batch_id is distinct from l.file_id`;
    const ids = 'select distinct batch_id from bronze.history_ledgers_raw_v1 order by batch_id';
    const expected = [9998, 10002].map((first) => ({ batch_id: hash(first, 'file').slice(0, 16) }));
    for (const merge of [false, true]) {
      if (merge) await compactLake(lake);
      expect(await rows(lake, wrong)).toEqual([{ n: 0 }]);
      expect(new Set(await rows(lake, ids))).toEqual(new Set(expected));
    }
    await lake.close();
  });

  it('writes binary columns so that equality finds their values', async () => {
    const lake = await open(temporaryFolder());
    await load(lake, [100, 5000]);
    const key = hash(7);
    const [found] = await rows(
      lake,
      `select count(*)::integer as n from bronze.payments_raw_v1 where key = unhex('${key}')`,
    );
    const [expected] = await rows(
      lake,
      `select count(*)::integer as n from bronze.payments_raw_v1 where hex(key) = upper('${key}')`,
    );
    expect(found['n']).toBe(expected['n']);
    expect(found['n']).toBeGreaterThan(90);
    await lake.close();
  });

  it("rejects columns that are not the table's, and bytes that are no text", async () => {
    const writer = await createSegmentWriter(tables);
    expect(() => writer.append('payments', createBuilder(ledgers).batch())).toThrow(
      'batch for payments has columns sequence, closed_at, expected id, ledger_sequence, account, memo, key',
    );
    const { columns, batch } = createBuilder(payments);
    columns.id.pushNumber(1);
    columns.ledger_sequence.push(1);
    columns.account.bytes(Uint8Array.of(0xff), 0, 1);
    columns.key.bytes(Uint8Array.of(0xff), 0, 1);
    expect(() => writer.append('payments', batch())).toThrow(
      'payments.account holds bytes that are not UTF-8, expected text',
    );
    writer.close();
  });

  it('rejects a table it does not know', async () => {
    const writer = await createSegmentWriter([]);
    const { batch } = createBuilder(ledgers);
    expect(() => writer.append('other', batch())).toThrow('no table other in this segment writer');
    writer.close();
  });
});

/** Returns what `count` promises come to that are begun one by another. */
async function allSettledOf<T>(begun: readonly Promise<T>[], count: number): Promise<PromiseSettledResult<T>[]> {
  for (let i = 0; i < count; i++) await Promise.allSettled([begun[i]]);
  return Promise.allSettled(begun);
}
