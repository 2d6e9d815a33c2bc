/** Where in its ledger a transaction stands. */
import type { LedgerParts } from '../ledger/parts.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { UNKNOWN_POSITION } from './ledger-rows.ts';

/** Returns the index of the transaction with this outer or inner hash, -1 when it is not where the index says. */
export function indexOf(parts: LedgerParts, hash: Uint8Array, position: number): number {
  if (position !== UNKNOWN_POSITION) return isAt(parts, position, hash) ? position : ABSENT;
  for (let index = 0; index < parts.count; index++) if (isAt(parts, index, hash)) return index;
  return ABSENT;
}

function isAt(parts: LedgerParts, index: number, hash: Uint8Array): boolean {
  if (index >= parts.count) return false;
  const inner = parts.innerHash(index);
  return same(parts.bytes, parts.pair(index), hash) || (inner !== ABSENT && same(parts.bytes, inner, hash));
}

function same(bytes: Uint8Array, at: number, hash: Uint8Array): boolean {
  for (let i = 0; i < 32; i++) if (bytes[at + i] !== hash[i]) return false;
  return true;
}
