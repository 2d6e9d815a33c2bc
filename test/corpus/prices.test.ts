/** Candles of real trades, beside those that a program makes of the same trades. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { open, type LakeHandle, type Row } from '../../src/index.ts';
import { corpus, hasCorpus } from '../corpus.ts';
import { temporaryFolder } from '../folder.ts';

interface Trade {
  minute: string;
  base: bigint;
  quote: bigint;
}

/** Trades of a pair in their order, by plain SQL. */
async function tradesOf(lake: LakeHandle, base: string, quote: string): Promise<Trade[]> {
  const rows = await lake.rows(
    `select strftime(trade_timestamp, '%Y-%m-%d %H:%M:00') as minute,
       if(selling_asset_key = $base, selling_amount, buying_amount) as base,
       if(selling_asset_key = $base, buying_amount, selling_amount) as quote
     from silver.trades
     where selling_asset_key = $base and buying_asset_key = $quote
       or selling_asset_key = $quote and buying_asset_key = $base
     order by operation_id, trade_index`,
    { parameters: { base, quote } },
  );
  return rows as unknown as Trade[];
}

function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((one, another) => (one < another ? -1 : 1));
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? 0n;
}

function candleOf(minute: string, trades: readonly Trade[]): Row {
  const exact = trades.filter(({ base, quote }) => base >= 1000n && quote >= 1000n);
  const [middle, other] = [median(exact.map(({ base }) => base)), median(exact.map(({ quote }) => quote))];
  const priced = exact.filter(({ base, quote }) => base * 100n >= middle || quote * 100n >= other);
  const prices = priced.map(({ base, quote }) => Number(quote) / Number(base));
  const units = (whole: bigint) => `${whole / 10_000_000n}.${String(whole % 10_000_000n).padStart(7, '0')}`;
  return {
    minute,
    open: prices[0] ?? null,
    high: prices.length > 0 ? Math.max(...prices) : null,
    low: prices.length > 0 ? Math.min(...prices) : null,
    close: prices.at(-1) ?? null,
    base_volume: units(trades.reduce((sum, { base }) => sum + base, 0n)),
    quote_volume: units(trades.reduce((sum, { quote }) => sum + quote, 0n)),
    trades: BigInt(trades.length),
    dust_trades: BigInt(trades.length - priced.length),
  };
}

describe.runIf(hasCorpus).each(['pubnet-p26/store', 'pubnet-eras/store'])('prices of %s', (store) => {
  it('are those of the trades, for every pair and its inverse', { timeout: 600_000 }, async () => {
    const lake = await open(temporaryFolder(), { network: 'pubnet' });
    await lake.load(join(corpus, store), { allowGaps: true });
    const pairs = await lake.rows(`
      select least(selling_asset_key, buying_asset_key) as one, greatest(selling_asset_key, buying_asset_key) as other,
        count(*) as trades
      from silver.trades group by all order by trades desc, one, other limit 25`);
    let dust = 0n;
    for (const pair of pairs) {
      for (const [base, quote] of [
        [String(pair['one']), String(pair['other'])],
        [String(pair['other']), String(pair['one'])],
      ] as const) {
        const found = await lake.rows(
          `select strftime(period_start, '%Y-%m-%d %H:%M:%S') as minute, * exclude (period_start)
           from semantic.prices($base, $quote, '1 minute')`,
          { parameters: { base, quote } },
        );
        const byMinute = Map.groupBy(await tradesOf(lake, base, quote), ({ minute }) => minute);
        expect(found).toEqual([...byMinute].map(([minute, trades]) => candleOf(minute, trades)));
        dust += found.reduce((sum, row) => sum + BigInt(String(row['dust_trades'])), 0n);
      }
    }
    expect(pairs.length).toBeGreaterThan(0);
    if (store.startsWith('pubnet-p26')) expect(dust).toBeGreaterThan(0n);
    await lake.close();
  });
});
