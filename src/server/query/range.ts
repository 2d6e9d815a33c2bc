/** Which ledgers and times of a history a request asks for. */
import type { LedgerRange } from '../../datastore/keys.ts';
import type { Scan } from './scan.ts';
import { raw, sql, when, type Sql } from './sql.ts';

interface Range {
  start_ledger?: number;
  end_ledger?: number;
  start_time?: string;
  end_time?: string;
}

/** Returns the conditions, on columns `ledger_sequence` and `closed_at` unless they are called otherwise. */
export function inRange(values: Range, { ceiling, window }: Scan, closedAt: Sql = sql`closed_at`): Sql[] {
  const { start_ledger: first, start_time: start, end_time: end } = values;
  return [
    sql`ledger_sequence <= ${ceiling}`,
    when(window, (near) => sql`ledger_sequence between ${near.first} and ${near.last}`),
    when(first, (ledger) => sql`ledger_sequence >= ${ledger}`),
    when(start, (time) => sql`${closedAt} >= cast(${time} as timestamp)`),
    when(end, (time) => sql`${closedAt} < cast(${time} as timestamp)`),
  ].filter((condition) => condition !== undefined);
}

/** Returns the condition that leaves out ledgers that come before the page, where pages are in the order of TOIDs. */
export function afterToid({ after }: Scan, column: string, isDescending: boolean): Sql | undefined {
  return when(after?.get(column), (toid) => {
    const ledger = Number(BigInt(toid) >> 32n);
    return isDescending ? sql`ledger_sequence <= ${ledger}` : sql`ledger_sequence >= ${ledger}`;
  });
}

/** Returns the condition that ledgers of a column are of a window, to stand after others; nothing where there is none. */
export function andWithin(window: LedgerRange | undefined, column = 'ledger_sequence'): Sql | undefined {
  return when(window, ({ first, last }) => sql`and ${raw(column)} between ${first} and ${last}`);
}
