/** Total order ids: ledger, transaction and operation in one signed 64-bit integer (`toid` of go-stellar-sdk). */

export interface Toid {
  ledger: number;
  transaction: number;
  operation: number;
}

/** Returns the parts of an id; the ledger of a negative id is negative. */
export function parseToid(id: bigint): Toid {
  return {
    ledger: Number(id >> 32n),
    transaction: Number((id >> 12n) & 0xfffffn),
    operation: Number(id & 0xfffn),
  };
}

/** Returns the id as text. */
export function toidText(ledger: number, transaction: number, operation: number): string {
  return ((BigInt(ledger) << 32n) | BigInt(transaction * 4096 + operation)).toString();
}
