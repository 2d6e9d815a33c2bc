/**
 * Snapshots: the content of a lake at one moment. `snapshots/head.json` names pages, one for each 100,000 ledgers.
 * A page lists segments and their files. A commit writes changed pages under new names, then renames the new head into place.
 * So readers see whole commits, and the cost of a commit does not grow with the lake.
 */
import type { LedgerRange } from '../../../datastore/keys.ts';
import type { Baseline } from './baseline.ts';
import { coveredRuns, type CoveredRun } from './coverage.ts';
import { segmentName, type SegmentFile } from './manifest.ts';
import type { Problem } from './problem.ts';

/** Rows, bytes and files of a table. */
export interface TableTotals {
  rows: number;
  bytes: number;
  files: number;
}

/** Ledgers that a repair removed. They stay listed until they are loaded again. */
export interface LostRange extends LedgerRange {
  problems: Problem[];
}

/** The content of `head.json`. */
export interface SnapshotHead {
  /** Counts the commits. */
  number: number;
  /** Counts the commits that removed files. */
  epoch: number;
  /** Changes when rows of loaded ledgers may change; merges keep it. Absent in heads of earlier versions. */
  generation?: number;
  /** The pages that are not empty, by their first ledger. */
  pages: Record<string, string>;
  totals: Record<string, TableTotals>;
  lost: LostRange[];
  /** States of the ledger that were read whole; absent where an earlier version wrote the head. */
  baselines?: Baseline[];
  /** Absent where an earlier version wrote the head. */
  folded?: FoldedParts[];
}

/** Folded parts of kept relations for a ledger range, one file each. The segments keep their own parts. */
export interface FoldedParts extends LedgerRange {
  /** The relations with complete parts, and the version of these parts. */
  kept: Record<string, number>;
  files: SegmentFile[];
}

/** Table and columns that files share. */
export interface Shape {
  table: string;
  version?: number;
  folder: string;
  columns: string[];
}

export interface SnapshotPage {
  shapes: Shape[];
  /** Sets of shapes, shared by segments: most have files of the same tables. */
  sets: number[][];
  /** Sets of kept relations with the version of their parts; absent where an earlier version wrote the page. */
  kept?: Record<string, number>[];
  segments: PageSegment[];
}

export interface PageSegment extends LedgerRange {
  loaded_at: string;
  decoder_version: string;
  /** SHA-256 of the manifest. */
  manifest: string;
  /** By `<partition>/<name>` of Parquet files: the set of shapes that have such a file. */
  files: Record<string, number>;
  /** The number of the manifest for these ledgers; absent for the first. */
  revision?: number;
  /** The set of kept relations with complete parts; absent if there are none. */
  kept?: number;
}

/** A segment in a snapshot. Its ledgers and sources are in its manifest. */
export interface KnownSegment extends LedgerRange {
  name: string;
  loadedAt: string;
  decoderVersion: string;
  manifest: string;
  /** The kept relations with complete parts, and the version of these parts. */
  kept: Readonly<Record<string, number>>;
}

/** A Parquet file; its path is relative to the lake. */
export interface KnownFile extends LedgerRange {
  path: string;
  /** Name of its segment; empty for a folded part of several segments. */
  segment: string;
  columns: string[];
  /** For a part of a relation: the version of the SQL that made it. */
  version?: number;
  /** Readers must ignore rows after this ledger. */
  upTo?: number;
}

/** One snapshot. It is immutable. */
export class Snapshot {
  readonly number: number;
  readonly epoch: number;
  /** Changes when rows of loaded ledgers may change; merges keep it. */
  readonly generation: number;
  readonly totals: Readonly<Record<string, TableTotals>>;
  readonly lost: readonly LostRange[];
  readonly baselines: readonly Baseline[];
  readonly folded: readonly FoldedParts[];
  /** The pages, by file. */
  readonly #pages: ReadonlyMap<string, SnapshotPage>;
  /** Later ledgers are hidden. */
  readonly #last: number;
  #segments?: KnownSegment[];
  #ranges?: LedgerRange[];
  readonly #parts = new Map<string, readonly KnownFile[]>();
  /** The segments that lack a part, by relation and version. */
  readonly #lacking = new Map<string, readonly KnownSegment[]>();

  constructor(
    { number, epoch, generation = epoch, totals, lost, baselines = [], folded = [] }: Omit<SnapshotHead, 'pages'>,
    pages: ReadonlyMap<string, SnapshotPage>,
    last = Infinity,
  ) {
    this.number = number;
    this.epoch = epoch;
    this.generation = generation;
    this.totals = totals;
    this.lost = lost;
    this.baselines = baselines;
    this.folded = folded;
    this.#pages = pages;
    this.#last = last;
  }

  /** Returns the snapshot up to a ledger. Parts that also cover later ledgers count as missing. */
  upTo(ledger: number): Snapshot {
    if ((this.ranges.at(-1)?.last ?? 0) <= ledger) return this;
    const pages = [...this.#pages].map(([file, page]): [string, SnapshotPage] => [
      file,
      { ...page, segments: page.segments.filter(({ first }) => first <= ledger) },
    ]);
    const { number, epoch, generation, totals, lost, baselines } = this;
    const folded = this.folded.filter(({ last }) => last <= ledger);
    const head = { number, epoch, generation, totals, lost: [...lost], baselines: [...baselines], folded };
    return new Snapshot(head, new Map(pages), ledger);
  }

  /** The segments by first ledger. */
  get segments(): readonly KnownSegment[] {
    this.#segments ??= this.#known(() => true);
    return this.#segments;
  }

  #known(isWanted: (segment: LedgerRange) => boolean): KnownSegment[] {
    return [...this.#pages.values()]
      .flatMap(({ segments, kept }) => segments.filter(isWanted).map((segment) => known(segment, kept)))
      .map((segment) => (segment.last <= this.#last ? segment : cut(segment, this.#last)))
      .sort((a, b) => a.first - b.first);
  }

  /** The loaded ledger ranges, ascending. */
  get ranges(): readonly LedgerRange[] {
    this.#ranges ??= joined(this.segments);
    return this.#ranges;
  }

  /** The loaded ledger ranges with their state coverage, ascending. */
  get coverage(): readonly CoveredRun[] {
    return coveredRuns(this.ranges, this.baselines);
  }

  /** The names of the pages; they identify the snapshot. */
  get pageFiles(): readonly string[] {
    return [...this.#pages.keys()];
  }

  page(file: string): SnapshotPage | undefined {
    return this.#pages.get(file);
  }

  /** Returns the segments that have ledgers of the range, by first ledger. */
  segmentsIn({ first, last }: LedgerRange): KnownSegment[] {
    // A commit needs its neighbours only; listing all segments would cost time in proportion to the lake.
    const range = { first, last: Math.min(last, this.#last) };
    return range.first <= range.last ? this.#known((segment) => overlap(segment, range)) : [];
  }

  /** Returns the segments without a part of this version of a kept relation, by first ledger. */
  lacking(relation: string, version: number): readonly KnownSegment[] {
    const key = `${relation} ${version}`;
    const known = this.#lacking.get(key) ?? this.segments.filter(({ kept }) => kept[relation] !== version);
    this.#lacking.set(key, known);
    return known;
  }

  /** Returns the newest baseline state. */
  get baseline(): Baseline | undefined {
    return this.baselines.reduce<Baseline | undefined>(
      (newest, one) => (newest && newest.ledger >= one.ledger ? newest : one),
      undefined,
    );
  }

  /** Returns the paths of all its Parquet files. */
  paths(): Set<string> {
    const ofState = [...this.baselines, ...this.folded].flatMap(({ files }) => files.map(({ path }) => path));
    return new Set([
      ...Object.keys(this.totals).flatMap((table) => this.filesOf(table).map(({ path }) => path)),
      ...ofState,
    ]);
  }

  /** Returns the part files of a kept relation and version, by first ledger; folded parts replace the parts of segments. */
  partsOf(relation: string, version: number): readonly KnownFile[] {
    const key = `${relation} ${version}`;
    const known = this.#parts.get(key) ?? this.#findParts(relation, version);
    this.#parts.set(key, known);
    return known;
  }

  #findParts(relation: string, version: number): KnownFile[] {
    const own = this.filesOf(relation).filter((file) => file.version === version);
    const folded = this.folded.filter(({ kept }) => kept[relation] === version);
    const lacking = folded.length > 0 ? this.lacking(relation, version) : [];
    // Rows of a folded file cannot be removed by ledger; a segment without a part is read from bronze.
    const isGood = (one: FoldedParts) =>
      own.every((file) => !overlap(file, one) || isInside(file, one)) &&
      lacking.every((segment) => !overlap(segment, one));
    const good = folded.filter(isGood);
    const inPlace = good.flatMap(({ files }) => files.filter(({ table }) => table === relation));
    const left = own.filter((file) => !good.some((one) => overlap(file, one)));
    return [...left, ...inPlace.map((file) => ({ ...file, segment: '' }))].sort((a, b) => a.first - b.first);
  }

  /** Returns number and bytes of the folded files of a kept relation. */
  foldedSize(relation: string): Pick<TableTotals, 'bytes' | 'files'> {
    const files = this.folded.flatMap((one) => one.files.filter(({ table }) => table === relation));
    return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  /** Returns the snapshot without folded parts, except those inside a range. */
  unfolded(except?: LedgerRange): Snapshot {
    const { number, epoch, generation, totals, lost, baselines } = this;
    const folded = except ? this.folded.filter((one) => isInside(one, except)) : [];
    const head = { number, epoch, generation, totals, lost: [...lost], baselines: [...baselines], folded };
    return new Snapshot(head, this.#pages, this.#last);
  }

  /** Returns the files of a table that may hold rows of any of the ranges, or all, by first ledger. */
  filesOf(table: string, ranges?: readonly LedgerRange[]): KnownFile[] {
    const found: KnownFile[] = [];
    for (const { shapes, sets, segments } of this.#pages.values()) {
      const wanted = sets.map((set) => set.map((i) => shapes[i]).filter((shape) => shape.table === table));
      if (wanted.every((set) => set.length === 0)) continue;
      for (const segment of segments) {
        if (!ranges || ranges.some((range) => overlap(segment, range))) addFiles(found, segment, wanted);
      }
    }
    const loaded = this.#last === Infinity ? found : filesUpTo(found, this.#last);
    const inRange = ranges ? loaded.filter((file) => ranges.some((range) => overlap(file, range))) : loaded;
    return inRange.sort((a, b) => a.first - b.first);
  }
}

/** A part has the state at the end of its segment, not at an earlier ledger. */
function cut(segment: KnownSegment, last: number): KnownSegment {
  return { ...segment, last, kept: {} };
}

function filesUpTo(files: readonly KnownFile[], ledger: number): KnownFile[] {
  return files
    .filter(({ first, last, version }) => first <= ledger && (version === undefined || last <= ledger))
    .map((file) => (file.last <= ledger ? file : { ...file, last: ledger, upTo: ledger }));
}

function known(segment: PageSegment, sets: SnapshotPage['kept'] = []): KnownSegment {
  const { first, last, loaded_at, decoder_version, manifest, kept } = segment;
  return {
    name: segmentName(segment),
    first,
    last,
    loadedAt: loaded_at,
    decoderVersion: decoder_version,
    manifest,
    kept: kept === undefined ? {} : sets[kept],
  };
}

/** `wanted` has the wanted shapes of each set. */
function addFiles(found: KnownFile[], segment: PageSegment, wanted: readonly Shape[][]): void {
  for (const [stem, set] of Object.entries(segment.files)) {
    for (const { folder, columns, version } of wanted[set]) {
      found.push({
        path: `${folder}/${stem}.parquet`,
        segment: segmentName(segment),
        columns,
        ...(version !== undefined && { version }),
        ...rangeOfStem(stem, segment),
      });
    }
  }
}

/** A segment's files are cut where partitions end, and named for their ledgers. */
function rangeOfStem(stem: string, { first, last }: LedgerRange): LedgerRange {
  // eslint-disable-next-line local/linear-expressions -- the name of a file in a snapshot
  const found = /(\d+)-(\d+)(?:\.\d+)?$/.exec(stem);
  return found ? { first: Number(found[1]), last: Number(found[2]) } : { first, last };
}

/** Returns whether two ranges have a ledger in common. */
export function overlap(a: LedgerRange, b: LedgerRange): boolean {
  return a.first <= b.last && a.last >= b.first;
}

/** Returns whether a range has no ledgers outside of another. */
export function isInside({ first, last }: LedgerRange, { first: from, last: to }: LedgerRange): boolean {
  return from <= first && last <= to;
}

/** Returns ranges in order of their first ledger as runs without gaps. */
export function joined(ranges: readonly LedgerRange[]): LedgerRange[] {
  const runs: LedgerRange[] = [];
  for (const { first, last } of ranges) {
    const run = runs.at(-1);
    if (run && run.last + 1 === first) run.last = last;
    else runs.push({ first, last });
  }
  return runs;
}

/** Returns how many files or rows tables have together. */
export function totalOf({ totals }: Snapshot, tables: Iterable<string>, of: 'files' | 'rows'): number {
  return [...tables].reduce((all, table) => all + (totals[table]?.[of] ?? 0), 0);
}

/** Returns a snapshot that holds nothing. */
export function emptySnapshot(number = 0, epoch = 0): Snapshot {
  return new Snapshot({ number, epoch, totals: {}, lost: [] }, new Map());
}

/** Returns what is left of a range when the ledgers of another are taken out. */
export function without<T extends LedgerRange>(range: T, taken: LedgerRange): T[] {
  if (!overlap(range, taken)) return [range];
  const before = { ...range, last: taken.first - 1 };
  const after = { ...range, first: taken.last + 1 };
  return [before, after].filter(({ first, last }) => first <= last);
}
