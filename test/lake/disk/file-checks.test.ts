import { copyFileSync, readdirSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { FileChecks } from '../../../src/lake/disk/file-checks.ts';
import { fingerprint } from '../../../src/lake/disk/files.ts';
import { openLake } from '../../../src/lake/asking/lake.ts';
import { queryText } from '../../../src/lake/asking/query/write.ts';
import { createBuilder } from '../../../src/arrow/table.ts';
import { BaselineWriter } from '../../../src/lake/writing/baseline-writer.ts';
import { flipBit, temporaryFolder } from '../../folder.ts';
import { keptSql } from '../kept-sql.ts';
import { hash, load, network, payments, tables } from '../tables.ts';

let dir: string;
let files: string[];

beforeAll(async () => {
  dir = temporaryFolder();
  const lake = await openLake(dir, { tables, write: true, network, sql: 'none' });
  await load(lake, [1, 100], [101, 200]);
  await lake.close();
  const names = readdirSync(join(dir, 'bronze'), { recursive: true, encoding: 'utf8' });
  files = names.filter((name) => name.endsWith('.parquet')).map((name) => `bronze/${name}`);
});

async function answer(): Promise<unknown> {
  const lake = await openLake(dir, { tables, sql: 'none' });
  try {
    return (await queryText(lake, 'select count(*), bit_xor(hash(p)) from bronze.payments_raw_v1 as p', { limit: 1 }))
      .rows;
  } finally {
    await lake.close();
  }
}

describe('a query', () => {
  it('is refused when any bit of any file that it reads is another', async () => {
    const right = await answer();
    const read = files.filter((path) => path.startsWith('bronze/payments/'));
    const places = fc.tuple(
      fc.integer({ min: 0, max: read.length - 1 }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    );
    await fc.assert(
      fc.asyncProperty(places, async ([index, share]) => {
        const path = read[index];
        const bit = Math.floor(statSync(join(dir, path)).size * 8 * share);
        flipBit(join(dir, path), bit);
        await expect(answer()).rejects.toMatchObject({ name: 'LakeError', fields: { lake: dir, file: path } });
        flipBit(join(dir, path), bit);
      }),
      { numRuns: 25 },
    );
    expect(await answer()).toEqual(right);
  });

  it('whose files are not compared may have another answer, or says that a file cannot be read', async () => {
    const path = join(dir, 'bronze/payments/ledger_range=0/1-100.parquet');
    const lake = await openLake(dir, { tables, sql: 'none', verifyFiles: false });
    const ask = async () => {
      const { rows } = await queryText(lake, 'select bit_xor(hash(p)) from bronze.payments_raw_v1 as p', { limit: 1 });
      return rows[0][0];
    };
    const right = await ask();
    const answers: unknown[] = [];
    const errors: unknown[] = [];
    for (let bit = 40; bit < statSync(path).size * 8; bit += 199) {
      flipBit(path, bit);
      await ask().then(
        (answer) => answers.push(answer),
        (error: unknown) => errors.push(error),
      );
      flipBit(path, bit);
    }
    await lake.close();
    expect(answers.filter((answer) => answer !== right)).not.toEqual([]);
    const repair = `ledgerlake repair --lake ${dir} --from STORE loads its ledgers again`;
    const message = expect.stringMatching(/^a file of the lake cannot be read: /);
    const fields = { lake: dir, file: 'bronze/payments/ledger_range=0/1-100.parquet' };
    expect(errors).toContainEqual(expect.objectContaining({ name: 'LakeError', message, fields }));
    expect(errors.map((error) => (error as Error).message)).toContainEqual(expect.stringContaining(repair));
    // Of a bit in the name of a column DuckDB says that there is no such column.
    for (const error of errors) expect(['LakeError', 'QueryError']).toContain((error as Error).name);
  });
});

describe('a baseline state', () => {
  const sql = keptSql({
    'silver/last_states.sql': `-- One row per account and state; key account.
-- States of silver.last_payment.
with states as (
    select *, false as deleted from bronze.payments
)
select account, memo from states
`,
  });

  it.each([
    ['hashed', 'silver.last_payment', undefined],
    ['hashed', 'silver.last_states', undefined],
    ['sealed', 'silver.last_payment', 0],
    ['sealed', 'silver.last_states', 0],
  ])('of which a byte is another is %s: %s', async (_, relation, hashedBytes) => {
    const folder = temporaryFolder();
    const writer = await openLake(folder, { tables, write: true, network, sql });
    await load(writer, [1, 100]);
    const baseline = await BaselineWriter.open({ lake: writer.path, ledger: 100, fileId: 'state' }, tables, sql);
    const { columns, batch } = createBuilder(payments);
    columns.id.pushNumber(1);
    columns.ledger_sequence.push(100);
    columns.account.ascii('KEPT');
    columns.memo.push('of the state');
    columns.key.bytes(Buffer.alloc(32), 0, 32);
    await baseline.add(new Map([['payments', batch()]]));
    const parts = await baseline.finish();
    baseline.close();
    await writer.addBaseline({ ledger: 100, hash: hash(100), source: 'test', complete: true, files: parts });
    await writer.close();
    const ask = async () => {
      const lake = await openLake(folder, { tables, sql, hashedBytes });
      const text = `select account, memo from ${relation} where account = 'KEPT'`;
      return queryText(lake, text, { limit: 9 }).finally(() => lake.close());
    };
    expect((await ask()).rows).toEqual([['KEPT', 'of the state']]);
    const file = parts.find(({ table }) => table === 'silver.last_payment')!.path;
    const bytes = readFileSync(join(folder, file));
    flipBit(join(folder, file), (bytes.indexOf('of the state') + 3) * 8);
    await expect(ask()).rejects.toMatchObject({ name: 'LakeError', fields: { file } });
  });
});

describe('FileChecks', () => {
  const path = 'some.parquet';

  async function committed(): Promise<{ folder: string; file: { path: string; bytes: number; sha256: string } }> {
    const folder = temporaryFolder();
    const from = join(dir, files[0]);
    copyFileSync(from, join(folder, path));
    return { folder, file: { path, ...(await fingerprint(from)) } };
  }

  it('says what it found, what it expected and what to do', async () => {
    const { folder, file } = await committed();
    flipBit(join(folder, path), 5);
    const { sha256 } = await fingerprint(join(folder, path));
    const advice = `as it was committed; ledgerlake repair --lake ${folder} repairs it`;
    await expect(new FileChecks(folder).check([file])).rejects.toThrow(
      `lake ${folder} has a damaged file: ${path} is ${sha256}, expected ${file.sha256}, ${advice}`,
    );
    truncateSync(join(folder, path), 100);
    await expect(new FileChecks(folder).check([file])).rejects.toThrow(
      `lake ${folder} has a damaged file: ${path} is 100 bytes, expected ${file.bytes} bytes, ${advice}`,
    );
  });

  it('compares a file once, and again when it has changed or another has its place', async () => {
    const { folder, file } = await committed();
    const checks = new FileChecks(folder);
    await checks.check([file]);
    await checks.check([{ ...file, sha256: 'none' }]);
    flipBit(join(folder, path), 5);
    await expect(checks.check([file])).rejects.toThrow(path);
    flipBit(join(folder, path), 5);
    await checks.check([file]);
    copyFileSync(join(dir, files[1]), join(folder, 'other'));
    renameSync(join(folder, 'other'), join(folder, path));
    await expect(checks.check([file])).rejects.toThrow(path);
  });

  it('compares many bytes only when it shall, and few unless it shall not', async () => {
    const { folder, file } = await committed();
    const large = [file, { path: 'large.parquet', bytes: 20e6, sha256: 'none' }];
    flipBit(join(folder, path), 5);
    await new FileChecks(folder).check(large);
    await new FileChecks(folder, false).check([file]);
    await expect(new FileChecks(folder, true).check(large)).rejects.toThrow(path);
  });
});
