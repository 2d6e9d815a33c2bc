import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { placesOf } from '../../divergences.ts';
import { divergencesSql } from '../golden/rows.ts';
import { goldenSets } from '../golden/sets.ts';
import { useNetworks, type GoldenRow, type Network } from './networks.ts';

const networks = useNetworks();

/** Columns that Hubble renames: ours, and the golden's. */
const renamed = {
  operation: { op_id: 'id', op_source_account: 'source_account', type: 'type', type_string: 'type_string' },
  details: {
    op_account_muxed: 'account_muxed',
    op_account_muxed_id: 'account_muxed_id',
    op_account_id: 'account_id',
    soroban_operation_type: 'type',
  },
  transaction: {
    transaction_id: 'id',
    txn_account: 'account',
    txn_operation_count: 'operation_count',
    txn_created_at: 'created_at',
  },
  ledger: { ledger_id: 'id', ledger_operation_count: 'operation_count' },
};

/** Fields of details that Hubble has as columns of their own names. */
const details = `account amount asset asset_code asset_issuer asset_type authorize claimant claimant_muxed claimants
  data_account_id data_name buying_asset_code buying_asset_issuer buying_asset_type from from_muxed funder funder_muxed
  high_threshold home_domain inflation_dest into into_muxed limit low_threshold master_key_weight med_threshold name offer_id path
  price selling_asset_code selling_asset_issuer selling_asset_type set_flags set_flags_s signer_account_id signer_key signer_weight
  source_amount source_asset_code source_asset_issuer source_asset_type source_max starting_balance to to_muxed trustee trustor
  trustline_account_id trustline_asset value clear_flags clear_flags_s bump_to sponsor sponsored_id begin_sponsor
  authorize_to_maintain_liabilities clawback_enabled liquidity_pool_id reserve_a_asset_type reserve_a_asset_code
  reserve_a_asset_issuer reserve_a_max_amount reserve_a_deposit_amount reserve_b_asset_type reserve_b_asset_code
  reserve_b_max_amount reserve_b_deposit_amount min_price max_price shares_received reserve_a_min_amount reserve_b_min_amount
  shares reserve_a_withdraw_amount reserve_b_withdraw_amount asset_balance_changes parameters parameters_decoded function address
  extend_to contract_id contract_code_hash`.split(/\s+/);

const ofTransaction =
  `account_sequence max_fee memo_type memo time_bounds successful fee_charged fee_account new_max_fee
  account_muxed fee_account_muxed ledger_bounds min_account_sequence min_account_sequence_age min_account_sequence_ledger_gap
  extra_signers resource_fee soroban_resources_instructions soroban_resources_read_bytes soroban_resources_write_bytes
  transaction_result_code inclusion_fee_bid inclusion_fee_charged resource_fee_refund transaction_hash ledger_sequence
  non_refundable_resource_fee_charged refundable_resource_fee_charged rent_fee_charged tx_signers`.split(/\s+/);

const ofLedger =
  `ledger_hash previous_ledger_hash transaction_count closed_at total_coins fee_pool base_fee base_reserve
  max_tx_set_size protocol_version successful_transaction_count failed_transaction_count soroban_fee_write_1kb node_id signature
  total_byte_size_of_bucket_list`.split(/\s+/);

/**
 * The columns of models/marts/enriched_history/enriched_history_operations_soroban.sql of stellar-dbt-public (0ac4544), in its order, but
 * for `airflow_start_ts`, when it was run. Ours has columns by the names of Obsrvr behind them.
 */
const ofSoroban =
  `op_id op_source_account op_source_account_muxed transaction_id op_type type_string from asset_balance_changes parameters
  parameters_decoded function address soroban_operation_type extend_to contract_id contract_code_hash operation_result_code
  operation_trace_code transaction_hash ledger_sequence txn_account account_sequence max_fee txn_operation_count txn_created_at
  memo_type memo time_bounds successful fee_charged fee_account new_max_fee account_muxed fee_account_muxed ledger_bounds
  min_account_sequence min_account_sequence_age min_account_sequence_ledger_gap extra_signers resource_fee
  soroban_resources_instructions soroban_resources_read_bytes soroban_resources_write_bytes transaction_result_code
  inclusion_fee_bid inclusion_fee_charged resource_fee_refund ledger_hash previous_ledger_hash transaction_count
  ledger_operation_count closed_at ledger_id total_coins fee_pool base_fee base_reserve max_tx_set_size protocol_version
  successful_transaction_count failed_transaction_count details_json batch_id batch_run_date soroban_fee_write_1kb node_id
  signature total_byte_size_of_bucket_list non_refundable_resource_fee_charged refundable_resource_fee_charged rent_fee_charged
  tx_signers refundable_fee`.split(/\s+/);

const same = (names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

const take = (row: GoldenRow, columns: Record<string, string>) =>
  Object.entries(columns).map(([ours, theirs]): [string, unknown] => [ours, row[theirs]]);

/**
 * enriched_history_operations.sql of stellar-dbt-public: each operation with its transaction, by transaction_id, and that with its
 * ledger, by its number. Fields of details become columns, some under other names; balance_id is that of the operation, else
 * the one whose sponsorship is revoked; the exact price is in n and d. enriched_history_operations_soroban.sql: of these the
 * operations of types 24, 25 and 26, with `ofSoroban` of their columns.
 */
function enriched(operation: GoldenRow, transaction: GoldenRow, ledger: GoldenRow): Map<string, unknown> {
  const fields = operation.details as Record<string, unknown>;
  const price = fields.price_r as { n: number; d: number } | undefined;
  return new Map([
    ...take(operation, { ...renamed.operation, ...same(['operation_result_code', 'operation_trace_code']) }),
    ...take(fields, { ...renamed.details, ...same(details) }),
    ['balance_id', operation.type === 14 ? undefined : (fields.balance_id ?? fields.claimable_balance_id)],
    ['n', price?.n],
    ['d', price?.d],
    ...take(transaction, { ...renamed.transaction, ...same(ofTransaction) }),
    ...take(ledger, { ...renamed.ledger, ...same(ofLedger) }),
  ]);
}

/** Adds what only a result says, which Hubble has not: the merged amount, the id of a balance that is created. */
const added: Record<number, string[] | undefined> = { 8: ['amount'], 14: ['balance_id'] };

/** Null, absent and empty are one here, numbers are doubles or their digits, and structs have no members that are null. */
function plain(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
    return String(Number.isSafeInteger(Number(value)) ? Number(value) : value.includes('.') ? Number(value) : value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(plain);
  if (typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, member]) => [name, plain(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== null).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns, by the id of a row of a table, the columns in which it may differ from the reference; fields of details are columns. */
async function listedColumns(network: Network, table: string): Promise<Map<unknown, Set<string>>> {
  const relation = `bronze.${table}`;
  const columnOf = (path: string) => path.replace(/^details\./, '').split('.')[0];
  const columns = new Map(placesOf(relation).map((place) => [place.id, place.columns.map(columnOf)]));
  const rows = await network.select(`select id, ${divergencesSql(relation)} as met from ${table}`);
  const listed = (met: string) => new Set(met.split(',').flatMap((id) => columns.get(id) ?? []));
  return new Map(rows.map(({ id, met }) => [id, listed(met as string)]));
}

describe.skipIf(!hasCorpus).each(goldenSets)('operations of $name', (set) => {
  it('stand with golden transactions and ledgers in enriched_history_operations', async () => {
    let compared = 0;
    for await (const network of networks(set)) {
      const transactions = new Map(network.golden('transactions').map((row) => [BigInt(row.id as number), row]));
      const ledgers = new Map(network.golden('ledgers').map((row) => [row.sequence, row]));
      const rows = await network.select('select op_id as id, to_json(e) as row from enriched_history_operations as e');
      const ours = new Map(rows.map(({ id, row }) => [id, JSON.parse(row as string, exact) as GoldenRow]));
      const listed = await listedColumns(network, 'history_transactions');
      const listedOfOperations = await listedColumns(network, 'history_operations');
      const golden = network.golden('operations');
      expect(ours.size).toBe(golden.length);
      for (const operation of golden) {
        const id = BigInt(operation.id as number);
        const transaction = transactions.get(id & ~4095n)!;
        // Upstream's ledgers of pubnet-etl-golden lack the first.
        const ledger = ledgers.get(transaction.ledger_sequence);
        if (!ledger) continue;
        const row = ours.get(id)!;
        const expected = enriched(operation, transaction, ledger);
        const isListed = (name: string) => listed.get(id & ~4095n)!.has(name) || listedOfOperations.get(id)!.has(name);
        const isCompared = (name: string) => !added[operation.type as number]?.includes(name) && !isListed(name);
        const names = [...expected.keys()].filter(isCompared);
        const side = (value: (name: string) => unknown) =>
          JSON.stringify(names.map((name) => [name, plain(value(name))]));
        const found = side((name) => timeOf(row[name]));
        const wanted = side((name) => expected.get(name));
        if (found !== wanted) expect(found).toBe(wanted);
        compared++;
      }
      const [{ soroban }] = await network.select('select count(*) as soroban from enriched_history_operations_soroban');
      expect(Number(soroban)).toBe(golden.filter(({ type }) => [24, 25, 26].includes(type as number)).length);
      const columns = await network.select('describe enriched_history_operations_soroban');
      expect(columns.slice(0, ofSoroban.length).map((column) => column.column_name)).toEqual(ofSoroban);
      expect(await network.select(aliases)).toEqual([]);
    }
    expect(compared).toBeGreaterThan(0);
  }, 900_000);
});

/** Times as the goldens have them. */
function timeOf(value: unknown): unknown {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);
  return isTime ? `${value.replace(' ', 'T')}Z` : value;
}

function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(context!.source!)) return value;
  return context!.source!;
}

/** Rows whose columns of Obsrvr's lake say something else than those of Hubble. */
const aliases = `select op_id from enriched_history_operations
  where (operation_id, source_account, operation_index, tx_successful, tx_fee_charged, tx_operation_count, ledger_closed_at)
      is distinct from (op_id, op_source_account, (op_id & 4095) - 1, successful, fee_charged, txn_operation_count, closed_at)
    or (from_account, to_address, into_account, price_n, price_d, host_function_type)
      is distinct from ("from", "to", "into", n, d, "function")
    or (ledger_total_coins, ledger_fee_pool, ledger_base_fee, ledger_base_reserve, ledger_successful_tx_count)
      is distinct from (total_coins, fee_pool, base_fee, base_reserve, successful_transaction_count)
    or ledger_transaction_count != successful_transaction_count + failed_transaction_count
    or limit_amount is distinct from cast("limit" * 10000000 as bigint)
    or type not in (0, 1, 2, 13) and destination is distinct from
      case when type = 8 then "into" when type in (7, 21) then trustor when type = 19 then "from" end
    or amount_stroops is distinct from cast(coalesce(amount, starting_balance) * 10000000 as bigint)
    or is_payment_op != (type in (1, 2, 13)) or is_soroban_op != (type in (24, 25, 26))`;
