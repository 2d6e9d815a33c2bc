/** The maker of a claim, an offer or a pool, as it stood before the operation: found among the operation's entry changes. */
import { LedgerEntryChangeType, LedgerEntryType } from '../../xdr/generated/enums.ts';
import { sameSpans } from '../../ledger/compact.ts';
import { assetBytes } from '../asset/assets.ts';
import type { ClaimAtoms } from './claim-atoms.ts';
import type { OperationAt } from './operation-at.ts';

const ENTRY_HEAD = 8;
const KEY = 32;
const OFFER_ID = 8;
const AMOUNT = 8;

/**
 * Returns where the OfferEntry or LiquidityPoolEntry of the current claim's maker stands, as it was before the operation.
 * Throws DecodeError when the operation has no change of it.
 */
export function claimedEntryBefore(at: OperationAt, claims: ClaimAtoms): number {
  const { view, transaction, index } = at;
  const { changes } = at.ledger;
  const { maker, isPool } = claims;
  const type = isPool ? LedgerEntryType.liquidityPool : LedgerEntryType.offer;
  // A pool's entry begins with its id, an offer's with the seller's key behind its type, then the offer's id.
  const size = isPool ? KEY : KEY + OFFER_ID;
  const skipped = isPool ? ENTRY_HEAD : ENTRY_HEAD + 4;
  const first = transaction.operationChanges[index] ?? 0;
  for (let i = (transaction.operationChanges[index + 1] ?? first) - 1; i >= first; i--) {
    if (changes.kind(i) !== LedgerEntryChangeType.ledgerEntryState || changes.type(i) !== type) continue;
    const entry = changes.start(i) + 4;
    const key = entry + skipped;
    if (sameSpans(view, key, key + size, maker, maker + size)) return entry + ENTRY_HEAD;
  }
  const what = isPool ? 'liquidity pool' : `offer ${view.getBigInt64(claims.offerId)}`;
  throw at.fault(`no change of the ${what} that claim ${claims.index} names`, maker);
}

/** Returns where the Price of the OfferEntry at `p` stands. */
export function offerPrice(view: DataView, p: number): number {
  const selling = p + 4 + KEY + OFFER_ID;
  const buying = selling + assetBytes(view, selling);
  return buying + assetBytes(view, buying) + AMOUNT;
}
