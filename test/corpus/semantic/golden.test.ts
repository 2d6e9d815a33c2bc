/** Semantic and gold beside the same computed from the rows of the reference programs. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpus, hasCorpus } from '../../corpus.ts';
import { withHolder } from '../golden/movements.ts';
import { goldenLines, goldenSets, refusedLedgers, type GoldenSet } from '../golden/sets.ts';
import { sorted, useNetworks, type Network } from '../silver/networks.ts';
import * as expected from './expected.ts';
import { operationsOf, type Movement } from './expected.ts';

const tables = ['operations', 'transactions', 'trades', 'accounts', 'trustlines', 'ledgers'];
const time = (column: string) => `strftime(${column}, '%Y-%m-%dT%H:%M:%SZ')`;
const stroops = (column: string) => `cast(${column} * 10000000 as hugeint)`;

/** The goldens of this set have merged ledgers, or not all tables. */
const sets = goldenSets.filter(({ name }) => !['load-test-ledgers-v22', 'pubnet-etl-golden'].includes(name));

describe.skipIf(!hasCorpus)('semantic', () => {
  const networks = useNetworks();

  it.each(sets)('says of $name what the reference rows say', async (set) => {
    const movements = readMovements(set);
    const refused = tables.flatMap((table) => [...refusedLedgers(set, table)]);
    let compared = 0;
    for await (const network of networks(set)) {
      if (refused.some((place) => place.startsWith(`${network.capture ?? ''} `))) continue;
      compared++;
      await compare(network, movements.get(network.capture) ?? []);
    }
    expect(compared).toBeGreaterThan(0);
  });
});

async function compare(network: Network, movements: Movement[]): Promise<void> {
  const operations = operationsOf(network);
  const same = async (columns: string[], from: string, rows: unknown[]) => {
    const found = await network.select(
      `select [${columns.map((column) => `cast(${column} as varchar)`).join(', ')}] as row from ${from}`,
    );
    const texts = rows.map((row) => (row as unknown[]).map((value) => (value === null ? null : String(value))));
    expect(sorted(found.map(({ row }) => row)), `${from} of ${network.capture}`).toEqual(sorted(texts));
  };
  await same(
    [
      'id',
      'activity_type',
      'source_account',
      'destination_account',
      'soroban_function_name',
      'successful',
      'fee_charged',
    ],
    'semantic_activities',
    expected.activities(operations),
  );
  await same(
    [
      'contract_id',
      'function_name',
      'total_calls',
      'successful_calls',
      'failed_calls',
      'unique_callers',
      time('first_called'),
      time('last_called'),
    ],
    'semantic_contract_functions',
    expected.functions(operations),
  );
  await same(
    [
      ...['account_id', 'total_operations', 'total_payments_sent', 'total_payments_received', 'total_contract_calls'],
      ...[
        'unique_contracts_called',
        'top_contract_id',
        'top_contract_function',
        'is_contract_deployer',
        'contracts_deployed',
      ],
      ...[time('first_activity'), time('last_activity')],
    ],
    'semantic_account_summary',
    expected.accounts(network, operations),
  );
  await same(
    ['transaction_hash', 'flow_type', 'from_account', 'to_account', 'amount_raw', 'asset_key', 'contract_id'],
    'semantic_flows_value',
    expected.flows(movements),
  );
  await same(
    [
      ...['asset_key', 'transfer_count_24h', volume('24h'), 'transfer_count_7d', volume('7d')],
      ...['mint_count_24h', 'burn_count_24h', time('first_seen'), time('last_transfer')],
    ],
    'semantic_asset_stats where last_transfer is not null',
    expected.assets(network, movements),
  );
  await same(
    ['asset_key', 'known_holder_count'],
    `semantic_asset_stats where known_holder_count > 0 and asset_type != 'soroban_token'`,
    [...expected.holders(network)],
  );
  const pairs = expected.pairs(network) as (bigint | null)[][];
  const lossy = pairs.filter((row) => row[2] === null || row[3] === null).map(([key]) => `'${key}'`);
  const volumes = ['selling_volume', 'buying_volume'].map(
    (column) => `if(pair_key in (${[`''`, ...lossy].join(', ')}), null, ${stroops(column)})`,
  );
  await same(
    [
      'pair_key',
      'trade_count',
      ...volumes,
      'last_price_n',
      'last_price_d',
      'unique_sellers',
      'unique_buyers',
      time('first_trade'),
      time('last_trade'),
    ],
    'semantic_dex_pairs',
    pairs.map((row) => (lossy.includes(`'${row[0]}'`) ? row.with(2, null).with(3, null) : row)),
  );
}

const MOST_HELD = 12;

describe.skipIf(!hasCorpus)('gold', () => {
  const networks = useNetworks();

  it.each(sets.filter(({ captures }) => !captures))('finds in $name who held what, and when', async (set) => {
    for await (const network of networks(set)) {
      const ledgers = network.golden('ledgers').map(({ sequence }) => Number(sequence));
      for (const ledger of [ledgers[0], ledgers[ledgers.length >> 1], ledgers.at(-1)!]) {
        const assets = [...expected.balances(network, ledger)].sort(([, a], [, b]) => b.size - a.size);
        for (const [asset, balances] of assets.slice(0, MOST_HELD)) {
          const [code, issuer] = asset === 'native' ? [`'XLM'`, 'null'] : asset.split(':').map((text) => `'${text}'`);
          const found = await network.select(
            `select holder, cast(balance as double) as balance
             from gold.balances_at_ledger(${code}, ${issuer}, ${ledger}) where holder_type != 'contract'`,
          );
          const held = new Map(found.map(({ holder, balance }) => [holder, balance]));
          expect(held, `${asset} after ${ledger}`).toEqual(balances);
        }
      }
    }
  });
});

/** Units of assets in stroops; other tokens are told in their smallest unit. */
const volume = (span: string) =>
  `cast(transfer_volume_${span} * if(asset_type = 'soroban_token', 1, 10000000) as hugeint)`;

function readMovements({ expected, captures }: GoldenSet): Map<string | undefined, Movement[]> {
  const path = join(corpus, expected.replace('stellar-etl', 'token_transfers_derived'), 'events.jsonl.zst');
  const all = goldenLines(path).map((line) => withHolder(JSON.parse(line) as Movement));
  const moved = all.filter(({ event_type }) => event_type !== 'fee');
  return captures ? Map.groupBy(moved, ({ capture }) => capture) : new Map([[undefined, moved]]);
}
