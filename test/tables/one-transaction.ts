/** The smallest ledger that holds a transaction, made from the transaction's parts. */
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';

const HEADER_ENTRY = 360;
const HASH = 32;

/** Returns the integers as XDR. */
export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeInt32BE(value, i * 4));
  return bytes;
}

/** Where the header holds the ledger's number. */
const SEQUENCE = 180;

/** The parts of a ledger of one transaction, as XDR. */
export interface Parts {
  envelope: Buffer;
  result: Buffer;
  meta: Buffer;
  sequence?: number;
}

/** Returns a close meta of version 0 with one transaction, of the given TransactionEnvelope, -Result and -Meta, and nothing else. */
export function ledgerOf({ envelope, result, meta, sequence = 0 }: Parts): Ledger {
  const header = Buffer.alloc(HEADER_ENTRY);
  header.writeUInt32BE(sequence, SEQUENCE);
  const txSet = [Buffer.alloc(HASH), words(1), envelope];
  const processing = [words(1), Buffer.alloc(HASH), result, words(0), meta];
  const ledger = readLedger(Buffer.concat([words(0), header, ...txSet, ...processing, words(0), words(0)]));
  ledger.transactions[0]!.envelope = ledger.envelopes[0]!;
  return ledger;
}
