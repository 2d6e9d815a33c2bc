/** A lake answers the same wherever it lies: no name of a folder is a pattern or a column. */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { verifyFiles } from '../../../src/lake/repair/verify.ts';
import { writeQuery } from '../../../src/lake/asking/query/write.ts';
import { temporaryFolder } from '../../folder.ts';
import { load, network, tables } from '../tables.ts';

const root = temporaryFolder();
const content = 'select account, ledger_sequence, ledger_range, batch_id, memo from bronze.payments_raw_v1 order by id';
let expected: string;

function open(dir: string): Promise<Lake> {
  return openLake(dir, { tables, write: true, network, sql: 'none' });
}

beforeAll(async () => {
  const lake = await open(join(root, 'plain'));
  await load(lake, [9990, 9994], [9995, 9999], [10000, 10010]);
  expected = (await query(lake, content)).toString();
  await lake.close();
});

describe.each([
  'account=evil',
  'ledger_range=7',
  'memo=__HIVE_DEFAULT_PARTITION__/batch_id=1',
  'pl*',
  '**',
  '[p]lain',
  'a[b',
  'plai?',
  'x?access_mode=read_only&a=b',
  'a]b[*c]',
  "it's",
  'a\\b',
  'a{b,c}',
  '%5Ba;--',
  '日本 $x~',
])('a lake in %s', (name) => {
  const dir = join(root, name, 'lake');

  it('is made, queried, merged and verified as any other', async () => {
    const lake = await open(dir);
    await load(lake, [9990, 9994], [9995, 9999], [10000, 10010]);
    expect((await query(lake, content)).toString()).toBe(expected);
    expect((await compactLake(lake)).segments).toEqual({ before: 2, after: 1 });
    expect((await query(lake, content)).toString()).toBe(expected);
    expect((await verifyFiles(lake)).problems).toEqual([]);
    const output = new PassThrough();
    const [bytes] = await Promise.all([
      buffer(output),
      writeQuery(lake, content, { format: 'parquet', output }).finally(() => output.end()),
    ]);
    expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
    await lake.close();
  });

  it('is a copy that answers as its original', async () => {
    const copy = join(root, name, 'copy');
    mkdirSync(join(root, name), { recursive: true });
    cpSync(join(root, 'plain'), copy, { recursive: true });
    const lake = await openLake(copy, { tables, sql: 'none' });
    expect((await query(lake, content)).toString()).toBe(expected);
    await lake.close();
  });
});

describe('ledger_range', () => {
  const extremes = 'select max(ledger_range) as newest, min(ledger_range) as oldest from bronze.payments_raw_v1';

  it('has a maximum over one file and over several', async () => {
    const lake = await open(join(root, 'one'));
    await load(lake, [10000, 10010]);
    expect((await query(lake, extremes)).get(0)!.toJSON()).toEqual({ newest: 10000, oldest: 10000 });
    await load(lake, [10011, 10020], [30001, 30002]);
    expect((await query(lake, extremes)).get(0)!.toJSON()).toEqual({ newest: 30000, oldest: 10000 });
    expect((await query(lake, 'from bronze.empty_raw_v1 where ledger_range = 10000')).numRows).toBe(0);
    await lake.close();
  });

  it('leaves out the files of other partitions', async () => {
    const lake = await openLake(join(root, 'plain'), { tables, sql: 'none' });
    const sql = 'explain select sum(id) from bronze.payments_raw_v1 where ledger_range = 10000';
    const [plan] = await lake.read((connection) => selectRows(connection, sql));
    expect(String(plan['explain_value'])).toMatch(/Scanning Files: 1\/3/);
    await lake.close();
  });
});
