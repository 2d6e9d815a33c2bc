import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.ts';
import { listChecks, runChecks, type CheckRow } from '../../../src/lake/repair/checks.ts';
import { openScratch } from '../../../src/lake/asking/query/scratch.ts';
import { sqlFolder } from '../../../src/lake/meaning/sql-files.ts';
import { tables } from '../../../src/tables/index.ts';
import { issuer, networkLedgers, networkPassphrase, payee } from '../../make/network.ts';
import { openChecked, type Checked } from '../checked.ts';

const folder = join(sqlFolder, 'checks');

/** The check of keys follows from the declarations of the tables; UPDATE=1 rewrites it. */
function uniqueKeys(): string {
  const selects = tables.map(({ name, key, columns }) => {
    const ledger = 'ledger_sequence' in columns ? 'ledger_sequence' : 'sequence';
    const keys = key.map((column) => `"${column}"`);
    return [
      'select',
      `    min(${ledger}) as ledger_sequence,`,
      `    concat_ws(' ', '${name}', ${keys.join(', ')}) as entity,`,
      `    'rows of the key' as fact,`,
      `    '1' as expected,`,
      '    cast(count(*) as varchar) as found,',
      `    'broken' as status`,
      `from bronze.${name}_raw_v1`,
      `group by ${keys.join(', ')}`,
      'having count(*) > 1',
    ].join('\n');
  });
  return `-- The key of every table names one row: written from the declarations of the tables.\n${selects.join('\nunion all\n')}\n`;
}

it('checks the key of every table as it is declared', () => {
  const path = join(folder, 'unique_keys.sql');
  if (process.env.UPDATE) writeFileSync(path, uniqueKeys());
  expect(readFileSync(path, 'utf8')).toBe(uniqueKeys());
});

/** A change of the rows, and the first row that its check finds then. */
interface Fault {
  check: string;
  sql: string;
  found: Partial<CheckRow>;
}

const someAccount = `where ledger_sequence = 15 and account_id = '${issuer}'`;
/** TOIDs of the first transaction of ledger 15 and of its first operation. */
const transaction = '64424513536';
const operation = '64424513537';

const faults: Fault[] = [
  {
    check: 'lumens',
    sql: `update loaded.accounts set balance_change_stroops = balance_change_stroops + 7 ${someAccount}`,
    found: { status: 'broken', ledger: 15, entity: 'all holders', expected: '0', found: '7' },
  },
  {
    check: 'lumens',
    sql: `update loaded.history_ledgers set fee_pool = fee_pool - 9 where sequence >= 15`,
    found: { status: 'broken', ledger: 15, expected: '0', found: '-9' },
  },
  {
    check: 'lumens',
    sql: `update loaded.accounts set balance_change_stroops = null ${someAccount}`,
    found: { status: 'unknown', ledger: 15 },
  },
  {
    check: 'lumens',
    sql: `update loaded.history_ledgers set ledger_hash = '6ba3a90cd09ffd34c2f54bc48339c4b4bdf79a36db5cff59e92e857d95a8c017'
          where sequence = 15;
          update loaded.accounts set balance_change_stroops = balance_change_stroops - 10000000 ${someAccount}`,
    found: { status: 'known fault', ledger: 15, expected: '0', found: '-10000000' },
  },
  {
    check: 'lumens',
    sql: `update loaded.history_ledgers set protocol_version = if(sequence < 15, 23, 24),
          fee_pool = fee_pool + if(sequence < 15, 0, 31879035)`,
    found: { status: 'known fault', ledger: 15, expected: '0', found: '31879035' },
  },
  {
    check: 'balances',
    sql: `delete from loaded.token_transfers_raw where operation_id = ${operation}`,
    found: { status: 'broken', ledger: 15, entity: payee, fact: `LAKEPOINTS:${issuer} other_amount` },
  },
  {
    check: 'balances',
    sql: `delete from loaded.token_transfers_raw where event_topic = 'fee' and transaction_id = ${transaction}`,
    found: { status: 'broken', ledger: 15, fact: 'native no_movement', expected: '0', found: '-500' },
  },
  {
    check: 'balances',
    sql: `delete from loaded.balance_entry_changes where reason = 'fee' and transaction_id = ${transaction}`,
    found: { status: 'broken', ledger: 15, fact: 'native no_entry', expected: '-500', found: '0' },
  },
  {
    check: 'balances',
    sql: `update loaded.balance_entry_changes set before_stroops = null where transaction_id = ${transaction} and reason = 'fee'`,
    found: { status: 'unknown', ledger: 15, fact: 'native unknown', expected: '-500', found: null },
  },
  {
    check: 'net_balances',
    sql: `delete from loaded.balance_entry_changes where reason = 'fee' and transaction_id = ${transaction}`,
    found: { status: 'broken', ledger: 15, fact: 'native', expected: '-500', found: '0' },
  },
  {
    check: 'net_balances',
    sql: `update loaded.accounts set balance_change_stroops = null ${someAccount}`,
    found: { status: 'unknown', ledger: 15, entity: issuer, fact: 'native' },
  },
  {
    check: 'ledger_counts',
    sql: `delete from loaded.history_operations where id = ${operation}`,
    found: { status: 'broken', ledger: 15, entity: 'ledger 15', fact: 'operation_count', expected: '5', found: '4' },
  },
  {
    check: 'ledger_counts',
    sql: `update loaded.history_transactions set operation_count = 9 where id = ${transaction}`,
    found: { status: 'broken', ledger: 15, entity: `transaction ${transaction}`, expected: '9', found: '5' },
  },
  {
    check: 'ledger_counts',
    sql: `delete from loaded.history_contract_events where ledger_sequence = 15 and event_kind = 'operation'`,
    found: { status: 'broken', ledger: 15, fact: 'contract_events_count', expected: '5', found: '0' },
  },
  {
    check: 'parents',
    sql: `delete from loaded.history_ledgers where sequence = 15`,
    found: { status: 'broken', ledger: 15, entity: 'accounts', fact: 'ledger', expected: '15', found: null },
  },
  {
    check: 'parents',
    sql: `delete from loaded.history_transactions where id = ${transaction}`,
    found: { status: 'broken', ledger: 15, fact: 'transaction', expected: transaction, found: null },
  },
  ...[
    ['history_contract_events', 'event 0'],
    ['history_effects', `effect ${operation}-0`],
    ['token_transfers_raw', 'transfer'],
  ].map(([table, entity]) => ({
    check: 'parents',
    sql: `update loaded.${table} set operation_id = operation_id + 4000 where operation_id = ${operation}`,
    found: {
      status: 'broken' as const,
      ledger: 15,
      entity: expect.stringContaining(entity),
      fact: 'operation',
      expected: '64424517537',
      found: null,
    },
  })),
  {
    check: 'unique_keys',
    sql: `insert into loaded.history_operations from loaded.history_operations where id = ${operation}`,
    found: { status: 'broken', ledger: 15, entity: `history_operations ${operation}`, expected: '1', found: '2' },
  },
  {
    check: 'ledger_chain',
    sql: `update loaded.history_ledgers set previous_ledger_hash = repeat('0', 64) where sequence = 15`,
    found: { status: 'broken', ledger: 15, fact: 'previous_ledger_hash', found: '0'.repeat(64) },
  },
  {
    check: 'ledger_chain',
    sql: `create or replace view meta.ledger_ranges as select 10 as first_ledger, 30 as last_ledger, 21 as ledger_count`,
    found: { status: 'broken', ledger: 10, fact: 'ledgers of the range', expected: '21', found: '20' },
  },
];

it('says in the first line of each check what holds', () => {
  const files = readdirSync(folder).map((file) => file.replace(/\.sql$/, ''));
  expect(listChecks().map(({ name }) => name)).toEqual([...files.sort(), 'materialised_relations', 'key_index']);
  for (const { says } of listChecks()) expect(says).toMatch(/^[A-Z].*\.$/);
});

describe('faults planted in ledgers', () => {
  let checked: Checked;
  beforeAll(async () => {
    checked = await openChecked();
    await checked.fill(networkLedgers().ledgers, networkPassphrase);
  });
  afterAll(() => checked.close());

  it('are none before', async () => {
    expect((await checked.run()).flatMap(({ examples }) => examples)).toEqual([]);
  });

  it.each(faults)('are found by $check: $sql', async ({ check, sql, found }) => {
    await checked.connection.run(`begin; ${sql}`);
    const [report] = await checked.run(check);
    await checked.connection.run('rollback');
    expect(report.examples[0]).toMatchObject(found);
  });

  it('are all counted, and the first of them returned', async () => {
    await checked.connection.run('begin; delete from loaded.history_ledgers where sequence < 16');
    const reports = await checked.run('lumens', 'parents');
    await checked.connection.run('rollback');
    expect(reports.map(({ name, broken, examples }) => [name, broken, examples.length])).toEqual([
      ['lumens', 0, 0],
      ['parents', 11, 5],
    ]);
  });
});

it('refuses a name that is no check, and lists those there are', async () => {
  const scratch = await openScratch({ tables });
  const names = listChecks().map(({ name }) => name);
  await expect(runChecks(scratch, { names: ['lumens', 'lumen'] })).rejects.toThrow(
    new UsageError(`unknown check "lumen", expected one of ${names.join(', ')}`),
  );
  await scratch.close();
});
