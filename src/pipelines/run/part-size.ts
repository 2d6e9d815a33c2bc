/** A batch ends at the first ledger that reaches one of these limits. */
export const BATCH_LEDGERS = 500;
export const BATCH_ROWS = 20_000;
