/** Changes trust-line flags; a revocation also removes offers and redeems pool shares. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { writeAccountId, writeAsset } from '../encode/values.ts';
import { Writer } from '../encode/writer.ts';
import { balanceAddress, poolAddress } from '../events/log.ts';
import { releaseLiabilities } from '../exchange/holdings.ts';
import { poolWithdrawal } from '../exchange/pool.ts';
import { sha256 } from '../identity.ts';
import {
  trustLineFlags,
  type AccountId,
  type AssetId,
  type ClaimableBalance,
  type TrustLine,
} from '../state/entries.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { claimableBalanceKey, issuerOf, sharedPool } from '../state/keys.ts';
import { maintainsLiabilities } from '../accounts/balances.ts';
import type { OperationContext } from '../context.ts';
import { leavePool } from './pool-lines.ts';
import { createEntry, removeEntry, withSponsoring, type ReserveFailure } from '../accounts/reserves.ts';

/**
 * Gives a trust line other flags. Who may not even keep its offers afterwards loses them, and its shares of pools become claimable
 * balances (stellar-core, TrustFlagsOpFrameBase.cpp and `removeOffersAndPoolShareTrustLines`).
 */
export function changeFlags(context: OperationContext, line: TrustLine, flags: number): ReserveFailure | undefined {
  const { state, events } = context;
  if (maintainsLiabilities(line) && !maintainsLiabilities({ ...line, flags })) {
    for (const offer of state.offersOf(line.owner, line.asset)) {
      releaseLiabilities(state, offer);
      removeEntry(context, offer, offer.seller);
    }
    const failure = redeemShares(context, line.owner, line.asset);
    if (failure) return failure;
  }
  events.setAuthorized(line.asset, line.owner, (flags & trustLineFlags.authorized) !== 0);
  state.put({ ...state.trustLine(line.owner, line.asset)!, flags });
  return undefined;
}

function redeemShares(context: OperationContext, owner: AccountId, asset: AssetId): ReserveFailure | undefined {
  const lines = context.state.poolLines(owner).filter((line) => {
    const pool = context.state.liquidityPool(sharedPool(line.asset)!);
    return pool?.assetA === asset || pool?.assetB === asset;
  });
  for (const line of lines.sort((a, b) => (a.asset < b.asset ? -1 : 1))) {
    const failure = redeem(context, line);
    if (failure) return failure;
  }
  return undefined;
}

function redeem(context: OperationContext, line: TrustLine): ReserveFailure | undefined {
  const { state } = context;
  const id = sharedPool(line.asset)!;
  const backer = line.sponsor ?? line.owner;
  removeEntry(context, line, line.owner);
  const pool = state.liquidityPool(id)!;
  if (line.balance > 0n) {
    const { amountA, amountB } = poolWithdrawal(pool, line.balance);
    const failure =
      payOut(context, { id, owner: line.owner, backer, asset: pool.assetA, amount: amountA }) ??
      payOut(context, { id, owner: line.owner, backer, asset: pool.assetB, amount: amountB });
    if (failure) return failure;
    state.put({
      ...pool,
      reserveA: pool.reserveA - amountA,
      reserveB: pool.reserveB - amountB,
      totalShares: pool.totalShares - line.balance,
    });
  }
  leavePool(context, id, line.owner);
  return undefined;
}

interface Payout {
  /** The pool. */
  id: string;
  owner: AccountId;
  /** Who paid for the trust line, and pays for the balance then. */
  backer: AccountId;
  asset: AssetId;
  amount: bigint;
}

function payOut(context: OperationContext, { id, owner, backer, asset, amount }: Payout): ReserveFailure | undefined {
  const { state, events, transaction } = context;
  if (amount === 0n) return undefined;
  if (issuerOf(asset) === owner) {
    events.burn(asset, poolAddress(id), amount);
    return undefined;
  }
  const balanceId = revokeId(context, id, asset);
  events.transfer(asset, poolAddress(id), balanceAddress(balanceId), amount);
  const clawback = asset !== 'native' && (state.trustLine(owner, asset)!.flags & trustLineFlags.clawback) !== 0;
  const balance: ClaimableBalance = {
    kind: 'claimable_balance',
    key: claimableBalanceKey(balanceId),
    id: balanceId,
    claimants: [{ account: owner, predicate: xdr.ClaimPredicate.claimPredicateUnconditional() }],
    asset,
    amount,
    flags: clawback ? 1 : undefined,
    lastModified: state.ledger,
  };
  if (transaction.sponsorships.has(backer)) return createEntry(context, balance, backer);
  // it takes the reserve that the trust line had, even of an account that is below its own
  state.put(withSponsoring(state.account(backer)!, 1));
  state.put({ ...balance, sponsor: backer });
  return undefined;
}

// SHA-256 of HashIDPreimage, ENVELOPE_TYPE_POOL_REVOKE_OP_ID
function revokeId({ transaction, index }: OperationContext, pool: string, asset: AssetId): string {
  const writer = writeAccountId(new Writer().int(7), transaction.source)
    .long(transaction.sequence)
    .int(index)
    .hex(pool);
  return hexOf(sha256(writeAsset(writer, asset).toBytes()));
}
