/** A batch ends at a ledger, once it has so many ledgers or rows (contract 11.5). */
export const BATCH_LEDGERS = 500;
export const BATCH_ROWS = 20_000;
