/** A table of few rows. Its columns say how a cell is shown; long tables use `parts/grid.tsx`. */
import type { ComponentChildren } from 'preact';
import { Empty } from './states.tsx';

/** A column of a table. */
export interface Column<Row> {
  title: string;
  /** What the cell shows; texts are never read as HTML. */
  cell(row: Row): ComponentChildren;
  isNumber?: boolean;
}

interface TableProps<Row> {
  /** What the table is, for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The text if the table has no rows. */
  empty?: string;
}

export function Table<Row>({ label, columns, rows, empty = 'Nothing here.' }: TableProps<Row>) {
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th scope="col" class={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map(({ cell, isNumber }) => (
                <td class={isNumber ? 'number' : undefined}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
