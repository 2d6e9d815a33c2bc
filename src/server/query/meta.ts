/** `_meta`: what an answer was made of (contract 1.4). */
import { list, may, object, text, whole, type Row } from './fields.ts';
import type { View } from './view.ts';

/** The schema of `_meta`. */
export const Meta = object({
  scanned_ledger: whole('The last ledger of those that were looked at.'),
  available_ledgers: object({ oldest: whole(), latest: whole() }),
  range: may(object({ start_ledger: whole(), end_ledger: whole() })),
  gaps: may(list(list(whole()), 'Ledgers that are missing, first and last of each run.')),
  state_coverage: may(text('`full`, or `touched_only`: entries that no loaded ledger changed are unknown.')),
  as_of: text('When the scanned ledger closed: the now of this answer.'),
  warnings: may(list(text())),
  explain: may(list(object({ sql: text(), plan: text() }))),
});

export interface MetaParts {
  scanned: number;
  range?: { start_ledger: number; end_ledger: number };
  /** Whether the answer is of ledger entries. */
  isState?: boolean;
  warnings: readonly string[];
}

/** Returns `_meta` of an answer. */
export async function metaOf(view: View, { scanned, range, isState, warnings }: MetaParts): Promise<Row> {
  const { oldest, latest } = view.bounds;
  const gaps = view.gaps.map(({ first, last }) => [first, last]);
  const isPartial = isState === true && view.coverage === 'touched_only';
  const partial = `entries that ledgers ${oldest}-${latest} did not change are unknown`;
  const told = isPartial ? [...warnings, partial] : [...warnings];
  return {
    scanned_ledger: scanned,
    available_ledgers: { oldest, latest },
    ...(range && { range }),
    ...(gaps.length > 0 && { gaps }),
    ...(isState === true && { state_coverage: view.coverage }),
    as_of: await view.asOf(scanned),
    ...(told.length > 0 && { warnings: told }),
    ...(view.explained && { explain: view.explained.map(({ sql, plan }) => ({ sql, plan })) }),
  };
}
