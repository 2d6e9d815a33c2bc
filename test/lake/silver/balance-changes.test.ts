import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { issuer, networkLedgers, networkPassphrase, payee } from '../../make/network.ts';
import { openChecked, type Checked } from '../checked.ts';

const points = `LAKEPOINTS:${issuer}`;
const token = `C${'A'.repeat(55)}`;

let checked: Checked;
beforeAll(async () => {
  checked = await openChecked();
  await checked.fill(networkLedgers().ledgers, networkPassphrase);
});
afterAll(() => checked.close());

/** Returns the rows of a query as lists, after statements that are undone again. */
async function rowsAfter(statements: string, query: string): Promise<unknown[][]> {
  const { connection } = checked;
  // Relations are made when a check first names them.
  await checked.run('balances');
  await connection.run(`begin; ${statements}`);
  const rows = await selectRows(connection, query);
  await connection.run('rollback');
  return rows.map((row) => Object.values(row));
}

describe('balance_changes', () => {
  const changes = (where: string) =>
    selectRows(
      checked.connection,
      `select holder, holder_type, asset_key, asset_type, balance_source, before_raw, after_raw, change_integer::varchar, reason
       from silver.balance_changes where ${where} order by change_index`,
    ).then((rows) => rows.map((row) => Object.values(row)));

  it('has the fee of a transaction, then what each of its operations did', async () => {
    const amount = 2991536692n;
    const line = (i: number) => [
      ...[payee, 'account', points, 'credit_alphanum12', 'trustline'],
      ...[String(amount * BigInt(i)), String(amount * BigInt(i + 1)), String(amount), 'mint'],
    ];
    const [fee, ...payments] = await changes('ledger_sequence = 15');
    expect([fee[0], ...fee.slice(2, 5), ...fee.slice(7)]).toEqual([
      issuer,
      'native',
      'native',
      'account',
      '-500',
      'fee',
    ]);
    expect(payments).toEqual([0, 1, 2, 3, 4].map(line));
  });

  it('has from each row of a balance to the next no gap', async () => {
    const gaps = await selectRows(
      checked.connection,
      `select * from (
         select before_raw, lag(after_raw) over (partition by holder, asset_key order by ledger_sequence, change_index) as former
         from silver.balance_changes
       ) where former is distinct from before_raw and former is not null`,
    );
    expect(gaps).toEqual([]);
  });
});

describe('balance_differences', () => {
  const found = 'select holder, moved_raw, changed_raw, finding from silver.balance_differences order by holder';
  const move = (from: string | null, to: string | null, amount: bigint) => {
    const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
    return `insert into loaded.token_transfers_raw by name
      select * replace (${text(from)} as "from", ${text(to)} as "to", '' as asset_type, '${token}' as asset_key,
        '${token}' as contract_id, '${amount}' as amount_raw)
      from loaded.token_transfers_raw where ledger_sequence = 15 limit 1;`;
  };
  const change = (holder: string, before: bigint | null, after: bigint) =>
    `insert into loaded.balance_entry_changes by name
      select * replace ('${holder}' as holder, '${token}' as asset_key, null as before_stroops, null as after_stroops,
        ${before === null ? 'null' : `'${before}'`} as before_wide, '${after}' as after_wide)
      from loaded.balance_entry_changes where ledger_sequence = 15 limit 1;`;
  const most = 2n ** 127n - 1n;

  it('has no rows where movements explain every change', async () => {
    expect(await rowsAfter('', found)).toEqual([]);
    const steps = [change('A', 0n, most), move(null, 'A', most), move('A', 'B', 0n), move('C', 'C', most)];
    expect(await rowsAfter(steps.join(''), found)).toEqual([]);
  });

  it('tells how a change and the movements differ', async () => {
    const steps = [
      ...[change('A', 5n, 9n), move(null, 'A', 3n)],
      ...[change('B', 5n, 4n), move(null, 'C', 2n)],
      ...[change('D', null, 4n), move(null, 'D', 4n)],
    ];
    expect(await rowsAfter(steps.join(''), found)).toEqual([
      ['A', '3', '4', 'other_amount'],
      ['B', '0', '-1', 'no_movement'],
      ['C', '2', '0', 'no_change'],
      ['D', '4', null, 'unknown'],
    ]);
    expect(await rowsAfter(move('A', null, 7n), found)).toEqual([['A', '-7', '0', 'no_entry']]);
  });

  it('stands the largest amounts, and sums of them beyond 128 bits', async () => {
    const steps = [
      move(null, 'A', most),
      move(null, 'A', most),
      change('A', -most - 1n, most),
      move(null, 'B', -most - 1n),
    ];
    expect(await rowsAfter(steps.join(''), found)).toEqual([
      ['A', null, null, 'other_amount'],
      ['B', String(-most - 1n), '0', 'no_change'],
    ]);
    const same = [move(null, 'A', most), move(null, 'A', most), change('A', -most, most)];
    expect(await rowsAfter(same.join(''), found)).toEqual([]);
  });

  it('compares the shares that trust lines hold with those that a pool counts', async () => {
    const pool = 'ab'.repeat(32);
    const step = `insert into loaded.balance_entry_changes by name
      select * replace ('A' as holder, 'liquidity_pool:${pool}' as asset_key, 5 as before_stroops, 9 as after_stroops)
      from loaded.balance_entry_changes where ledger_sequence = 15 limit 1`;
    expect(await rowsAfter(step, found)).toEqual([
      ['A', '0', '4', 'no_movement'],
      [`liquidity_pool:${pool}`, '4', '0', 'no_change'],
    ]);
  });
});
