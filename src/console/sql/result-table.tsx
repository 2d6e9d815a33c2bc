/** The rows of a result: sorted, filtered, scrolled. */
import { useEffect, useState } from 'preact/hooks';
import { Grid } from '../parts/grid.tsx';
import { Empty } from '../parts/states.tsx';
import type { Result } from './result.ts';
import { chosenRows, type Sorting } from './rows.ts';

export function ResultTable({ result }: { result: Result }) {
  const [filter, setFilter] = useState('');
  const [sorting, setSorting] = useState<Sorting>();
  const [chosen, setChosen] = useState<Uint32Array>();
  useEffect(() => {
    const controller = new AbortController();
    chosenRows(result, { filter, sorting, signal: controller.signal }).then(setChosen, () => undefined);
    return () => controller.abort();
  }, [result, filter, sorting]);
  useEffect(() => setSorting(undefined), [result]);
  if (result.rows === 0) return <Empty>The statement returns no row.</Empty>;
  const rows = chosen?.length ?? result.rows;
  const sort = (column: number) =>
    setSorting((was) => {
      if (was?.column !== column) return { column, isDescending: false };
      return was.isDescending ? undefined : { column, isDescending: true };
    });
  return (
    <>
      <div class="tools">
        <input
          type="search"
          aria-label="Filter rows"
          placeholder="Filter rows"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        {filter !== '' && <span class="faint">{rows.toLocaleString('en')} rows contain it</span>}
      </div>
      <Grid
        label="Rows of the result"
        columns={result.columns}
        rows={rows}
        text={(row, column) => result.columns[column].text(chosen?.[row] ?? row)}
        sorting={sorting}
        onSort={sort}
      />
    </>
  );
}
