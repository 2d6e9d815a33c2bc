import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBuilder } from '../../../src/arrow/table.ts';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake } from '../../../src/lake/asking/lake.ts';
import { openScratch } from '../../../src/lake/asking/query/scratch.ts';
import { createSegmentWriter } from '../../../src/lake/writing/segment.ts';
import { queryText } from '../../../src/lake/asking/query/write.ts';
import { temporaryFolder } from '../../folder.ts';
import { empty, ledgers, load, network, payments, segmentOf, tables } from '../tables.ts';

const files: Record<string, string> = {
  'bronze/payments.sql': `-- One row per payment; key id.
select id, ledger_sequence, account from bronze.payments_raw_v1;`,
  'bronze/a_first.sql': `-- One row per payment, read before what it needs.
select id from bronze.payments`,
  'silver/per_account.sql': `-- One row per account; key account.
select account, count(*) as payments from bronze.payments group by account`,
  'gold/top.sql': `-- A macro.
create or replace macro gold.top(n) as table from silver.per_account order by payments desc, account limit n`,
};

let sql: string;

function writeSql(contents: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

beforeAll(() => {
  sql = writeSql(files);
});

const top = [
  ['ACCOUNT5', '11'],
  ['ACCOUNT6', '11'],
];

describe('openLake', () => {
  it('makes a relation of each SQL file, and an alias of each in bronze', async () => {
    const lake = await openLake(temporaryFolder(), { tables, write: true, network, sql });
    await load(lake, [1, 100]);
    expect((await queryText(lake, 'from gold.top(2)', { limit: 9 })).rows).toEqual(top);
    expect(
      (await queryText(lake, 'select count(*) from main.payments join a_first using (id)', { limit: 9 })).rows,
    ).toEqual([['100']]);
    await load(lake, [101, 130]);
    expect((await queryText(lake, 'select sum(payments) from silver.per_account', { limit: 9 })).rows).toEqual([
      ['130'],
    ]);
    await lake.close();
  });

  it('takes a name without a schema for the relation of the lowest layer that has it', async () => {
    const silver = '-- None.\nselect 0 as id from bronze.payments';
    const lake = await openLake(temporaryFolder(), {
      ...{ tables, write: true, network },
      sql: writeSql({ ...files, 'silver/payments.sql': silver, 'gold/per_account.sql': silver }),
    });
    await load(lake, [1, 3]);
    const rows = async (query: string) => (await queryText(lake, query, { limit: 9 })).rows;
    expect(await rows('select sum(payments) from per_account')).toEqual([['3']]);
    expect(await rows('select min(id) > 0 from payments')).toEqual([['true']]);
    expect(await rows('select max(id) from silver.payments')).toEqual([['0']]);
    await lake.close();
  });

  it('names the file of a view that is wrong', async () => {
    const wrong = writeSql({ ...files, 'silver/wrong.sql': '-- None.\nselect nosuch from bronze.payments' });
    const lake = await openLake(temporaryFolder(), { tables, write: true, network, sql: wrong });
    await expect(queryText(lake, 'from payments', { limit: 1 })).resolves.toMatchObject({ rows: [] });
    await expect(queryText(lake, 'from silver.wrong', { limit: 1 })).rejects.toMatchObject({
      name: 'QueryError',
      message: expect.stringContaining(`${join(wrong, 'silver/wrong.sql')}: Binder Error: Referenced column "nosuch"`),
    });
    await lake.close();
  });

  it('shows of a table the columns that a query mentions, and all of them where it may mean any', async () => {
    const lake = await openLake(temporaryFolder(), { tables, write: true, network, sql });
    await load(lake, [1, 3]);
    const columnsFor = (asked: string) =>
      lake.read(
        async (connection) => {
          const rows = await selectRows(connection, 'describe bronze.payments_raw_v1');
          return rows.map((row) => row['column_name']);
        },
        { sql: asked },
      );
    const all = [
      ...Object.keys(payments.columns),
      'batch_id',
      'ledger_range',
      'ingestion_timestamp',
      'era_id',
      'version_label',
    ];
    expect(await columnsFor('select era_id from bronze.payments_raw_v1 where ACCOUNT = $1')).toEqual([
      ...['ledger_sequence', 'account', 'era_id'],
    ]);
    expect(await columnsFor('select count(*) from bronze.payments_raw_v1')).toEqual(['ledger_sequence']);
    expect(await columnsFor('select sum(payments) from per_account')).toEqual(['ledger_sequence', 'account']);
    for (const open of ['from bronze.payments_raw_v1', 'select p from bronze.payments_raw_v1 as p', 'show tables']) {
      expect(await columnsFor(open)).toEqual(all);
      await columnsFor('select count(*) from bronze.payments_raw_v1');
    }
    await lake.close();
  });

  it('shows null for a column that a segment was written without', async () => {
    const { id, ledger_sequence, account, key } = payments.columns;
    const columns = { id, ledger_sequence, account, key };
    const older = { ...payments, columns };
    const lake = await openLake(temporaryFolder(), { tables, write: true, network, sql });
    const writer = await createSegmentWriter([ledgers, older, empty]);
    const builder = createBuilder(older);
    builder.columns.id.pushNumber(1);
    builder.columns.ledger_sequence.push(20001);
    builder.columns.account.ascii('OLD');
    builder.columns.key.bytes(new Uint8Array(1), 0, 1);
    await writer.append('payments', builder.batch());
    const range = { lake: lake.path, first: 20001, last: 20001, fileIds: ['0123456789abcdef'] };
    const { files } = await writer.finish(range);
    const segment = { ...segmentOf(20001, 20001), files };
    writer.close();
    await lake.commit(segment);
    await load(lake, [2, 2]);
    const found = 'select ledger_sequence, ledger_range, account, memo from bronze.payments_raw_v1 order by id';
    expect((await queryText(lake, found, { limit: 9 })).rows).toEqual([
      ['20001', '20000', 'OLD', null],
      ['2', '0', 'ACCOUNT4', null],
      ['2', '0', 'ACCOUNT5', 'memo of ledger 2'],
    ]);
    await lake.close();
  });
});

describe('openScratch', () => {
  it('gives the same views over tables in memory', async () => {
    const scratch = await openScratch({ tables, sql });
    for (let round = 0; round < 2; round++) {
      const builder = createBuilder(payments);
      for (let i = 0; i < 100; i++) {
        builder.columns.id.pushNumber(i);
        builder.columns.ledger_sequence.push(12345);
        builder.columns.account.ascii(`ACCOUNT${(i % 10) + 1}`);
        builder.columns.memo.pushNull();
        builder.columns.key.bytes(new Uint8Array(1), 0, 1);
      }
      await scratch.append('payments', builder.batch());
      expect((await queryText(scratch, 'from gold.top(2)', { limit: 9 })).rows).toEqual([
        ['ACCOUNT1', '10'],
        ['ACCOUNT10', '10'],
      ]);
      const range = await queryText(scratch, 'select distinct ledger_range from bronze.payments_raw_v1', { limit: 9 });
      expect(range.rows).toEqual([['10000']]);
      await scratch.clear();
      expect((await queryText(scratch, 'from payments', { limit: 9 })).rows).toEqual([]);
    }
    await expect(queryText(scratch, "from read_text('/etc/passwd')", { limit: 1 })).rejects.toThrow('Permission Error');
    await scratch.close();
  });
});
