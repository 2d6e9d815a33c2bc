/** A table of very many rows: only those in view are in the page. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

const ROW = 28;

interface GridColumn {
  name: string;
  type: string;
  isNumber: boolean;
}

interface GridProps {
  label: string;
  columns: readonly GridColumn[];
  rows: number;
  /** Returns the text of a cell; null is shown as NULL. */
  text(row: number, column: number): string | null;
  sorting?: { column: number; isDescending: boolean };
  onSort(column: number): void;
}

/** Cells show at most this many characters; a click on a cell shows all. */
const MOST_SHOWN = 200;

export function Grid({ label, columns, rows, text, sorting, onSort }: GridProps) {
  const place = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{ name: string; text: string }>();
  const virtual = useVirtual(place, rows);
  useEffect(() => setOpened(undefined), [columns]);
  const widths = columns.map((_, i) =>
    widthOf(
      columns[i].name,
      Array.from({ length: Math.min(rows, 50) }, (_row, row) => text(row, i)),
    ),
  );
  const template = widths.map((width) => `${width}ch`).join(' ');
  const items = virtual.getVirtualItems();
  const open = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (!cell) return;
    const column = Number(cell.dataset['column']);
    setOpened({ name: columns[column].name, text: text(Number(cell.dataset['row']), column) ?? 'NULL' });
  };
  return (
    <>
      <div
        ref={place}
        class="grid"
        role="table"
        aria-label={label}
        aria-rowcount={rows + 1}
        tabIndex={0}
        onClick={open}
      >
        <Head template={template} columns={columns} sorting={sorting} onSort={onSort} />
        <div class="grid-body" role="rowgroup" style={{ height: `${virtual.getTotalSize()}px` }}>
          {items.map(({ index, start }) => (
            <div
              key={index}
              class="grid-row"
              role="row"
              aria-rowindex={index + 2}
              style={{ transform: `translateY(${start}px)`, gridTemplateColumns: template }}
            >
              {columns.map(({ isNumber }, i) => (
                <Cell at={[index, i]} isNumber={isNumber} text={text(index, i)} />
              ))}
            </div>
          ))}
        </div>
      </div>
      {opened && (
        <div class="cell-text">
          <strong>{opened.name}</strong>
          <pre class="value" tabIndex={0}>
            {opened.text}
          </pre>
        </div>
      )}
    </>
  );
}

type HeadProps = Pick<GridProps, 'columns' | 'sorting' | 'onSort'> & { template: string };

const Head = ({ template, columns, sorting, onSort }: HeadProps) => (
  <div class="grid-head" role="row" style={{ gridTemplateColumns: template }}>
    {columns.map(({ name, type, isNumber }, i) => (
      <div role="columnheader" class={isNumber ? 'number' : undefined} aria-sort={sortOf(i, sorting)}>
        <button title={`${name}: ${type}`} onClick={() => onSort(i)}>
          {name}
          {sorting?.column === i && (sorting.isDescending ? ' ↓' : ' ↑')}
        </button>
      </div>
    ))}
  </div>
);

interface CellProps {
  at: readonly [row: number, column: number];
  isNumber: boolean;
  text: string | null;
}

const Cell = ({ at: [row, column], isNumber, text }: CellProps) => (
  <div role="cell" class={isNumber ? 'number' : undefined} data-row={row} data-column={column}>
    {text === null ? <span class="faint">NULL</span> : <bdi>{text.slice(0, MOST_SHOWN)}</bdi>}
  </div>
);

function sortOf(column: number, sorting: GridProps['sorting']) {
  if (sorting?.column !== column) return undefined;
  return sorting.isDescending ? 'descending' : 'ascending';
}

/** Returns a width in characters for a column, from its name and its first values. */
function widthOf(name: string, values: readonly (string | null)[]): number {
  const longest = Math.max(name.length + 2, ...values.map((value) => value?.length ?? 4));
  return Math.min(60, Math.max(6, longest)) + 3;
}

function useVirtual(place: { current: HTMLDivElement | null }, count: number): Virtualizer<HTMLDivElement, Element> {
  const [, render] = useReducer((round: number) => round + 1, 0);
  const options: VirtualizerOptions<HTMLDivElement, Element> = {
    count,
    getScrollElement: () => place.current,
    estimateSize: () => ROW,
    overscan: 12,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => render(undefined),
  };
  const [virtual] = useState(() => new Virtualizer(options));
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), []);
  useLayoutEffect(() => virtual._willUpdate());
  return virtual;
}
