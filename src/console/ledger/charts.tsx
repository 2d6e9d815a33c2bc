/** Charts of a ledger: operations by type, and fees. */
import type { QueryAnswer } from '../../client/client.ts';
import { Chart } from '../parts/chart.tsx';
import { Empty } from '../parts/states.tsx';

/** All of a ledger. */
export type WholeLedger = QueryAnswer<'/api/v1/silver/ledgers/{sequence}/full'>;

export function TypeChart({ of: types }: { of: WholeLedger['operations_by_type'] }) {
  if (types.length === 0) return <Empty>No operation was applied.</Empty>;
  const rows = types.map(({ type_name, count }) => ({ name: type_name.toLowerCase().replaceAll('_', ' '), count }));
  return (
    <Chart
      label={`Operations by type: ${rows.map(({ name, count }) => `${name} ${count}`).join(', ')}`}
      height={8 + 22 * rows.length}
      needs={[types]}
      options={(plot) => ({
        marginLeft: 170,
        marginRight: 40,
        marginTop: 4,
        marginBottom: 4,
        x: { axis: null },
        y: { label: null },
        marks: [
          plot.barX(rows, { x: 'count', y: 'name', fill: 'var(--accent)', sort: { y: '-x' } }),
          plot.text(rows, { x: 'count', y: 'name', text: 'count', dx: 4, textAnchor: 'start' }),
        ],
      })}
    />
  );
}

export function FeeChart({ of: fees }: { of: WholeLedger['fees'] }) {
  if (fees.histogram.length === 0) return <Empty>No fee was charged.</Empty>;
  return (
    <Chart
      label={`Transactions by fee in stroops: ${fees.histogram.map(({ range, count }) => `${range}: ${count}`).join(', ')}`}
      height={8 + 22 * fees.histogram.length}
      needs={[fees]}
      options={(plot) => ({
        marginLeft: 130,
        marginRight: 40,
        marginTop: 4,
        marginBottom: 4,
        x: { axis: null },
        y: { label: null, domain: fees.histogram.map(({ range }) => range) },
        marks: [
          plot.barX(fees.histogram, { x: 'count', y: 'range', fill: 'var(--accent)' }),
          plot.text(fees.histogram, { x: 'count', y: 'range', text: 'count', dx: 4, textAnchor: 'start' }),
        ],
      })}
    />
  );
}
