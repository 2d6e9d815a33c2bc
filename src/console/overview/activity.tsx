/** Transactions and operations over time, by hour; a short lake is divided finer. */
import { Chart, UTC } from '../parts/chart.tsx';
import { SqlPanel } from '../parts/sql-panel.tsx';
import { Empty } from '../parts/states.tsx';

/** The last seven days by hour; less than three hours by minute. */
const SQL = `with recent as (
  select *, max(closed_at) over () as latest, min(closed_at) over () as earliest
  from bronze.history_ledgers
  qualify closed_at > latest - interval 7 days
)
select
  date_trunc(case when latest - earliest < interval 3 hours then 'minute' else 'hour' end, closed_at) as at,
  sum(successful_transaction_count)::bigint as successful,
  sum(failed_transaction_count)::bigint as failed,
  sum(operation_count)::bigint as operations
from recent
group by 1
order by 1`;

interface Row {
  at: Date;
  successful: number;
  failed: number;
  operations: number;
}

export const Activity = () => (
  <SqlPanel title="Activity" sql={SQL} lines={10}>
    {(rows) => (rows.length === 0 ? <Empty>The lake has no ledgers yet.</Empty> : <Charts of={rows.map(rowOf)} />)}
  </SqlPanel>
);

const rowOf = (row: Record<string, unknown>): Row => ({
  at: new Date(`${String(row['at'])}Z`),
  successful: Number(row['successful']),
  failed: Number(row['failed']),
  operations: Number(row['operations']),
});

function Charts({ of: rows }: { of: readonly Row[] }) {
  const unit = rows.length > 1 && rows[1].at.getTime() - rows[0].at.getTime() < 3_600_000 ? 'minute' : 'hour';
  const stacked = rows.flatMap(({ at, successful, failed }) => [
    { at, count: successful, outcome: 'successful' },
    { at, count: failed, outcome: 'failed' },
  ]);
  return (
    <>
      <p class="legend">
        <span>
          <i />
          successful transactions by {unit}
        </span>
        <span>
          <i class="bad" />
          failed
        </span>
        <span>
          <i class="second" />
          operations
        </span>
      </p>
      <Chart
        label={`Transactions and operations by ${unit}, ${rows.length} of them`}
        needs={[rows]}
        options={(plot) => ({
          x: { type: 'utc', ...UTC },
          y: { grid: true, label: null },
          color: { domain: ['successful', 'failed'], range: ['var(--accent)', 'var(--bad)'] },
          marks: [
            plot.rectY(stacked, { x: 'at', y: 'count', fill: 'outcome', interval: unit }),
            plot.lineY(rows, { x: 'at', y: 'operations', stroke: 'var(--second)', strokeWidth: 2, marker: 'circle' }),
            plot.ruleY([0]),
          ],
        })}
      />
    </>
  );
}
