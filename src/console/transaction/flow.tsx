/** Movements as a diagram: who gave on the left, who got on the right, what moved between them. */
import { cut, grouped } from '../parts/text.tsx';
import type { Explanation } from './explanation.ts';

/** The table below has all movements. */
const MOST = 12;
const [ROW, WIDTH] = [30, 720];
/** Where the names end on the left, where the amounts stand, where the names begin on the right. */
const [LEFT, MIDDLE, RIGHT] = [130, WIDTH / 2, WIDTH - 130];

export function Flow({ of: movements }: { of: Explanation['movements'] }) {
  if (movements.length === 0) return null;
  const shown = [...Map.groupBy(movements.slice(0, MOST), ({ from = '' }) => from).values()].flat();
  const at = (row: number) => ROW * (row + 0.5);
  const givers = placesOf(shown.map(({ from = '' }) => from));
  const takers = placesOf(shown.map(({ to = '' }) => to));
  const curve = (x1: number, y1: number, x2: number, y2: number) => {
    const x = (x1 + x2) / 2;
    return <path d={`M${x1},${y1}C${x},${y1} ${x},${y2} ${x2},${y2}`} />;
  };
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Diagram of the movements">
      <svg class="flow" viewBox={`0 0 ${WIDTH} ${ROW * shown.length}`} role="img" aria-label="Who gave what to whom">
        {shown.flatMap((movement, i) => [
          curve(LEFT, at(givers.get(movement.from ?? '')!), MIDDLE - 110, at(i)),
          curve(MIDDLE + 110, at(i), RIGHT, at(takers.get(movement.to ?? '')!)),
          <text x={MIDDLE} y={at(i)} text-anchor="middle">
            {grouped(movement.amount ?? movement.amount_raw).slice(0, 22)}{' '}
            {cut(movement.asset ?? movement.asset_key, 4)}
          </text>,
        ])}
        {[...givers].map(([id, row]) => (
          <text x={LEFT - 8} y={at(row)} text-anchor="end">
            {id === '' ? 'issued' : cut(id)}
          </text>
        ))}
        {[...takers].map(([id, row]) => (
          <text x={RIGHT + 8} y={at(row)}>
            {id === '' ? 'taken away' : cut(id)}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** Returns a row for each name, in the middle of its movements; no two names share one. */
function placesOf(names: readonly string[]): Map<string, number> {
  const rows = Map.groupBy(names.keys(), (i) => names[i]);
  const ordered = [...rows].map(([name, own]) => ({ name, row: own.reduce((sum, i) => sum + i, 0) / own.length }));
  ordered.sort((a, b) => a.row - b.row);
  const step = names.length / ordered.length;
  return new Map(ordered.map(({ name }, i) => [name, step * (i + 0.5) - 0.5]));
}
