import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, openStore, simulateStore, type LakeHandle } from '../../../src/index.ts';
import { loadStore } from '../../../src/ingest/load.ts';
import { ingestState } from '../../../src/ingest/ingest-state.ts';
import { listKept } from '../../../src/lake/meaning/kept.ts';
import { startWorkers } from '../../../src/light.ts';
import { temporaryFolder } from '../../folder.ts';

const network = { passphrase: 'Mixed Parts Network' };
const root = temporaryFolder();
const [store, archive] = [join(root, 'store'), join(root, 'archive')];
const relations = listKept().map(({ id }) => id);

type Range = [first: number, last: number, silver: boolean];
let pool: Awaited<ReturnType<typeof startWorkers>>;

beforeAll(async () => {
  await simulateStore(store, {
    ledgers: 90,
    seed: 'mixed parts',
    transactionsPerLedger: 5,
    mix: 'mixed',
    ...network,
    archive,
  });
  pool = await startWorkers(1);
});
afterAll(() => pool.close());

async function lakeOf(...ranges: Range[]): Promise<LakeHandle> {
  const lake = await open(temporaryFolder(), { network });
  const ledgers = await openStore(store);
  for (const [first, last, silver] of ranges)
    await loadStore(lake.lake, ledgers, { range: { first, last }, silver, pool });
  return lake;
}

/** The rows of a relation as texts; which file they came from depends on nothing that is tested here. */
async function rowsOf(lake: LakeHandle, relation: string): Promise<unknown[]> {
  const rows = await lake.rows(`select t::varchar as row from (from ${relation}) as t order by row`);
  return rows.map(({ row }) => row);
}

/** Returns the files of bronze that the plan of a query names, by their ledgers. */
async function bronzeOf(lake: LakeHandle, relation: string): Promise<string[]> {
  const [plan] = await lake.rows(`explain analyze select count(*) from (from ${relation})`);
  const text = String(plan['explain_value']).replace(/[│\s]+/g, '');
  const files = [...text.matchAll(/bronze\/\w+\/ledger_range=\d+\/(\d+-\d+)\.parquet/g)];
  return [...new Set(files.map(([, ledgers]) => ledgers))].sort();
}

const withoutAny: Range[] = [
  [2, 30, false],
  [31, 60, false],
  [61, 91, false],
];
const mixed: Range[] = [
  [2, 30, true],
  [31, 60, false],
  [61, 91, true],
];

describe('a lake that has parts of some segments only', () => {
  it('has in each kept relation what bronze alone makes, and reads bronze where parts are lacking', async () => {
    const [some, none] = [await lakeOf(...mixed), await lakeOf(...withoutAny)];
    const read = new Set<string>();
    for (const relation of relations) {
      const rows = await rowsOf(none, relation);
      expect(await rowsOf(some, relation), relation).toEqual(rows);
      for (const ledgers of await bronzeOf(some, relation)) read.add(ledgers);
    }
    expect([...read]).toEqual(['31-60']);
    await some.close();
    await none.close();
  });

  it('has the same where the query reads bronze itself', async () => {
    const [some, none] = [await lakeOf(...mixed), await lakeOf(...withoutAny)];
    const sql = `
      select account_id, total_operations, total_contract_calls, count(*) as operations
      from semantic.semantic_account_summary
      left join bronze.history_operations on source_account = account_id and transaction_successful
      group by all order by account_id`;
    const rows = await none.rows(sql);
    expect(rows.some(({ total_operations: all, operations }) => Number(all) > 1 && all === operations)).toBe(true);
    expect(await some.rows(sql)).toEqual(rows);
    await some.close();
    await none.close();
  });

  it('stands on a state that was read whole, with and without parts', async () => {
    const [some, all] = [await lakeOf(...mixed.slice(1)), await lakeOf([31, 60, true], [61, 91, true])];
    for (const { lake } of [some, all]) await ingestState(lake, await openStore(archive), { checkpoint: 63 });
    for (const relation of relations)
      expect(await rowsOf(some, relation), relation).toEqual(await rowsOf(all, relation));
    await some.close();
    await all.close();
  });
});
