/** Entries of a whole state as tables read them: as if one ledger had listed the state of each. */
import { keyOfEntry, type ChangedEntry } from '../ledger/compact.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../xdr/generated/enums.ts';

/** The ledger after which a state is what it is. */
export interface StateLedger {
  sequence: number;
  /** Milliseconds since 1970. */
  closeTimeMs: number;
}

/** The tables that have the entries of a state; no other has rows of them. */
export const stateTables = [
  'accounts',
  'account_signers',
  'trust_lines',
  'offers',
  'liquidity_pools',
  'claimable_balances',
  'account_data',
  'contract_data',
  'contract_code',
  'config_settings',
  'ttl',
] as const;

/** Returns LedgerEntries, XDR each, as a ledger that only has them, and as changes of kind state. */
export function ledgerOfState(
  entries: readonly Uint8Array[],
  { sequence, closeTimeMs }: StateLedger,
): { ledger: Ledger; changes: ChangedEntry[][] } {
  const bytes = Buffer.concat(entries);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const changes = Object.values(LedgerEntryType).map((): ChangedEntry[] => []);
  let post = 0;
  for (const entry of entries) {
    const key = keyOfEntry(view, post);
    changes[key.type].push({ ...key, change: LedgerEntryChangeType.ledgerEntryState, pre: -1, post });
    post += entry.length;
  }
  const none = { start: 0, transactions: [], changes: { length: 0 } };
  // What extractors of entries read of a ledger, and errors about one.
  const ledger = { ...none, bytes, view, sequence, closeTimeMs } as unknown as Ledger;
  return { ledger, changes };
}
