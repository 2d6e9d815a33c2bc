/** Periods that end at the close time of the latest ledger. */
import type { LedgerRange } from '../../../datastore/keys.ts';
import { raw, sql, type Sql } from '../sql.ts';
import type { View } from '../view.ts';

const HOURS = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 };

/** Times after `start` up to `end`, as DuckDB writes them. Ledgers may close in another order than that of their numbers. */
export interface Period {
  start: string;
  end: string;
}

/** Returns the hours that end with the close of the latest ledger. */
export async function hoursOf(view: View, hours: number): Promise<Period> {
  return hoursUntil(await view.closedAt(view.bounds.latest), hours);
}

/** Returns the hours that end with a time, as DuckDB writes it. */
export function hoursUntil(end: string, hours: number): Period {
  return { start: hoursBefore(end, hours), end };
}

/** Returns such a period as JSON; null of none, and of `all`. */
export async function periodText(view: View, period: keyof typeof HOURS | 'all' | undefined): Promise<string | null> {
  if (period === undefined || period === 'all') return null;
  return JSON.stringify(await hoursOf(view, HOURS[period]));
}

/** Returns the period of its JSON; undefined of null. */
export function readPeriod(text: string | null): Period | undefined {
  return text === null ? undefined : (JSON.parse(text) as Period);
}

/** Returns the condition that a time is in a period. */
export function within({ start, end }: Period, column = 'closed_at'): Sql {
  return sql`${raw(column)} > cast(${start} as timestamp) and ${raw(column)} <= cast(${end} as timestamp)`;
}

/** Returns the time some hours before one, both as DuckDB writes times. */
export function hoursBefore(time: string, hours: number): string {
  const milliseconds = Date.parse(`${time.slice(0, 23).replace(' ', 'T')}Z`) - hours * 3_600_000;
  return new Date(milliseconds).toISOString().replace('T', ' ').replace('Z', '');
}

/** Returns when the hour after that of a time begins, both as DuckDB writes times. */
export function hourAfter(time: string): string {
  return `${hoursBefore(time, -1).slice(0, 13)}:00:00`;
}

/** Such a part of a period may lie before it and be read in vain, in place of a query for each commit. */
const MOST_BEFORE = 0.25;

/** Where a period begins. */
interface PeriodBegin {
  /** The time after which it begins, as DuckDB writes it. */
  start: string;
  /** A ledger that is not after its first one. */
  first: number;
  /** How many ledgers were loaded before that. */
  before: number;
}

/** The hours before the latest ledger closed. */
export interface LastHours extends Period {
  /** Ledgers among which are all that closed in them: files of others need not be opened. */
  ledgers: readonly LedgerRange[];
}

/** Returns the hours before the latest ledger closed, with ledgers that include all of them; throws as `View.row` does. */
export async function lastHours(view: View, hours: number): Promise<LastHours> {
  const { latest } = view.bounds;
  const period = await hoursOf(view, hours);
  const { start } = period;
  const { cache } = view.served;
  const { generation } = view.snapshot;
  const known = cache.get<PeriodBegin>(generation, `period of ${hours}`);
  const hoursLate = known ? (Date.parse(start) - Date.parse(known.start)) / 3_600_000 : -1;
  const isNear = hoursLate >= 0 && hoursLate <= hours * MOST_BEFORE;
  if (known && isNear && known.before === ledgersBefore(view, known.first))
    return { ...period, ledgers: [{ first: known.first, last: latest }] };
  const row = await view.row(sql`
    select min(sequence) as first from bronze.history_ledgers where closed_at > cast(${start} as timestamp)`);
  const first = Number(row?.['first'] ?? latest);
  cache.put(generation, `period of ${hours}`, { start, first, before: ledgersBefore(view, first) });
  return { ...period, ledgers: [{ first, last: latest }] };
}

/** Returns how many ledgers are loaded before one. */
function ledgersBefore({ snapshot }: View, ledger: number): number {
  return snapshot.ranges.reduce((sum, { first, last }) => sum + Math.max(0, Math.min(last, ledger - 1) - first + 1), 0);
}
