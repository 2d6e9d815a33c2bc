/** Bronze tables as records. */
import type { ColumnsOf, TableSpec } from '../../arrow/table.ts';
import { bronze } from '../../tables/index.ts';
import type { Extraction } from '../component.ts';
import { recordsOf } from '../sink.ts';

/** Returns what makes the rows of the named tables, by default of all that are not optional. */
export function bronzeExtraction(names?: readonly string[]): Extraction {
  const chosen = bronze.filter(({ spec }) => (names ? names.includes(spec.name) : !spec.optional));
  return {
    tables: chosen.map(({ spec }) => recordsOf(spec)),
    extract(context, columns) {
      for (const { spec, extract } of chosen) extract(context, columns.get(spec.name) as ColumnsOf<TableSpec>);
    },
  };
}
