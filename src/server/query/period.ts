/** Periods that end with the close of the latest ledger. */
import type { LedgerRange } from '../../datastore/keys.ts';
import { sql } from './sql.ts';
import type { View } from './view.ts';

const HOURS = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 };

/** Returns the time after which a period begins; null of none, and of `all`. */
export async function since(view: View, period: keyof typeof HOURS | 'all' | undefined): Promise<string | null> {
  if (period === undefined || period === 'all') return null;
  return hoursBefore(await view.closedAt(view.bounds.latest), HOURS[period]);
}

/** Returns the time some hours before one, both as DuckDB writes times. */
export function hoursBefore(time: string, hours: number): string {
  const milliseconds = Date.parse(`${time.slice(0, 19).replace(' ', 'T')}Z`) - hours * 3_600_000;
  return new Date(milliseconds).toISOString().replace('T', ' ').replace('Z', '');
}

/** Returns when the hour after that of a time begins, both as DuckDB writes times. */
export function hourAfter(time: string): string {
  return `${hoursBefore(time, -1).slice(0, 13)}:00:00`;
}

/** Such a part of a period may lie before it and be read in vain, in place of a query for each commit. */
const MOST_BEFORE = 0.25;

/** The hours before the latest ledger closed. */
export interface LastHours {
  /** The time after which they begin, as DuckDB writes it. */
  start: string;
  /** Ledgers among which are all that closed in them: files of others need not be opened. */
  ledgers: readonly LedgerRange[];
}

/** Returns the hours before the latest ledger of the view closed; throws as `View.row` does. */
export async function lastHours(view: View, hours: number): Promise<LastHours> {
  const { latest } = view.bounds;
  const start = hoursBefore(await view.closedAt(latest), hours);
  const { periodBegins } = view.served;
  const known = periodBegins.get(hours);
  const hoursLate = known ? (Date.parse(start) - Date.parse(known.start)) / 3_600_000 : -1;
  if (known && hoursLate >= 0 && hoursLate <= hours * MOST_BEFORE)
    return { start, ledgers: [{ first: known.first, last: latest }] };
  // What is loaded later between the two is after this one, too.
  const before = await view.row(sql`
    select max(sequence) as last from bronze.history_ledgers where closed_at <= cast(${start} as timestamp)`);
  const first = Number(before?.['last'] ?? 0) + 1;
  periodBegins.set(hours, { start, first });
  return { start, ledgers: [{ first, last: latest }] };
}

/** Returns the ledgers that closed in the hours before the latest one of the view did, none before them; throws as `View.row` does. */
export async function ledgersOfLast(view: View, hours: number): Promise<LedgerRange> {
  const { start, ledgers } = await lastHours(view, hours);
  const [{ first, last }] = ledgers;
  if (view.served.periodBegins.get(hours)?.start === start) return { first, last };
  const before = await view.row(
    sql`
    select max(sequence) as last
    from bronze.history_ledgers
    where sequence between ${first} and ${last} and closed_at <= cast(${start} as timestamp)`,
    ledgers,
  );
  return { first: Number(before?.['last'] ?? first - 1) + 1, last };
}
