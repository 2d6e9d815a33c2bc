import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { LedgerIndex } from '../../src/history/ledger-index.ts';
import { loadStore } from '../../src/ingest/load.ts';
import { openLake, type Lake } from '../../src/lake/asking/lake.ts';
import { query } from '../../src/lake/asking/query/query.ts';
import { simulateStore } from '../../src/light.ts';
import { tables } from '../../src/tables/index.ts';
import { temporaryFolder } from '../folder.ts';

const passphrase = 'Hash Index Network';
const dir = join(temporaryFolder(), 'lake');
let lake: Lake;

beforeAll(async () => {
  const store = join(temporaryFolder(), 'store');
  await simulateStore(store, { seed: 'hashes', passphrase, ledgers: 12, transactionsPerLedger: 2 });
  const loaded = await openLake(dir, { tables, write: true, network: passphrase });
  for (const [first, last] of [
    [2, 5],
    [6, 9],
    [10, 13],
  ]) {
    await loadStore(loaded, await openLedgerStore([store]), { range: { first, last } });
  }
  await loaded.close();
  lake = await openLake(dir, { tables, index: new LedgerIndex(dir) });
});
afterAll(() => lake.close());

const select = async (sql: string, parameters?: string[]) => (await query(lake, sql, { parameters })).toArray();
const hashes = async () =>
  (await select('select ledger_sequence, transaction_hash from history_transactions order by id')).map((row) => ({
    ledger: Number(row['ledger_sequence']),
    hash: String(row['transaction_hash']),
  }));

/** Returns the ledgers of the files that the plan of a query names. */
async function filesOf(sql: string): Promise<string[]> {
  const [plan] = await select(`explain analyze ${sql}`);
  const text = String(plan?.['explain_value']).replace(/[│\s]+/g, '');
  return [...new Set([...text.matchAll(/(\d+-\d+)\.parquet/g)].map(([, ledgers]) => ledgers))];
}

describe('SQL that asks for a transaction by its hash', () => {
  it('reads the files of its ledger alone', async () => {
    for (const { ledger, hash } of await hashes()) {
      const file = ledger < 6 ? '2-5' : ledger < 10 ? '6-9' : '10-13';
      for (const table of ['history_transactions', 'history_operations', 'silver.token_transfers_raw'])
        expect(await filesOf(`from ${table} where transaction_hash = '${hash}'`), table).toEqual([file]);
    }
  });

  it('finds each, given as a parameter too, and several at once', async () => {
    const all = await hashes();
    const sql = 'select ledger_sequence from history_transactions where transaction_hash = $1';
    for (const { ledger, hash } of all) expect(await select(sql, [hash])).toMatchObject([{ ledger_sequence: ledger }]);
    const [first, last] = [all[0], all.at(-1)!];
    const several = `select ledger_sequence from history_transactions where transaction_hash in ('${first.hash}', '${last.hash}')`;
    const found = (await select(several)).map((row) => Number(row['ledger_sequence']));
    expect(found.sort((a, b) => a - b)).toEqual([first.ledger, last.ledger]);
  });

  it('finds none where there is none', async () => {
    expect(await select(`from history_operations where transaction_hash = '${'0'.repeat(64)}'`)).toEqual([]);
  });

  it('looks through few ledgers that the index lacks, too', async () => {
    const [name] = readdirSync(join(dir, 'lookup')).filter((one) => /^10-13\./.test(one) && one.endsWith('.rows'));
    const path = join(dir, 'lookup', name);
    renameSync(path, join(dir, 'aside'));
    await lake.close();
    lake = await openLake(dir, { tables, index: new LedgerIndex(dir) });
    for (const { ledger, hash } of await hashes()) {
      const sql = `select ledger_sequence from history_transactions where transaction_hash = '${hash}'`;
      expect(await select(sql)).toMatchObject([{ ledger_sequence: ledger }]);
      expect(await filesOf(sql)).toEqual(ledger < 6 ? ['2-5', '10-13'] : ledger < 10 ? ['6-9', '10-13'] : ['10-13']);
    }
    renameSync(join(dir, 'aside'), path);
    const [{ ledger, hash }] = await hashes();
    const sql = `select ledger_sequence from history_transactions where transaction_hash = '${hash}'`;
    expect([ledger, await filesOf(sql)]).toEqual([2, ['2-5']]);
  });

  it('reads all files where there is no index', async () => {
    const [{ ledger, hash }] = await hashes();
    await lake.close();
    rmSync(join(dir, 'lookup'), { recursive: true });
    lake = await openLake(dir, { tables, index: new LedgerIndex(dir) });
    const sql = `select ledger_sequence from history_transactions where transaction_hash = '${hash}'`;
    expect(await select(sql)).toMatchObject([{ ledger_sequence: ledger }]);
    expect(await filesOf(sql)).toEqual(['2-5', '6-9', '10-13']);
  });
});
