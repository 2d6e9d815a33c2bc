/** Candles of trades made by hand. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openMade, toid, type Made } from './made.ts';

let made: Made;
beforeAll(async () => {
  made = await openMade();
});
afterEach(() => made.clear());
afterAll(() => made.close());

const lumens = { type: 'native', code: '', issuer: '' };
const usd = { type: 'credit_alphanum4', code: 'USD', issuer: 'GI' };
const other = { type: 'credit_alphanum4', code: 'USD', issuer: 'GO' };
const UNIT = 10_000_000;

interface Side {
  asset: typeof lumens;
  stroops: number | bigint;
}

let ledger = 5;

/** A maker sells one side for the other. */
async function trade(at: string, sold: Side, bought: Side, more: Record<string, string | number> = {}): Promise<void> {
  const side = (name: string, { asset, stroops }: Side) => ({
    [`${name}_asset_type`]: asset.type,
    [`${name}_asset_code`]: asset.code,
    [`${name}_asset_issuer`]: asset.issuer,
    [`${name}_amount_stroops`]: stroops,
  });
  await made.insert('history_trades', {
    ...{ history_operation_id: toid(ledger++, 1, 1), order: 0, ledger_closed_at: `2026-01-01 ${at}` },
    ...{ ...side('selling', sold), ...side('buying', bought), trade_type: 1, ...more },
  });
}

/** A trade of lumens for USD at a price, whichever side the maker sold. */
const at = (time: string, xlm: number, price: number, isSold = true) => {
  const sides = [
    { asset: lumens, stroops: Math.round(xlm * UNIT) },
    { asset: usd, stroops: Math.round(xlm * price * UNIT) },
  ];
  const [sold, bought] = isSold ? sides : sides.reverse();
  return trade(time, sold, bought);
};

const candles = (base = 'XLM', quote = 'USD:GI', interval = '1 hour') =>
  made.rows(`
    select cast(period_start as varchar)[12:16] as start, open, high, low, close,
      cast(base_volume as varchar) as base, cast(quote_volume as varchar) as quote, trades, dust_trades
    from semantic.prices('${base}', '${quote}', '${interval}')`);

describe('prices', () => {
  it('makes a candle of each period with trades, of both directions', async () => {
    await at('10:00:00', 10, 0.5);
    await at('10:20:00', 10, 0.75, false);
    await at('10:40:00', 20, 0.25);
    await at('10:59:59', 10, 0.6, false);
    await at('12:00:00', 1, 1);
    expect(await candles()).toEqual([
      {
        ...{ start: '10:00', open: 0.5, high: 0.75, low: 0.25, close: 0.6, base: '50.0000000', quote: '23.5000000' },
        ...{ trades: 4n, dust_trades: 0n },
      },
      {
        ...{ start: '12:00', open: 1, high: 1, low: 1, close: 1, base: '1.0000000', quote: '1.0000000' },
        ...{ trades: 1n, dust_trades: 0n },
      },
    ]);
  });

  it('gives the inverse pair the inverse prices', async () => {
    await at('10:00:00', 10, 0.5);
    await at('10:20:00', 8, 0.8);
    await at('10:30:00', 10, 0.25);
    const [candle] = await candles();
    const [inverse] = await candles('USD:GI', 'native');
    expect(inverse).toMatchObject({
      ...{ open: 2, high: 4, low: 1.25, close: 4, base: candle['quote'], quote: candle['base'] },
    });
  });

  it('takes the first and last trade of one ledger by operation and order', async () => {
    const same = { history_operation_id: Number(toid(9, 1, 1)) };
    const usdFor = (price: number) => ({ asset: usd, stroops: price * UNIT });
    const one = { asset: lumens, stroops: UNIT };
    await trade('10:00:00', one, usdFor(3), { ...same, order: 2 });
    await trade('10:00:00', one, usdFor(1), { ...same, order: 0 });
    await trade('10:00:00', one, usdFor(2), { ...same, order: 1 });
    expect(await candles()).toMatchObject([{ open: 1, high: 3, low: 1, close: 3 }]);
  });

  it('counts trades with pools', async () => {
    const pool = { selling_liquidity_pool_id: 'p', trade_type: 2 };
    await trade('10:00:00', { asset: lumens, stroops: UNIT }, { asset: usd, stroops: UNIT }, pool);
    expect(await candles()).toMatchObject([{ open: 1, trades: 1n }]);
  });

  describe('dust', () => {
    const dust: [string, Side, Side][] = [
      ['one stroop for one stroop', { asset: lumens, stroops: 1 }, { asset: usd, stroops: 1 }],
      ['one stroop for nothing', { asset: lumens, stroops: 1 }, { asset: usd, stroops: 0 }],
      ['nothing for one stroop', { asset: lumens, stroops: 0 }, { asset: usd, stroops: 1 }],
      ['999 stroops for much', { asset: lumens, stroops: 999 }, { asset: usd, stroops: 1000 * UNIT }],
      ['a hundredth of a lumen at any price', { asset: usd, stroops: 200_000 }, { asset: lumens, stroops: 100_000 }],
    ];
    it.each(dust)('of %s moves no candle', async (_, sold, bought) => {
      await at('10:10:00', 10, 0.5);
      await at('10:20:00', 10, 0.75);
      await at('10:30:00', 30, 0.6);
      const before = await candles();
      await trade('10:00:00', sold, bought);
      await trade('10:50:00', bought, sold);
      const [after] = await candles();
      const { open, high, low, close } = before[0];
      expect(after).toMatchObject({ open, high, low, close, trades: 5n, dust_trades: 2n });
      expect((await candles('USD:GI', 'XLM'))[0]).toMatchObject({ open: 1 / Number(open), dust_trades: 2n });
    });

    it('is no small trade where all are small', async () => {
      await at('10:10:00', 0.001, 0.5);
      await at('10:20:00', 0.001, 0.75);
      expect(await candles()).toMatchObject([{ open: 0.5, close: 0.75, dust_trades: 0n }]);
    });

    it('is no trade of which one side is large', async () => {
      for (let minute = 10; minute < 20; minute++) await at(`10:${minute}:00`, 10, 0.5);
      await at('10:30:00', 10, 0.001);
      expect(await candles()).toMatchObject([{ low: 0.001, dust_trades: 0n }]);
    });

    it('alone gives a period its volumes and no prices', async () => {
      await trade('10:00:00', { asset: lumens, stroops: 1 }, { asset: usd, stroops: 2 });
      expect(await candles()).toEqual([
        {
          ...{ start: '10:00', open: null, high: null, low: null, close: null },
          ...{ base: '0.0000001', quote: '0.0000002', trades: 1n, dust_trades: 1n },
        },
      ]);
    });
  });

  it('takes amounts of 63 bits', async () => {
    const most = 9223372036854775807n;
    await trade('10:00:00', { asset: lumens, stroops: most }, { asset: usd, stroops: most });
    await trade('10:00:00', { asset: lumens, stroops: most }, { asset: usd, stroops: most });
    expect(await candles()).toMatchObject([{ open: 1, base: '1844674407370.9551614' }]);
  });

  it('takes a code that one traded asset has, and refuses another', async () => {
    await at('10:00:00', 10, 0.5);
    expect(await candles('XLM', 'USD')).toEqual(await candles());
    await expect(candles('XLM', 'EUR')).rejects.toThrow(
      'no asset with the code EUR was traded; name it as XLM or CODE:ISSUER',
    );
    await trade('10:00:00', { asset: lumens, stroops: UNIT }, { asset: other, stroops: UNIT });
    await expect(candles('XLM', 'USD')).rejects.toThrow('several assets have the code USD: name one of USD:GI, USD:GO');
    expect(await candles('XLM', 'USD:GO')).toMatchObject([{ trades: 1n }]);
  });

  it('has no row for a pair without trades', async () => {
    await at('10:00:00', 10, 0.5);
    expect(await candles('XLM', 'EUR:GX')).toEqual([]);
    expect(await candles('XLM', 'XLM')).toEqual([]);
    expect(await made.rows(`from semantic.prices(null, 'USD:GI', '1 hour')`)).toEqual([]);
  });

  it.each([
    ['1m', '10:17'],
    ['5 minutes', '10:15'],
    ['1h', '10:00'],
    ['1 day', '00:00'],
  ])('begins periods of %s at whole ones', async (interval, start) => {
    await at('10:17:30', 10, 0.5);
    expect(await candles('XLM', 'USD', interval)).toMatchObject([{ start }]);
  });

  it.each(['0 seconds', '-1 hour', 'x', ''])('refuses the interval "%s"', async (interval) => {
    await at('10:00:00', 10, 0.5);
    await expect(candles('XLM', 'USD', interval)).rejects.toThrow(/greater than 0|INTERVAL|interval/);
  });
});
