import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { StandingStatements, type StandingOptions } from '../../../src/lake/asking/query/standing-statements.ts';
import { givenValue, RowsNotRead, type RowSelection } from '../../../src/lake/asking/scan/single-rows.ts';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { temporaryFolder } from '../../folder.ts';
import { load, network, tables } from '../tables.ts';

const sql = join(import.meta.dirname, 'no-sql');
const all = 'select id, ledger_sequence, account, memo, ledger_range, batch_id from bronze.payments_raw_v1 order by id';
const withKey = 'select id, key from bronze.payments_raw_v1 order by id';
const ofAccount = 'select id, account from bronze.payments_raw_v1 where account = $1 order by id';

/** Ids of the second payments of ledgers. */
const idsOf = (...ledgers: number[]) => ledgers.map((ledger) => BigInt(ledger * 4096 + 1));

describe('rows that are asked for by themselves', () => {
  const folder = temporaryFolder();
  let writer: Lake;
  let lake: Lake;
  let statements: StandingStatements;
  let plain: StandingStatements;
  beforeAll(async () => {
    writer = await openLake(folder, { tables, write: true, network, sql });
    await load(writer, [1, 40], [41, 90]);
    lake = await openLake(folder, { tables, sql, isStanding: true });
    statements = new StandingStatements(lake);
    plain = new StandingStatements(await openLake(folder, { tables, sql }));
  });
  afterAll(async () => {
    await statements.close();
    await plain.close();
    await writer.close();
  });

  const rowsOf = async (text: string, asked?: RowSelection, options: StandingOptions = {}) => {
    const only = asked && { rowsOf: new Map([['payments', asked]]) };
    return (await statements.rows(text, { ...options, ...only })).rows;
  };
  const those = async (text: string, ids: readonly bigint[]) => {
    const { rows } = await plain.rows(text, {});
    const wanted = new Set(ids.map(String));
    return rows.filter(([id]) => wanted.has(String(id)));
  };

  it('are shown alone, each time those whose ids are given, while the statement stays prepared', async () => {
    const first = idsOf(2, 8, 41);
    expect(await rowsOf(all, { ids: first })).toEqual(await those(all, first));
    const opened = vi.spyOn(lake, 'session');
    for (const ids of [idsOf(5), idsOf(89, 2, 50), [], idsOf(3)]) {
      expect(await rowsOf(all, { ids })).toEqual(await those(all, ids));
    }
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
    expect(await those(all, idsOf(89, 2, 50))).toHaveLength(3);
    expect(await rowsOf(all)).toHaveLength(90);
  });

  it('are told apart when they are asked for at once', async () => {
    const lists = Array.from({ length: 12 }, (_, i) => idsOf(i * 3 + 2, i * 3 + 41));
    const found = await Promise.all(lists.map((ids) => rowsOf(all, { ids })));
    expect(found).toEqual(await Promise.all(lists.map((ids) => those(all, ids))));
  });

  it('are those alone where files are read by DuckDB, as for the bytes of a BLOB, and without a limit of what is read', async () => {
    const ids = idsOf(2, 11, 86);
    expect(await rowsOf(withKey, { ids })).toEqual(await those(withKey, ids));
    const only = { rowsOf: new Map([['payments', { ids }]]) };
    expect((await plain.rows(all, only)).rows).toEqual(await those(all, ids));
    expect(await rowsOf(withKey, { ids: [] })).toEqual([]);
  });

  it('may be those that have a value in a column, of the ledgers that are asked for', async () => {
    const ledgers = [
      { first: 2, last: 30 },
      { first: 60, last: 61 },
    ];
    for (const account of ['ACCOUNT5', 'ACCOUNT4', 'nobody']) {
      const asked = { value: account, in: ['account', 'memo'] };
      const found = await rowsOf(ofAccount, asked, { parameters: [account], ledgers });
      const { rows } = await plain.rows(ofAccount, { parameters: [account] });
      const isAsked = (ledger: number) => ledgers.some(({ first, last }) => ledger >= first && ledger <= last);
      expect(found).toEqual(rows.filter(([id]) => isAsked(Number(BigInt(String(id)) >> 12n))));
    }
  });

  it('may be given, so that nothing says in SQL which they are, nor is shown of others', async () => {
    const ledgers = [{ first: 2, last: 30 }];
    const given = 'select id, account, text from bronze.payments_raw_v1, ' + givenValue() + ' order by id';
    const opened = vi.spyOn(lake, 'session');
    const counts: number[] = [];
    for (const account of ['ACCOUNT5', 'ACCOUNT4', 'nobody', 'ACCOUNT5']) {
      const found = await rowsOf(given, { value: account, in: ['account'], most: 40 }, { ledgers });
      const { rows } = await plain.rows(ofAccount, { parameters: [account] });
      const expected = rows.filter(([id]) => BigInt(String(id)) >> 12n >= 2n && BigInt(String(id)) >> 12n <= 30n);
      expect(found).toEqual(expected.map((row) => [...row, account]));
      counts.push(found.length);
    }
    expect(counts[0]).toBeGreaterThan(1);
    expect(opened).toHaveBeenCalledOnce();
    opened.mockRestore();
  });

  it('are told of where they cannot be given, and the statement stays prepared for others', async () => {
    const ledgers = [{ first: 2, last: 89 }];
    const given = 'select account, id from bronze.payments_raw_v1 order by id';
    const asked = { value: 'ACCOUNT5', in: ['account'], most: 40 };
    const few = () => rowsOf(given, asked, { ledgers });
    const found = await few();
    expect(found.length).toBeGreaterThan(3);
    const opened = vi.spyOn(lake, 'session');
    await expect(rowsOf(given, { ...asked, most: 3 }, { ledgers: [{ first: 3, last: 89 }] })).rejects.toThrow(
      RowsNotRead,
    );
    expect(await rowsOf(given, asked, { ledgers: [{ first: 2, last: 88 }] })).toEqual(
      found.filter(([, id]) => BigInt(String(id)) >> 12n <= 88n),
    );
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
    const key = { value: 'ACCOUNT5', in: ['account'], most: 40 };
    await expect(rowsOf(withKey, key, { ledgers })).rejects.toThrow(RowsNotRead);
    await expect(rowsOf(given, asked)).rejects.toThrow(RowsNotRead);
    const only = { rowsOf: new Map([['payments', asked]]), ledgers };
    await expect(plain.rows(given, only)).rejects.toThrow(RowsNotRead);
    expect(await few()).toEqual(found);
  });

  it('are of the ledgers that there are to be, and of files that were merged', async () => {
    const ids = idsOf(2, 35, 50, 89);
    expect(await rowsOf(all, { ids }, { upTo: 50 })).toEqual(await those(all, idsOf(2, 35, 50)));
    await load(writer, [91, 95]);
    expect(await rowsOf(all, { ids: idsOf(92, 2) })).toEqual(await those(all, idsOf(92, 2)));
    await compactLake(writer);
    expect(await rowsOf(all, { ids })).toEqual(await those(all, ids));
  });
});
