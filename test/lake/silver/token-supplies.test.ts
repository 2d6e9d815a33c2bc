import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { openChecked, type Checked } from '../checked.ts';

const token = `C${'A'.repeat(55)}`;
const INSTANCE = 'ScValTypeScvLedgerKeyContractInstance';

let checked: Checked;
beforeAll(async () => {
  checked = await openChecked();
  // Relations are made when a check first names them.
  await checked.run('balances');
});
afterAll(() => checked.close());

const word = (symbol: string) => ({ symbol });
const amount = (i128: string) => ({ i128 });

interface Entry {
  key: unknown;
  val: unknown;
  type?: string;
  ledger?: number;
  isRemoved?: boolean;
}

/** Returns what is known of supplies where a contract keeps these entries. */
async function suppliesOf(...entries: Entry[]): Promise<unknown[][]> {
  const { connection } = checked;
  await connection.run('begin');
  try {
    for (const { key, val, type = 'ScValTypeScvVec', ledger = 7, isRemoved = false } of entries) {
      const decoded = JSON.stringify(key);
      await connection.run(
        `insert into loaded.contract_data by name select
          '${token}' as contract_id, '${type}' as contract_key_type, 'ContractDataDurabilityPersistent' as contract_durability,
          '' as balance_holder, '' as balance, md5('${decoded}') as ledger_key_hash, '${decoded}' as key_decoded,
          '${JSON.stringify(val)}' as val_decoded, ${isRemoved ? 2 : 1} as ledger_entry_change, ${isRemoved} as deleted,
          ${ledger} as ledger_sequence`,
      );
    }
    const rows = await selectRows(
      connection,
      'select contract_id, supply_raw, ledger_sequence from silver.token_supplies order by all',
    );
    return rows.map((row) => Object.values(row));
  } finally {
    await connection.run('rollback');
  }
}

const stored = (...items: [unknown, unknown][]) => ({
  contract_instance: { executable: 'stellar_asset', storage: items.map(([key, val]) => ({ key, val })) },
});

it.each([
  ['an enum', 'ScValTypeScvVec', { vec: [word('TotalSupply')] }],
  ['a symbol', 'ScValTypeScvSymbol', word('total_supply')],
])('is what a contract keeps under %s', async (_, type, key) => {
  const most = String(2n ** 127n - 1n);
  expect(await suppliesOf({ type, key, val: amount(most) })).toEqual([[token, most, 7]]);
});

it('is that of the instance, newest first', async () => {
  const key = 'ledger_key_contract_instance';
  const of = (supply: string) =>
    stored([word('Admin'), word('supply')], [{ vec: [word('TotalSupply')] }, amount(supply)]);
  const entries = [
    { type: INSTANCE, key, val: of('10'), ledger: 7 },
    { type: INSTANCE, key, val: of('12'), ledger: 9 },
  ];
  expect(await suppliesOf(...entries)).toEqual([[token, '12', 9]]);
});

it.each<[string, Entry[]]>([
  ['of a balance', [{ key: { vec: [word('Balance'), { address: token }] }, val: amount('5') }]],
  ['of a supply that is not said to be the total', [{ key: { vec: [word('Supply')] }, val: amount('5') }]],
  ['of another word', [{ key: { vec: [word('SupplyCap')] }, val: amount('5') }]],
  ['of a word with more', [{ key: { vec: [word('TotalSupply'), { u32: 1 }] }, val: amount('5') }]],
  ['of a value that is no amount', [{ key: { vec: [word('TotalSupply')] }, val: word('many') }]],
  ['of what was removed', [{ key: { vec: [word('TotalSupply')] }, val: amount('5'), isRemoved: true }]],
  [
    'where two entries say one',
    [
      { key: { vec: [word('TotalSupply')] }, val: amount('5') },
      { key: word('total_supply'), val: amount('6'), type: 'ScValTypeScvSymbol' },
    ],
  ],
])('is not known %s', async (_, entries) => {
  expect(await suppliesOf(...entries)).toEqual([]);
});
