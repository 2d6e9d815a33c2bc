/** Executes Clawback: an issuer takes an amount of its asset from a trust line. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress } from '../events/log.ts';
import { trustLineFlags } from '../state/entries.ts';
import { accountOfMuxed, assetOf, muxedId } from '../encode/from-xdr.ts';
import { issuerOf } from '../state/keys.ts';
import { isValidAsset } from './assets.ts';
import { withBalanceUnchecked } from '../accounts/balances.ts';
import type { OperationKind } from '../context.ts';

/** ClawbackOpFrame.cpp */
export const clawback: OperationKind<'clawback'> = {
  check({ clawbackOp: { from, amount, asset } }, source) {
    const isItself = accountOfMuxed(from) === source && muxedId(from) === undefined;
    const isGood = !isItself && amount >= 1n && isValidAsset(asset) && issuerOf(assetOf(asset)) === source;
    return isGood ? undefined : result(xdr.ClawbackResult.clawbackMalformed());
  },

  apply({ clawbackOp }, { state, view, events }) {
    const from = accountOfMuxed(clawbackOp.from);
    const asset = assetOf(clawbackOp.asset);
    const line = state.trustLine(from, asset);
    if (!line) return result(xdr.ClawbackResult.clawbackNoTrust());
    if (!(line.flags & trustLineFlags.clawback)) return result(xdr.ClawbackResult.clawbackNotClawbackEnabled());
    const taken = withBalanceUnchecked(line, -clawbackOp.amount, view);
    if (!taken) return result(xdr.ClawbackResult.clawbackUnderfunded());
    state.put(taken);
    events.clawback(asset, accountAddress(from), clawbackOp.amount);
    return result(xdr.ClawbackResult.clawbackSuccess());
  },
};

const result = (value: xdr.ClawbackResult) => xdr.OperationResult.opInner(xdr.OperationResultTr.clawback(value));
