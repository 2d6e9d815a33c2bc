/** The price of an asset in another, as candles. */
import { useState } from 'preact/hooks';
import type { QueryRow } from '../../client/client.ts';
import { AnswerPanel, Known, useAnswer } from '../parts/answer.tsx';
import { CallShown } from '../parts/call-shown.tsx';
import { Chart, UTC } from '../parts/chart.tsx';
import { slugOf } from '../parts/names.tsx';
import { Empty } from '../parts/states.tsx';
import { grouped } from '../parts/text.tsx';

const OHLC = '/api/v1/silver/prices/{base}/{counter}/ohlc';
const intervals = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const;
type Interval = (typeof intervals)[number];

/** Candles that a chart shows. */
const CANDLES = 120;

export function Prices({ asset }: { asset: string }) {
  const [counter, setCounter] = useState<string>();
  const [interval, setInterval] = useState<Interval>('1m');
  return (
    <AnswerPanel title="Prices" path="/api/v1/silver/assets/{asset}/pairs" parameters={{ asset, limit: 20 }} lines={10}>
      {({ data }) => {
        const counters = data.map(({ counter_asset }) => slugOf(counter_asset));
        const chosen = counter !== undefined && counters.includes(counter) ? counter : counters[0];
        if (chosen === undefined) return <Empty>No loaded ledger has a trade of this asset.</Empty>;
        return (
          <>
            <label>
              Price in{' '}
              <select value={chosen} onChange={(event) => setCounter(event.currentTarget.value)}>
                {data.map((row, i) => (
                  <option value={counters[i]}>
                    {counters[i].slice(0, 20)} ({grouped(row.trade_count)} trades)
                  </option>
                ))}
              </select>
            </label>{' '}
            <label>
              by{' '}
              <select value={interval} onChange={(event) => setInterval(event.currentTarget.value as Interval)}>
                {intervals.map((name) => (
                  <option>{name}</option>
                ))}
              </select>
            </label>
            <Candles base={asset} counter={chosen} interval={interval} />
          </>
        );
      }}
    </AnswerPanel>
  );
}

function Candles({ base, counter, interval }: { base: string; counter: string; interval: Interval }) {
  const { loaded, call } = useAnswer(OHLC, { base, counter, interval, limit: CANDLES });
  return (
    <>
      <Known of={loaded} lines={10}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>These assets were not traded for one another.</Empty>
          ) : (
            <CandleChart of={data} counter={counter} />
          )
        }
      </Known>
      <CallShown path={call} />
    </>
  );
}

function CandleChart({ of: rows, counter }: { of: readonly QueryRow<typeof OHLC>[]; counter: string }) {
  const candles = rows.map((row) => ({
    at: new Date(row.timestamp),
    open: Number(row.open),
    high: Number(row.high),
    low: Number(row.low),
    close: Number(row.close),
  }));
  const colour = ({ open, close }: { open: number; close: number }) => (close < open ? 'var(--bad)' : 'var(--good)');
  const width = Math.max(2, Math.min(10, 500 / candles.length));
  return (
    <Chart
      label={`Price in ${counter.slice(0, 20)}: ${candles.length} candles, the last closed at ${rows.at(-1)!.close}`}
      needs={[rows]}
      options={(plot) => ({
        marginLeft: 70,
        x: { type: 'utc', ...UTC },
        y: { grid: true, label: null, nice: true },
        marks: [
          plot.ruleX(candles, { x: 'at', y1: 'low', y2: 'high', stroke: colour }),
          plot.ruleX(candles, { x: 'at', y1: 'open', y2: 'close', stroke: colour, strokeWidth: width }),
          plot.dot(
            candles.filter(({ open, close }) => open === close),
            { x: 'at', y: 'close', fill: colour, r: width / 2 },
          ),
        ],
      })}
    />
  );
}
