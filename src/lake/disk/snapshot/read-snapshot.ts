/** Snapshots on disk, as readers find them. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, fileNamesIn } from '../../../core/folders.ts';
import type { LedgerRange } from '../../../datastore/keys.ts';
import { LakeError } from '../../../core/errors.ts';
import { errorCode } from '../../../core/system-errors.ts';
import { removeFiles } from '../files.ts';
import { unsealed } from '../sealed.ts';
import { emptySnapshot, Snapshot, type SnapshotHead, type SnapshotPage } from './snapshot.ts';

/** The folder of the snapshots, in the lake. */
export const SNAPSHOTS = 'snapshots';
/** The file that names the pages of the newest one. */
export const HEAD = 'head.json';

const pageName = /^\d+-(\d+)\.([0-9a-f]{64})\.json$/;

/** Returns the name of a page: its first ledger, the commit that wrote it, and the SHA-256 of its text. */
export function pageFile(partition: number, commit: number, text: string): string {
  return `${partition}-${commit}.${hash('sha256', text)}.json`;
}

const none = emptySnapshot();

/** Returns whether a snapshot was ever published. */
export async function hasSnapshot(lake: string): Promise<boolean> {
  return exists(join(lake, SNAPSHOTS, HEAD));
}

/** How often a reader looks again when pages of the head it read are gone: each time means that two commits came meanwhile. */
const ATTEMPTS = 50;

/**
 * Returns the newest snapshot, taking from `before` the pages that are the same. Throws a LakeError when there is none or it
 * cannot be read.
 */
export async function readSnapshot(lake: string, before: Snapshot = none): Promise<Snapshot> {
  for (let attempt = 1; ; attempt++) {
    const head = readHead(lake);
    if (!head) throw unreadable(lake, `${SNAPSHOTS}/${HEAD} is gone`);
    if (head.number === before.number && head.epoch === before.epoch) return before;
    try {
      const pages = new Map<string, SnapshotPage>();
      for (const file of Object.values(head.pages)) pages.set(file, before.page(file) ?? (await readPage(lake, file)));
      return new Snapshot(head, pages);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      if (attempt === ATTEMPTS) throw unreadable(lake, 'a page of its snapshot is gone', error);
    }
  }
}

/** Returns the epoch of the newest snapshot. */
export function newestEpoch(lake: string): number {
  return readHead(lake)?.epoch ?? none.epoch;
}

/** Returns whether the head on disk is another than that of a snapshot; false where it cannot be read. */
export function isOvertaken(lake: string, { number, epoch }: Snapshot): boolean {
  const head = readableHead(lake);
  return head !== undefined && (head.number !== number || head.epoch !== epoch);
}

/** Returns whether a snapshot of this number or a later one was published; false where the head cannot be read. */
export function isPublished(lake: string, number: number): boolean {
  return (readableHead(lake)?.number ?? -1) >= number;
}

/** Returns the head; undefined if it cannot be read. */
export function readableHead(lake: string): SnapshotHead | undefined {
  try {
    return readHead(lake);
  } catch {
    return undefined;
  }
}

/**
 * Reads the head synchronously: 0.02 ms on a local disk for each request. The thread pool would take ten times that, because
 * DuckDB keeps it busy.
 */
function readHead(lake: string): SnapshotHead | undefined {
  for (let attempt = 1; ; attempt++) {
    try {
      return parseHead(lake, readFileSync(join(lake, SNAPSHOTS, HEAD), 'utf8'));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      // Over NFS the file that was opened may be replaced on the server.
      if (errorCode(error) !== 'ESTALE' || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Returns what a head says; throws a LakeError when it is none. `lake` is what a person calls the lake. */
export function parseHead(lake: string, text: string): SnapshotHead {
  const head = unsealed(text);
  if (isHead(head)) return head;
  throw unreadable(lake, `${HEAD} is damaged`);
}

async function readPage(lake: string, file: string): Promise<SnapshotPage> {
  const text = await readFile(join(lake, SNAPSHOTS, file), 'utf8');
  const page: unknown = hash('sha256', text) === pageName.exec(file)?.[2] ? JSON.parse(text) : undefined;
  if (isPage(page)) return page;
  throw unreadable(lake, `${file} is damaged`);
}

function isHead(value: unknown): value is SnapshotHead {
  if (!isRecord(value)) return false;
  const { number, epoch, pages, totals, lost } = value;
  if (!Number.isInteger(number) || !Number.isInteger(epoch) || !isRecord(totals) || !isRecord(pages)) return false;
  const isNamed = Object.values(pages).every((file) => typeof file === 'string' && pageName.test(file));
  return isNamed && Array.isArray(lost) && lost.every(isRange);
}

function isPage(value: unknown): value is SnapshotPage {
  if (!isRecord(value)) return false;
  const { shapes, sets, segments, kept = [] } = value;
  if (!Array.isArray(shapes) || !Array.isArray(sets) || !Array.isArray(segments) || !Array.isArray(kept)) return false;
  const isIn = (list: readonly unknown[]) => (place: unknown) => typeof place === 'number' && place in list;
  return (
    shapes.every((shape) => isRecord(shape) && Array.isArray(shape['columns'])) &&
    sets.every((set) => Array.isArray(set) && set.every(isIn(shapes))) &&
    segments.every((segment) => isRange(segment) && 'files' in segment && isRecord(segment.files)) &&
    // Names of manifests are made of it.
    segments.every(({ revision = 1 }) => Number.isInteger(revision)) &&
    segments.every(({ files }) => Object.values(files).every(isIn(sets)))
  );
}

function isRange(value: unknown): value is LedgerRange {
  return isRecord(value) && Number.isInteger(value['first']) && Number.isInteger(value['last']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(lake: string, what: string, cause?: unknown): LakeError {
  return new LakeError(`lake ${lake}: ${what}: run ledgerlake repair`, { lake }, cause);
}

/** Returns the newest number that a page is named for. */
export async function newestPage(lake: string): Promise<number> {
  const names = await fileNamesIn(join(lake, SNAPSHOTS));
  return Math.max(0, ...names.map((name) => Number(pageName.exec(name)?.[1] ?? 0)));
}

/** Removes pages that neither of the snapshots names; a reader that misses one looks at the newest head. */
export async function removeOldPages(lake: string, ...kept: readonly Snapshot[]): Promise<void> {
  const named = new Set(kept.flatMap(({ pageFiles }) => pageFiles));
  const found = await fileNamesIn(join(lake, SNAPSHOTS));
  const old = found.filter((name) => /^\d+-\d+\.[0-9a-f]{64}\.json(\.tmp)?$/.test(name) && !named.has(name));
  await removeFiles(
    lake,
    old.map((name) => `${SNAPSHOTS}/${name}`),
  );
}
