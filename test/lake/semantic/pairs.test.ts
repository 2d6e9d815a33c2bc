import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openMade, toid, type Made } from './made.ts';

let made: Made;
beforeAll(async () => {
  made = await openMade();
});
afterEach(() => made.clear());
afterAll(() => made.close());

const usd = { selling_asset_type: 'credit_alphanum4', selling_asset_code: 'USD', selling_asset_issuer: 'GI' };
const lumens = { buying_asset_type: 'native', buying_asset_code: '', buying_asset_issuer: '' };

/** A maker sells USD for lumens. */
const trade = (ledger: number, closed: string, order: number, more: Record<string, string | number | bigint>) =>
  made.insert('history_trades', {
    ...{ history_operation_id: toid(ledger, 1, 1), order, ledger_sequence: ledger, ledger_closed_at: closed },
    ...{ ...usd, ...lumens, selling_account_address: 'GMAKER', buying_account_address: 'GTAKER' },
    ...{ selling_amount_stroops: 5, buying_amount_stroops: 10, price_n: 2, price_d: 1 },
    ...more,
  });

it('sums up each direction of a pair beyond 64 bits, with windows and the last price by place', async () => {
  const most = 9223372036854775807n;
  for (const [sequence, closed_at] of Object.entries({
    5: '2024-01-02',
    6: '2024-01-08',
    7: '2024-01-10',
    8: '2024-01-10',
  }))
    await made.insert('history_ledgers', { sequence: Number(sequence), closed_at });
  await trade(8, '2024-01-10', 1, { price_n: 7, price_d: 3, selling_account_address: 'GOTHER' });
  await trade(8, '2024-01-10', 0, { price_n: 9, selling_account_address: '', selling_liquidity_pool_id: 'p1' });
  await trade(7, '2024-01-10', 0, { price_n: 8, selling_account_address: '', selling_liquidity_pool_id: 'p2' });
  await trade(6, '2024-01-08', 0, { selling_amount_stroops: most, buying_account_address: 'GSECOND' });
  await trade(5, '2024-01-02', 0, { selling_amount_stroops: most });
  await trade(5, '2024-01-02', 1, {
    ...{ selling_asset_type: 'native', selling_asset_code: '', selling_asset_issuer: '' },
    ...{ buying_asset_type: 'credit_alphanum4', buying_asset_code: 'USD', buying_asset_issuer: 'GI' },
  });
  const found = await made.rows(`
    select pair_key, selling_asset_code, buying_asset_code, trade_count, trade_count_24h, trade_count_7d,
      cast(selling_volume as varchar) as sold, cast(buying_volume as varchar) as bought,
      cast(selling_volume_24h as varchar) as sold_24h, cast(buying_volume_24h as varchar) as bought_24h,
      last_price, last_price_n, last_price_d, unique_sellers, unique_buyers,
      cast(first_trade as varchar) as first_trade, cast(last_trade as varchar) as last_trade
    from semantic_dex_pairs order by trade_count desc`);
  expect(found).toEqual([
    {
      ...{ pair_key: 'USD:GI/native', selling_asset_code: 'USD', buying_asset_code: 'XLM' },
      ...{ trade_count: 5n, trade_count_24h: 3n, trade_count_7d: 4n },
      ...{ sold: '1844674407370.9551629', bought: '0.0000050', sold_24h: '0.0000015', bought_24h: '0.0000030' },
      ...{ last_price: 7 / 3, last_price_n: 7n, last_price_d: 3n, unique_sellers: 4n, unique_buyers: 2n },
      ...{ first_trade: '2024-01-02 00:00:00', last_trade: '2024-01-10 00:00:00' },
    },
    expect.objectContaining({ pair_key: 'native/USD:GI', trade_count: 1n, trade_count_7d: 0n, sold_24h: '0.0000000' }),
  ]);
});
