/** Periods that end with the close of the latest ledger. */
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
