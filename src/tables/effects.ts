/** Effects of the operations of successful transactions (tables.md 2.4), as stellar-etl makes them. */
import { column, defineTable, nullable, type ColumnsOf } from '../arrow/table.ts';
import type { OperationType } from '../xdr/generated/enums.ts';
import { fillLedger, type Context } from './context.ts';
import * as state from './effects/account-state.ts';
import * as balance from './effects/claimable-balance.ts';
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
import { OperationAt } from './operation-at.ts';

export const historyEffects = defineTable({
  name: 'history_effects',
  grain: 'One row per effect of an operation of a successful transaction, in the order of application.',
  key: ['id'],
  columns: {
    address: column('utf8', 'Account that is concerned.'),
    address_muxed: nullable('utf8', 'The same with its id, when the operation names it with one.'),
    operation_id: column('int64', 'TOID of the operation.'),
    type: column('int32', 'Type code, 0 to 99.'),
    type_string: column('utf8', 'Name of the type, such as account_credited.'),
    details_json: column(
      'utf8',
      'What happened as a JSON object, by type; amounts in units as texts of seven decimals.',
    ),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the operation.'),
    index: column('int32', 'Position among the effects of the operation, from 0.'),
    id: column('utf8', "The operation's id and the position: <operation_id>-<index>."),
  },
});

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
      byType[at.type]!(rows, at);
      addEntryChanges(rows, at);
    }
  }
  fillLedger(out, context, out.operation_id.length);
}
