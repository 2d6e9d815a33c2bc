/** The order of ledger entries by the bytes of their keys, in which the reference reads an operation's changes. */
import { endOfKey } from '../../ledger/compact.ts';

/** Compares the keys of two LedgerEntries whose data begins with the key; no key is the beginning of another. */
export function comparePublicKeys(view: DataView, a: number, b: number): number {
  const end = endOfKey(view, view.getInt32(a + 4), a + 8);
  for (let p = a + 4, q = b + 4; p < end; p += 4, q += 4) {
    const difference = view.getUint32(p) - view.getUint32(q);
    if (difference !== 0) return difference;
  }
  return 0;
}
