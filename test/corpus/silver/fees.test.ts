import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { goldenSets } from '../golden/sets.ts';
import { useNetworks, type GoldenRow, type Network } from './networks.ts';

const networks = useNetworks();

/** What fee relations have of one transaction. */
interface Paid {
  ledger: number;
  closed: string;
  account: string;
  contract?: string;
  successful: boolean;
  charged: bigint;
  bid: bigint;
  operations: bigint;
  /** Operations, one more for a fee bump. */
  effective: bigint;
  isSoroban: boolean;
  inclusion: bigint;
  soroban: Record<(typeof sorobanFees)[number], bigint>;
}

const sorobanFees = [
  ...(['inclusion_fee_charged', 'inclusion_fee_bid', 'resource_fee', 'non_refundable_resource_fee_charged'] as const),
  ...(['refundable_resource_fee_charged', 'resource_fee_refund', 'rent_fee_charged'] as const),
];

function paidBy(row: GoldenRow, contract: string | undefined): Paid {
  const bump =
    row.new_max_fee === undefined || row.new_max_fee === null ? undefined : BigInt(row.new_max_fee as number);
  const operations = BigInt(row.operation_count as number);
  const fees = sorobanFees.map((name) => [name, BigInt(row[name] as number)]);
  const isSoroban = Number(row.resource_fee) > 0;
  const charged = BigInt(row.fee_charged as number);
  return {
    ledger: Number(row.ledger_sequence),
    closed: row.closed_at as string,
    account: (row.fee_account || row.account) as string,
    contract,
    successful: row.successful as boolean,
    charged,
    bid: bump ?? BigInt(row.max_fee as number),
    operations,
    effective: bump === undefined ? operations : operations + 1n,
    isSoroban,
    inclusion: isSoroban ? BigInt(row.inclusion_fee_charged as number) : charged,
    soroban: Object.fromEntries(fees) as Paid['soroban'],
  };
}

const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);
const highest = (values: bigint[]) => values.reduce<bigint | null>((a, b) => (a === null || b > a ? b : a), null);
const lowest = (values: bigint[]) => values.reduce<bigint | null>((a, b) => (a === null || b < a ? b : a), null);
const count = (values: unknown[]) => BigInt(values.length);
const isSurge = ({ inclusion, effective }: Paid) => inclusion > effective * 100n;
const perOperation = (paid: Paid[]) => paid.map(({ inclusion, effective }) => Number(inclusion) / Number(effective));
const extreme = (of: (...values: number[]) => number, values: number[]) => (values.length > 0 ? of(...values) : null);

/**
 * ledger_fee_stats_agg.sql of stellar-dbt-public: by ledger with transactions, of all, of classic ones, and of those of Soroban,
 * which declare a resource fee. A fee bump is one operation more; a transaction is in a surge when its inclusion fee, of classic
 * ones all of the fee, is over 100 stroops an operation. Sums and counts of a kind without transactions are 0, extremes null.
 */
function ledgerStats(paid: Paid[]): Record<string, unknown> {
  const classic = paid.filter(({ isSoroban }) => !isSoroban);
  const soroban = paid.filter(({ isSoroban }) => isSoroban);
  const stats: Record<string, unknown> = {
    total_fee_charged: sum(paid.map(({ charged }) => charged)),
    max_fee_charged: highest(paid.map(({ charged }) => charged)),
    txn_count: count(paid),
    failed_txn_count: count(paid.filter(({ successful }) => !successful)),
    total_effective_txn_operation_count: sum(paid.map(({ effective }) => effective)),
    total_raw_txn_operation_count: sum(paid.map(({ operations }) => operations)),
    classic_sum_max_fee: sum(classic.map(({ bid }) => bid)),
    classic_max_max_fee: highest(classic.map(({ bid }) => bid)),
  };
  for (const [kind, own] of [
    ['classic', classic],
    ['soroban', soroban],
  ] as const) {
    const surge = own.filter(isSurge);
    Object.assign(stats, {
      [`${kind}_txn_count`]: count(own),
      [`${kind}_failed_txn_count`]: count(own.filter(({ successful }) => !successful)),
      [`${kind}_total_effective_operation_count`]: sum(own.map(({ effective }) => effective)),
      [`${kind}_total_raw_operation_count`]: sum(own.map(({ operations }) => operations)),
      [`${kind}_sum_fee_charged`]: sum(own.map(({ charged }) => charged)),
      [`${kind}_max_fee_charged`]: highest(own.map(({ charged }) => charged)),
      [`${kind}_max_inclusion_fee_per_op`]: extreme(Math.max, perOperation(own)),
      [`${kind}_min_inclusion_fee_per_op`]: extreme(Math.min, perOperation(own)),
      [`${kind}_surge_txn_count`]: count(surge),
      [`${kind}_surge_operation_count`]: sum(surge.map(({ effective }) => effective)),
      [`${kind}_is_surge_ledger`]: surge.length > 0,
    });
  }
  for (const name of sorobanFees) {
    const values = soroban.map((paid) => paid.soroban[name]);
    stats[`soroban_sum_${name}`] = sum(values);
    stats[`soroban_max_${name}`] = highest(values);
    if (!name.startsWith('inclusion')) stats[`soroban_min_${name}`] = lowest(values);
  }
  return stats;
}

/** daily_fee_stats_agg.sql: sums, extremes and shares of the ledgers of a day, and the fee pool after the last of them. */
function dailyStats(ledgers: Record<string, unknown>[]): Record<string, unknown> {
  const [first] = ledgers;
  const values = (name: string) => ledgers.map((ledger) => ledger[name]).filter((value) => value !== null);
  const having = (test: (ledger: Record<string, unknown>) => boolean) => ledgers.filter(test).length;
  const day: Record<string, unknown> = {
    total_ledgers: count(ledgers),
    total_pct_ledgers_in_surge:
      (100 * having((of) => of.classic_is_surge_ledger === true || of.soroban_is_surge_ledger === true)) /
      ledgers.length,
  };
  for (const kind of ['classic', 'soroban']) {
    const all = having((ledger) => Number(ledger[`${kind}_txn_count`]) > 0);
    const surges = having((ledger) => ledger[`${kind}_is_surge_ledger`] === true);
    day[`${kind}_total_ledgers`] = BigInt(all);
    day[`${kind}_surge_ledger_count`] = BigInt(surges);
    day[`${kind}_pct_ledgers_in_surge`] = all > 0 ? (100 * surges) / all : null;
  }
  for (const name of Object.keys(first).filter((name) => !name.endsWith('is_surge_ledger'))) {
    const target = name.replace(/_surge_(txn|operation)_count$/, '_total_surge_$1_count');
    if (name.endsWith('per_op')) {
      day[name] = extreme(name.includes('_max_') ? Math.max : Math.min, values(name) as number[]);
    } else if (/^max_|_max_/.test(name) && name !== 'classic_sum_max_fee')
      day[name] = highest(values(name) as bigint[]);
    else if (name.includes('_min_')) day[name] = lowest(values(name) as bigint[]);
    else day[target] = sum(values(name) as bigint[]);
  }
  return day;
}

/**
 * hourly_fee_agg_account.sql: by hour and account that pays, of a fee bump the one that bids; sums of a kind without transactions
 * are null.
 */
function accountStats(paid: Paid[]): Record<string, unknown> {
  const of = (isSoroban: boolean) => paid.filter((one) => one.isSoroban === isSoroban);
  const some = (own: Paid[], value: (paid: Paid) => bigint) => (own.length > 0 ? sum(own.map(value)) : null);
  const [classic, soroban] = [of(false), of(true)];
  const bids = sum(paid.map(({ bid }) => bid));
  const failed = (own: Paid[]) => count(own.filter(({ successful }) => !successful));
  return {
    txn_count: count(paid),
    failed_txn_count: count(paid.filter(({ successful }) => !successful)),
    total_fee_charged: sum(paid.map(({ charged }) => charged)),
    total_max_fee: bids,
    fee_efficiency: bids > 0n ? Number(sum(paid.map(({ charged }) => charged))) / Number(bids) : null,
    total_effective_operation_count: sum(paid.map(({ effective }) => effective)),
    total_raw_operation_count: sum(paid.map(({ operations }) => operations)),
    classic_txn_count: count(classic),
    classic_failed_txn_count: failed(classic),
    classic_total_effective_operation_count: some(classic, ({ effective }) => effective),
    classic_total_fee_charged: some(classic, ({ charged }) => charged),
    classic_total_max_fee: some(classic, ({ bid }) => bid),
    classic_surge_txn_count: count(classic.filter(isSurge)),
    soroban_txn_count: count(soroban),
    soroban_failed_txn_count: failed(soroban),
    soroban_total_effective_operation_count: some(soroban, ({ effective }) => effective),
    soroban_total_fee_charged: some(soroban, ({ charged }) => charged),
    soroban_total_inclusion_fee_charged: some(soroban, (one) => one.soroban.inclusion_fee_charged),
    soroban_total_inclusion_fee_bid: some(soroban, (one) => one.soroban.inclusion_fee_bid),
    soroban_total_resource_fee: some(soroban, (one) => one.soroban.resource_fee),
    soroban_total_non_refundable_resource_fee: some(soroban, (one) => one.soroban.non_refundable_resource_fee_charged),
    soroban_total_refundable_resource_fee: some(soroban, (one) => one.soroban.refundable_resource_fee_charged),
    soroban_total_resource_fee_refund: some(soroban, (one) => one.soroban.resource_fee_refund),
    soroban_total_rent_fee: some(soroban, (one) => one.soroban.rent_fee_charged),
    soroban_surge_txn_count: count(soroban.filter(isSurge)),
  };
}

/** hourly_soroban_fee_agg_contract.sql: by hour and contract, each transaction once, for its first operation on contracts. */
function contractStats(paid: Paid[]): Record<string, unknown> {
  const mean = (values: bigint[]) => Number(sum(values)) / values.length;
  const total = (name: (typeof sorobanFees)[number]) => sum(paid.map(({ soroban }) => soroban[name]));
  const [charged, bids] = [sum(paid.map((one) => one.charged)), sum(paid.map(({ bid }) => bid))];
  return {
    txn_count: count(paid),
    failed_txn_count: count(paid.filter(({ successful }) => !successful)),
    unique_fee_source_accounts: BigInt(new Set(paid.map(({ account }) => account)).size),
    total_fee_charged: charged,
    avg_fee_charged: mean(paid.map((one) => one.charged)),
    max_fee_charged: highest(paid.map((one) => one.charged)),
    total_max_fee: bids,
    fee_efficiency: bids > 0n ? Number(charged) / Number(bids) : null,
    total_inclusion_fee_charged: total('inclusion_fee_charged'),
    avg_inclusion_fee_charged: mean(paid.map(({ soroban }) => soroban.inclusion_fee_charged)),
    total_inclusion_fee_bid: total('inclusion_fee_bid'),
    total_resource_fee: total('resource_fee'),
    avg_resource_fee: mean(paid.map(({ soroban }) => soroban.resource_fee)),
    total_non_refundable_resource_fee: total('non_refundable_resource_fee_charged'),
    total_refundable_resource_fee: total('refundable_resource_fee_charged'),
    total_rent_fee: total('rent_fee_charged'),
    total_resource_fee_refund: total('resource_fee_refund'),
    surge_txn_count: count(paid.filter(({ soroban, effective }) => soroban.inclusion_fee_charged > effective * 100n)),
  };
}

/** Returns the contract of the first operation on contracts of each transaction, by its TOID. */
function contractsOf(network: Network): Map<bigint, string> {
  const found = new Map<bigint, string>();
  for (const { id, type, details } of network.golden('operations')) {
    const transaction = BigInt(id as number) & ~4095n;
    const contract = (details as Record<string, string>).contract_id;
    if ([24, 25, 26].includes(type as number) && contract && !found.has(transaction)) found.set(transaction, contract);
  }
  return found;
}

/** Compares the rows of a relation with what groups of transactions come to, by the text of its key. */
async function expectGroups<T>(
  network: Network,
  [relation, key]: [relation: string, key: string],
  groups: Map<string, T[]>,
  stats: (group: T[]) => Record<string, unknown>,
): Promise<void> {
  const columns = (await network.select(`describe ${relation}`)).map(({ column_name: name, column_type: type }) =>
    // The driver makes doubles of decimals.
    String(type).startsWith('DECIMAL') ? `${name}::hugeint as ${name}` : name,
  );
  const rows = await network.select(`select ${columns.join()}, ${key} as group_key from ${relation}`);
  expect(rows.map((row) => row.group_key).sort()).toEqual([...groups.keys()].sort());
  for (const row of rows) {
    const expected = stats(groups.get(row.group_key as string)!);
    expect(row).toMatchObject(expected);
    expect(Object.keys(row).filter((name) => !(name in expected) && !places.has(name))).toEqual([]);
  }
}

/** Columns that say what a row is of, and what its ledgers are. */
const places = new Set([
  ...['group_key', 'day_agg', 'hour_agg', 'ledger_sequence', 'fee_source_account', 'contract_id'],
  ...['min_ledger_sequence', 'max_ledger_sequence', 'closed_at', 'fee_pool'],
]);

describe.skipIf(!hasCorpus).each(goldenSets)('fees of $name', (set) => {
  it('add up by ledger, day, account and contract as in golden transactions', async () => {
    for await (const network of networks(set)) {
      const contracts = contractsOf(network);
      const all = network.golden('transactions').map((row) => paidBy(row, contracts.get(BigInt(row.id as number))));
      const ledgers = Map.groupBy(all, ({ ledger }) => String(ledger));
      await expectGroups(network, ['ledger_fee_stats_agg', 'ledger_sequence::varchar'], ledgers, ledgerStats);
      const days = Map.groupBy([...ledgers.values()], ([{ closed }]) => closed.slice(0, 10));
      const daily = ['daily_fee_stats_agg', 'day_agg::varchar'] as [string, string];
      await expectGroups(network, daily, days, (own) => dailyStats(own.map(ledgerStats)));
      const hour = "strftime(hour_agg, '%Y-%m-%dT%H')";
      const accounts = Map.groupBy(all, ({ closed, account }) => `${closed.slice(0, 13)} ${account}`);
      const byAccount = ['hourly_fee_agg_account', `${hour} || ' ' || fee_source_account`] as [string, string];
      await expectGroups(network, byAccount, accounts, accountStats);
      const called = all.filter(({ contract }) => contract !== undefined);
      const byContract = ['hourly_soroban_fee_agg_contract', `${hour} || ' ' || contract_id`] as [string, string];
      const groups = Map.groupBy(called, ({ closed, contract }) => `${closed.slice(0, 13)} ${contract!}`);
      await expectGroups(network, byContract, groups, contractStats);
    }
  }, 900_000);
});
