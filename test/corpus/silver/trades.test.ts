import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { goldenSets } from '../golden/sets.ts';
import { sorted, useNetworks, type GoldenRow } from './networks.ts';

const networks = useNetworks();

/** A trade seen from the asset of the lower id. */
interface PairTrade {
  day: string;
  pair: string;
  operation: bigint;
  order: number;
  a: number;
  b: number;
  n: number;
  d: number;
}

function pairTrade(row: GoldenRow): PairTrade {
  const [selling, buying] = [BigInt(row.selling_asset_id as number), BigInt(row.buying_asset_id as number)];
  const isSold = selling < buying;
  const [n, d] = [Number(row.price_n), Number(row.price_d)];
  const [sold, bought] = [Number(row.selling_amount), Number(row.buying_amount)];
  return {
    day: (row.ledger_closed_at as string).slice(0, 10),
    pair: isSold ? `${selling} ${buying}` : `${buying} ${selling}`,
    operation: BigInt(row.history_operation_id as number),
    order: row.order as number,
    ...(isSold ? { a: sold, b: bought, n, d } : { a: bought, b: sold, n: d, d: n }),
  };
}

const days = { daily: 0, weekly: 7, monthly: 30, yearly: 365 };

/**
 * trade_agg.sql and int_trade_agg_*.sql of stellar-dbt-public: a row for each day and pair that was traded on it, asset A being the
 * one of the lower id; of the day, and of it with the 7, 30 and 365 days before, how many trades and how much of both, the mean
 * price (volume of B by volume of A), the highest, lowest, first and last. Theirs gives the price of a trade as it was made even
 * where B was sold, takes the first of the day for that of longer times, and goes by close times, which repeat.
 */
function aggregate(trades: PairTrade[], day: string, before: number): Record<string, unknown> {
  const from = new Date(Date.parse(day) - before * 86_400_000).toISOString().slice(0, 10);
  const own = trades.filter((trade) => trade.day >= from && trade.day <= day);
  const inOrder = own.toSorted((x, y) => Number(x.operation - y.operation) || x.order - y.order);
  const [first, last] = [inOrder[0], inOrder.at(-1)!];
  const prices = own.map(({ n, d }) => n / d);
  const [a, b] = [own.reduce((sum, trade) => sum + trade.a, 0), own.reduce((sum, trade) => sum + trade.b, 0)];
  return {
    trade_count: BigInt(own.length),
    asset_a_volume: a.toPrecision(12),
    asset_b_volume: b.toPrecision(12),
    avg_price: a === 0 ? null : (b / a).toPrecision(10),
    high_price: Math.max(...prices),
    low_price: Math.min(...prices),
    ...{ open_n: BigInt(first.n), open_d: BigInt(first.d), close_n: BigInt(last.n), close_d: BigInt(last.d) },
  };
}

describe.skipIf(!hasCorpus).each(goldenSets)('trades of $name', (set) => {
  it('add up by day and pair as golden trades do', async () => {
    for await (const network of networks(set)) {
      const trades = network.golden('trades').map(pairTrade);
      const pairs = Map.groupBy(trades, ({ pair }) => pair);
      const keys = new Set(trades.map(({ day, pair }) => `${day} ${pair}`));
      const rows = await network.select(`select * replace (cast(day_agg as varchar) as day_agg) from trade_agg`);
      expect(
        rows.map((row) => `${row.day_agg as string} ${row.asset_a as bigint} ${row.asset_b as bigint}`).sort(),
      ).toEqual([...keys].sort());
      for (const row of rows) {
        const own = pairs.get(`${row.asset_a as bigint} ${row.asset_b as bigint}`)!;
        for (const [period, before] of Object.entries(days)) {
          const { high_price, low_price, ...rest } = aggregate(own, row.day_agg as string, before);
          expect(periodOf(row, period)).toMatchObject(rest);
          expect(row[`high_price_${period}`]).toBeCloseTo(high_price as number, 12);
          expect(row[`low_price_${period}`]).toBeCloseTo(low_price as number, 12);
        }
      }
    }
  });

  it('are under the names of Obsrvr as golden trades and bronze effects are', async () => {
    for await (const network of networks(set)) {
      const ours = await network.select(
        `select operation_id, trade_index, seller_account, selling_amount / 1e7 as sold, buying_amount / 1e7 as bought,
           abs(price - buying_amount / selling_amount) <= 1e-10 + 1e-12 * buying_amount / selling_amount as is_price from silver.trades`,
      );
      const expected = network
        .golden('trades')
        .map((row) => [
          ...[BigInt(row.history_operation_id as number), row.order],
          row.selling_account_address || row.selling_liquidity_pool_id_strkey,
          ...[row.selling_amount, row.buying_amount, true],
        ]);
      const rounded = (row: unknown[]) =>
        row.map((value) => (typeof value === 'number' ? value.toPrecision(14) : value));
      expect(sorted(ours.map((row) => rounded(Object.values(row))))).toEqual(sorted(expected.map(rounded)));

      const effects = await network.select(
        'select operation_id, effect_index, effect_type, effect_type_string, account_id from silver.effects',
      );
      // golden/golden.test.ts compares these with the golden effects.
      const bronze = await network.select(
        'select operation_id, "index", type, type_string, address from bronze.history_effects',
      );
      expect(sorted(effects.map((row) => Object.values(row)))).toEqual(sorted(bronze.map((row) => Object.values(row))));
    }
  });
});

function periodOf(row: Record<string, unknown>, period: string): Record<string, unknown> {
  const ending = `_${period}`;
  const own = Object.entries(row).filter(([name]) => name.endsWith(ending));
  const plain = own.map(([name, value]) => [name.slice(0, -ending.length), value] as const);
  return Object.fromEntries(
    plain.map(([name, value]) => {
      if (value === null) return [name, value];
      if (name.endsWith('volume')) return [name, Number(String(value)).toPrecision(12)];
      return [name, name === 'avg_price' ? Number(value).toPrecision(10) : value];
    }),
  );
}
