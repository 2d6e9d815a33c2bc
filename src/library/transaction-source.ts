/** Where the parts of one transaction are read: a lake, by the library or by a server. */

/** A value of JSON. */
export type PlainValue = null | boolean | number | string | PlainValue[] | { [name: string]: PlainValue };

/** A row whose integers of 64 bits, decimals and times are texts. */
export type PlainRow = Record<string, PlainValue>;

/** Runs the SQL of a template and returns its rows; the values are bound. */
export type Ask = (texts: readonly string[], ...values: readonly (string | number)[]) => Promise<PlainRow[]>;

/** A lake that holds a transaction. */
export interface TransactionSource {
  /** Folder of the lake. */
  path: string;
  /** Its passphrase. */
  network: string;
  ask: Ask;
  /** Runs SQL that reads rows of the transaction's ledger only. */
  askLedger: Ask;
}

/** The ledger and TOID of a transaction. */
export interface TransactionPlace {
  ledger: number;
  id: string;
}
