/** Of which ledgers rows are, one after another. */
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
