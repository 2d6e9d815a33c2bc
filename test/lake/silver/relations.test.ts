/** Silver relations over rows made by hand: what ledgers of the corpus do not have. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { openScratch, type ScratchDatabase } from '../../../src/lake/asking/query/scratch.ts';
import { tables } from '../../../src/tables/index.ts';
import { divergence } from '../../divergences.ts';

const scratch: ScratchDatabase = await openScratch({ tables });
const { connection, release } = await scratch.session();
afterAll(async () => {
  await release();
  await scratch.close();
});
beforeEach(() => scratch.clear());

type Value = string | number | bigint | boolean | null;

/** Adds a row to a table; columns that are not given are null. */
async function insert(table: string, ...rows: Record<string, Value>[]): Promise<void> {
  for (const row of rows) {
    const text = (value: Value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value));
    const values = Object.values(row).map(text).join(', ');
    await connection.run(`insert into loaded.${table} ("${Object.keys(row).join('", "')}") values (${values})`);
  }
}

const select = (sql: string) => selectRows(connection, sql);

/** Returns the first column of each row as text. */
async function texts(sql: string): Promise<(string | null)[]> {
  const rows = await select(sql);
  return rows.map((row) => {
    const [value] = Object.values(row);
    return value === null ? null : String(value);
  });
}

const token = 'CA6PUJLBYKZKUEKLZJMKBZLEKP2OTHANDEOWSFF44FTSYLKQPIICCJBE';
const holder = 'GDV64GNBPY7LJ3MWNPYFJ7PHMEIKU3JUANTKM7JVH4FKL6WRMRDONMZH';
const time = '2026-01-01 00:00:00';

const transfer = (amount: string, index = 0, more: Record<string, Value> = {}) => ({
  ...{
    transaction_hash: 'aa',
    transaction_id: 4096,
    operation_id: 4097,
    event_topic: 'transfer',
    from: holder,
    to: token,
  },
  ...{
    asset_type: '',
    amount_raw: amount,
    contract_id: token,
    ledger_sequence: 1,
    closed_at: time,
    event_index: index,
  },
  ...{ operation_type: 24, is_soroban: true, origin: 'event' },
  ...more,
});

const operation = (type: number, more: Record<string, Value> = {}) => ({
  ...{ id: 4097, transaction_id: 4096, ledger_sequence: 1, closed_at: time, type, type_string: 'invoke_host_function' },
  ...{ other_details_json: '{}', transaction_hash: 'aa', operation_index: 0, source_account: holder },
  ...more,
});

/** The instance of a token that keeps these decimals. */
const instance = (decimals: string, more: Record<string, Value> = {}) => ({
  contract_id: token,
  contract_key_type: 'ScValTypeScvLedgerKeyContractInstance',
  contract_durability: 'ContractDataDurabilityPersistent',
  ...{ ledger_key_hash: 'instance', key_decoded: '"ledger_key_contract_instance"', deleted: false },
  ...{ ledger_sequence: 1, closed_at: time },
  val_decoded: `{"contract_instance":{"executable":{"wasm":"00"},"storage":[
    {"key":{"symbol":"METADATA"},"val":{"map":[{"key":{"symbol":"decimal"},"val":${decimals}},
      {"key":{"symbol":"name"},"val":{"string":"Token"}},{"key":{"symbol":"symbol"},"val":{"string":"TOK"}}]}},
    {"key":{"vec":[{"symbol":"Admin"}]},"val":{"address":"${holder}"}}]}}`,
  ...more,
});

const balance = (value: string, more: Record<string, Value> = {}) => ({
  contract_id: token,
  contract_key_type: 'ScValTypeScvVec',
  contract_durability: 'ContractDataDurabilityPersistent',
  ...{ ledger_key_hash: 'balance', key_decoded: `{"vec":[{"symbol":"Balance"},{"address":"${holder}"}]}` },
  ...{ val_decoded: value, deleted: false, ledger_sequence: 1, closed_at: time },
  ...more,
});

const largest = '170141183460469231731687303715884105727';

describe('token_instances', () => {
  it('shows names as they are, not as SEP-51 escapes them', async () => {
    const { val_decoded: value, ...row } = instance('{"u32":7}');
    const escaped = value.replace('"Token"', String.raw`"Caf\\xc3\\xa9\\n\\\\"`).replace('"TOK"', String.raw`"\\xff"`);
    await insert('contract_data', { ...row, val_decoded: escaped });
    const named = { name: 'Café\n\\', symbol: '\\xff' };
    expect(await select('select name, symbol from silver.token_instances')).toEqual([named]);
    expect(
      await select('select token_name as name, token_symbol as symbol from bronze.contract_data_snapshot_v1'),
    ).toEqual([named]);
  });
});

describe('token_transfers', () => {
  it('scales by the decimals that a token keeps, and says nothing where that does not fit', async () => {
    await insert('history_operations', operation(24));
    await insert('contract_data', instance('{"u32":18}'));
    await insert('token_transfers_raw', transfer('1500000000000000001'), transfer(largest, 1, { to: null }));
    expect(
      await select('select amount, amount_raw, asset_code, is_soroban from token_transfers order by event_index'),
    ).toEqual([
      { amount: expect.anything(), amount_raw: '1500000000000000001', asset_code: 'TOK', is_soroban: true },
      { amount: expect.anything(), amount_raw: largest, asset_code: 'TOK', is_soroban: true },
    ]);
    expect(await texts('select cast(amount as varchar) from token_transfers order by event_index')).toEqual([
      ...['1.500000000', '170141183460469231731.687303716'],
    ]);
    await insert('contract_data', instance('{"u32":0}', { ledger_sequence: 2 }));
    expect(await texts('select cast(amount as varchar) from token_transfers order by event_index')).toEqual([
      '1500000000000000001.000000000',
      null,
    ]);
  });

  it('sums equal rows of an operation past 128 bits or not, and none of different ones', async () => {
    await insert('history_operations', operation(24));
    await insert('token_transfers_raw', transfer('5'), transfer('7', 1), transfer('9', 2, { to: holder }));
    expect(await texts('select amount_raw from token_transfers order by event_index')).toEqual(['12', '9']);
    await insert('token_transfers_raw', transfer(largest, 3));
    expect(await texts('select amount_raw from token_transfers order by event_index')).toEqual([null, '9']);
  });

  it('scales nothing where a token says no decimals, or more than anyone means', async () => {
    await insert('history_operations', operation(24));
    await insert('token_transfers_raw', transfer('15000000'));
    const amounts = () => texts('select cast(amount as varchar) from token_transfers');
    expect(await amounts()).toEqual([null]);
    await insert('contract_data', instance('{"string":"six"}'));
    expect(await amounts()).toEqual([null]);
    await insert('contract_data', instance('{"u32":4294967295}', { ledger_sequence: 2 }));
    expect(await amounts()).toEqual([null]);
    await insert('contract_data', instance('{"u32":256}', { ledger_sequence: 3 }));
    expect(await amounts()).toEqual([null]);
    await insert('contract_data', instance('{"u32":255}', { ledger_sequence: 4 }));
    expect(await amounts()).toEqual(['0.000000000']);
  });

  it('scales no token that is no asset in the tables of events', async () => {
    await insert('token_transfers_raw', transfer('15000000'), transfer('15000000', 1, { asset_type: 'native' }));
    for (const name of ['token_transfers_raw', 'token_transfers_stream_v1'])
      expect(await select(`select amount from ${name} order by event_index`)).toEqual([
        { amount: null },
        { amount: 1.5 },
      ]);
    expect(divergence('amounts-of-tokens').proof).toBe('lake/silver/relations.test.ts');
  });
});

describe('silver.token_transfers_raw', () => {
  it('leaves fees out, and has an amount past 128 bits as text alone', async () => {
    const fee = { operation_id: null, event_topic: 'fee', to: null, asset_type: 'native' };
    await insert('token_transfers_raw', transfer('100', 0, fee), transfer(`${largest}0`, 1));
    expect(await select('select amount, amount_raw, operation_type from silver.token_transfers_raw')).toEqual([
      { amount: null, amount_raw: `${largest}0`, operation_type: 24 },
    ]);
    expect(await texts('select count(*) from token_transfers_raw')).toEqual(['2']);
  });
});

describe('hourly_transfer_agg_address', () => {
  const all = 'select address, sent_count, received_count, sent_raw, received_raw, large_count, txn_count, last_ledger';
  const row = (address: string | null, ...values: (number | bigint)[]) => {
    const [sent, received, given, got, large, transactions, ledger] = values;
    const counts = { sent_count: sent, received_count: received, sent_raw: given, received_raw: got };
    return { address, ...counts, large_count: large, txn_count: transactions, last_ledger: Number(ledger) };
  };

  it('counts both sides of a movement, nobody among them, and leaves fees out', async () => {
    const later = { transaction_id: 8192, ledger_sequence: 2, closed_at: '2026-01-01 00:59:59' };
    await insert(
      'token_transfers_raw',
      transfer('5'),
      transfer('7', 1),
      transfer('9', 2, { to: holder }),
      transfer('3', 3, { from: null, event_topic: 'mint' }),
      transfer('4', 4, { to: null, event_topic: 'burn', ...later }),
      transfer('100', 5, { event_topic: 'fee', to: null }),
      transfer('1', 6, { contract_id: holder, ...later }),
    );
    expect(
      await select(`${all} from hourly_transfer_agg_address where contract_id = '${token}' order by address`),
    ).toEqual([
      row(token, 0n, 3n, 0n, 15n, 0n, 1n, 1),
      row(holder, 4n, 1n, 25n, 9n, 0n, 2n, 2),
      row(null, 1n, 1n, 3n, 4n, 0n, 2n, 2),
    ]);
    expect(await texts('select cast(sum(sent_count) as varchar) from hourly_transfer_agg_address')).toEqual(['6']);
  });

  it('has no sums of what sums might not hold, and a row for each hour', async () => {
    const next = { transaction_id: 8192, ledger_sequence: 2, closed_at: '2026-01-01 01:00:00' };
    const most = '9'.repeat(30);
    await insert(
      'token_transfers_raw',
      transfer(`${most}9`),
      transfer(`${largest}0`, 1),
      transfer(most, 2),
      transfer('1', 3, next),
    );
    const hours = `${all} from hourly_transfer_agg_address where address = '${holder}' order by hour_agg`;
    expect(await select(hours)).toEqual([
      row(holder, 3n, 0n, BigInt(most), 0n, 2n, 1n, 1),
      row(holder, 1n, 0n, 1n, 0n, 0n, 1n, 2),
    ]);
  });
});

describe('token_registry', () => {
  it('has tokens and contracts of assets, and lumens though nothing names them', async () => {
    await insert('history_ledgers', { sequence: 1, closed_at: time });
    await insert(
      'contract_data',
      instance('{"u32":18}', { ledger_sequence: 5 }),
      instance('{"u32":18}', { ledger_sequence: 9 }),
    );
    await insert('token_transfers_raw', transfer('100', 0, { asset_type: 'native', contract_id: 'CNATIVE' }));
    const columns =
      'contract_id, token_symbol, token_decimals, token_type, asset_code, first_seen_ledger, last_updated_ledger';
    expect(await select(`select ${columns} from token_registry order by contract_id`)).toEqual([
      {
        ...{
          contract_id: token,
          token_symbol: 'TOK',
          token_decimals: 18,
          token_type: 'custom_soroban',
          asset_code: null,
        },
        first_seen_ledger: 5,
        last_updated_ledger: 9,
      },
      {
        ...{ contract_id: 'CNATIVE', token_symbol: 'native', token_decimals: 7, token_type: 'sac', asset_code: 'XLM' },
        first_seen_ledger: 1,
        last_updated_ledger: 1,
      },
    ]);
    expect(
      await select('select symbol, name, "decimal", admin, asset_code_source from asset_metadata order by contract_id'),
    ).toEqual([
      { symbol: 'TOK', name: 'Token', decimal: 18, admin: holder, asset_code_source: 'metadata' },
      { symbol: null, name: null, decimal: null, admin: null, asset_code_source: 'sac' },
    ]);
  });
});

describe('address_balances_current', () => {
  it('reads balances of tokens from their storage, as a number or as a map', async () => {
    await insert('contract_data', instance('{"u32":2}'), balance('{"i128":"1234"}'));
    const columns =
      'owner_address, asset_key, asset_type, symbol, decimals, balance_raw, balance_display, balance_source';
    const row = { owner_address: holder, asset_key: token, asset_type: 'soroban_token', symbol: 'TOK', decimals: 2 };
    expect(await select(`select ${columns} from address_balances_current`)).toEqual([
      { ...row, balance_raw: '1234', balance_display: '12.34', balance_source: 'contract_data' },
    ]);
    const map =
      '{"map":[{"key":{"symbol":"amount"},"val":{"i128":"5"}},{"key":{"symbol":"authorized"},"val":{"bool":true}}]}';
    await insert('contract_data', balance(map, { ledger_sequence: 2 }));
    expect(await texts('select balance_display from address_balances_current')).toEqual(['0.05']);
    await insert('contract_data', balance(map, { ledger_sequence: 3, deleted: true }));
    expect(await texts('select balance_raw from address_balances_current')).toEqual([]);
    expect(await texts('select deleted from contract_balance_changes order by ledger_sequence')).toEqual([
      'false',
      'false',
      'true',
    ]);
  });

  it('scales no balance of a token whose decimals are not known', async () => {
    await insert('contract_data', balance('{"i128":"1234"}'));
    for (const name of ['address_balances_current', 'contract_balance_changes'])
      expect(await select(`select decimals, decimals_source, balance_raw, balance_display from ${name}`)).toEqual([
        { decimals: null, decimals_source: 'default', balance_raw: '1234', balance_display: null },
      ]);
  });

  it('takes nothing else for a balance', async () => {
    await insert(
      'contract_data',
      balance('{"i128":"0"}'),
      balance('{"i128":"-5"}', { ledger_key_hash: 'b' }),
      balance('{"u64":"5"}', { ledger_key_hash: 'c' }),
      balance('{"i128":"5"}', { ledger_key_hash: 'd', contract_durability: 'ContractDataDurabilityTemporary' }),
      balance('{"i128":"5"}', {
        ledger_key_hash: 'e',
        key_decoded: `{"vec":[{"symbol":"Balance"},{"address":"${holder}"},{"u32":1}]}`,
      }),
      balance('{"i128":"5"}', { ledger_key_hash: 'f', key_decoded: `{"vec":[{"symbol":"Balance"},{"u32":1}]}` }),
    );
    expect(await texts('select balance_raw from address_balances_current')).toEqual([]);
  });
});

describe('asset_balances__daily_agg', () => {
  it('adds balances whose sum passes 128 bits up to nothing, with the holders counted', async () => {
    await insert('history_ledgers', { sequence: 1, closed_at: time });
    const other = `{"vec":[{"symbol":"Balance"},{"address":"${token}"}]}`;
    await insert(
      'contract_data',
      balance(`{"i128":"${largest}"}`),
      balance(`{"i128":"${largest}"}`, { ledger_key_hash: 'b', key_decoded: other }),
    );
    expect(
      await select(
        'select contract_balance, total_accounts_with_contract_balance as holders from asset_balances__daily_agg',
      ),
    ).toEqual([{ contract_balance: null, holders: 2n }]);
  });
});

describe('trade_agg', () => {
  const trade = (id: bigint, day: string, more: Record<string, Value>) => ({
    ...{ history_operation_id: id, order: 0, ledger_closed_at: day, ledger_sequence: 1, price_n: 1, price_d: 2 },
    ...{ selling_asset_id: 1, selling_asset_type: 'native', buying_asset_id: 2, buying_asset_type: 'credit_alphanum4' },
    ...{ selling_asset_code: '', selling_asset_issuer: '', buying_asset_code: 'B', buying_asset_issuer: holder },
    ...{ selling_amount_stroops: 20000000, buying_amount_stroops: 10000000, trade_type: 1 },
    ...more,
  });
  const sold = { selling_asset_id: 2, buying_asset_id: 1, selling_asset_code: 'B', buying_asset_code: '' };
  const issuers = { selling_asset_issuer: holder, buying_asset_issuer: '' };
  const reversed = { ...sold, ...issuers, selling_asset_type: 'credit_alphanum4', buying_asset_type: 'native' };

  it('gives the price of A in B whichever was sold, and the first and last by operation, not by time', async () => {
    await insert(
      'history_trades',
      trade(30n, time, {
        ...reversed,
        price_n: 4,
        price_d: 1,
        selling_amount_stroops: 10000000,
        buying_amount_stroops: 40000000,
      }),
      trade(10n, time, {}),
      trade(20n, time, { price_n: 3, price_d: 4 }),
    );
    expect(
      await select(`select trade_count_daily, asset_a, high_price_daily, low_price_daily, open_n_daily, open_d_daily, close_n_daily,
        close_d_daily, cast(asset_a_volume_daily as varchar) as a, cast(asset_b_volume_daily as varchar) as b, avg_price_daily from trade_agg`),
    ).toEqual([
      {
        ...{ trade_count_daily: 3n, asset_a: 1n, high_price_daily: 0.75, low_price_daily: 0.25 },
        ...{ open_n_daily: 1n, open_d_daily: 2n, close_n_daily: 1n, close_d_daily: 4n },
        ...{ a: '8.0000000', b: '3.0000000', avg_price_daily: 0.375 },
      },
    ]);
  });

  it('counts a week, a month and a year before each day on which a pair was traded', async () => {
    const days = ['2025-01-01', '2025-12-02', '2025-12-24', '2025-12-25', '2026-01-01'];
    await insert('history_trades', ...days.map((day, i) => trade(BigInt(i), `${day} 12:00:00`, { price_n: i + 1 })));
    expect(
      await select(`select trade_count_daily as day, trade_count_weekly as week, trade_count_monthly as month,
        trade_count_yearly as year, open_n_weekly as first, close_n_yearly as last from trade_agg where day_agg = '2026-01-01'`),
    ).toEqual([{ day: 1n, week: 2n, month: 4n, year: 5n, first: 4n, last: 5n }]);
  });

  it('has no price where nothing was traded', async () => {
    await insert(
      'history_trades',
      trade(1n, time, { price_n: 0, price_d: 0, selling_amount_stroops: 0, buying_amount_stroops: 0 }),
    );
    expect(await select('select avg_price_daily, high_price_daily from trade_agg')).toEqual([
      { avg_price_daily: null, high_price_daily: null },
    ]);
    await insert('history_transactions', { id: 0, ledger_sequence: 1, transaction_hash: 'aa' });
    expect(await texts('select price from silver.trades')).toEqual([null]);
  });
});

describe('snapshots', () => {
  it('go by ledgers, which may close at one time', async () => {
    const account = (ledger: number, closed: string) => ({
      ...{ account_id: holder, balance_stroops: ledger, ledger_sequence: ledger, closed_at: closed, deleted: false },
    });
    await insert('accounts', account(3, '2016-01-01'), account(1, '1970-01-01'), account(2, '1970-01-01'));
    expect(
      await select(`select ledger_sequence as ledger, year(valid_from) as since, year(valid_to) as until, valid_to_ledger as next
      from accounts_snapshot order by ledger`),
    ).toEqual([
      { ledger: 1, since: 1970n, until: 1970n, next: 2 },
      { ledger: 2, since: 1970n, until: 2016n, next: 3 },
      { ledger: 3, since: 2016n, until: null, next: null },
    ]);
  });
});

describe('fee statistics', () => {
  it('have null shares without transactions of a kind, and bids past 64 bits', async () => {
    await insert('history_ledgers', { sequence: 1, closed_at: time, fee_pool: 7 });
    const bid = { ledger_sequence: 1, closed_at: time, account: holder, operation_count: 0, successful: false };
    const most = 9223372036854775807n;
    await insert(
      'history_transactions',
      ...[1, 2].map((id) => ({
        ...bid,
        id,
        max_fee: most,
        fee_charged: 100,
        inclusion_fee_charged: 100,
        resource_fee: 0,
      })),
    );
    expect(
      await select(
        'select classic_sum_max_fee::hugeint as bids, classic_max_inclusion_fee_per_op as most, soroban_txn_count as soroban from ledger_fee_stats_agg',
      ),
    ).toEqual([{ bids: 2n * most, most: null, soroban: 0n }]);
    expect(
      await select(
        'select soroban_pct_ledgers_in_surge as soroban, classic_pct_ledgers_in_surge as classic from daily_fee_stats_agg',
      ),
    ).toEqual([{ soroban: null, classic: 100 }]);
    expect(
      await select(
        'select total_max_fee::hugeint as total_max_fee, soroban_total_rent_fee from hourly_fee_agg_account',
      ),
    ).toEqual([{ total_max_fee: 2n * most, soroban_total_rent_fee: null }]);
  });
});

describe('contract_invocation_hierarchy', () => {
  const call = (order: number, depth: number, contract: string) => ({
    ...{ operation_id: 4097, transaction_id: 4096, ledger_sequence: 1, closed_at: time, execution_order: order, depth },
    ...{
      contract_id: contract,
      function_name: 'f',
      arguments: '[]',
      origin: 'diagnostic',
      successful: true,
      in_call_tree: true,
    },
  });

  it('names the contracts on the shortest way to each', async () => {
    await insert('history_operations', operation(24, { function_name: 'f', contract_id: 'A' }));
    await insert(
      'contract_invocations',
      call(0, 0, 'A'),
      call(1, 1, 'B'),
      call(2, 2, 'C'),
      call(3, 3, 'D'),
      call(4, 1, 'C'),
      call(5, 2, 'E'),
    );
    const rows = await select(
      'select child_contract as child, path_depth as depth, to_json(full_path) as path from contract_invocation_hierarchy order by child',
    );
    expect(rows).toEqual([
      { child: 'A', depth: 0, path: '["A"]' },
      { child: 'B', depth: 1, path: '["A","B"]' },
      { child: 'C', depth: 1, path: '["A","C"]' },
      { child: 'D', depth: 3, path: '["A","B","C","D"]' },
      { child: 'E', depth: 2, path: '["A","C","E"]' },
    ]);
  });
});

describe('smart accounts', () => {
  const event = (index: number, topic0: string, topic1: string, data: object = {}) => ({
    ...{
      transaction_hash: 'aa',
      transaction_id: 4096,
      operation_id: 4097,
      event_index: index,
      event_kind: 'operation',
    },
    ...{ type: 1, successful: true, contract_id: token, ledger_sequence: 1, closed_at: time, topic0, topic1 },
    data_decoded: JSON.stringify({
      map: Object.entries(data).map(([symbol, val]) => ({ key: { symbol }, val: val as unknown })),
    }),
  });
  const delegated = { vec: [{ symbol: 'Delegated' }, { address: holder }] };

  it('have the rules, signers and policies that their last events say', async () => {
    await insert(
      'history_contract_events',
      event(0, 'signer_registered', '4', { signer: delegated }),
      event(1, 'context_rule_added', '1', { signer_ids: { vec: [{ u32: 4 }] }, policies: { map: [] } }),
      event(2, 'context_rule_meta_updated', '1', { name: { string: 'daily' } }),
      event(3, 'policy_added', '1', { policy: { address: token }, install_param: { u32: 7 } }),
      event(4, 'signer_added', '1', { signer: delegated }),
      event(5, 'signer_removed', '1', { signer_id: { u32: 4 } }),
      event(6, 'context_rule_added', '2'),
      event(7, 'context_rule_removed', '2'),
      event(8, 'context_rule_added', 'no number'),
    );
    expect(
      await select(`select context_rule_id as id, active, event_type, metadata ->> '$.map[0].val.string' as name
        from smart_account_context_rules order by id`),
    ).toEqual([
      { id: 1n, active: true, event_type: 'context_rule_meta_updated', name: 'daily' },
      { id: 2n, active: false, event_type: 'context_rule_removed', name: null },
    ]);
    expect(
      await select(`select scope, context_rule_id as rule, signer_id as id, signer_type as type, signer_address as address, active
        from smart_account_signers order by scope, id`),
    ).toEqual([
      { scope: 'registry', rule: -1n, id: 4n, type: 'delegated', address: holder, active: true },
      { scope: 'rule', rule: 1n, id: 4n, type: null, address: null, active: false },
      { scope: 'rule', rule: 1n, id: null, type: 'delegated', address: holder, active: true },
    ]);
    expect(
      await select('select policy_address as address, install_params as params, active from smart_account_policies'),
    ).toEqual([{ address: token, params: '{"u32":7}', active: true }]);
  });
});

describe('bronze.change_number(ledger_sequence, ledger_entry_change)', () => {
  it('orders by ledgers, and rows of one ledger by their change, one without any first', async () => {
    const rows = ['(7, 0)', '(8, null)', '(8, 4)', '(8, 2)', '(8, 1)', '(8, 0)', '(9, null)', '(2147483647, 0)'];
    const numbered = `select ledger, change from (values ${rows.join(', ')}) of_entry(ledger, change)`;
    const ordered = await select(`${numbered} order by bronze.change_number(ledger, change)`);
    expect(ordered.map(({ ledger, change }) => `(${ledger}, ${change})`)).toEqual(rows);
  });
});
