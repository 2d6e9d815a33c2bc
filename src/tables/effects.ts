/** Effects of the operations of successful transactions, as stellar-etl makes them. */
import type { ColumnsOf } from '../arrow/table.ts';
import type { OperationType } from '../xdr/generated/enums.ts';
import { fillLedger, type Context } from './context.ts';
import * as state from './effects/account-state.ts';
import * as balance from './effects/claimable-balance.ts';
import type { historyEffects } from './effects/declaration.ts';
import { addEntryChanges } from './effects/entries.ts';
import * as footprint from './effects/footprint.ts';
import { addSetOptions } from './effects/options.ts';
import * as path from './effects/path-payment.ts';
import * as payment from './effects/payment.ts';
import * as pool from './effects/pool.ts';
import { EffectRows } from './effects/rows.ts';
import { addInvokeHostFunction } from './effects/soroban.ts';
import { addOfferTrades } from './effects/trade.ts';
import * as trust from './effects/trust.ts';
import { OperationAt } from './operation/operation-at.ts';

/** Writes the effects that are an operation's own. */
type EffectsWriter = (rows: EffectRows, at: OperationAt) => void;

/** Their effects are those of the entries they change. */
const none: EffectsWriter = () => undefined;

const writers: Record<keyof typeof OperationType, EffectsWriter> = {
  createAccount: payment.addCreateAccount,
  payment: payment.addPayment,
  pathPaymentStrictReceive: path.addPathPaymentStrictReceive,
  manageSellOffer: addOfferTrades,
  createPassiveSellOffer: addOfferTrades,
  setOptions: addSetOptions,
  changeTrust: trust.addChangeTrust,
  allowTrust: trust.addAllowTrust,
  accountMerge: payment.addAccountMerge,
  inflation: payment.addInflation,
  manageData: state.addManageData,
  bumpSequence: state.addBumpSequence,
  manageBuyOffer: addOfferTrades,
  pathPaymentStrictSend: path.addPathPaymentStrictSend,
  createClaimableBalance: balance.addCreateClaimableBalance,
  claimClaimableBalance: balance.addClaimClaimableBalance,
  beginSponsoringFutureReserves: none,
  endSponsoringFutureReserves: none,
  revokeSponsorship: none,
  clawback: payment.addClawback,
  clawbackClaimableBalance: balance.addClawbackClaimableBalance,
  setTrustLineFlags: trust.addSetTrustLineFlags,
  liquidityPoolDeposit: pool.addLiquidityPoolDeposit,
  liquidityPoolWithdraw: pool.addLiquidityPoolWithdraw,
  invokeHostFunction: addInvokeHostFunction,
  extendFootprintTtl: footprint.addExtendFootprintTtl,
  restoreFootprint: footprint.addRestoreFootprint,
};

const byType = Object.values(writers);

export function extractEffects(context: Context, out: ColumnsOf<typeof historyEffects>): void {
  const at = new OperationAt(context);
  const rows = new EffectRows(context, out, at);
  for (const transaction of context.ledger.transactions) {
    if (!transaction.successful) continue;
    const { length } = transaction.envelope.operations;
    for (let index = 0; index < length; index++) {
      at.move(transaction, index);
      rows.begin();
      byType[at.type](rows, at);
      addEntryChanges(rows, at);
    }
  }
  fillLedger(out, context, out.operation_id.length);
}
