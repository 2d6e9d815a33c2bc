/** Who pays the reserve of a ledger entry (CAP-33). */
import { ABSENT } from '../../ledger/transaction.ts';
import { atLedgerEntry, locateLedgerEntry } from '../../xdr/generated/locate.ts';

const parts = atLedgerEntry();

/** Where the 32-byte key of the sponsor of the LedgerEntry from `p` to `end` stands; -1 when nobody sponsors it. */
export function sponsorOf(view: DataView, p: number, end: number): number {
  // An extension with a sponsor ends in: 1, 1, key type 0, 32 bytes, 0. Few entries must be walked to be sure.
  const ext = end - 48;
  if (view.getInt32(ext) !== 1 || view.getInt32(ext + 4) !== 1) return ABSENT;
  locateLedgerEntry(view, p, parts);
  return parts.ext === ext ? ext + 12 : ABSENT;
}
