/** The reserves of a pool over time: a chart for each asset, whose amounts have scales of their own. */
import { Chart, UTC } from '../parts/chart.tsx';
import { SqlPanel } from '../parts/sql-panel.tsx';
import { Empty } from '../parts/states.tsx';
import { cut } from '../parts/text.tsx';

const sqlOf = (pool: string) => `select closed_at, asset_a_amount, asset_b_amount
from bronze.liquidity_pools
where liquidity_pool_id = '${pool}' and not deleted
order by ledger_sequence desc
limit 2000`;

export const ReservesOverTime = ({ pool, codes }: { pool: string; codes: readonly string[] }) => (
  <SqlPanel title="Reserves over time" sql={sqlOf(pool)} lines={10}>
    {(rows) =>
      rows.length === 0 ? (
        <Empty>No loaded ledger changed the pool.</Empty>
      ) : (
        <div class="panels">
          {['asset_a_amount', 'asset_b_amount'].map((column, i) => (
            <Steps code={cut(codes[i], 12)} points={rows.toReversed().map((row) => pointOf(row, column))} />
          ))}
        </div>
      )
    }
  </SqlPanel>
);

const pointOf = (row: Record<string, unknown>, column: string) => ({
  at: new Date(`${String(row['closed_at'])}Z`),
  amount: Number(row[column]),
});

const Steps = ({ code, points }: { code: string; points: readonly { at: Date; amount: number }[] }) => (
  <Chart
    label={`Reserve of ${code} after each of ${points.length} changes`}
    needs={[points.length, points.at(-1)?.amount]}
    options={(plot) => ({
      marginLeft: 80,
      x: { type: 'utc', ...UTC },
      y: { grid: true, label: code, labelArrow: 'none', nice: true },
      marks: [plot.lineY(points, { x: 'at', y: 'amount', stroke: 'var(--accent)', curve: 'step-after' })],
    })}
  />
);
