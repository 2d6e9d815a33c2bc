/** What a lake holds. */
import { selectRows } from './duckdb.ts';
import { lackingColumns, type LackingColumn } from './relations/lacking-columns.ts';
import type { Lake } from './lake.ts';
import type { Omission } from './snapshot/manifest.ts';
import type { LedgerRange } from '../datastore/keys.ts';
import type { KeptVersion } from './kept/kept.ts';
import { joined, type LostRange, type Snapshot } from './snapshot/snapshot.ts';

export interface LakeStatus {
  path: string;
  network: string;
  ranges: { first: number; last: number; ledgers: number }[];
  gaps: { first: number; last: number; ledgers: number }[];
  /** Ledgers that a repair had to leave out and that were not loaded since, and why. */
  lost: LostRange[];
  ledgers: number;
  /** Ledgers whose state was read whole, and where from. */
  states: { ledger: number; source: string }[];
  segments: number;
  tables: { name: string; rows: number; bytes: number; files: number }[];
  /** What is kept of relations, what was folded of it among bytes and files, and the ledgers of which they have no part, so that bronze is read. */
  kept: { name: string; rows: number; bytes: number; files: number; behind: LedgerRange[] }[];
  /** Ledgers whose accounts, contracts and the like are not in the index, so that who asks for one reads them. */
  unindexed: LedgerRange[];
  /** Columns that files of earlier builds lack. */
  lacking: LackingColumn[];
  /** For each check, how many ledgers passed it, and how many it could not be made for. */
  checks: { name: string; passed: number; notMade: number }[];
  /** What was passed over because it could not be decoded, and was not loaded since. */
  omitted: Omission[];
}

/** Returns ranges, gaps, rows and bytes per table, and how many ledgers passed which check. */
export async function lakeStatus(lake: Lake): Promise<LakeStatus> {
  const { snapshot, connection, begin, release } = await lake.session({ sql: asked });
  try {
    await begin();
    const [gaps, checks, omissions] = await Promise.all(
      [gapsSql, checksSql, omissionsSql].map((sql) => selectRows(connection, sql)),
    );
    const ranges = snapshot.ranges.map(({ first, last }) => ({ first, last, ledgers: last - first + 1 }));
    const totals = Object.entries(snapshot.totals).map(([name, total]) => ({ name, ...total }));
    const known = new Set(lake.tables.map(({ name }) => name));
    return {
      path: lake.path,
      network: lake.network,
      ranges,
      gaps: gaps.map((row) => ({
        first: Number(row['first_ledger']),
        last: Number(row['last_ledger']),
        ledgers: Number(row['ledger_count']),
      })),
      lost: [...snapshot.lost],
      ledgers: ranges.reduce((sum, { ledgers }) => sum + ledgers, 0),
      states: snapshot.baselines.map(({ ledger, source }) => ({ ledger, source })),
      segments: snapshot.segments.length,
      tables: totals.filter(({ name }) => known.has(name)).sort((a, b) => (a.name < b.name ? -1 : 1)),
      kept: (await lake.kept()).map((one) => keptIn(snapshot, one)),
      unindexed: lake.index?.lacking(snapshot) ?? [],
      lacking: lackingColumns(snapshot, lake.tables),
      checks: checks.map((row) => ({
        name: String(row['name']),
        passed: Number(row['passed']),
        notMade: Number(row['not_made']),
      })),
      omitted: omissions.map(omissionOf),
    };
  } finally {
    await release();
  }
}

function keptIn(snapshot: Snapshot, { kept: { id: name }, version }: KeptVersion): LakeStatus['kept'][number] {
  const { rows, bytes, files } = snapshot.totals[name] ?? { rows: 0, bytes: 0, files: 0 };
  const folded = snapshot.foldedSize(name);
  const behind = joined(snapshot.lacking(name, version));
  return { name, rows, bytes: bytes + folded.bytes, files: files + folded.files, behind };
}

const gapsSql = 'from meta.gaps';
const omissionsSql = 'from meta.omissions';
const checksSql = `
select name, count_if(made) as passed, count_if(not made) as not_made from (
  select unnest(checks) as name, true as made from meta.ledgers
  union all select unnest(unchecked), false from meta.ledgers)
group by name order by name`;
const asked = 'from meta.gaps, meta.omissions, meta.ledgers';

function omissionOf(row: Record<string, unknown>): Omission {
  const number = (name: string) => (row[name] === null ? undefined : Number(row[name]));
  return {
    object: String(row['object_name']),
    first: number('first_ledger'),
    last: number('last_ledger'),
    transaction: number('transaction_order'),
    operation: number('operation_index'),
    path: row['path'] === null ? undefined : String(row['path']),
    message: String(row['message']),
  };
}
