/** The views `parts."<schema>.<name>"` that kept relations read: parts of a snapshot, and bronze for segments without a part. */
import { join } from 'node:path';
import { quoteName, type DuckDBConnection, type Runs } from '../../duckdb/duckdb.ts';
import type { LedgerRange } from '../../../datastore/keys.ts';
import { partsName, type Materialised } from '../../meaning/kept.ts';
import type { States } from '../../meaning/states.ts';
import type { LedgerBounds } from '../narrow/reads.ts';
import type { SegmentFile } from '../../disk/snapshot/manifest.ts';
import { joined, type KnownFile, type Snapshot } from '../../disk/snapshot/snapshot.ts';
import { joinedSql, type Needs, type SqlRelations } from '../../meaning/sql-relations.ts';
import { literally, type Listed } from '../../meaning/views.ts';

/** The parts of a kept relation in a snapshot. */
export interface StandingParts {
  kept: Materialised;
  version: number;
  files: readonly KnownFile[];
  /** True if no segment has a part, so that all rows come from bronze. A part without rows has no file. */
  isBronze: boolean;
  /** Ledgers of segments without a part; their rows come from bronze. */
  lacking: readonly LedgerRange[];
  /** The files of the baseline state. */
  state: readonly SegmentFile[];
}

/** Parts, relations and ledgers that kept relations read. */
export interface Standing {
  parts: StandingParts[];
  /** The relations that must exist to compute rows from bronze. */
  needs: Needs;
  /** Bronze tables that are read for some ledgers only, with these ledgers. */
  bounds: LedgerBounds;
}

/**
 * Returns the parts of each relation, and the ledgers that are computed from bronze because segments lack a part.
 */
export async function standingParts(
  connection: DuckDBConnection,
  relations: SqlRelations,
  all: Iterable<Materialised>,
  snapshot: Snapshot | undefined,
): Promise<Standing> {
  const parts: StandingParts[] = [];
  const below: Needs[] = [];
  const bounds = new Map<string, LedgerRange[]>();
  const unbounded = new Set<string>();
  for (const kept of all) {
    const { version, needs } = await relations.partSource(connection, kept);
    const found = snapshot ? partsIn(snapshot, kept, version) : noParts;
    const state = kept.hasState ? (snapshot?.baseline?.files ?? []) : [];
    parts.push({ kept, version, ...found, state: state.filter(({ table }) => table === kept.id) });
    if (found.files.length > 0 && found.lacking.length === 0) continue;
    below.push(needs);
    for (const table of needs.tables) {
      if (found.isBronze) unbounded.add(table);
      bounds.set(table, [...(bounds.get(table) ?? []), ...found.lacking]);
    }
  }
  for (const table of unbounded) bounds.delete(table);
  return { parts, needs: joinedSql(below), bounds };
}

const noParts = { files: [], isBronze: true, lacking: [] };

/** Returns the parts of a relation and the ledgers that lack one. */
export function partsIn(
  snapshot: Snapshot,
  { id }: Materialised,
  version: number,
): Pick<StandingParts, 'files' | 'isBronze' | 'lacking'> {
  const lacking = snapshot.lacking(id, version);
  const files = snapshot.partsOf(id, version);
  return { files, isBronze: lacking.length === snapshot.segments.length, lacking: joined(lacking) };
}

/** Creates the view of the parts. The relations that it reads must exist. */
export async function showParts(connection: Runs, parts: StandingParts, lake: string): Promise<void> {
  await connection.run(partsRelation(parts, lake));
}

/** Returns the statement of `showParts`. */
export function partsRelation(parts: StandingParts, lake: string, listed: Listed = literally): string {
  return `create or replace view ${partsName(parts.kept)} as\n${partsQuery(parts, lake, listed)}`;
}

/** Returns the query of all parts, with rows from bronze for segments without a part. */
export function partsQuery(parts: StandingParts, lake: string, listed: Listed = literally): string {
  const { kept, files, isBronze, lacking, state } = parts;
  const select = (name: string, some: readonly Part[]) => {
    const list = listed.files(
      name,
      some.map((file) => ({ ...file, path: `${lake}/${file.path}` })),
    );
    return `select ${columnsOf(some)} from read_parquet(${list}, hive_partitioning = false)`;
  };
  const bronze = isBronze ? kept.changes : `select * from (\n${kept.changes}\n) where ${isOf(lacking)}`;
  const own = files.length > 0 ? select(kept.id, files) : bronze;
  // By name, because an earlier version of the SQL may have written the state.
  const others = [...changesLacking(parts), ...(state.length > 0 ? [select(`${kept.id} state`, state)] : [])];
  return others.length > 0 ? [`from (\n${own}\n)`, ...others].join('\nunion all by name ') : own;
}

type Part = Pick<KnownFile, 'path' | 'columns'>;

/** Returns the query of the rows from bronze for segments without a part. */
function changesLacking({ kept, files, lacking }: StandingParts): string[] {
  if (files.length === 0 || lacking.length === 0) return [];
  return [`select ${columnsOf(files)} from (\n${kept.changes}\n) where ${isOf(lacking)}`];
}

function isOf(ledgers: readonly LedgerRange[]): string {
  if (ledgers.length === 0) return 'false';
  return ledgers.map(({ first, last }) => `ledger_sequence between ${first} and ${last}`).join(' or ');
}

function columnsOf([{ columns }]: readonly Part[]): string {
  return columns.map(quoteName).join(', ');
}

/** Returns the baseline states of a snapshot, with the paths of their files, and which of these were asked for. */
export function statesOf({ baseline, baselines }: Snapshot, lake: string): States & { asked: Set<SegmentFile> } {
  const files = baselines.filter(({ complete }) => complete).flatMap((one) => one.files);
  const asked = new Set<SegmentFile>();
  return {
    asked,
    baselineOf: ({ hasState }) => (hasState ? baseline?.ledger : undefined),
    filesOf: (id) => {
      const found = files.filter(({ table }) => table === id);
      for (const file of found) asked.add(file);
      return found.map((file) => ({ ...file, path: join(lake, file.path) }));
    },
  };
}
