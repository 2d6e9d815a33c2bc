/** Relations over the files of a snapshot, as statements, with the lists of files that these read. */
import { join } from 'node:path';
import type { LedgerRange } from '../../datastore/keys.ts';
import type { TableShape } from '../bridge/bridge.ts';
import { FileLists } from './file-lists.ts';
import type { LedgerBounds } from '../narrow/reads.ts';
import type { PageLedgers } from '../narrow/pages.ts';
import { partsRelation, type StandingParts } from '../kept/shown-parts.ts';
import type { KnownFile, Snapshot } from '../snapshot/snapshot.ts';
import { partRowsRelation, partRowsText, type PartRows } from './single-parts.ts';
import { singleRowsRelation, singleRowsText, type RowsOf, type SingleRows } from './single-rows.ts';
import { fileKind, fileRelation, type ColumnNames, type ViewFile } from './views.ts';

/** Relations as they are made, by the names of tables and kept relations. */
export interface FileViews {
  texts: ReadonlyMap<string, string>;
  lists: FileLists;
  /** Texts that are given a connection: rows by tables and kept relations, the value that all have, and others by their names. */
  given: ReadonlyMap<string, string>;
  files: readonly KnownFile[];
}

/** Columns of tables that no row which is asked for fills, by the names of the tables. */
export type Unfilled = ReadonlyMap<string, ColumnNames>;

/** Returns the columns that are wanted of a table; undefined where that is all. */
export type WantedOf = (table: string) => ColumnNames | undefined;

/** Which files of tables are shown, in which order, and of which ledgers the rows; all where it is not said. */
export interface Shown {
  bounds?: LedgerBounds;
  newestFirst: boolean;
  /** The ledgers that rows can be of, in these files. */
  within?: LedgerBounds | undefined;
  /** Whether that is shown by the same statements as all. */
  isLikeAll?: boolean | undefined;
  page?: PageLedgers | undefined;
  /** The ledgers of which rows are asked for, of all tables but some: of these by the same statements as of all ledgers. */
  near?: { ledgers: readonly LedgerRange[]; except: ReadonlySet<string> } | undefined;
}

/** A file, and the ledgers in it whose rows are shown, where that is not all. */
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

/** A file of each kind that there is of a table. */
const samples = new WeakMap<Snapshot, Map<string, readonly KnownFile[]>>();

/** Returns the files that may hold rows of the ledgers, and one of each kind that none of these is: a relation reads both by one text. */
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

/** Returns the range from the first to the last: DuckDB passes over row groups outside of it, but not over those between several. */
function hullOf(ranges: readonly LedgerRange[] | undefined): LedgerRange | undefined {
  if (!ranges) return undefined;
  if (ranges.length === 0) return { first: 0, last: 0 };
  return { first: Math.min(...ranges.map(({ first }) => first)), last: Math.max(...ranges.map(({ last }) => last)) };
}

/** What of tables is shown: the columns that are wanted, those that are not read, and the rows, with those that were read before. */
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
  const given = new Map<string, string>();
  for (const table of tables) {
    const [wanted, unfilled] = [wantedOf(table.name), unfilledOf(table.name)];
    const rows = single?.get(table.name);
    const asked = rowsOf?.get(table.name);
    const ofIds = asked && 'ids' in asked ? asked : undefined;
    const shown = files.get(table.name)?.map((file) => ({ ...file, path: join(lake, file.path), ofIds }));
    if (rows) given.set(table.name, singleRowsText(rows));
    if (rows) texts.set(table.name, singleRowsRelation(table, rows, { wanted, unfilled }));
    else if (shown) texts.set(table.name, fileRelation(table, shown, wanted, lists, unfilled));
  }
  return { texts, lists, given, files: [...files.values()].flat() };
}

/** Returns the relations of parts in the lake's folder, or of rows that were read of them before. */
export function partViews(
  parts: readonly StandingParts[],
  lake: string,
  single: ReadonlyMap<string, PartRows> = new Map(),
): FileViews {
  const lists = new FileLists();
  const textOf = (one: StandingParts) => {
    const rows = single.get(one.kept.id);
    return rows ? partRowsRelation(one.kept, rows) : partsRelation(one, lake, lists);
  };
  const texts = new Map(parts.map((one) => [one.kept.id, textOf(one)]));
  const given = new Map(Array.from(single, ([id, rows]) => [id, partRowsText(rows)]));
  return { texts, lists, given, files: parts.flatMap((one) => one.files) };
}

/** Returns views together, with what is given besides. */
export function joinedViews(besides: FileViews['given'], ...all: readonly FileViews[]): FileViews {
  const lists = new FileLists();
  for (const one of all) lists.addAll(one.lists);
  return {
    texts: new Map(all.flatMap(({ texts }) => [...texts])),
    lists,
    given: new Map([...all.flatMap(({ given }) => [...given]), ...besides]),
    files: all.flatMap(({ files }) => files),
  };
}
