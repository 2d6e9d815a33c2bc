/** Movements to and from claimable balances. */
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';
import { atClaimableBalanceEntry, locateClaimableBalanceEntry } from '../../xdr/generated/locate.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { assetBytes } from '../asset/assets.ts';
import { sameKey } from '../context.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import type { Movement } from './movement.ts';

const entry = atClaimableBalanceEntry();

export function deriveCreateClaimableBalance(at: OperationAt, movement: Movement): void {
  movement.setFromSource(at);
  // The result is the id: its type, then a hash.
  movement.setTo(strkeyVersion.claimableBalance, at.success + 4);
  movement.setAmountAt(at.body + assetBytes(at.view, at.body));
  movement.move(at.body);
}

export function deriveClaimClaimableBalance(at: OperationAt, movement: Movement): void {
  locateRemoved(at);
  movement.setFrom(strkeyVersion.claimableBalance, at.body + 4);
  movement.setToDestinationSource(at);
  movement.setAmountAt(entry.amount);
  movement.move(entry.asset);
}

export function deriveClawbackClaimableBalance(at: OperationAt, movement: Movement): void {
  locateRemoved(at);
  movement.setFrom(strkeyVersion.claimableBalance, at.body + 4);
  movement.setAmountAt(entry.amount);
  movement.record('clawback', entry.asset);
}

/** Finds the balance that the operation names as it was before the operation removed it. */
function locateRemoved(at: OperationAt): void {
  const { view, body } = at;
  const changes = at.changes.open();
  while (changes.next()) {
    const { type, pre, post } = changes;
    if (type !== LedgerEntryType.claimableBalance || pre === ABSENT || post !== ABSENT) continue;
    locateClaimableBalanceEntry(view, pre + 8, entry);
    if (sameKey(view, entry.balanceId + 4, body + 4)) return;
  }
  throw at.fault('no removal of the claimable balance in a successful transaction', body);
}
