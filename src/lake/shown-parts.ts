/** `parts."<schema>.<name>"`: what kept relations read, over the parts of a snapshot, or what parts are made of while some are lacking. */
import { quoteName, quotePath, type DuckDBConnection } from './duckdb.ts';
import { partsName, type Kept } from './kept.ts';
import type { SegmentFile } from './manifest.ts';
import type { KnownFile, Snapshot } from './snapshot.ts';
import { together, type Needs, type SqlRelations } from './sql-relations.ts';

/** The parts of a kept relation in a snapshot; without files it reads bronze. */
export interface StandingParts {
  kept: Kept;
  version: number;
  files: readonly KnownFile[];
  /** The files that have the state on which the relation stands. */
  state: readonly SegmentFile[];
}

/**
 * Returns, for each of the relations, its parts where every segment has one, and else no files; and what the latter stand on.
 */
export async function standingParts(
  connection: DuckDBConnection,
  relations: SqlRelations,
  all: Iterable<Kept>,
  snapshot: Snapshot | undefined,
): Promise<{ parts: StandingParts[]; needs: Needs }> {
  const parts: StandingParts[] = [];
  const below: Needs[] = [];
  for (const kept of all) {
    const { version, needs } = await relations.partSource(connection, kept);
    const files = snapshot ? partsOf(snapshot, kept, version) : [];
    const state = kept.hasState ? (snapshot?.baseline?.files ?? []) : [];
    parts.push({ kept, version, files, state: state.filter(({ table }) => table === kept.id) });
    if (files.length === 0) below.push(needs);
  }
  return { parts, needs: together(below) };
}

/** Returns the parts of a relation, none while segments lack one. */
function partsOf(snapshot: Snapshot, { id }: Kept, version: number): KnownFile[] {
  if (snapshot.lacking(id, version).length > 0) return [];
  return snapshot.filesOf(id).filter((file) => file.version === version);
}

/** Makes the relation that has the parts, or the rows that parts are made of; what those read must be there. */
export async function showParts(
  connection: DuckDBConnection,
  { kept, files, state }: StandingParts,
  lake: string,
): Promise<void> {
  const own = files.length > 0 ? selectParts(files, lake) : kept.changes;
  // By name, since the state may have been read by other SQL than parts are made by now.
  const select = state.length > 0 ? `from (\n${own}\n)\nunion all by name ${selectParts(state, lake)}` : own;
  await connection.run(`create or replace view ${partsName(kept)} as\n${select}`);
}

function selectParts(files: readonly Pick<KnownFile, 'path' | 'columns'>[], lake: string): string {
  const columns = files[0].columns.map(quoteName).join(', ');
  const paths = files.map(({ path }) => quotePath(`${lake}/${path}`)).join(', ');
  return `select ${columns} from read_parquet([${paths}], hive_partitioning = false)`;
}
