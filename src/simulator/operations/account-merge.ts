/** Executes AccountMerge: moves an account's lumens to another account and removes it. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress } from '../events/log.ts';
import { accountFlags, type Account } from '../state/entries.ts';
import { accountOfMuxed, muxedId } from '../encode/from-xdr.ts';
import { withBalance } from '../accounts/balances.ts';
import type { OperationContext, OperationKind } from '../context.ts';
import { removeEntry } from '../accounts/reserves.ts';
import { removeSigner } from './signers.ts';

/** MergeOpFrame.cpp */
export const accountMerge: OperationKind<'accountMerge'> = {
  threshold: () => 'high',

  check({ destination }, source) {
    const isItself = accountOfMuxed(destination) === source;
    return isItself ? result(xdr.AccountMergeResult.accountMergeMalformed()) : undefined;
  },

  apply(body, context) {
    const { state, view, source, events } = context;
    const destination = accountOfMuxed(body.destination);
    if (!state.account(destination)) return result(xdr.AccountMergeResult.accountMergeNoAccount());
    const failure = refusal(state.account(source)!, context);
    if (failure) return result(failure);
    for (const { key } of state.account(source)!.signers.toReversed()) removeSigner(context, source, key);
    const account = state.account(source)!;
    const credited = withBalance(state.account(destination)!, account.balance, view);
    if (!credited) return result(xdr.AccountMergeResult.accountMergeDestFull());
    state.put(credited);
    removeEntry(context, account, source);
    const receiver = { muxedId: muxedId(body.destination) };
    events.transfer('native', accountAddress(source), accountAddress(destination), account.balance, receiver);
    return result(xdr.AccountMergeResult.accountMergeSuccess(account.balance));
  },
};

function refusal(
  account: Account,
  { view, source, transaction }: OperationContext,
): xdr.AccountMergeResult | undefined {
  if (account.flags & accountFlags.immutable) return xdr.AccountMergeResult.accountMergeImmutableSet();
  if (account.subentries !== account.signers.length) return xdr.AccountMergeResult.accountMergeHasSubEntries();
  // made again, the account must not jump back
  const start = BigInt(view.ledger) << 32n;
  const highest = view.highestSequence(source) ?? 0n;
  if (account.sequence >= start || highest >= start) return xdr.AccountMergeResult.accountMergeSeqnumTooFar();
  const isSponsor = account.sponsoring > 0 || [...transaction.sponsorships.values()].includes(source);
  return isSponsor ? xdr.AccountMergeResult.accountMergeIsSponsor() : undefined;
}

const result = (value: xdr.AccountMergeResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.accountMerge(value));
