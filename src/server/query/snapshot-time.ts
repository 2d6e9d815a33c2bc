/** The moment of the past that a request is about: after a ledger, or at a time (contract 8.6). */
import { ApiError, invalid } from './errors.ts';
import { rfc3339 } from './fields.ts';
import { ledgerAt, momentOf } from './gold.ts';
import * as parameter from './parameters.ts';
import type { View } from './view.ts';

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

/**
 * Returns the ledger after which a request wants to know something, and the time that stands for it. Throws ApiError where it says
 * neither or both, and where the loaded ledgers do not tell.
 */
export async function snapshotOf(
  { timestamp, ledger }: { timestamp?: string; ledger?: number },
  view: View,
): Promise<{ ledger: number; at: string }> {
  if (timestamp !== undefined && ledger !== undefined) throw invalid('timestamp and ledger are mutually exclusive');
  const { latest, oldest } = view.bounds;
  if (ledger !== undefined) {
    if (ledger > latest) throw invalid('ledger is after the latest loaded ledger');
    const isLoaded = view.snapshot.ranges.some(({ first, last }) => first <= ledger && ledger <= last);
    if (!isLoaded) throw new ApiError(404, `ledger ${ledger} is not in loaded ledgers ${oldest}-${latest}`);
    return { ledger, at: await view.asOf(ledger) };
  }
  if (timestamp === undefined) throw invalid('timestamp required');
  const moment = momentOf(timestamp, true)!;
  if (moment > `${(await view.closedAt(latest)).slice(0, 19)}.999`)
    throw invalid('timestamp is after the latest loaded ledger');
  const found = await ledgerAt(view, moment);
  if (found === undefined) throw new ApiError(404, `no data at or before ${timestamp}`);
  return { ledger: found, at: rfc3339(moment) };
}
