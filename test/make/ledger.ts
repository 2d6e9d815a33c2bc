/** The smallest ledger that holds given transactions, made from their parts. */
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';

const HEADER_ENTRY = 360;
const HASH = 32;

/** Returns the integers as XDR. */
export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32BE(value >>> 0, i * 4));
  return bytes;
}

/** Where the header holds the protocol's and the ledger's number. */
const PROTOCOL = 32;
const SEQUENCE = 180;

/** A transaction as TransactionEnvelope, -Result and -Meta; `fee` is LedgerEntryChanges. */
export interface TransactionParts {
  envelope: Buffer;
  result: Buffer;
  meta: Buffer;
  fee?: Buffer;
}

/** The parts of a ledger of one transaction, as XDR. */
export interface Parts extends TransactionParts {
  sequence?: number;
  protocol?: number;
}

/** Returns a close meta of version 0 with one transaction and nothing else. */
export function ledgerOf({ sequence, protocol, ...transaction }: Parts): Ledger {
  return ledgerOfAll([transaction], sequence, protocol);
}

/** Returns a close meta of version 0 with the transactions, in this order, and nothing else. */
export function ledgerOfAll(transactions: TransactionParts[], sequence = 0, protocol = 0): Ledger {
  const header = Buffer.alloc(HEADER_ENTRY);
  header.writeUInt32BE(protocol, PROTOCOL);
  header.writeUInt32BE(sequence, SEQUENCE);
  const count = words(transactions.length);
  const envelopes = transactions.map(({ envelope }) => envelope);
  const processing = transactions.map(({ result, meta, fee = words(0) }) =>
    Buffer.concat([Buffer.alloc(HASH), result, fee, meta]),
  );
  const txSet = [Buffer.alloc(HASH), count, ...envelopes];
  const ledger = readLedger(Buffer.concat([words(0), header, ...txSet, count, ...processing, words(0), words(0)]));
  ledger.transactions.forEach((transaction, i) => {
    transaction.envelope = ledger.envelopes[i]!;
  });
  return ledger;
}
