/** Which ledgers the pages of a list have gone through, in a few letters, so that no ledger loaded meanwhile is missed. */
import { hash } from 'node:crypto';
import type { LedgerRange } from '../../../datastore/keys.ts';
import { intersectRanges } from '../../../datastore/spans.ts';
import { ApiError } from '../errors.ts';
import type { ScanKey } from './scan.ts';
import type { View } from '../view.ts';
import { toLedger } from './window.ts';

/** First columns of orders in which rows stand by ledger. */
const LEDGER_ORDER = new Set(['ledger_sequence', 'sequence', 'operation_id', 'transaction_id']);

/** The order of a list, and the ledgers that a request asks for. */
export interface Walk {
  key: readonly ScanKey[];
  start_ledger?: number | undefined;
  end_ledger?: number | undefined;
  /** Whether rows depend on all loaded ledgers, as those of ledger entries do. */
  isState?: boolean | undefined;
}

/** Returns the ledgers that pages up to a row with this key have gone through; all where rows are not in the order of ledgers. */
export function walkedTo(last: readonly string[], { key: [first], isState, ...asked }: Walk): LedgerRange {
  const [position] = last;
  if (isState || !first || position === undefined || !LEDGER_ORDER.has(first.column))
    return { first: 0, last: Infinity };
  const ledger = toLedger(first.column, position);
  const { start_ledger: start = 0, end_ledger: end = Infinity } = asked;
  return first.descending ? { first: ledger, last: end } : { first: start, last: ledger };
}

/** Returns what tells the loaded ledgers of a range from others; of all ledgers with how far state is known. */
export function markOf({ snapshot: { ranges }, coverage }: View, range: LedgerRange): string {
  const loaded = intersectRanges(range, ranges).map(({ first, last }) => [first, last]);
  const told = range.first === 0 && range.last === Infinity ? [loaded, coverage] : [loaded];
  return hash('sha256', JSON.stringify(told)).slice(0, 16);
}

/** Throws ApiError (409) when the ledgers of earlier pages are no longer those that were loaded then. */
export function checkWalked(view: View, range: LedgerRange, mark: string): void {
  if (markOf(view, range) === mark) return;
  const what = 'the ledgers that earlier pages were read from have changed: some were loaded or removed since';
  throw new ApiError(409, `${what}. Start again without cursor`);
}
