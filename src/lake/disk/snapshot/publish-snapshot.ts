/** Commits: the snapshot after the one before. */
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerRange } from '../../../datastore/keys.ts';
import { LakeError } from '../../../core/errors.ts';
import { makeDurableFolder, fileNamesIn, syncFolder } from '../../../core/folders.ts';
import { errorCode } from '../../../core/system-errors.ts';
import { removeFiles, writeSynced } from '../files.ts';
import type { Baseline } from './baseline.ts';
import { segmentName, type Segment } from './manifest.ts';
import { sealedText } from '../sealed.ts';
import { HEAD, isPublished, pageFile, SNAPSHOTS } from './read-snapshot.ts';
import {
  isInside,
  overlap,
  Snapshot,
  without,
  type FoldedParts,
  type SnapshotHead,
  type LostRange,
  type SnapshotPage,
  type PageSegment,
  type Shape,
  type TableTotals,
} from './snapshot.ts';

/** How many ledgers a page is for. */
const PAGE_LEDGERS = 100_000;

/** A segment that enters, with the SHA-256 of its manifest. */
export interface EnteringSegment {
  segment: Segment;
  manifest: string;
}

/** Segments that enter together, each kept as a snapshot knows it: the files of a month of them would fill the memory. */
export class EnteringSegments {
  /** What enters each page, by its first ledger. */
  readonly pages = new Map<number, PageBuilder>();
  /** What they have of each table. */
  readonly totals: Record<string, TableTotals> = {};

  constructor(segments: Iterable<EnteringSegment> = []) {
    for (const segment of segments) this.add(segment);
  }

  add(entering: EnteringSegment): void {
    const { segment } = entering;
    const page = this.pages.get(pageOf(segment)) ?? new PageBuilder();
    page.enter(entering);
    this.pages.set(pageOf(segment), page);
    addFiles(this.totals, segment, 1);
  }

  /** The ledgers of each. */
  get ranges(): LedgerRange[] {
    return [...this.pages.values()].flatMap(({ segments }) => segments);
  }
}

/** What a commit changes. */
export interface SnapshotChange {
  enter?: EnteringSegments;
  /** Segments that leave. */
  leave?: readonly Segment[];
  /** Ledgers that a repair lost, in the place of those known. */
  lost?: readonly LostRange[];
  /** A state that was read whole. */
  baselines?: readonly Baseline[];
  /** Parts that were folded, in the place of those folded before of some of their ledgers. */
  folded?: FoldedParts;
}

/**
 * Publishes and syncs the snapshot after `before` and returns it. A new epoch begins if files leave. An interruption leaves
 * the old or the new snapshot.
 */
export async function publishSnapshot(lake: string, before: Snapshot, change: SnapshotChange): Promise<Snapshot> {
  const { enter = new EnteringSegments(), leave = [], lost, folded } = change;
  const number = before.number + 1;
  const leaving = foldedLeaving(before, { segments: enter.ranges, folded });
  const pages = new Map(before.pageFiles.map((file) => [partitionOfPage(file), before.page(file)!]));
  const files = new Map(before.pageFiles.map((file) => [partitionOfPage(file), file]));
  const changed = new Set([...leave.map(pageOf), ...enter.pages.keys()]);
  const left = new Set(leave.map(segmentName));
  await makeDurableFolder(join(lake, SNAPSHOTS));
  for (const partition of changed) {
    const page = changePage(pages.get(partition), enter.pages.get(partition), left);
    pages.delete(partition);
    files.delete(partition);
    if (page.segments.length === 0) continue;
    const text = JSON.stringify(page) + '\n';
    const file = pageFile(partition, number, text);
    await writeSynced(join(lake, SNAPSHOTS, file), text);
    pages.set(partition, page);
    files.set(partition, file);
  }
  const head: SnapshotHead = {
    number,
    epoch: before.epoch + (leave.length > 0 || lost || leaving.length > 0 ? 1 : 0),
    generation: before.generation + (lost ? 1 : 0),
    pages: Object.fromEntries([...files].map(([partition, file]) => [String(partition), file])),
    totals: changeTotals(before.totals, enter.totals, leave),
    lost: stillLost(lost ?? before.lost, enter.ranges),
    baselines: [...before.baselines, ...(change.baselines ?? [])],
    folded: [...before.folded.filter((one) => !leaving.includes(one)), ...(folded ? [folded] : [])],
  };
  await publishHead(lake, head);
  return new Snapshot(head, new Map([...pages].map(([partition, page]) => [files.get(partition)!, page])));
}

/**
 * Makes a head the newest one. If locks fail, two writers may continue from one snapshot: each tries to create the file of
 * the next number, which only one can, and renames it. The next writer removes the rest of a killed one. Throws an
 * OvertakenError if another was first.
 */
async function publishHead(lake: string, head: SnapshotHead): Promise<void> {
  const path = join(lake, SNAPSHOTS, HEAD);
  const next = join(lake, SNAPSHOTS, `head-${head.number}.json`);
  const text = sealedText(head);
  try {
    await writeSynced(next, text, { flag: 'wx' });
    if (isPublished(lake, head.number)) throw new OvertakenError(lake);
    await rename(next, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw new OvertakenError(lake);
    if (errorCode(error) !== 'ENOENT') {
      await rm(next, { force: true }).catch(() => undefined);
      throw error;
    }
  }
  // Who took this file for one that was left has removed it, or renamed it.
  if ((await readFile(path, 'utf8')) !== text) throw new OvertakenError(lake);
  await syncFolder(join(lake, SNAPSHOTS));
}

/** Removes the files of heads that killed processes did not publish; only who has the lake for writing may. */
export async function removeUnpublished(lake: string): Promise<void> {
  const names = await fileNamesIn(join(lake, SNAPSHOTS));
  await removeFiles(
    lake,
    names.filter((name) => /^head-\d+\.json$/.test(name)).map((name) => `${SNAPSHOTS}/${name}`),
  );
}

/** Another process published a snapshot: one that goes on from an earlier one would take away what that process committed. */
export class OvertakenError extends LakeError {
  constructor(lake: string) {
    const why =
      'its locks were removed, or its file system has none: start one writer at a time, and repeat the command';
    super(`lake ${lake} was written by another process meanwhile: ${why}`, { lake });
  }
}

/** Returns the folded files that leave: replaced by others, or their ledgers were merged again. */
export function foldedLeaving(
  before: Snapshot,
  { segments, folded }: { segments?: readonly LedgerRange[]; folded?: LedgerRange | undefined },
): FoldedParts[] {
  return before.folded.filter((one) => {
    if (folded && overlap(one, folded)) return true;
    return (
      segments?.some((segment) => overlap(one, segment) && (!isInside(segment, one) || isInside(one, segment))) === true
    );
  });
}

function pageOf({ first }: LedgerRange): number {
  return Math.floor(first / PAGE_LEDGERS) * PAGE_LEDGERS;
}

function partitionOfPage(file: string): number {
  return parseInt(file);
}

function changePage(
  page: SnapshotPage | undefined,
  entering: PageBuilder | undefined,
  leave: ReadonlySet<string>,
): SnapshotPage {
  const { segments = [] } = page ?? {};
  const stayed = leave.size === 0 ? segments : segments.filter((segment) => !leave.has(segmentName(segment)));
  const changed = new PageBuilder({ ...page, segments: stayed });
  if (entering) changed.add(entering.page());
  return changed.page();
}

/** A page to which segments and other pages are added. */
class PageBuilder {
  readonly segments: PageSegment[];
  readonly #shapes: Numbered<Shape>;
  readonly #sets: Numbered<number[]>;
  readonly #kept: Numbered<Record<string, number>>;

  constructor({ shapes = [], sets = [], kept = [], segments = [] }: Partial<SnapshotPage> = {}) {
    this.segments = [...segments];
    this.#shapes = numbered(shapes);
    this.#sets = numbered(sets);
    this.#kept = numbered(kept);
  }

  enter({ segment, manifest }: EnteringSegment): void {
    const shapes: Record<string, number[]> = {};
    for (const { table, version, path, columns } of segment.files) {
      const [layer, name, ...rest] = path.split('/');
      const stem = rest.join('/').replace(/\.parquet$/, '');
      (shapes[stem] ??= []).push(this.#shapes.place({ table, version, folder: `${layer}/${name}`, columns }));
    }
    const files = Object.entries(shapes).map(([stem, places]) => [stem, this.#sets.place(places.sort())]);
    const { first, last, revision, loadedAt = '', decoderVersion, kept } = segment;
    this.segments.push({
      first,
      last,
      revision,
      loaded_at: loadedAt,
      decoder_version: decoderVersion,
      manifest,
      files: Object.fromEntries(files) as Record<string, number>,
      ...(kept && { kept: this.#kept.place(kept) }),
    });
  }

  add({ shapes, sets, kept = [], segments }: SnapshotPage): void {
    const shapeAt = shapes.map(this.#shapes.place);
    const setAt = sets.map((set) => this.#sets.place(set.map((i) => shapeAt[i]).sort()));
    const keptAt = kept.map(this.#kept.place);
    for (const segment of segments) {
      const files = Object.entries(segment.files).map(([stem, set]) => [stem, setAt[set]]);
      this.segments.push({
        ...segment,
        files: Object.fromEntries(files) as Record<string, number>,
        ...(segment.kept !== undefined && { kept: keptAt[segment.kept] }),
      });
    }
  }

  page(): SnapshotPage {
    const segments = this.segments.toSorted((a, b) => a.first - b.first);
    return { shapes: this.#shapes.list, sets: this.#sets.list, kept: this.#kept.list, segments };
  }
}

/** A list in which each value stands once. */
interface Numbered<T> {
  list: T[];
  place: (value: T) => number;
}

function numbered<T>(values: readonly T[]): Numbered<T> {
  const list = [...values];
  const places = new Map(list.map((value, i) => [JSON.stringify(value), i]));
  const place = (value: T): number => {
    const key = JSON.stringify(value);
    if (!places.has(key)) places.set(key, list.push(value) - 1);
    return places.get(key)!;
  };
  return { list, place };
}

function changeTotals(
  before: Readonly<Record<string, TableTotals>>,
  entered: Readonly<Record<string, TableTotals>>,
  left: readonly Segment[],
): Record<string, TableTotals> {
  const totals = structuredClone({ ...before });
  for (const [table, { rows, bytes, files }] of Object.entries(entered))
    addTotal(totals, table, { rows, bytes, files });
  for (const segment of left) addFiles(totals, segment, -1);
  return Object.fromEntries(Object.entries(totals).filter(([, { files }]) => files > 0));
}

function addFiles(totals: Record<string, TableTotals>, { files }: Segment, sign: 1 | -1): void {
  for (const { table, rows, bytes } of files)
    addTotal(totals, table, { rows: sign * rows, bytes: sign * bytes, files: sign });
}

function addTotal(totals: Record<string, TableTotals>, table: string, { rows, bytes, files }: TableTotals): void {
  const total = (totals[table] ??= { rows: 0, bytes: 0, files: 0 });
  total.rows += rows;
  total.bytes += bytes;
  total.files += files;
}

function stillLost(lost: readonly LostRange[], entered: readonly LedgerRange[]): LostRange[] {
  return entered.reduce<LostRange[]>((ranges, range) => ranges.flatMap((one) => without(one, range)), [...lost]);
}
