/** Commits: the snapshot after the one before. */
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { makeDurableFolder } from '../folders.ts';
import { writeDurably, writeSynced } from './files.ts';
import type { Baseline } from './baseline.ts';
import { segmentName, type Segment } from './manifest.ts';
import { HEAD, SNAPSHOTS } from './read-snapshot.ts';
import {
  Snapshot,
  without,
  type Head,
  type LostRange,
  type Page,
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

/** What a commit changes. */
export interface Change {
  enter?: readonly EnteringSegment[];
  /** Segments that leave. */
  leave?: readonly Segment[];
  /** Ledgers that a repair lost, in the place of those known. */
  lost?: readonly LostRange[];
  /** A state that was read whole. */
  baselines?: readonly Baseline[];
}

/**
 * Publishes the snapshot after `before` and returns it. It belongs to the next epoch when segments leave. What was published is
 * on the disk when this returns; cut off at any moment, the lake is as before or as after.
 */
export async function publishSnapshot(lake: string, before: Snapshot, change: Change): Promise<Snapshot> {
  const { enter = [], leave = [], lost } = change;
  const number = before.number + 1;
  const pages = new Map(before.pageFiles.map((file) => [partitionOfPage(file), before.page(file)!]));
  const files = new Map(before.pageFiles.map((file) => [partitionOfPage(file), file]));
  const changed = new Set([...leave, ...enter.map(({ segment }) => segment)].map(pageOf));
  for (const partition of changed) {
    const page = changePage(pages.get(partition), {
      enter: enter.filter(({ segment }) => pageOf(segment) === partition),
      leave: new Set(leave.filter((segment) => pageOf(segment) === partition).map(segmentName)),
    });
    pages.set(partition, page);
    files.set(partition, `${partition}-${number}.json`);
    if (page.segments.length > 0) continue;
    pages.delete(partition);
    files.delete(partition);
  }
  await makeDurableFolder(join(lake, SNAPSHOTS));
  for (const partition of changed) {
    const page = pages.get(partition);
    if (page) await writeSynced(join(lake, SNAPSHOTS, files.get(partition)!), JSON.stringify(page) + '\n');
  }
  const entered = enter.map(({ segment }) => segment);
  const head: Head = {
    number,
    epoch: before.epoch + (leave.length > 0 || lost ? 1 : 0),
    pages: Object.fromEntries([...files].map(([partition, file]) => [String(partition), file])),
    totals: addTotals(before.totals, entered, leave),
    lost: stillLost(lost ?? before.lost, entered),
    baselines: [...before.baselines, ...(change.baselines ?? [])],
  };
  await writeDurably(join(lake, SNAPSHOTS, HEAD), JSON.stringify(head) + '\n');
  return new Snapshot(head, new Map([...pages].map(([partition, page]) => [files.get(partition)!, page])));
}

function pageOf({ first }: LedgerRange): number {
  return Math.floor(first / PAGE_LEDGERS) * PAGE_LEDGERS;
}

function partitionOfPage(file: string): number {
  return parseInt(file);
}

interface PageChange {
  enter: readonly EnteringSegment[];
  leave: ReadonlySet<string>;
}

function changePage(page: Page | undefined, { enter, leave }: PageChange): Page {
  const shapes = numbered(page?.shapes ?? []);
  const sets = numbered(page?.sets ?? []);
  const kept = numbered(page?.kept ?? []);
  const before = page?.segments ?? [];
  const stayed = leave.size === 0 ? before : before.filter((segment) => !leave.has(segmentName(segment)));
  const entered = enter.map((one) => ({
    ...pageSegment(one, (some) => sets.place(some.map(shapes.place).sort())),
    ...(one.segment.kept && { kept: kept.place(one.segment.kept) }),
  }));
  const segments = [...stayed, ...entered].sort((a, b) => a.first - b.first);
  return { shapes: shapes.list, sets: sets.list, kept: kept.list, segments };
}

/** A list in which each value stands once. */
function numbered<T>(values: readonly T[]): { list: T[]; place: (value: T) => number } {
  const list = [...values];
  const places = new Map(list.map((value, i) => [JSON.stringify(value), i]));
  const place = (value: T): number => {
    const key = JSON.stringify(value);
    if (!places.has(key)) places.set(key, list.push(value) - 1);
    return places.get(key)!;
  };
  return { list, place };
}

function pageSegment({ segment, manifest }: EnteringSegment, place: (shapes: Shape[]) => number): PageSegment {
  const shapes: Record<string, Shape[]> = {};
  for (const { table, version, path, columns } of segment.files) {
    const [layer, name, ...rest] = path.split('/');
    const stem = rest.join('/').replace(/\.parquet$/, '');
    (shapes[stem] ??= []).push({ table, version, folder: `${layer}/${name}`, columns });
  }
  const files = Object.fromEntries(Object.entries(shapes).map(([stem, some]) => [stem, place(some)]));
  const { first, last, revision, loadedAt = '', decoderVersion } = segment;
  return { first, last, revision, loaded_at: loadedAt, decoder_version: decoderVersion, manifest, files };
}

function addTotals(
  before: Readonly<Record<string, TableTotals>>,
  entered: readonly Segment[],
  left: readonly Segment[],
): Record<string, TableTotals> {
  const totals = structuredClone({ ...before });
  const add = (segments: readonly Segment[], sign: number) => {
    for (const { table, rows, bytes } of segments.flatMap(({ files }) => files)) {
      const total = (totals[table] ??= { rows: 0, bytes: 0, files: 0 });
      total.rows += sign * rows;
      total.bytes += sign * bytes;
      total.files += sign;
    }
  };
  add(entered, 1);
  add(left, -1);
  return Object.fromEntries(Object.entries(totals).filter(([, { files }]) => files > 0));
}

function stillLost(lost: readonly LostRange[], entered: readonly LedgerRange[]): LostRange[] {
  return entered.reduce<LostRange[]>((ranges, range) => ranges.flatMap((one) => without(one, range)), [...lost]);
}
