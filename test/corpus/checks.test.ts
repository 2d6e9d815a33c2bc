import { basename, dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckRow } from '../../src/lake/repair/checks.ts';
import { corpusFiles, hasCorpus } from '../corpus.ts';
import { openChecked, type Checked } from '../lake/checked.ts';
import { goldenSets, readSet, type GoldenSet } from './golden/sets.ts';

/** Each scenario of Horizon and each capture of core is a network of its own. */
const sets = [
  ...goldenSets.filter(({ captures }) => !captures),
  ...setOfEach('horizon-scenarios', 'testnet', (file) => basename(dirname(file))),
];
const captures = setOfEach('core-lcm', '(V) (;,,;) (V)', (file) => basename(file, '.xdr.zst'));

function setOfEach(folder: string, network: string, nameOf: (file: string) => string): GoldenSet[] {
  return corpusFiles(folder, '.xdr.zst').map((file) => {
    return { name: `${folder} ${nameOf(file)}`, files: [file], network, expected: '' };
  });
}

const lumens = { check: 'lumens', entity: 'all holders', fact: 'change of lumens', expected: '0' };

/** What is to be found in a set: faults of the chain that the checks know by name. */
const expected: Record<string, object[]> = {
  'pubnet-eras': [
    { ...lumens, status: 'known fault', ledger: 9652679, found: '603675431812162' },
    { ...lumens, status: 'known fault', ledger: 9722383, found: '-10000000' },
  ],
};

let checked: Checked;
beforeAll(async () => {
  checked = await openChecked();
});
afterAll(() => checked.close());

function* ledgersOf(set: GoldenSet) {
  for (const { ledger } of readSet(set)) yield ledger;
}

async function findings(set: GoldenSet) {
  await checked.fill(ledgersOf(set), set.network);
  return (await checked.run()).flatMap(({ name, examples }) => examples.map((row) => ({ check: name, ...row })));
}

describe.skipIf(!hasCorpus)('checks', () => {
  it.each(sets)('find nothing broken in $name', async (set) => {
    expect(await findings(set)).toEqual(expected[set.name] ?? []);
  });

  it('find nothing broken in the captures of core', async () => {
    for (const set of captures)
      expect({ set: set.name, found: await findings(set) }).toEqual({ set: set.name, found: [] });
  }, 600_000);
});

/** A change of the rows of pubnet-p26, and the first row that its check finds then. */
interface Fault {
  check: string;
  sql: string;
  found: Partial<CheckRow>;
}

const ledger = 63092990;
const faults: Fault[] = [
  {
    check: 'lumens',
    sql: `update loaded.liquidity_pools set asset_a_change_stroops = asset_a_change_stroops + 5
          where asset_a_type = 'native' and ledger_sequence = ${ledger}
          and liquidity_pool_id = (
            select min(liquidity_pool_id) from loaded.liquidity_pools
            where asset_a_type = 'native' and ledger_sequence = ${ledger})`,
    found: { status: 'broken', ledger, expected: '0', found: '5' },
  },
  {
    check: 'lumens',
    sql: `delete from loaded.contract_data where balance != '' and ledger_sequence = ${ledger}`,
    found: { status: 'broken', ledger, expected: '0', found: '-1873180072' },
  },
  {
    check: 'lumens',
    sql: `update loaded.contract_data set balance_change = null where balance != '' and ledger_sequence = ${ledger}`,
    found: { status: 'unknown', ledger },
  },
  {
    check: 'trades',
    sql: `update loaded.history_trades set selling_amount_stroops = selling_amount_stroops + 5
          where history_operation_id = 270982328657715201 and "order" = 0`,
    found: { status: 'broken', ledger, entity: 'offer 1706748944', expected: '100000014', found: '100000010' },
  },
  {
    check: 'trades',
    sql: `delete from loaded.offers where offer_id = 1706748944 and ledger_sequence = ${ledger}`,
    found: { status: 'broken', ledger, entity: 'offer 1706748944', expected: '100000009', found: null },
  },
  {
    check: 'parents',
    sql: `update loaded.history_trades set history_operation_id = history_operation_id + 4000
          where history_operation_id = 270982328657715201 and "order" = 0`,
    found: { status: 'broken', ledger, entity: 'trade 0', fact: 'operation', expected: '270982328657719201' },
  },
  {
    check: 'parents',
    sql: `update loaded.contract_invocations set operation_id = operation_id + 4000
          where operation_id = 270982294298161153 and execution_order = 0`,
    found: { status: 'broken', ledger: 63092982, entity: 'call 0', expected: '270982294298165153' },
  },
  {
    check: 'net_balances',
    sql: `update loaded.liquidity_pools set asset_a_change_stroops = asset_a_change_stroops + 5
          where liquidity_pool_id = '204acbe9e2a1d264a42a4458e6ecec3a7eacdb5a9be22546b072b2a3d8c12321' and ledger_sequence = ${ledger}`,
    found: { status: 'broken', ledger },
  },
  {
    check: 'balances',
    sql: `delete from loaded.balance_entry_changes where after_wide is not null and ledger_sequence = ${ledger}`,
    found: { status: 'broken', ledger, found: '0' },
  },
  {
    check: 'net_balances',
    sql: `delete from loaded.claimable_balances where ledger_sequence = ${ledger}`,
    found: { status: 'broken', ledger, expected: '0' },
  },
  {
    check: 'trades',
    sql: `delete from loaded.history_trades where history_operation_id = 270982328657141761 and "order" = 2`,
    found: {
      status: 'broken',
      ledger,
      entity: 'pool 204acbe9e2a1d264a42a4458e6ecec3a7eacdb5a9be22546b072b2a3d8c12321',
      fact: 'reserve A',
    },
  },
];

describe.skipIf(!hasCorpus)('faults planted in pubnet-p26', () => {
  beforeAll(async () => {
    const set = goldenSets.find(({ name }) => name === 'pubnet-p26')!;
    await checked.fill(ledgersOf(set), set.network);
  });

  it.each(faults)('are found by $check: $sql', async ({ check, sql, found }) => {
    await checked.connection.run(`begin; ${sql}`);
    const [report] = await checked.run(check);
    await checked.connection.run('rollback');
    expect(report.examples[0]).toMatchObject(found);
  });
});
