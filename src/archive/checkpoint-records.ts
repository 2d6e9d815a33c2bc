/** What a checkpoint's files say of one ledger, from its close meta. */
import type { Ledger } from '../ledger/ledger.ts';
import { WHOLE_RECORD } from './bucket-record.ts';

/** Records of the three files, with their marks. */
export interface CheckpointRecords {
  /** LedgerHeaderHistoryEntry. */
  ledger: Uint8Array[];
  /** TransactionHistoryEntry. */
  transactions: Uint8Array[];
  /** TransactionHistoryResultEntry. */
  results: Uint8Array[];
}

/** Returns the records of a ledger; one without transactions is in the file of headers only. */
export function checkpointRecords(ledger: Ledger): CheckpointRecords {
  const { bytes, transactions } = ledger;
  const header = record(bytes.subarray(ledger.hash, ledger.txSet));
  if (transactions.length === 0) return { ledger: [header], transactions: [], results: [] };
  return { ledger: [header], transactions: [transactionsRecord(ledger)], results: [resultsRecord(ledger)] };
}

/** Returns the record of a header alone. */
export function headerRecord(header: Uint8Array, hash: Uint8Array): Uint8Array {
  return record(hash, header, words(0));
}

/** A generalized set stands in the extension, beside a plain one that is empty. */
function transactionsRecord({ bytes, version, sequence, txSet, txSetEnd }: Ledger): Uint8Array {
  const set = bytes.subarray(txSet, txSetEnd);
  const empty = Buffer.alloc(36);
  return version === 0 ? record(words(sequence), set, words(0)) : record(words(sequence), empty, words(1), set);
}

function resultsRecord({ bytes, sequence, transactions }: Ledger): Uint8Array {
  const pairs = transactions.map(({ pair, pairEnd }) => bytes.subarray(pair, pairEnd));
  return record(words(sequence, transactions.length), ...pairs, words(0));
}

function record(...parts: Uint8Array[]): Uint8Array {
  const body = Buffer.concat(parts);
  return Buffer.concat([words(WHOLE_RECORD + body.length), body]);
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32BE(value, i * 4));
  return bytes;
}
