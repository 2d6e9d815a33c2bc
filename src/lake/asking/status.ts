/** What a lake holds. */
import { selectRows } from '../duckdb/duckdb.ts';
import type { Lake } from './lake.ts';
import { repairAdvice } from '../disk/file-checks.ts';
import { readScrubState, type ScrubbedDamage, type ScrubState } from '../disk/scrub-state.ts';
import type { Omission } from '../disk/snapshot/manifest.ts';
import type { LedgerRange } from '../../datastore/keys.ts';
import type { KeptVersion } from '../meaning/kept.ts';
import { joined, type LostRange, type Snapshot } from '../disk/snapshot/snapshot.ts';

/** What a lake holds. Ranges include both ends, and bytes are those of the files on disk. */
export interface LakeStatus {
  /** The folder of the lake. */
  path: string;
  /** Passphrase of the network. */
  network: string;
  /** Runs of loaded ledgers without a gap, in ascending order; empty for an empty lake. */
  ranges: { first: number; last: number; ledgers: number }[];
  /** Ledgers missing between the first and last loaded ledger; empty if there are none. */
  gaps: { first: number; last: number; ledgers: number }[];
  /** Ledgers that a repair had to leave out and that were not loaded since, and why. */
  lost: LostRange[];
  /** How many ledgers are loaded: the sum over `ranges`. */
  ledgers: number;
  /** Ledgers whose state was read whole, and where from. */
  states: { ledger: number; source: string }[];
  /** How many segments hold them. */
  segments: number;
  /** Rows, bytes and Parquet files of each bronze table that has files, by name. */
  tables: { name: string; rows: number; bytes: number; files: number }[];
  /** Materialised relations, with the ledgers that they lack and therefore read from bronze. */
  kept: { name: string; rows: number; bytes: number; files: number; behind: LedgerRange[] }[];
  /** Ledgers that the key index lacks; look-ups by key read them in full. */
  unindexed: LedgerRange[];
  /** For each check, how many ledgers passed it, and how many it could not be made for. */
  checks: { name: string; passed: number; notMade: number }[];
  /** How many changes of balances no movement explains; undefined while that is not materialised for all ledgers. */
  balances: UnexplainedBalances | undefined;
  /** What was passed over because it could not be decoded, and was not loaded since. */
  omitted: Omission[];
  /** What the background verification of `serve` and `ingest --follow` found; undefined before the first. */
  scrub: ScrubStatus | undefined;
}

/** What the background verification did, and each damaged file with what to do about it. */
export interface ScrubStatus extends Omit<ScrubState, 'damaged'> {
  /** Damage that was found and not repaired since; `repair` has the commands. */
  damaged: (ScrubbedDamage & { repair: string })[];
}

/** Rows of `silver.balance_differences`: of assets, of other tokens, and without a known state before. */
export interface UnexplainedBalances {
  assets: number;
  tokens: number;
  unknown: number;
}

/** Returns ranges, gaps, rows and bytes per table, and how many ledgers passed which check. */
export async function lakeStatus(lake: Lake): Promise<LakeStatus> {
  const { snapshot, connection, begin, release } = await lake.session({ sql: asked });
  try {
    await begin();
    const kept = (await lake.kept()).map((one) => keptIn(snapshot, one));
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
      kept,
      balances: await unexplained(lake, kept),
      unindexed: lake.index?.lacking(snapshot) ?? [],
      checks: checks.map((row) => ({
        name: String(row['name']),
        passed: Number(row['passed']),
        notMade: Number(row['not_made']),
      })),
      omitted: omissions.map(omissionOf),
      scrub: await scrubStatus(lake.path),
    };
  } finally {
    await release();
  }
}

async function scrubStatus(lake: string): Promise<ScrubStatus | undefined> {
  const state = await readScrubState(lake);
  const damaged = state?.damaged.map((one) => ({ ...one, repair: repairAdvice(lake, one.where) })) ?? [];
  return state && { ...state, damaged };
}

function keptIn(snapshot: Snapshot, { kept: { id: name }, version }: KeptVersion): LakeStatus['kept'][number] {
  const { rows, bytes, files } = snapshot.totals[name] ?? { rows: 0, bytes: 0, files: 0 };
  const folded = snapshot.foldedSize(name);
  const behind = joined(snapshot.lacking(name, version));
  return { name, rows, bytes: bytes + folded.bytes, files: files + folded.files, behind };
}

const DIFFERENCES = 'silver.balance_differences';

/** Bronze is not read for it: that takes as long as the lake is large. */
async function unexplained(lake: Lake, kept: LakeStatus['kept']): Promise<UnexplainedBalances | undefined> {
  if (!kept.some(({ name, behind }) => name === DIFFERENCES && behind.length === 0)) return undefined;
  const { connection, begin, release } = await lake.session({ sql: unexplainedSql });
  try {
    await begin();
    const [row] = await selectRows(connection, unexplainedSql);
    return { assets: Number(row['assets']), tokens: Number(row['tokens']), unknown: Number(row['unknown']) };
  } finally {
    await release();
  }
}

const unexplainedSql = `
select count_if(finding = 'unknown') as unknown, count_if(finding != 'unknown' and is_token) as tokens,
  count_if(finding != 'unknown' and not is_token) as assets
from (select finding, length(asset_key) = 56 as is_token from ${DIFFERENCES})`;

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
    protocol: number('protocol'),
    message: String(row['message']),
  };
}
