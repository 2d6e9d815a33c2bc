/** A chart of any result. Its axes are the first columns that fit, or the chosen ones. */
import type { PlotOptions } from '@observablehq/plot';
import { useState } from 'preact/hooks';
import { Chart } from '../parts/chart.tsx';
import { Empty } from '../parts/states.tsx';
import { numberAt, type Result, type ResultColumn } from './result.ts';

const kinds = ['line', 'bar', 'area', 'scatter'] as const;
type Kind = (typeof kinds)[number];

/** A chart with more marks says nothing more, and takes long to draw. */
const MOST_ROWS = 5000;
/** More words than this do not fit an axis. */
const MOST_WORDS = 40;

/** The axes of a chart: numbers of columns. */
interface Axes {
  kind: Kind;
  x: number;
  y: number;
}

/** Returns sensible axes: over time or a sequence a line, over words bars; undefined without a number to show. */
function axesOf({ columns, rows }: Result): Axes | undefined {
  const numeric = columns.flatMap(({ isNumber }, i) => (isNumber ? [i] : []));
  const time = columns.findIndex(({ isTime }) => isTime);
  const word = columns.findIndex(({ isNumber, isTime }) => !isNumber && !isTime);
  if (rows === 0 || numeric.length === 0) return undefined;
  if (time >= 0) return { kind: 'line', x: time, y: numeric[0] };
  const sequence = numeric.find((i) => /sequence|ledger|_id$/.test(columns[i].name));
  const others = numeric.filter((i) => i !== sequence);
  if (word >= 0 && (sequence === undefined || rows <= MOST_WORDS))
    return { kind: 'bar', x: word, y: others[0] ?? numeric[0] };
  if (sequence !== undefined && others[0] !== undefined) return { kind: 'line', x: sequence, y: others[0] };
  return numeric.length > 1 ? { kind: 'scatter', x: numeric[0], y: numeric[1] } : undefined;
}

export function ResultChart({ result }: { result: Result }) {
  const [axes, setAxes] = useState(() => axesOf(result));
  if (!axes) return <Empty>This result has no column of numbers to draw against another.</Empty>;
  const { columns, rows } = result;
  const choose = (name: keyof Axes) => (event: Event) => {
    const { value } = event.currentTarget as HTMLSelectElement;
    setAxes({ ...axes, [name]: name === 'kind' ? value : Number(value) });
  };
  const [x, y] = [columns[axes.x], columns[axes.y]];
  const step = Math.max(1, Math.ceil(rows / (axes.kind === 'bar' && !x.isTime ? MOST_WORDS : MOST_ROWS)));
  const drawn = axes.kind === 'bar' && step > 1 ? MOST_WORDS : Math.ceil(rows / step);
  return (
    <div class="result-chart">
      <div class="tools">
        <label>
          Chart
          <select value={axes.kind} onChange={choose('kind')}>
            {kinds.map((kind) => (
              <option>{kind}</option>
            ))}
          </select>
        </label>
        <Choice label="Across" columns={columns} value={axes.x} isUsable={() => true} onChange={choose('x')} />
        <Choice
          label="Up"
          columns={columns}
          value={axes.y}
          isUsable={({ isNumber }) => isNumber}
          onChange={choose('y')}
        />
        {drawn < rows && (
          <span class="faint">
            {drawn} of {rows} rows are drawn
          </span>
        )}
      </div>
      <Chart
        label={`${y.name} by ${x.name}`}
        height={360}
        needs={[result, axes]}
        options={(plot) => optionsOf(plot, result, axes, step)}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  columns: readonly ResultColumn[];
  value: number;
  isUsable(column: ResultColumn): boolean;
  onChange(event: Event): void;
}

const Choice = ({ label, columns, value, isUsable, onChange }: ChoiceProps) => (
  <label>
    {label}
    <select value={value} onChange={onChange}>
      {columns.map((column, i) => isUsable(column) && <option value={i}>{column.name}</option>)}
    </select>
  </label>
);

type Plot = typeof import('@observablehq/plot');

function optionsOf(plot: Plot, { columns, rows }: Result, { kind, x: xAt, y: yAt }: Axes, step: number): PlotOptions {
  const [x, y] = [columns[xAt], columns[yAt]];
  const isOrdered = x.isNumber || x.isTime;
  const valueAt = (row: number) => {
    if (x.isTime)
      return new Date(`${x.text(row)?.replace(' ', 'T') ?? ''}Z`.replace(/^(\d{4}-\d\d-\d\d)Z$/, '$1T00:00Z'));
    return x.isNumber ? numberAt(x, row) : shortened(x.text(row) ?? 'NULL');
  };
  // Bars of words keep their order; the first ones are drawn.
  const isSampled = kind !== 'bar' || isOrdered;
  const count = isSampled ? Math.ceil(rows / step) : Math.min(rows, MOST_WORDS);
  const data = Array.from({ length: count }, (_, i) => {
    const row = isSampled ? i * step : i;
    return { x: valueAt(row), y: numberAt(y, row) };
  });
  const channels = { x: 'x', y: 'y' } as const;
  const mark = {
    line: () => [plot.lineY(data, { ...channels, stroke: 'var(--accent)', ...(isOrdered && { sort: 'x' }) })],
    area: () => [
      plot.areaY(data, { ...channels, fill: 'var(--accent)', fillOpacity: 0.6, ...(isOrdered && { sort: 'x' }) }),
    ],
    bar: () =>
      isOrdered
        ? [plot.ruleX(data, { ...channels, stroke: 'var(--accent)', strokeWidth: 3 })]
        : [plot.barY(data, { ...channels, fill: 'var(--accent)', sort: { x: null } })],
    scatter: () => [plot.dot(data, { ...channels, fill: 'var(--accent)', r: 3 })],
  }[kind]();
  const isCrowded = !isOrdered && data.length > 6;
  return {
    marks: [plot.ruleY(kind === 'bar' || kind === 'area' ? [0] : []), ...mark],
    x: {
      label: x.isTime ? `${x.name} (UTC)` : x.name,
      ...(isCrowded && { tickRotate: -40 }),
      ...(x.isTime && { type: 'utc' as const }),
    },
    y: { label: y.name, grid: true, tickFormat: '~s' },
    marginLeft: 60,
    marginBottom: isCrowded ? 110 : 40,
  };
}

const shortened = (text: string) => (text.length > 16 ? `${text.slice(0, 7)}…${text.slice(-6)}` : text);
