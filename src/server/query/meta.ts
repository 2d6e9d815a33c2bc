/** `_meta`: the lake state that an answer was computed from. */
import { listOf, may, fields, text, whole, type Row } from './fields.ts';
import type { Coverage, View } from './view.ts';

/** The schema of `_meta`. */
export const Meta = fields({
  scanned_ledger: whole('The last ledger that was searched.'),
  available_ledgers: fields({ oldest: whole(), latest: whole() }),
  range: may(fields({ start_ledger: whole(), end_ledger: whole() })),
  gaps: may(listOf(listOf(whole()), 'Ledgers that are missing, first and last of each run.')),
  state_coverage: may(text('`full`, or `touched_only`: entries that no loaded ledger changed are unknown.')),
  as_of: text('When the scanned ledger closed: the now of this answer.'),
  warnings: may(listOf(text())),
  explain: may(listOf(fields({ sql: text(), plan: text() }))),
});

export interface MetaParts {
  scanned: number;
  range?: { start_ledger: number; end_ledger: number };
  /** Whether the answer is of ledger entries. */
  isState?: boolean;
  /** How far these are known; by default as far as after the scanned ledger. */
  coverage?: Coverage;
  warnings: readonly string[];
}

/** Returns `_meta` of an answer. */
export async function metaOf(view: View, { scanned, range, isState, warnings, ...parts }: MetaParts): Promise<Row> {
  const { oldest, latest } = view.bounds;
  const coverage = parts.coverage ?? view.coverageAt(scanned);
  const gaps = view.gaps.map(({ first, last }) => [first, last]);
  const isPartial = isState === true && coverage === 'touched_only';
  const partial = `entries that ledgers ${oldest}-${latest} did not change are unknown`;
  const told = [...view.warnings, ...warnings, ...(isPartial ? [partial] : [])];
  return {
    scanned_ledger: scanned,
    available_ledgers: { oldest, latest },
    ...(range && { range }),
    ...(gaps.length > 0 && { gaps }),
    ...(isState === true && { state_coverage: coverage }),
    as_of: await view.asOf(scanned),
    ...(told.length > 0 && { warnings: told }),
    ...(view.explained && { explain: view.explained.map(({ sql, plan }) => ({ sql, plan })) }),
  };
}

const LEFT_OUT = 'totals over entries are left out, since entries that are unknown may add to them';

/** Returns what warns of totals that are not told. */
export function leftOut(state: Coverage): string[] {
  return state === 'full' ? [] : [LEFT_OUT];
}

/** Returns a row without totals over entries, unless every entry is known. */
export function withoutTotals(row: Row, names: readonly string[], coverage: Coverage): Row {
  return coverage === 'full' ? row : { ...row, ...Object.fromEntries(names.map((name) => [name, null])) };
}
