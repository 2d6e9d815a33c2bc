/** What a lake holds. */
import { selectRows } from './duckdb.ts';
import type { Lake } from './lake.ts';
import type { Omission } from './manifest.ts';

export interface LakeStatus {
  path: string;
  network: string;
  ranges: { first: number; last: number; ledgers: number }[];
  gaps: { first: number; last: number; ledgers: number }[];
  ledgers: number;
  segments: number;
  tables: { name: string; rows: number; bytes: number; files: number }[];
  /** For each check, how many ledgers passed it, and how many it could not be made for. */
  checks: { name: string; passed: number; notMade: number }[];
  /** What was passed over because it could not be decoded, and was not loaded since. */
  omitted: Omission[];
}

/** Returns ranges, gaps, rows and bytes per table, and how many ledgers passed which check. */
export async function lakeStatus(lake: Lake): Promise<LakeStatus> {
  return lake.exclusive(async (connection) => {
    const rows = async (sql: string) => selectRows(connection, sql);
    const span = (row: Record<string, unknown>) => ({
      first: Number(row['first_ledger']),
      last: Number(row['last_ledger']),
      ledgers: Number(row['ledger_count']),
    });
    const ranges = (await rows('from meta.ledger_ranges')).map(span);
    const tables = await rows(`
      select table_name, sum(row_count) as row_count, sum(bytes) as bytes, count(*) as file_count
      from meta.segment_files group by table_name order by table_name`);
    const checks = await rows(`
      select name, count_if(made) as passed, count_if(not made) as not_made from (
        select unnest(checks) as name, true as made from meta.ledgers
        union all select unnest(unchecked), false from meta.ledgers)
      group by name order by name`);
    const [segments] = await rows('select count(*) as n from meta.segments');
    const omissions = await rows('from meta.omissions');
    return {
      path: lake.path,
      network: lake.network,
      ranges,
      gaps: (await rows('from meta.gaps')).map(span),
      ledgers: ranges.reduce((sum, { ledgers }) => sum + ledgers, 0),
      segments: Number(segments!['n']),
      tables: tables.map((row) => ({
        name: String(row['table_name']),
        rows: Number(row['row_count']),
        bytes: Number(row['bytes']),
        files: Number(row['file_count']),
      })),
      checks: checks.map((row) => ({
        name: String(row['name']),
        passed: Number(row['passed']),
        notMade: Number(row['not_made']),
      })),
      omitted: omissions.map(omissionOf),
    };
  });
}

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
