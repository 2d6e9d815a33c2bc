/** Of which ledgers rows are, one after another, and from which file each of them came. */
import type { Data } from 'apache-arrow';
import { Utf8Column } from '../arrow/columns.ts';

/** Rows of one ledger. */
export interface LedgerRun {
  ledger: number;
  rows: number;
}

/** Returns the runs of rows, whose ledgers these are. */
export function ledgerRuns(ledgers: Int32Array): LedgerRun[] {
  const runs: LedgerRun[] = [];
  for (let start = 0; start < ledgers.length;) {
    const ledger = ledgers[start];
    let end = start + 1;
    while (end < ledgers.length && ledgers[end] === ledger) end++;
    runs.push({ ledger, rows: end - start });
    start = end;
  }
  return runs;
}

/** Returns a column of texts: of each row the id of the file that its ledger came from. */
export function fileIdColumn(runs: readonly LedgerRun[], idOf: (ledger: number) => string): Data {
  const column = new Utf8Column();
  for (const { ledger, rows } of runs) {
    const id = idOf(ledger);
    for (let row = 0; row < rows; row++) column.ascii(id);
  }
  return column.data();
}
