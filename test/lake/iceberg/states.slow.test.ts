/** Iceberg tables of a lake with baseline states: relations over them have the rows of the lake, those of `*_states` too. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  duckdbViews,
  engineViews,
  ingestState,
  open,
  openStore,
  simulateStore,
  type LakeHandle,
} from '../../../src/index.ts';
import {
  openDatabase,
  quoteName,
  quotePath,
  selectRows,
  type DuckDBConnection,
} from '../../../src/lake/duckdb/duckdb.ts';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { temporaryFolder } from '../../folder.ts';
import { readTable } from './reader.ts';

const network = { passphrase: 'Ledgerlake Simulated Network' };
const states = [63, 127];
const entries = ['accounts', 'trust_lines', 'claimable_balances', 'liquidity_pools', 'contract_data'];
const types: Record<string, string> = { int: 'integer', long: 'bigint', string: 'varchar', binary: 'blob' };

let lake: LakeHandle;
let engine: DuckDBConnection;

beforeAll(async () => {
  const [ledgers, archive] = [join(temporaryFolder(), 'ledgers'), join(temporaryFolder(), 'archive')];
  const made = { ledgers: 140, seed: 'h', transactionsPerLedger: 10, mix: 'mixed', interval: 7200 } as const;
  await simulateStore(ledgers, { ...made, ...network, archive });
  lake = await open(join(temporaryFolder(), 'lake'), { network });
  await lake.lake.enableIceberg();
  for (const state of states) {
    await ingestState(lake.lake, await openStore(archive), { checkpoint: state });
    await lake.load(ledgers, { range: { first: state + 1, last: state + 10 } });
  }
  engine = await (await openDatabase({ threads: 1 })).connect();
  const { statements } = await duckdbViews(lake.lake, { iceberg: true });
  for (const one of statements) await engine.run(one.replaceAll(/iceberg_scan\('([^']*)'\)/g, scanOf));
});
afterAll(() => lake.close());

/** What the extension `iceberg` would read of a table, by a reader of its metadata. */
function scanOf(_whole: string, path: string): string {
  const { current, metadata } = readTable(lake.lake.path, path.slice(join(lake.lake.path, 'iceberg/').length));
  if (current.files.length > 0)
    return `read_parquet([${current.files.map(quotePath).join(', ')}], union_by_name = true, hive_partitioning = false)`;
  const columns = metadata.schemas[0].fields.map(({ name, type }) => {
    return `null::${types[String(type)] ?? String(type)} as ${quoteName(name)}`;
  });
  return `(select ${columns.join(', ')} where false)`;
}

describe('relations over Iceberg tables of a lake with states', () => {
  it.each(entries)('of %s have the rows of the lake', async (entry) => {
    for (const relation of [`silver.${entry}_states`, `silver.${entry}_current`]) {
      const asked = `select count(*)::integer as n, bit_xor(hash(t::varchar))::varchar as rows from ${relation} as t`;
      const expected = await lake.rows(asked);
      expect(expected[0]['n'], relation).toBeGreaterThan(0);
      expect(await selectRows(engine, asked), relation).toEqual(expected);
    }
  });

  it('have rows of all states', async () => {
    const found = await selectRows(
      engine,
      'select distinct ledger_sequence as ledger from silver.accounts_states order by all',
    );
    expect(found.map(({ ledger }) => Number(ledger))).toEqual(states);
  });

  it.each(['silver.daily_holdings', "gold.balances_at_ledger('XLM', null, 130)"])(
    'of %s stand on them',
    async (relation) => {
      const asked = `select t::varchar as row from ${relation} as t order by all`;
      const expected = await lake.rows(asked);
      expect(expected.length).toBeGreaterThan(0);
      expect(await selectRows(engine, asked)).toEqual(expected);
    },
  );

  it.each(['spark', 'clickhouse'] as const)('lack the states in %s, and the statements say so', async (name) => {
    const { left } = await engineViews(lake.lake, name);
    const why = 'it reads a state of an archive, which Iceberg tables lack';
    const named = left.filter((one) => one.why === why).map(({ relation }) => relation);
    expect(named.sort()).toEqual(entries.map((entry) => `silver.${entry}_states`).sort());
  });
});

it('the parts of a relation are those of segments and of the newest state, before and after a merge', async () => {
  const relation = 'silver.accounts_current';
  const [older, newest] = (await lake.lake.snapshot()).baselines.map(({ files }) =>
    files.filter(({ table }) => table === relation).map(({ path }) => join(lake.lake.path, path)),
  );
  const filesNow = () => readTable(lake.lake.path, 'silver/accounts_current_parts').current.files;
  expect(filesNow()).toEqual(expect.arrayContaining(newest));
  await compactLake(lake.lake);
  expect(filesNow()).toEqual(expect.arrayContaining(newest));
  expect(filesNow().filter((path) => older.includes(path))).toEqual([]);
});
