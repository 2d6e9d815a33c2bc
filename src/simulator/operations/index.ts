/** Dispatches operations to the code of their type, for thresholds, checks and execution. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { AccountId } from '../state/entries.ts';
import { accountMerge } from './account-merge.ts';
import { allowTrust } from './allow-trust.ts';
import { bumpSequence } from './bump-sequence.ts';
import { changeTrust } from './change-trust.ts';
import { claimClaimableBalance } from './claim-claimable-balance.ts';
import { clawbackClaimableBalance } from './clawback-claimable-balance.ts';
import { clawback } from './clawback.ts';
import type { LedgerView, OperationContext, OperationKind, Threshold } from '../context.ts';
import { createAccount } from './create-account.ts';
import { createClaimableBalance } from './create-claimable-balance.ts';
import { createPassiveSellOffer } from './create-passive-sell-offer.ts';
import { extendFootprintTtl } from './extend-footprint-ttl.ts';
import { inflation } from './inflation.ts';
import { invokeHostFunction } from './invoke-host-function.ts';
import { liquidityPoolDeposit } from './liquidity-pool-deposit.ts';
import { liquidityPoolWithdraw } from './liquidity-pool-withdraw.ts';
import { manageBuyOffer } from './manage-buy-offer.ts';
import { manageData } from './manage-data.ts';
import { manageSellOffer } from './manage-sell-offer.ts';
import { pathPaymentStrictReceive } from './path-payment-strict-receive.ts';
import { pathPaymentStrictSend } from './path-payment-strict-send.ts';
import { payment } from './payment.ts';
import { restoreFootprint } from './restore-footprint.ts';
import { revokeSponsorship } from './revoke-sponsorship.ts';
import { setOptions } from './set-options.ts';
import { setTrustLineFlags } from './set-trust-line-flags.ts';
import { beginSponsoringFutureReserves, endSponsoringFutureReserves } from './sponsoring-future-reserves.ts';

/** How each kind of operation is executed. */
const kinds: { readonly [K in xdr.OperationBody['type']]: OperationKind<K> } = {
  accountMerge,
  allowTrust,
  beginSponsoringFutureReserves,
  bumpSequence,
  changeTrust,
  claimClaimableBalance,
  clawback,
  clawbackClaimableBalance,
  createAccount,
  createClaimableBalance,
  createPassiveSellOffer,
  endSponsoringFutureReserves,
  extendFootprintTtl,
  inflation,
  invokeHostFunction,
  liquidityPoolDeposit,
  liquidityPoolWithdraw,
  manageBuyOffer,
  manageData,
  manageSellOffer,
  pathPaymentStrictReceive,
  pathPaymentStrictSend,
  payment,
  restoreFootprint,
  revokeSponsorship,
  setOptions,
  setTrustLineFlags,
};

// a kind as it is called once the type of the body has chosen it
interface ChosenKind {
  threshold?(body: xdr.OperationBody): Threshold;
  check?(
    body: xdr.OperationBody,
    source: AccountId,
    view: LedgerView,
    data?: xdr.SorobanTransactionData,
  ): xdr.OperationResult | undefined;
  apply(body: xdr.OperationBody, context: OperationContext): xdr.OperationResult;
}

const kindOf = ({ type }: xdr.OperationBody): ChosenKind => kinds[type];

/** Returns the threshold that the source of an operation sets for it. */
export function thresholdOf(body: xdr.OperationBody): Threshold {
  return kindOf(body).threshold?.(body) ?? 'medium';
}

/** Returns what is wrong with an operation whatever the ledger holds, or undefined. */
export function checkOperation(
  body: xdr.OperationBody,
  source: AccountId,
  view: LedgerView,
  data?: xdr.SorobanTransactionData,
): xdr.OperationResult | undefined {
  if (body.type === 'inflation') return xdr.OperationResult.opNotSupported();
  return kindOf(body).check?.(body, source, view, data);
}

/** Runs an operation on the layer of its context, and returns its result. */
export function applyOperation(body: xdr.OperationBody, context: OperationContext): xdr.OperationResult {
  const { state, source, view, soroban } = context;
  if (!state.account(source)) return xdr.OperationResult.opNoAccount();
  return checkOperation(body, source, view, soroban?.data) ?? kindOf(body).apply(body, context);
}
