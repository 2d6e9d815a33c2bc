/** The entry changes of an operation that have effects whatever the operation is. */
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';
import { sponsorOf } from '../entry/sponsor.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { OperationChanges } from '../operation/changes.ts';
import { addPools } from './pool.ts';
import type { EffectRows } from './rows.ts';
import { hasSponsoredSigners } from './signers.ts';
import { addSponsorships, isSameSponsor } from './sponsorship.ts';

/** Writes the effects on sponsorships, then those on pools, each in the order of the entries' keys. */
export function addEntryChanges(rows: EffectRows, at: OperationAt): void {
  const { sponsored, pools } = rows;
  sponsored.length = pools.length = 0;
  const changes = at.changes.open();
  while (changes.next()) {
    if (isPoolBorder(changes)) pools.add(changes);
    else if (canChangeSponsors(at.view, changes)) sponsored.add(changes);
  }
  sponsored.sort(at.view);
  addSponsorships(rows, sponsored);
  pools.sort(at.view);
  addPools(rows, pools);
}

function isPoolBorder({ type, pre, post }: OperationChanges): boolean {
  return type === LedgerEntryType.liquidityPool && (pre === ABSENT || post === ABSENT);
}

/** Few changes can: those that give an entry another sponsor, and those of accounts with sponsored signers. */
function canChangeSponsors(view: DataView, { type, pre, preEnd, post, postEnd }: OperationChanges): boolean {
  switch (type) {
    case LedgerEntryType.account:
      if (pre !== ABSENT && hasSponsoredSigners(view, pre)) return true;
      if (post !== ABSENT && hasSponsoredSigners(view, post)) return true;
      break;
    case LedgerEntryType.trustline:
    case LedgerEntryType.data:
    case LedgerEntryType.claimableBalance:
      break;
    default:
      return false;
  }
  const former = pre === ABSENT ? ABSENT : sponsorOf(view, pre, preEnd);
  return !isSameSponsor(view, former, post === ABSENT ? ABSENT : sponsorOf(view, post, postEnd));
}
