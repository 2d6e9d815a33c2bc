import { decodeParams, struct } from '../decode.ts';
import { PERCENTILES, type Distribution } from '../fee-windows.ts';
import type { Method } from '../node.ts';

const request = struct('GetFeeStatsRequest', {});

/** How inclusion fees were distributed over the newest ledgers. */
export const getFeeStats: Method = ({ node, params }, w) => {
  decodeParams(request, params);
  w.value({
    sorobanInclusionFee: toAnswer(node.fees.soroban.distribution()),
    inclusionFee: toAnswer(node.fees.classic.distribution()),
    latestLedger: node.history.window()?.last ?? 0,
  });
};

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
