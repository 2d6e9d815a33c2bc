/** Columns that were not there yet when files were written: they are null in those, whatever the ledgers say. */
import type { LedgerRange } from '../../datastore/keys.ts';
import { mergeRanges } from '../../datastore/spans.ts';
import type { TableShape } from '../bridge/bridge.ts';
import { madeColumns } from './former-columns.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A column, and the ledgers of whose rows it is null until they are loaded again. */
export interface LackingColumn {
  table: string;
  column: string;
  ledgers: LedgerRange[];
}

/** Returns the columns that files lack and that are not made of what they have. A file that was merged has those of any of its rows. */
export function lackingColumns(snapshot: Pick<Snapshot, 'filesOf'>, tables: readonly TableShape[]): LackingColumn[] {
  return tables.flatMap(({ name: table, columns }) => {
    const lacking = new Map<string, LedgerRange[]>();
    // Files of a build have their columns in common.
    for (const files of Map.groupBy(snapshot.filesOf(table), (file) => file.columns.join()).values()) {
      const ledgers = files.map(({ first, last }) => ({ first, last }));
      const had = madeColumns(table, files[0].columns);
      for (const column of Object.keys(columns)) {
        if (!had.has(column)) lacking.set(column, [...(lacking.get(column) ?? []), ...ledgers]);
      }
    }
    return [...lacking].map(([column, ledgers]) => ({ table, column, ledgers: mergeRanges(ledgers) }));
  });
}
