/** What the bronze tables say of a contract that may be a token's. */

/** The asset of a contract, and the first ledger that names it. */
export interface Named {
  type: string;
  code: string;
  issuer: string;
  ledger: number | null;
}

/** What the bronze tables say of a contract; once all of it is known, later ledgers add nothing. */
export interface Seen {
  asset: Named | undefined;
  /** The first ledger that has its instance. */
  instance: number | null;
}

/** Of so many contracts it is kept. */
export const MOST_SEEN = 1000;
