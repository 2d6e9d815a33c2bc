import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { hasCorpus } from '../corpus.ts';
import { openChecked, type Checked } from '../lake/checked.ts';
import { goldenSets, readSet } from './golden/sets.ts';

/** Views named as in the lake of Obsrvr over pubnet-p26: a row of each that the sample has none of. */
const values: [view: string, where: string, expected: Record<string, unknown>][] = [
  [
    'offers_snapshot_v1',
    'offer_id = 1706748944 and ledger_sequence = 63092990',
    { amount: '261230424510507', price: '81/810000076', selling_asset_code: 'OIKN', buying_asset_code: null },
  ],
  [
    'trades_row_v1',
    `transaction_hash = '10716c97eb53a8f36de853202c87a56fbb4f1e43270fe91242ff16ebe0cc94b4' and operation_index = 7`,
    {
      trade_index: 0,
      trade_type: 'liquidity_pool',
      seller_account: 'LCYTE2FMCHO72XDEU7JMGR3HOVKEMEDZ2O2IPA4X5EIZHQYFAM3CEYR3',
      selling_asset_code: null,
      selling_amount: '8102',
      buyer_account: 'GDQOIHLHKQ7T47TSTGOICGFSAVVQOHP5YU4LIHVIMVI56NO2TV3GKVBU',
      buying_amount: '81808999',
      price: '81808999/8102',
    },
  ],
  [
    'liquidity_pools_snapshot_v1',
    `liquidity_pool_id = '204acbe9e2a1d264a42a4458e6ecec3a7eacdb5a9be22546b072b2a3d8c12321' and ledger_sequence = 63092990`,
    { fee: 30, trustline_count: 1n, total_pool_shares: 1579999999526n, asset_a_amount: 14467711112n },
  ],
  [
    'claimable_balances_snapshot_v1',
    `balance_id = '066514ef118437f18375db4d5a6759b683c29faef1e42da0669b8020d05e8cd0'`,
    { asset_code: 'CLARITY', amount: 33960n, claimants_count: 2 },
  ],
  [
    'contract_data_snapshot_v1',
    `ledger_key_hash = '12e88a49ab10963e657dca112a8de87a7b0d0073fc7d6edff8c3376545865105' and ledger_sequence = 63092982`,
    {
      contract_key_type: 'ScValTypeScvVec',
      asset_code: null,
      balance_holder: 'CCA2ZJP5BVRXYTQH4FAGHCAUMRYCXVC4CRYC2NXHWMR7TIVX36U7F5HR',
      balance: '0',
    },
  ],
  [
    'ttl_snapshot_v1',
    `key_hash = '0662ef743a45812ead27106820481c9a989277600796499bbde47f9fcaff07a1' and ledger_sequence = 63092982`,
    { live_until_ledger_seq: 63110261n, ttl_remaining: 17279n, expired: false },
  ],
  [
    'transactions_row_v2',
    `transaction_hash = '3c002a57dd147a65642e282224801b8f8ffd1ca593d13e0d961151c35cff8462'`,
    {
      max_fee: 288590n,
      fee_bump_fee: 288791n,
      max_fee_bid: 288791n,
      inner_source_account: 'GCIT5RC2EBXJJ7C25HAI5ZKHPCTBBO3UHDAUVRN2F357H7VBEZU4UYUV',
      soroban_host_function_type: 'HostFunctionTypeHostFunctionTypeInvokeContract',
      soroban_contract_id: 'CDL74RF5BLYR2YBLCCI7F5FB6TPSCLKEJUBSD2RSVWZ4YHF3VMFAIGWA',
      soroban_fee_refund: 269817n,
      soroban_contract_events_count: 0,
      rent_fee_charged: 4209n,
    },
  ],
  [
    'operations_row_v2',
    'operation_id = 270982294297153537',
    {
      type_string: 'OperationTypePathPaymentStrictSend',
      asset: 'native',
      amount: 68984742201n,
      source_asset: 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
      source_amount: 15988471719n,
      destination_min: 68984742201n,
      transaction_index: 9,
    },
  ],
  [
    'operations_row_v2',
    'operation_id = 270982294298161153',
    {
      soroban_operation: 'HostFunctionTypeHostFunctionTypeInvokeContract',
      soroban_function: 'plant',
      soroban_contract_id: 'CDL74RF5BLYR2YBLCCI7F5FB6TPSCLKEJUBSD2RSVWZ4YHF3VMFAIGWA',
      contracts_involved: '["CDL74RF5BLYR2YBLCCI7F5FB6TPSCLKEJUBSD2RSVWZ4YHF3VMFAIGWA"]',
      max_call_depth: 0,
    },
  ],
];

describe.skipIf(!hasCorpus)('views named as in the lake of Obsrvr', () => {
  let checked: Checked;
  beforeAll(async () => {
    const set = goldenSets.find(({ name }) => name === 'pubnet-p26')!;
    checked = await openChecked();
    await checked.fill(ledgers(), set.network);
    function* ledgers() {
      for (const { ledger } of readSet(set)) yield ledger;
    }
  });
  afterAll(() => checked.close());

  it.each(values)('%s shows values in its own forms', async (view, where, expected) => {
    expect((await selectRows(checked.connection, `from bronze.${view} where ${where}`))[0]).toMatchObject(expected);
  });
});
