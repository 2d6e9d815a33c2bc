/** Executes CreateClaimableBalance: sets an amount aside for a list of claimants. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { writeAccountId } from '../encode/values.ts';
import { Writer } from '../encode/writer.ts';
import { accountAddress, balanceAddress } from '../events/log.ts';
import { sha256 } from '../identity.ts';
import { accountFlags, trustLineFlags, type AssetId, type ClaimableBalance } from '../state/entries.ts';
import { accountOf, assetOf, hexOf } from '../encode/from-xdr.ts';
import { claimableBalanceKey, issuerOf } from '../state/keys.ts';
import { isValidAsset } from './assets.ts';
import type { OperationContext, OperationKind } from '../context.ts';
import { absolutePredicate, isValidPredicate } from './predicates.ts';
import { createEntry } from '../accounts/reserves.ts';
import { reserveResult } from './results.ts';
import { debit, type TransferFailure } from './transfer.ts';

/** CreateClaimableBalanceOpFrame.cpp */
export const createClaimableBalance: OperationKind<'createClaimableBalance'> = {
  check({ createClaimableBalanceOp: { asset, amount, claimants } }) {
    const owners = new Set(claimants.map(({ v0 }) => accountOf(v0.destination)));
    const isGood = isValidAsset(asset) && amount > 0n && owners.size > 0 && owners.size === claimants.length;
    return isGood && claimants.every(({ v0 }) => isValidPredicate(v0.predicate))
      ? undefined
      : result(xdr.CreateClaimableBalanceResult.createClaimableBalanceMalformed());
  },

  apply({ createClaimableBalanceOp }, context) {
    const { source, events } = context;
    const { amount } = createClaimableBalanceOp;
    const asset = assetOf(createClaimableBalanceOp.asset);
    const missing = debit(context, source, asset, amount);
    if (missing) return result(failures[missing]());
    const balance = newBalance(createClaimableBalanceOp, asset, context);
    const failure = createEntry(context, balance, source);
    if (failure) return reserveResult(failure, tr(xdr.CreateClaimableBalanceResult.createClaimableBalanceLowReserve()));
    events.move(asset, accountAddress(source), balanceAddress(balance.id), amount);
    const id = xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(balance.id);
    return result(xdr.CreateClaimableBalanceResult.createClaimableBalanceSuccess(id));
  },
};

function newBalance(
  { amount, claimants }: xdr.CreateClaimableBalanceOp,
  asset: AssetId,
  context: OperationContext,
): ClaimableBalance {
  const { state, view } = context;
  const id = balanceId(context);
  return {
    kind: 'claimable_balance',
    key: claimableBalanceKey(id),
    id,
    claimants: claimants.map(({ v0 }) => ({
      account: accountOf(v0.destination),
      predicate: absolutePredicate(v0.predicate, view.closeTime),
    })),
    asset,
    amount,
    flags: canBeClawedBack(asset, context) ? 1 : undefined,
    lastModified: state.ledger,
  };
}

function canBeClawedBack(asset: AssetId, { state, source }: OperationContext): boolean {
  if (asset === 'native') return false;
  if (issuerOf(asset) === source) return (state.account(source)!.flags & accountFlags.clawback) !== 0;
  return (state.trustLine(source, asset)!.flags & trustLineFlags.clawback) !== 0;
}

// SHA-256 of HashIDPreimage, ENVELOPE_TYPE_OP_ID
function balanceId({ transaction, index }: OperationContext): string {
  const writer = writeAccountId(new Writer(64).int(6), transaction.source).long(transaction.sequence).int(index);
  return hexOf(sha256(writer.toBytes()));
}

const failures: Record<TransferFailure, () => xdr.CreateClaimableBalanceResult> = {
  underfunded: xdr.CreateClaimableBalanceResult.createClaimableBalanceUnderfunded,
  no_trust: xdr.CreateClaimableBalanceResult.createClaimableBalanceNoTrust,
  not_authorized: xdr.CreateClaimableBalanceResult.createClaimableBalanceNotAuthorized,
  line_full: xdr.CreateClaimableBalanceResult.createClaimableBalanceUnderfunded,
};

const tr = (value: xdr.CreateClaimableBalanceResult) => xdr.OperationResultTr.createClaimableBalance(value);
const result = (value: xdr.CreateClaimableBalanceResult) => xdr.OperationResult.opInner(tr(value));
