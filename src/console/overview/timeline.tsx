/** The loaded ledgers on a line, and the gaps between them. */
import { Chart } from '../parts/chart.tsx';
import { grouped } from '../parts/text.tsx';
import { LedgerLink } from '../parts/names.tsx';

/** A run of ledgers. */
interface Run {
  first: number;
  last: number;
}

/** Gaps that are named; the chart shows all of them. */
const NAMED = 8;

export function Timeline({ ranges }: { ranges: readonly Run[] }) {
  const gaps = ranges.slice(1).map(({ first }, i) => ({ first: ranges[i].last + 1, last: first - 1 }));
  const runs = [
    ...ranges.map((run) => ({ ...run, fill: 'var(--accent)' })),
    ...gaps.map((run) => ({ ...run, fill: 'var(--bad)' })),
  ];
  return (
    <>
      <p class="legend">
        <span>
          <i />
          loaded
        </span>
        {gaps.length > 0 && (
          <span>
            <i class="bad" />
            missing
          </span>
        )}
      </p>
      <Chart
        label={`Loaded ledgers: ${ranges.map(({ first, last }) => `${first} to ${last}`).join(', ') || 'none'}`}
        height={64}
        needs={[ranges]}
        options={(plot) => ({
          marginTop: 4,
          marginLeft: 16,
          marginRight: 40,
          x: { ticks: 4, tickFormat: (value: number) => (Number.isInteger(value) ? grouped(value) : ''), label: null },
          y: { axis: null },
          marks: [plot.rect(runs, { x1: 'first', x2: ({ last }: Run) => last + 1, y1: 0, y2: 1, fill: 'fill' })],
        })}
      />
      {gaps.length > 0 && (
        <p>
          Missing:{' '}
          {gaps
            .slice(0, NAMED)
            .flatMap(({ first, last }, i) => [
              i > 0 ? ', after ' : 'after ',
              <LedgerLink sequence={first - 1} />,
              ' to before ',
              <LedgerLink sequence={last + 1} />,
            ])}
          {gaps.length > NAMED && ` and ${gaps.length - NAMED} more`}.
        </p>
      )}
    </>
  );
}
