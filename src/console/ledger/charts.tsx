/** Charts of a ledger: operations by type, and fees. */
import type { QueryAnswer } from '../../client/client.ts';
import { Chart } from '../parts/chart.tsx';
import { Empty } from '../parts/states.tsx';
import { grouped } from '../parts/text.tsx';

type Summary = QueryAnswer<'/api/v1/silver/ledgers/{sequence}/summary'>;
type Fees = QueryAnswer<'/api/v1/silver/ledgers/{sequence}/fees'>;

export function TypeChart({ of: types }: { of: Summary['operations_by_type'] }) {
  if (types.length === 0) return <Empty>No operation was applied.</Empty>;
  const rows = types.map(({ type_name, count }) => ({ name: type_name.toLowerCase().replaceAll('_', ' '), count }));
  return <Bars of={rows.sort((a, b) => b.count - a.count)} label="Operations by type" />;
}

export function FeeChart({ of: { histogram, total, median } }: { of: Fees }) {
  if (histogram.length === 0) return <Empty>No fee was charged.</Empty>;
  const rows = histogram.map(({ range, count }) => ({ name: range, count }));
  return (
    <>
      <p class="faint">
        {grouped(total)} stroops in all, {grouped(median)} the median.
      </p>
      <Bars of={rows} label="Transactions by fee in stroops" />
    </>
  );
}

const Bars = ({ of: rows, label }: { of: { name: string; count: number }[]; label: string }) => (
  <Chart
    label={`${label}: ${rows.map(({ name, count }) => `${name}: ${count}`).join(', ')}`}
    height={8 + 22 * rows.length}
    needs={[label, rows.length]}
    options={(plot) => ({
      ...{ marginLeft: 170, marginRight: 40, marginTop: 4, marginBottom: 4 },
      x: { axis: null },
      y: { label: null, domain: rows.map(({ name }) => name) },
      marks: [
        plot.barX(rows, { x: 'count', y: 'name', fill: 'var(--accent)' }),
        plot.text(rows, { x: 'count', y: 'name', text: 'count', dx: 4, textAnchor: 'start' }),
      ],
    })}
  />
);
