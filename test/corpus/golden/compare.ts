/** Compares rows as multisets over the columns that both sides have. */
import type { Row } from './rows.ts';

/** What is different: nothing when `lines` is empty. */
export interface Difference {
  missingColumns: string[];
  lines: string[];
}

/** Returns what differs between the golden rows and ours; `ignored` columns are not compared. */
export function compareRows(golden: Row[], ours: Row[], ignored: string[] = []): Difference {
  const columns = [...new Set(golden.flatMap((row) => [...row.keys()]))]
    .filter((name) => !ignored.includes(name))
    .sort();
  const known = ours[0] ? [...ours[0].keys()] : columns;
  const missingColumns = columns.filter((name) => !known.includes(name));
  const text = (row: Row) => JSON.stringify(columns.map((name) => row.get(name) ?? null));
  const left = new Map<string, number>();
  for (const row of ours) left.set(text(row), (left.get(text(row)) ?? 0) + 1);
  const unmatched: string[] = [];
  for (const row of golden) {
    const key = text(row);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    else unmatched.push(key);
  }
  const extra = [...left].flatMap(([key, count]) => Array<string>(count).fill(key));
  return { missingColumns, lines: describe(unmatched, extra, columns) };
}

function describe(unmatched: string[], extra: string[], columns: string[]): string[] {
  if (unmatched.length === 0 && extra.length === 0) return [];
  const parse = (key: string) => JSON.parse(key) as (string | null)[];
  const rest = extra.map(parse);
  const lines = unmatched.slice(0, 5).map((key) => {
    const golden = parse(key);
    const differing = (row: (string | null)[]) => columns.filter((_, i) => row[i] !== golden[i]);
    const nearest = rest.toSorted((a, b) => differing(a).length - differing(b).length)[0];
    if (!nearest) return `only in the golden: ${key}`;
    return differing(nearest)
      .map((name) => `${name}: golden ${golden[columns.indexOf(name)]}, ours ${nearest[columns.indexOf(name)]}`)
      .join('\n    ');
  });
  return [`${unmatched.length} golden rows unmatched, ${extra.length} of ours left over`, ...lines];
}
