/** Pages of the newest rows of a table, which are looked for in the newest ledgers first. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createBuilder, defineTable, nullable } from '../../../src/arrow/table.ts';
import { LedgerIndex } from '../../../src/history/ledger-index.ts';
import { indexKeys } from '../../../src/ingest/index-keys.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import type { RelationKeys } from '../../../src/lake/meaning/relation-keys.ts';
import { fileIdsOf } from '../../../src/lake/disk/snapshot/manifest.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { createSegmentWriter } from '../../../src/lake/writing/segment.ts';
import { temporaryFolder } from '../../folder.ts';
import { ledgers, network, segmentOf } from '../tables.ts';

const moves = defineTable({
  name: 'moves',
  grain: 'One row per move.',
  key: ['transaction_id'],
  columns: {
    transaction_id: column('int64', 'Transaction.'),
    operation_id: nullable('int64', 'Operation; null of every third.'),
    ledger_sequence: column('int32', 'Ledger.'),
    account: column('utf8', 'Who moved.'),
  },
});
const tables = [ledgers, moves];

const body = `-- One row per move; key transaction_id.
select
    transaction_id,
    operation_id,
    -operation_id as turned,
    ledger_sequence,
    account
from bronze.moves_raw_v1
`;

const keys: RelationKeys = {
  tables: { moves: { ledger: ['ledger_sequence'], keys: { account: ['account'] } } },
  ordered: { transaction_id: false, operation_id: true, ledger_sequence: false },
};

/** Moves of every 50th ledger; B moved in the first partition alone. */
async function loadMoves(lake: Lake, ranges: [number, number][]): Promise<void> {
  const writer = await createSegmentWriter(tables, { sql: lake.sql });
  for (const [first, last] of ranges) {
    const ledgerRows = createBuilder(ledgers);
    const rows = createBuilder(moves);
    for (let sequence = first; sequence <= last; sequence++) {
      ledgerRows.columns.sequence.push(sequence);
      ledgerRows.columns.closed_at.pushNumber(sequence);
      if (sequence % 50 > 0) continue;
      rows.columns.transaction_id.pushNumber(sequence * 2 ** 32);
      if (sequence % 150 === 0) rows.columns.operation_id.pushNull();
      else rows.columns.operation_id.pushNumber(sequence * 2 ** 32 + 1);
      rows.columns.ledger_sequence.push(sequence);
      rows.columns.account.ascii(sequence < 10_000 && sequence % 100 > 0 ? 'B' : sequence % 500 > 0 ? 'A' : 'C');
    }
    writer.append('history_ledgers', ledgerRows.batch());
    writer.append('moves', rows.batch());
    const segment = segmentOf(first, last);
    const { files, kept } = await writer.finish({ lake: lake.path, first, last, fileIds: fileIdsOf(segment) });
    await lake.commit({ ...segment, files, kept });
  }
  writer.close();
}

describe('a page of the newest rows', () => {
  let writer: Lake, paged: Lake, keyed: Lake, whole: Lake;
  beforeAll(async () => {
    const [dir, sql] = [temporaryFolder(), temporaryFolder()];
    const index = new LedgerIndex(dir, new Map([['moves', new Map([['account', 1]])]]));
    mkdirSync(join(sql, 'bronze'));
    writeFileSync(join(sql, 'bronze/moves.sql'), body);
    writeFileSync(join(sql, 'keys.json'), JSON.stringify({ 'bronze.moves': keys }));
    writer = await openLake(dir, { tables, write: true, network, sql, index });
    const partitions = Array.from({ length: 5 }, (_, i): [number, number] => [
      Math.max(2, i * 10_000),
      i * 10_000 + 9999,
    ]);
    await loadMoves(writer, [...partitions, [50_000, 50_099]]);
    await indexKeys(writer);
    paged = await openLake(dir, { tables, sql, unpagedValues: 0, unboundedFiles: 0 });
    keyed = await openLake(dir, { tables, sql, unpagedValues: 0, unboundedFiles: 0, index });
    whole = await openLake(dir, { tables, sql, unpagedValues: Infinity });
  });
  afterAll(async () => {
    for (const lake of [paged, keyed, whole, writer]) await lake.close();
  });

  const recent = async (text: string, lake = paged) => {
    const session = await lake.session({ sql: text });
    const page = await session.pageOf?.();
    await session.release();
    return page;
  };
  const answer = async (lake: Lake, text: string) => (await query(lake, text)).toArray().map(String);

  it.each([
    ['select * from bronze.moves order by ledger_sequence desc limit 5', { since: 40_100, rows: 5 }],
    ['select account from bronze.moves order by transaction_id desc, account limit 5', { since: 40_100, rows: 5 }],
    [
      'select * from bronze.moves order by operation_id desc limit 5',
      { since: 40_100, rows: 5, nullable: 'operation_id' },
    ],
    ['select * from bronze.moves order by transaction_id limit 5', undefined],
    ['select * from bronze.moves order by turned desc limit 5', undefined],
    ['select * from bronze.moves order by account desc, transaction_id limit 5', undefined],
    ['select * from bronze.moves order by operation_id desc nulls first, transaction_id limit 5', undefined],
    ['select * from bronze.moves order by transaction_id desc limit 5 offset 2', undefined],
    ['select distinct account, transaction_id from bronze.moves order by transaction_id desc limit 5', undefined],
    ['select transaction_id from bronze.moves group by all order by transaction_id desc limit 5', undefined],
    ['select account as transaction_id from bronze.moves order by transaction_id desc limit 5', undefined],
    ['select * from bronze.moves where ledger_sequence < 9000 order by transaction_id desc limit 5', undefined],
  ])('is looked for in the newest ledgers or not: %s', async (text, expected) => {
    expect(await recent(text)).toEqual(expected);
    expect(await answer(paged, text)).toEqual(await answer(whole, text));
  });

  it.each([
    [`account = 'A' order by ledger_sequence desc limit 5`, { since: 49_800, rows: 5 }],
    [`account = 'C' order by transaction_id desc limit 5`, { since: 48_000, rows: 5 }],
    [`account in ('A', 'C') order by transaction_id desc limit 5`, { since: 49_850, rows: 5 }],
    [`account = 'A' order by operation_id desc limit 5`, { since: 49_800, rows: 5, nullable: 'operation_id' }],
    // What else is asked may leave any of them out.
    [`account = 'A' and transaction_id % 3 = 0 order by transaction_id desc limit 5`, { since: 40_100, rows: 5 }],
    [`account = 'A' or transaction_id % 3 = 0 order by transaction_id desc limit 5`, { since: 40_100, rows: 5 }],
    // As many rows are only among all ledgers.
    [`account = 'B' order by transaction_id desc limit 5`, undefined],
    [`account = 'C' order by transaction_id desc limit 200`, { since: 40_100, rows: 200 }],
  ])('is looked for from the ledger on that the index tells: %s', async (where, expected) => {
    const text = `select * from bronze.moves where ${where}`;
    expect(await recent(text, keyed)).toEqual(expected);
    expect(await answer(keyed, text)).toEqual(await answer(whole, text));
  });

  it('has the rows that it has of all ledgers', async () => {
    const order = fc.constantFrom('ledger_sequence', 'transaction_id', 'operation_id');
    const where = fc.constantFrom('true', `account = 'A'`, `account = 'B'`, `account = 'C'`, 'operation_id is null');
    const items = fc.constantFrom('*', 'account, operation_id', 'account');
    const least = fc.integer({ min: 0, max: 50_100 });
    await fc.assert(
      fc.asyncProperty(
        order,
        where,
        items,
        fc.integer({ min: 1, max: 300 }),
        least,
        async (by, is, what, limit, from) => {
          const text = `select ${what} from bronze.moves where ${is} and ledger_sequence >= ${from}
          order by ${by} desc, transaction_id desc limit ${limit}`;
          const expected = await answer(whole, text);
          for (const lake of [paged, keyed]) expect(await answer(lake, text), text).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('tells what fails in any ledger', async () => {
    const text = `select error(account) from bronze.moves where account = 'B' order by transaction_id desc limit 5`;
    await expect(query(paged, text)).rejects.toThrow('B');
  });
});
