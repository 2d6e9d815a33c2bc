/** What the error of a ledger of one transaction says: where, down to the path of fields, and what. */

const LEDGER = 'ledger \\d+, transaction 1 \\([0-9a-f]{64}\\)';
const PATH = 'byte \\d+, LedgerCloseMeta\\.v\\d\\.[\\w.[\\]]+';

/** Matches the error of the first operation; `what` is a pattern. */
export const operationFault = (what: string) => new RegExp(`^${LEDGER}, operation 0, ${PATH}: ${what}$`);

/** Matches the error of the transaction. */
export const transactionFault = (what: string) => new RegExp(`^${LEDGER}, ${PATH}: ${what}$`);
