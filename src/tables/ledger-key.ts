/** LedgerKeys of entries as bytes: the key's discriminant, then a run of the entry's own bytes. */
import { hash } from 'node:crypto';
import type { Utf8Column } from '../arrow/columns.ts';
import type { EntryChange } from '../ledger/compact.ts';
import type { Context } from './context.ts';

/** Returns the XDR of the LedgerKey of an entry. */
export function ledgerKey({ bytes }: Context, { type, keyStart, keyEnd }: EntryChange): Uint8Array {
  const key = new Uint8Array(4 + keyEnd - keyStart);
  key[3] = type;
  key.set(bytes.subarray(keyStart, keyEnd), 4);
  return key;
}

/** Writes the SHA-256 of a LedgerKey as hex to one column and the whole key as base64 to the other. */
export function pushLedgerKey(hashColumn: Utf8Column, keyColumn: Utf8Column, key: Uint8Array): void {
  hashColumn.ascii(hash('sha256', key, 'hex'));
  keyColumn.base64(key, 0, key.length);
}
