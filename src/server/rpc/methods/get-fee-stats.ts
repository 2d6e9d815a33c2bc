/** Answers `getFeeStats`: percentiles of the inclusion fees in the newest ledgers. */
import { decodeParams, struct } from '../params.ts';
import { PERCENTILES, type Distribution, type FeeWindow } from '../fee-windows.ts';
import type { Call, Method } from '../call.ts';
import { unreadable } from '../node.ts';

const request = struct('GetFeeStatsRequest', {});

/** How inclusion fees were distributed over the newest ledgers, but for those of a protocol that this version does not read. */
export const getFeeStats: Method = async (call, w) => {
  const { node, params } = call;
  await decodeParams(request, params);
  await completeFees(call);
  const latestLedger = node.history.window()?.last ?? 0;
  const answer = (fees: FeeWindow) => {
    try {
      return toAnswer(fees.distribution());
    } catch (error) {
      throw unreadable(node, latestLedger, error);
    }
  };
  w.value({ sorobanInclusionFee: answer(node.fees.soroban), inclusionFee: answer(node.fees.classic), latestLedger });
};

/** Reads again what could not be read; throws while it cannot be, since a distribution without it would be wrong. */
async function completeFees({ node, signal }: Call): Promise<void> {
  for (const sequence of node.fees.lacking()) {
    try {
      node.fees.fill(await node.history.transactions(sequence, signal));
    } catch (error) {
      throw unreadable(node, sequence, error);
    }
  }
}

function toAnswer({ max, min, mode, percentiles, transactionCount, ledgerCount }: Distribution) {
  const named = PERCENTILES.map((p, i) => [`p${p}`, String(percentiles[i])]);
  return {
    max: String(max),
    min: String(min),
    mode: String(mode),
    ...Object.fromEntries(named),
    transactionCount: String(transactionCount),
    ledgerCount,
  };
}
