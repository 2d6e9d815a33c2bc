/** What a query asks of silver reaches the scans of bronze, so that files and row groups are passed over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqlTables } from '../../../src/lake/duckdb/bridge.ts';
import {
  openDatabase,
  selectRows,
  type DuckDBConnection,
  type DuckDBInstance,
} from '../../../src/lake/duckdb/duckdb.ts';
import { sqlFolder } from '../../../src/lake/meaning/sql-files.ts';
import { SqlRelations } from '../../../src/lake/meaning/sql-relations.ts';
import { createTableRelation } from '../../../src/lake/meaning/views.ts';
import { tables } from '../../../src/tables/index.ts';
import { openBounds, type Bounds } from '../bounds.ts';

describe('ledgers that a query asks for', () => {
  let finder: Bounds;
  beforeAll(async () => {
    finder = await openBounds({ tables });
  });
  afterAll(() => finder.close());

  it.each([
    ['enriched_history_operations', ['history_ledgers', 'history_operations', 'history_transactions']],
    ['enriched_history_operations_soroban', ['history_ledgers', 'history_operations', 'history_transactions']],
    ['token_transfers_raw', ['token_transfers_raw']],
    ['token_transfers', ['history_operations', 'token_transfers_raw']],
    ['contract_invocations_raw', ['history_operations']],
    ['contract_invocation_calls', ['contract_invocations', 'history_operations']],
    ['contract_invocation_hierarchy', ['contract_invocations', 'history_operations']],
    ['effects', ['history_effects', 'history_transactions']],
    ['trades', ['history_trades', 'history_transactions']],
    ['ledger_fee_stats_agg', ['history_ledgers', 'history_transactions']],
    ['evicted_keys', ['evicted_keys']],
    ['restored_keys', ['restored_key']],
    ['contract_data_deletions', ['contract_data']],
    ['balance_changes', ['balance_entry_changes']],
  ])('are the only ones that silver.%s reads', async (relation, read) => {
    const found = await finder.find(`from silver.${relation} where ledger_sequence between 5 and 9`, undefined);
    expect([...found.keys()].sort()).toEqual(read);
    expect([...found.values()].flat()).toEqual([...found.values()].flat().map(() => ({ first: 5, last: 9 })));
  });
});

describe('a key that a query asks for', () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    instance = await openDatabase();
    connection = await instance.connect();
    // What is known of empty tables would let the optimizer drop their scans.
    await connection.run(`set disabled_optimizers = 'statistics_propagation,empty_result_pullup'`);
    const layers = ['bronze', 'obsrvr', 'silver', 'semantic', 'gold'] as const;
    const relations = new SqlRelations(tables, sqlFolder, { only: layers });
    await relations.prepare(connection);
    await connection.run('create schema loaded; use loaded');
    await createSqlTables(connection, tables);
    await connection.run('use memory.main');
    for (const table of tables) await createTableRelation(connection, table, `loaded."${table.name}"`);
    await relations.make(connection, await relations.needsOf(connection, 'every'));
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });

  it.each([
    ['accounts_snapshot', 'account_id'],
    ['account_signers_snapshot', 'account_id'],
    ['trustlines_snapshot', 'account_id'],
    ['trustlines_snapshot', 'ledger_key'],
    ['offers_snapshot', 'seller_id'],
    ['liquidity_pools_snapshot', 'liquidity_pool_id'],
    ['claimable_balances_snapshot', 'balance_id'],
    ['contract_data_snapshot', 'contract_id'],
    ['contract_data_snapshot', 'ledger_key_hash'],
    ['enriched_history_operations', 'source_account', 'source_account'],
    ['enriched_history_operations', 'transaction_hash', 'transaction_hash'],
    ['enriched_history_operations', 'contract_id', 'contract_id'],
    ['token_transfers_raw', 'from_account', 'from'],
    ['token_transfers_raw', 'transaction_hash', 'transaction_hash'],
    ['token_transfers', 'to', 'to'],
    ['contract_invocation_calls', 'to_contract', 'contract_id'],
    ['effects', 'account_id', 'address'],
    ['trades', 'buyer_account', 'buying_account_address'],
    ['balance_changes', 'holder', 'holder'],
  ])('is asked of the scan: %s by %s', async (relation, column, stored = column) => {
    const [{ explain_value: plan }] = await selectRows(
      connection,
      `explain (format json) from silver.${relation} where "${column}" = 'VALUE'`,
    );
    expect(plan).toMatch(new RegExp(`"Filters": (\\[[^\\]]*)?"${stored}='VALUE'"`));
  });

  it.each([
    'trust_lines_current',
    'offers_current',
    'claimable_balances_current',
    'contract_data_current',
    'ttl_current',
  ])('is looked for among the last changes without sorting all: %s', async (relation) => {
    const [{ explain_value: plan }] = await selectRows(connection, `explain (format json) from silver.${relation}`);
    expect(plan).toContain('arg_max');
    expect(plan).not.toContain('WINDOW');
  });
});
