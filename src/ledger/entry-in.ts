/** What one ledger made of one entry. */
import { LedgerEntryChangeType, LedgerEntryType } from '../xdr/generated/enums.ts';
import { keyOfEntry } from './compact.ts';
import type { Ledger } from './ledger.ts';
import { ABSENT } from './transaction.ts';

const { ledgerEntryRemoved, ledgerEntryState, ledgerEntryUpdated } = LedgerEntryChangeType;

/**
 * Returns where the LedgerEntry with the LedgerKey stands after all changes of the ledger; -1 when they remove it, and
 * undefined when none is of it. Of the lifetimes that updates give an entry the longest counts: extensions by
 * transactions of one stage may be listed in any order (stellar-core, CAP-63).
 */
export function entryAfter(ledger: Ledger, key: Uint8Array): number | undefined {
  const { view, changes } = ledger;
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  const type = Buffer.from(key.buffer, key.byteOffset, key.length).readInt32BE();
  const body = key.subarray(4);
  const isOfKey = (start: number, end: number) =>
    end - start === body.length && bytes.compare(body, 0, body.length, start, end) === 0;
  let found: number | undefined;
  for (const index of changes.inOrder()) {
    const kind = changes.kind(index);
    if (kind === ledgerEntryState || changes.type(index) !== type) continue;
    const start = changes.start(index);
    if (kind === ledgerEntryRemoved) {
      if (isOfKey(start + 8, changes.end(index))) found = ABSENT;
      continue;
    }
    const { keyStart, keyEnd } = keyOfEntry(view, start + 4);
    if (!isOfKey(keyStart, keyEnd)) continue;
    const isShorter =
      kind === ledgerEntryUpdated && type === LedgerEntryType.ttl && isBelow(view, keyEnd, found, body.length);
    if (!isShorter) found = start + 4;
  }
  return found;
}

/** Whether the lifetime at `p` ends before that of the entry found so far; it follows the key. */
function isBelow(view: DataView, p: number, found: number | undefined, keyLength: number): boolean {
  if (found === undefined || found === ABSENT) return false;
  return view.getUint32(p) < view.getUint32(found + 8 + keyLength);
}

/** Returns when the lifetime in a ttl's LedgerEntry ends: the last ledger in which what it is of lives. */
export function liveUntilOf(entry: Uint8Array): number {
  return Buffer.from(entry.buffer, entry.byteOffset, entry.length).readUInt32BE(8 + 32);
}
