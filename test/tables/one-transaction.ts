/** The smallest ledger that holds a transaction, made from the transaction's parts. */
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { Envelope } from '../../src/ledger/transaction.ts';

const HEADER_ENTRY = 360;
const HASH = 32;

/** Returns the integers as XDR. */
export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeInt32BE(value, i * 4));
  return bytes;
}

/** Returns a close meta of version 0 with one transaction, of the given TransactionEnvelope, -Result and -Meta, and nothing else. */
export function ledgerOf({ envelope, result, meta }: { envelope: Buffer; result: Buffer; meta: Buffer }): Ledger {
  const txSet = [Buffer.alloc(HASH), words(1), envelope];
  const processing = [words(1), Buffer.alloc(HASH), result, words(0), meta];
  const ledger = readLedger(
    Buffer.concat([words(0), Buffer.alloc(HEADER_ENTRY), ...txSet, ...processing, words(0), words(0)]),
  );
  ledger.transactions[0]!.envelope = new Envelope(ledger.view, ledger.envelopes[0]!);
  return ledger;
}
