import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../../src/tables/index.ts';
import { openBounds, type Bounds } from '../bounds.ts';
import { openMade, type Made } from './made.ts';

describe('ledgers', () => {
  let finder: Bounds;
  beforeAll(async () => {
    finder = await openBounds({ tables });
  });
  afterAll(() => finder.close());

  it.each([
    ['semantic_activities where ledger_sequence = 5', ['history_operations', 'history_transactions']],
    [
      `semantic.semantic_activities where ledger_sequence = 5 and source_account = 'G'`,
      ['history_operations', 'history_transactions'],
    ],
    ['semantic_flows_value where ledger_sequence = 5', ['token_transfers_raw']],
    ['semantic.explained_operations where ledger_sequence = 5', ['history_contract_events', 'history_operations']],
    [
      'semantic.explained_transactions where ledger_sequence = 5',
      ['history_contract_events', 'history_operations', 'history_transactions'],
    ],
  ])('are asked of the tables below: %s', async (sql, expected) => {
    const found = await finder.find(`from ${sql}`, undefined);
    expect([...found.keys()].sort()).toEqual(expected);
    expect([...found.values()].flat()).toEqual(expected.map(() => ({ first: 5, last: 5 })));
  });
});

describe('keys', () => {
  let made: Made;
  beforeAll(async () => {
    made = await openMade();
    // Of an empty table DuckDB plans no scan.
    for (const id of ['A', 'Z']) {
      const operation = {
        source_account: id,
        destination: id,
        transaction_successful: true,
        type: id === 'A' ? 1 : 24,
      };
      await made.insert('history_operations', operation);
      await made.insert('contract_invocations', {
        caller: id,
        contract_id: id,
        origin: 'root',
        in_call_tree: true,
        successful: true,
      });
      await made.insert('history_contract_events', { contract_id: id });
      await made.insert('contract_creations', { contract_id: id });
    }
  });
  afterAll(() => made.close());

  /** The scans of a table, with what is asked of its columns. */
  async function filtersOf(sql: string, table: string): Promise<string[]> {
    const [row] = await made.rows(`explain (format json) from ${sql}`);
    const found: string[] = [];
    JSON.parse(String(row['explain_value']), (_, node: { Table?: string; Filters?: unknown } | null) => {
      if (node?.Table?.endsWith(`.${table}`)) found.push(String(node.Filters));
      return node;
    });
    return found;
  }

  it.each([
    [`semantic_account_summary where account_id = 'M'`, 'contract_invocations', `caller='M'`],
    [`semantic_account_summary where account_id = 'M'`, 'history_operations', `='M'`],
    [`semantic_contract_functions where contract_id = 'M'`, 'contract_invocations', `contract_id='M'`],
    [`semantic_entities_contracts where contract_id = 'M'`, 'contract_invocations', `contract_id='M'`],
    [`semantic_entities_contracts where contract_id = 'M'`, 'history_contract_events', `contract_id='M'`],
    [`semantic_entities_contracts where contract_id = 'M'`, 'contract_creations', `contract_id='M'`],
  ])('are asked of the tables below: %s of %s', async (sql, table, expected) => {
    const found = await filtersOf(sql, table);
    expect(found.length).toBeGreaterThan(0);
    for (const filters of found) expect(filters).toContain(expected);
  });
});
