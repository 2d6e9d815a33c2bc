/** How far the state of the network is known: once for `meta.coverage` and for answers of the server. */
import type { LedgerRange } from '../../../datastore/keys.ts';
import type { Baseline } from './baseline.ts';

/** A run of loaded ledgers, and the ledger from which every entry is known; undefined if none. */
export interface CoveredRun extends LedgerRange {
  fullFrom: number | undefined;
}

/**
 * Returns the runs with their coverage. A network begins at ledger 1, whose only entry ledger 2 lists. A complete state
 * covers the run that holds or follows its ledger.
 */
export function coveredRuns(
  ranges: readonly LedgerRange[],
  baselines: readonly Pick<Baseline, 'ledger' | 'complete'>[],
): CoveredRun[] {
  return ranges.map(({ first, last }) => {
    const stood = baselines.filter(({ ledger, complete }) => complete && ledger >= first - 1 && ledger <= last);
    const oldest = stood.length > 0 ? Math.min(...stood.map(({ ledger }) => ledger)) : undefined;
    return { first, last, fullFrom: first <= 2 ? first : oldest };
  });
}
