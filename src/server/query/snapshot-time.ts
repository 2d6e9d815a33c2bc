/** The point in time that a request is about: after a ledger, or at a time. */
import type { LedgerRange } from '../../datastore/keys.ts';
import { ApiError, invalid } from './errors.ts';
import { ledgerAt, momentOf, momentText } from './gold.ts';
import { leftOut } from './meta.ts';
import * as parameter from './parameters.ts';
import type { Coverage, View } from './view.ts';

const badTime = 'invalid timestamp format, use RFC3339 (2024-01-15T00:00:00Z) or date (2024-01-15)';

/** The parameters that say it; one of them is needed. */
export const snapshotTime = {
  timestamp: parameter.may(
    parameter.refused(
      parameter.read(
        parameter.text('RFC 3339, or a date: the end of that day.'),
        (given) => momentOf(given, true) && given,
      ),
      badTime,
    ),
  ),
  ledger: parameter.may(parameter.ledger('Instead of a time: after this ledger.')),
};

/** A moment that a request is about. */
export interface Moment {
  /** The last loaded ledger by then. */
  ledger: number;
  at: string;
  /** How far entries are known then: not at all where ledgers are missing that may have closed by then. */
  coverage: Coverage;
  /** What the client should know of it. */
  warnings: string[];
}

/**
 * Returns the ledger of a `timestamp` or `ledger` parameter, and its time. Throws ApiError if both or none are given, or if
 * the loaded ledgers do not tell.
 */
export async function snapshotOf(
  { timestamp, ledger }: { timestamp?: string; ledger?: number },
  view: View,
): Promise<Moment> {
  if (timestamp !== undefined && ledger !== undefined) throw invalid('timestamp and ledger are mutually exclusive');
  const { latest, oldest } = view.bounds;
  if (ledger !== undefined) {
    if (ledger > latest) throw invalid('ledger is after the latest loaded ledger');
    const isLoaded = view.snapshot.ranges.some(({ first, last }) => first <= ledger && ledger <= last);
    if (!isLoaded) throw new ApiError(404, `ledger ${ledger} is not in loaded ledgers ${oldest}-${latest}`);
    return { ledger, at: await view.asOf(ledger), ...knownAt(view, ledger) };
  }
  if (timestamp === undefined) throw invalid('timestamp required');
  const moment = momentOf(timestamp, true)!;
  if (moment > (await view.knownUntil(latest))) {
    throw invalid('timestamp is after the latest loaded ledger');
  }
  const found = await ledgerAt(view, moment);
  if (found === undefined) throw new ApiError(404, `no data at or before ${timestamp}`);
  const missing = (await view.closedAt(found)).slice(0, 23) < moment ? missingAfter(view, found) : undefined;
  return { ledger: found, at: momentText(moment), ...knownAt(view, found, missing) };
}

/** Returns the ledgers that are missing after a ledger; undefined where the next one is loaded, or none is later. */
export function missingAfter({ gaps }: View, ledger: number): LedgerRange | undefined {
  return gaps.find(({ first }) => first === ledger + 1);
}

function knownAt(view: View, ledger: number, missing?: LedgerRange): Pick<Moment, 'coverage' | 'warnings'> {
  const coverage = missing ? 'touched_only' : view.coverageAt(ledger);
  const gap = missing
    ? [
        `ledgers ${missing.first}-${missing.last}, which may have closed by then, are not loaded: this is after ledger ${ledger}`,
      ]
    : [];
  return { coverage, warnings: [...gap, ...leftOut(coverage)] };
}
