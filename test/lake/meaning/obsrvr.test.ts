import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { issuer, networkLedgers, networkPassphrase, payee } from '../../make/network.ts';
import { openChecked, type Checked } from '../checked.ts';
import { obsrvrColumns, widerColumns } from './obsrvr-columns.ts';

const { ledgers, hash } = networkLedgers();
let checked: Checked;
beforeAll(async () => {
  checked = await openChecked();
  await checked.fill(ledgers, networkPassphrase);
});
afterAll(() => checked.close());

const select = (sql: string) => selectRows(checked.connection, sql);

const values: [view: string, where: string, expected: Record<string, unknown>][] = [
  [
    'ledgers_row_v2',
    'sequence = 15',
    { sequence: 15n, transaction_count: 1, successful_tx_count: 1, failed_tx_count: 0, operation_count: 5 },
  ],
  [
    'transactions_row_v2',
    `transaction_hash = '${hash}'`,
    {
      transaction_id: 64424513536n,
      source_account: issuer,
      memo_type: 'none',
      memo: null,
      max_fee_bid: 5000n,
      timebounds_min_time: 0,
      timebounds_max_time: 1767225965,
      ledgerbounds_min: null,
      signatures_count: 1,
      new_account: false,
      soroban_fee_resources: null,
    },
  ],
  ['transactions_row_v2', `memo = 'coffee'`, { memo_type: 'text', timebounds_max_time: 0 }],
  [
    'operations_row_v2',
    'operation_id = 64424513537',
    {
      transaction_hash: hash,
      transaction_index: 1,
      operation_index: 0,
      type_string: 'OperationTypePayment',
      asset: `LAKEPOINTS:${issuer}`,
      asset_type: 'credit_alphanum12',
      amount: 2991536692n,
      destination: payee,
      starting_balance: null,
    },
  ],
  [
    'effects_row_v1',
    'operation_id = 64424513537 and effect_index = 1',
    {
      transaction_hash: hash,
      operation_index: 0,
      effect_type: 3,
      effect_type_string: 'account_debited',
      account_id: issuer,
      amount: '299.1536692',
      asset_code: 'LAKEPOINTS',
      signer_account: null,
    },
  ],
  [
    'token_transfers_stream_v1',
    'operation_id = 64424513537',
    {
      operation_index: 1,
      event_type: 'mint',
      from: null,
      to: payee,
      asset: `credit_alphanum12:LAKEPOINTS:${issuer}`,
      amount: 2991536692 * 0.0000001,
      amount_raw: '2991536692',
    },
  ],
  [
    'accounts_snapshot_v1',
    `account_id = '${issuer}' and ledger_sequence = 15`,
    { balance: '999999.9999400', auth_required: false, home_domain: null },
  ],
  [
    'native_balances_snapshot_v1',
    `account_id = '${issuer}' and ledger_sequence = 15`,
    { balance: 9999999999400n, selling_liabilities: 0n },
  ],
  [
    'trustlines_snapshot_v1',
    `account_id = '${payee}' and ledger_sequence = 18`,
    { asset_code: 'LAKEPOINTS', balance: '1496.7683460', trust_limit: '922337203685.4775807', authorized: true },
  ],
  [
    'contract_events_stream_v1',
    `event_id = '${hash}:0:0'`,
    {
      event_type: 'contract',
      data_xdr: 'AAAACgAAAAAAAAAAAAAAALJPOjQ=',
      topic0_decoded: 'mint',
      topic1_decoded: payee,
      operation_index: 0,
    },
  ],
  ['contract_events_stream_v1', `event_id = '${hash}:tx:0'`, { topic0_decoded: 'fee', operation_index: null }],
];

describe('views named as in the lake of Obsrvr', () => {
  it.each(Object.entries(obsrvrColumns))('%s begins with its columns', async (view, columns) => {
    const typesOf = (text = '') => text.split(/,\s+/).map((column) => column.replace(/TEXT$/, 'VARCHAR').split(' '));
    const wider = new Map(typesOf(widerColumns[view]).map(([name, type]) => [name, type]));
    const expected = typesOf(columns).map(([name, type]) => `${name} ${wider.get(name) ?? type}`);
    const found = await select(`describe bronze.${view}`);
    expect(found.map((row) => `${row['column_name']} ${row['column_type']}`).slice(0, expected.length)).toEqual(
      expected,
    );
  });

  it.each(Object.keys(obsrvrColumns))('%s can be read whole', async (view) => {
    await expect(select(`select count(hash(v)) from bronze.${view} as v`)).resolves.toHaveLength(1);
  });

  it.each(values)('%s shows values in its own forms', async (view, where, expected) => {
    expect((await select(`from bronze.${view} where ${where}`))[0]).toMatchObject(expected);
  });
});
