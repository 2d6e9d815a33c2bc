/**
 * The details of an operation: those of stellar-etl, and of ours `amount` of account_merge, `balance_id` and
 * its strkey of create_claimable_balance. Some have columns of their own, the rest is JSON; the view puts them together.
 */
import { OperationType } from '../../xdr/generated/enums.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import * as account from './account.ts';
import type { DetailRow } from './columns.ts';
import * as balance from './claimable-balance.ts';
import * as offer from './offer.ts';
import * as payment from './payment.ts';
import * as pool from './pool.ts';
import * as soroban from './soroban.ts';
import * as sponsorship from './sponsorship.ts';
import * as trust from './trust.ts';

/** Writes the details of one type: to columns, and as members of an object, each with a comma before it. */
type DetailsWriter = (w: ValueWriter, at: OperationAt, out: DetailRow) => void;

const none: DetailsWriter = () => undefined;

const writers: Record<keyof typeof OperationType, DetailsWriter> = {
  createAccount: payment.writeCreateAccount,
  payment: payment.writePayment,
  pathPaymentStrictReceive: payment.writePathPaymentStrictReceive,
  manageSellOffer: offer.writeManageOffer,
  createPassiveSellOffer: offer.writeCreatePassiveSellOffer,
  setOptions: account.writeSetOptions,
  changeTrust: trust.writeChangeTrust,
  allowTrust: trust.writeAllowTrust,
  accountMerge: payment.writeAccountMerge,
  inflation: none,
  manageData: account.writeManageData,
  bumpSequence: account.writeBumpSequence,
  manageBuyOffer: offer.writeManageOffer,
  pathPaymentStrictSend: payment.writePathPaymentStrictSend,
  createClaimableBalance: balance.writeCreateClaimableBalance,
  claimClaimableBalance: balance.writeClaimClaimableBalance,
  beginSponsoringFutureReserves: sponsorship.writeBeginSponsoring,
  endSponsoringFutureReserves: sponsorship.writeEndSponsoring,
  revokeSponsorship: sponsorship.writeRevokeSponsorship,
  clawback: trust.writeClawback,
  clawbackClaimableBalance: balance.writeClawbackClaimableBalance,
  setTrustLineFlags: trust.writeSetTrustLineFlags,
  liquidityPoolDeposit: pool.writeLiquidityPoolDeposit,
  liquidityPoolWithdraw: pool.writeLiquidityPoolWithdraw,
  invokeHostFunction: soroban.writeInvokeHostFunction,
  extendFootprintTtl: soroban.writeExtendFootprintTtl,
  restoreFootprint: soroban.writeRestoreFootprint,
};

const byType = Object.values(writers);
const OPEN = 123;
const CLOSE = 125;

/** Writes the details of the operation: to columns, and those without a column as a JSON object. */
export function writeDetails(w: ValueWriter, at: OperationAt, out: DetailRow): void {
  const start = w.length;
  byType[at.type](w, at, out);
  sponsorship.writeSponsor(at, out);
  if (w.length === start) w.byte(OPEN);
  else w.buffer[start] = OPEN;
  w.byte(CLOSE);
}
