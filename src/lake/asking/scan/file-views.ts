/** Statements that create relations over the files of a snapshot, with their file lists. */
import { join } from 'node:path';
import type { LedgerRange } from '../../../datastore/keys.ts';
import type { TableShape } from '../../duckdb/bridge.ts';
import { FileLists } from '../../meaning/file-lists.ts';
import type { LedgerBounds } from '../narrow/reads.ts';
import type { PageLedgers } from '../narrow/pages.ts';
import { partsRelation, type StandingParts } from './shown-parts.ts';
import type { SegmentFile } from '../../disk/snapshot/manifest.ts';
import type { KnownFile, Snapshot } from '../../disk/snapshot/snapshot.ts';
import type { GivenRow } from '../../duckdb/given-rows.ts';
import { singleRowsRelation, type RowsOf, type SingleRows } from './single-rows.ts';
import { fileKind, fileRelation, type ColumnNames, type ViewFile } from '../../meaning/views.ts';

/** View texts, by the names of tables and kept relations. */
export interface FileViews {
  texts: ReadonlyMap<string, string>;
  lists: FileLists;
  /** Rows that the connection is given, by name: those of tables, and their common value. */
  given: ReadonlyMap<string, readonly GivenRow[]>;
  files: readonly KnownFile[];
}

/** By table: columns that are null in all selected rows. */
export type Unfilled = ReadonlyMap<string, ColumnNames>;

/** Returns the wanted columns of a table; undefined for all. */
export type WantedOf = (table: string) => ColumnNames | undefined;

/** Which files and ledgers the views show, and in which order; by default all. */
export interface Shown {
  bounds?: LedgerBounds;
  newestFirst: boolean;
  /** The ledgers that rows of these files may have. */
  within?: LedgerBounds | undefined;
  /** True if the view text must equal that of all ledgers, so that statements stay prepared. */
  isLikeAll?: boolean | undefined;
  page?: PageLedgers | undefined;
  /** The ledgers that the query selects in all tables except some. The view text equals that of all ledgers. */
  near?: { ledgers: readonly LedgerRange[]; except: ReadonlySet<string> } | undefined;
}

/** A file, and the visible ledgers in it; by default all. */
type ShownFile = KnownFile & Pick<ViewFile, 'ledgers' | 'range'>;

/** Returns the files of each of the tables. */
export function filesOf(
  snapshot: Snapshot,
  tables: Iterable<string>,
  { bounds, newestFirst, within, isLikeAll, page, near }: Shown,
): Map<string, readonly ShownFile[]> {
  const of = (table: string): ShownFile[] => {
    const ledgers = page?.tables.has(table) === true ? page.ledgers : undefined;
    const range = ledgers ? undefined : hullOf(within?.get(table));
    const bounded = isLikeAll ? within?.get(table) : undefined;
    const ranges = near?.except.has(table) === false ? near.ledgers : bounded;
    const files = ranges ? filesNear(snapshot, table, ranges) : snapshot.filesOf(table, bounds?.get(table));
    const found = files.map((file) => ({ ...file, ledgers, range }));
    return newestFirst ? found.reverse() : found;
  };
  return new Map([...tables].map((table) => [table, of(table)]));
}

/** One file of each kind, by table. */
const samples = new WeakMap<Snapshot, Map<string, readonly KnownFile[]>>();

/** Returns the files that may have rows of the ledgers, and one of each other kind: view texts depend on the kinds only. */
function filesNear(snapshot: Snapshot, table: string, ledgers: readonly LedgerRange[]): KnownFile[] {
  const found = snapshot.filesOf(table, ledgers);
  const kinds = new Set(found.map(fileKind));
  const others = samplesOf(snapshot, table).filter((file) => !kinds.has(fileKind(file)));
  return others.length === 0 ? found : [...found, ...others].sort((a, b) => a.first - b.first);
}

function samplesOf(snapshot: Snapshot, table: string): readonly KnownFile[] {
  const known = samples.get(snapshot) ?? new Map<string, readonly KnownFile[]>();
  samples.set(snapshot, known);
  const found = known.get(table) ?? [
    ...new Map(snapshot.filesOf(table).map((file) => [fileKind(file), file])).values(),
  ];
  known.set(table, found);
  return found;
}

/** Returns one range around all ranges: DuckDB prunes row groups by one range, but not by several. */
function hullOf(ranges: readonly LedgerRange[] | undefined): LedgerRange | undefined {
  if (!ranges) return undefined;
  if (ranges.length === 0) return { first: 0, last: 0 };
  return { first: Math.min(...ranges.map(({ first }) => first)), last: Math.max(...ranges.map(({ last }) => last)) };
}

/** Which columns and rows of tables the views show, with rows that were read before. */
export interface ShownOfTables {
  wantedOf?: WantedOf;
  unfilledOf?: WantedOf;
  rowsOf?: RowsOf | undefined;
  single?: ReadonlyMap<string, SingleRows>;
}

const all = () => undefined;

/** Returns the relations of tables over files in the lake's folder. */
export function tableViews(
  { path: lake, tables }: { path: string; tables: readonly TableShape[] },
  files: ReadonlyMap<string, readonly ShownFile[]>,
  { wantedOf = all, unfilledOf = all, rowsOf, single }: ShownOfTables = {},
): FileViews {
  const lists = new FileLists();
  const texts = new Map<string, string>();
  const given = new Map<string, readonly GivenRow[]>();
  for (const table of tables) {
    const [wanted, unfilled] = [wantedOf(table.name), unfilledOf(table.name)];
    const rows = single?.get(table.name);
    const asked = rowsOf?.get(table.name);
    const ofIds = asked && 'ids' in asked ? asked : undefined;
    const shown = files.get(table.name)?.map((file) => ({ ...file, path: join(lake, file.path), ofIds }));
    if (rows) given.set(table.name, rows.rows);
    if (rows) texts.set(table.name, singleRowsRelation(table, rows, { wanted, unfilled }));
    else if (shown) texts.set(table.name, fileRelation(table, shown, wanted, lists, unfilled));
  }
  return { texts, lists, given, files: [...files.values()].flat() };
}

/** Returns the views of kept relations over their parts. */
export function partViews(parts: readonly StandingParts[], lake: string): FileViews {
  const lists = new FileLists();
  const texts = new Map(parts.map((one) => [one.kept.id, partsRelation(one, lake, lists)]));
  const files = parts.flatMap((one) => [...one.files, ...ofNoSegment(one.state)]);
  return { texts, lists, given: new Map(), files };
}

/** Returns files of baseline states as a snapshot knows files. */
export function ofNoSegment(files: Iterable<SegmentFile>): KnownFile[] {
  return Array.from(files, (file) => ({ ...file, segment: '' }));
}

/** Joins views; `besides` are further given rows. */
export function joinedViews(besides: FileViews['given'], ...all: readonly FileViews[]): FileViews {
  const lists = new FileLists();
  for (const one of all) lists.with(one.lists);
  return {
    texts: new Map(all.flatMap(({ texts }) => [...texts])),
    lists,
    given: new Map([...all.flatMap(({ given }) => [...given]), ...besides]),
    files: all.flatMap(({ files }) => files),
  };
}
