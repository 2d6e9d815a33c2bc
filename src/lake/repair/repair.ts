/** Makes the snapshot of a lake again from manifests and Parquet files alone. */
import { realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../../core/folders.ts';
import { LakeError } from '../../core/errors.ts';
import { knownOptions } from '../../options/known-options.ts';
import { undoAttaching } from '../disk/attach/attaching.ts';
import { readBaselines, writeBaseline, type Baseline } from '../disk/snapshot/baseline.ts';
import { describeKnown, describeLake, writeDescription, type LakeDescription } from '../disk/snapshot/description.ts';
import { openDatabase, withConnection, type DuckDBConnection } from '../duckdb/duckdb.ts';
import { asLakeError, removeFiles } from '../disk/files.ts';
import { beginEpoch, newestEpochLock } from '../disk/locks/leases.ts';
import {
  ASIDE,
  FORMAT_VERSION,
  listManifests,
  manifestPath,
  networksOf,
  rangeOfName,
  segmentName,
  writeManifest,
} from '../disk/snapshot/manifest.ts';
import { listAside } from '../disk/snapshot/lost.ts';
import { OMISSIONS } from '../disk/snapshot/omissions.ts';
import type { Problem } from '../disk/snapshot/problem.ts';
import { removeScrubState } from '../disk/scrub-state.ts';
import { checkSealedFiles } from '../disk/sealed-files.ts';
import { leaveFiles, newestFirst, readable, unclaimedFiles } from '../disk/recover.ts';
import { revised } from '../writing/refresh.ts';
import { removeRetired, retiredFiles, retireFiles } from '../disk/locks/retired.ts';
import { newestPage, readableHead, readSnapshot, removeOldPages } from '../disk/snapshot/read-snapshot.ts';
import {
  EnteringSegments,
  publishSnapshot,
  removeUnpublished,
  type EnteringSegment,
} from '../disk/snapshot/publish-snapshot.ts';
import { isFolded } from '../disk/table-files.ts';
import { STAGED } from '../disk/attach/staging.ts';
import { emptySnapshot, without, type KnownSegment, type LostRange, type Snapshot } from '../disk/snapshot/snapshot.ts';
import { fileProblems } from './verify.ts';
import { lockForWriting } from '../disk/locks/writer-lock.ts';
import * as kind from '../../options/kinds.ts';

export interface SnapshotRepairOptions {
  /** Remove Parquet files that no complete segment names, and files of an unfinished attach. */
  removeUnclaimed?: boolean;
  /** Stops before the snapshot is published, or after the ledgers in hand; the call then rejects with its reason. */
  signal?: AbortSignal;
}

export interface SnapshotRepairReport {
  /** How many segments the lake has. */
  segments: number;
  /** How many ledgers it has. */
  ledgers: number;
  /** How many Parquet files its segments have. */
  files: number;
  /** How many rows these files have. */
  rows: number;
  /** Ledgers that are not in the lake any more, and why; they are listed until they are loaded again. */
  lost: LostRange[];
  /** Parquet files that no whole segment names; they are left unless they were to be removed. */
  unclaimed: string[];
  /** What cannot be known any more, and what was dropped and can be made again. */
  notes: string[];
  /** Materialised relations that lost a damaged part, each with its note. */
  dropped: { relation: string; note: string }[];
}

/**
 * Publishes a snapshot of all segments whose files match their manifests. Other ledgers are listed as lost until they are
 * loaded again; their manifests are renamed to `<range>.json.damaged`. Writes `lake.json` again. Readers continue. Throws a
 * LakeError if there is no lake or another process writes it.
 */
export async function repairSnapshot(lake: string, options: SnapshotRepairOptions = {}): Promise<SnapshotRepairReport> {
  options = knownOptions('repairLake', options, { removeUnclaimed: kind.flag, signal: kind.signal });
  try {
    await describeRepaired(lake);
    const dir = await realpath(lake);
    const lock = await lockForWriting(dir);
    try {
      await removeUnpublished(dir);
      return await repair(dir, options);
    } finally {
      await lock.release();
    }
  } catch (error) {
    throw asLakeError(lake, error);
  }
}

/**
 * Returns what `lake.json` says, or would say if it could be read, as the manifests know it. Throws a LakeError if neither
 * can be read.
 */
export async function describeRepaired(dir: string): Promise<LakeDescription> {
  try {
    return await describeKnown(dir, undefined);
  } catch (error) {
    const isKnown = await describeLake(dir).then(
      () => true,
      () => false,
    );
    const [network, ...others] = isKnown ? [] : await networksOf(dir).catch(() => []);
    if (network === undefined || others.length > 0) throw error;
    return { format_version: FORMAT_VERSION, network_passphrase: network, options: {} };
  }
}

async function repair(
  dir: string,
  { signal, removeUnclaimed = false }: SnapshotRepairOptions,
): Promise<SnapshotRepairReport> {
  const description = await describeRepaired(dir);
  const { network_passphrase: network } = description;
  // Where the snapshot cannot be read, every whole segment is entered, whichever came together.
  const published = await readSnapshot(dir).catch(() => undefined);
  if (published) await undoAttaching(dir, published);
  const examined = await examine(dir, network, published?.baselines ?? [], signal);
  const { whole, lost, damaged, passed } = examined;
  const dropped = await dropParts(dir, network, examined);
  const before = await standing(dir);
  await beginEpoch(dir, before.epoch + 1);
  const allFiles = (await unclaimedFiles(dir, emptySnapshot(), new Set())).filter((path) => path.endsWith('.parquet'));
  // Should this end before it says which files are left, no writer takes any away.
  await leaveFiles(dir, allFiles);
  // What was folded can be made again of what is whole. Where the snapshot cannot be read, somebody may read it all the same.
  const folded = published?.folded.flatMap(({ files }) => files.map(({ path }) => path)) ?? allFiles.filter(isFolded);
  // Damaged manifests are listed, too: if this run ends early, the next writer must not commit them.
  await retireFiles(dir, before.epoch, [...passed, ...folded, ...damaged.map(manifestPath)]);
  const known = [...(await lostBefore(dir)), ...lost];
  const { baselines, states } = examined;
  const snapshot = await publishSnapshot(dir, before, {
    enter: new EnteringSegments(whole),
    lost: stillMissing(known, whole),
    baselines,
  });
  for (const name of damaged) await rename(join(dir, manifestPath(name)), join(dir, `${manifestPath(name)}${ASIDE}`));
  await writeDescription(dir, description);
  await removeOldPages(dir, snapshot);
  await removeRetired(dir, snapshot);
  const unclaimed = await unclaimedFiles(dir, snapshot, await retiredFiles(dir));
  const isTable = (path: string) => path.endsWith('.parquet') && !isFolded(path);
  const report = reportOf(whole, snapshot, unclaimed.filter(isTable));
  report.dropped = dropped;
  report.notes.push(...dropped.map(({ note }) => note), ...states, ...(await settleStaged(dir, removeUnclaimed)));
  await removeScrubState(dir);
  await putListsAside(dir, report);
  await removeFiles(dir, removeUnclaimed ? unclaimed : unclaimed.filter((path) => !isTable(path)));
  await leaveFiles(dir, removeUnclaimed ? [] : report.unclaimed);
  return report;
}

/** Removes what was brought for a lake and never became its own, which may have cost money, or returns a note of it. */
async function settleStaged(dir: string, isRemoved: boolean): Promise<string[]> {
  const path = join(dir, STAGED);
  if (!(await exists(path))) return [];
  if (!isRemoved)
    return [
      `${path} has files of an interrupted attach: repeat attach to continue, or remove them with --remove-unclaimed`,
    ];
  await rm(path, { recursive: true });
  return [];
}

/** A number and an epoch that are later than any that a reader may know, and nothing else. */
async function standing(dir: string): Promise<Snapshot> {
  const found = await readSnapshot(dir).catch((error: unknown) => {
    if (error instanceof LakeError) return undefined;
    throw error;
  });
  // Pages that the head names may be gone: its number is taken all the same.
  const head = readableHead(dir);
  const number = Math.max(found?.number ?? 0, head?.number ?? 0, await newestPage(dir));
  const epoch = Math.max(found?.epoch ?? 0, head?.epoch ?? 0, await newestEpochLock(dir));
  return emptySnapshot(number, epoch);
}

interface Examined {
  whole: EnteringSegment[];
  lost: LostRange[];
  /** The segments whose manifest or files are damaged. */
  damaged: string[];
  /** Manifests and files of segments that others replaced. */
  passed: string[];
  /** The states that are whole. */
  baselines: Baseline[];
  /** What is wrong with the others. */
  states: string[];
  /** The segments that are whole but for parts of kept relations, and what is wrong with those. */
  withoutParts: { entering: EnteringSegment; relations: ReadonlyMap<string, Problem> }[];
}

async function examine(
  dir: string,
  network: string,
  states: readonly Baseline[],
  signal: AbortSignal | undefined,
): Promise<Examined> {
  const { segments, damaged: unread } = await readable(dir, network, await listManifests(dir));
  const found: Examined = {
    whole: [],
    lost: [],
    damaged: unread.map(({ name }) => name),
    passed: [],
    baselines: [],
    states: [],
    withoutParts: [],
  };
  for (const { name, error } of unread) {
    const problem: Problem = {
      where: manifestPath(name),
      check: 'manifest',
      found: error.message,
      expected: 'a manifest',
    };
    found.lost.push({ ...rangeOfName(name), problems: [problem] });
  }
  await withConnection(await openDatabase(), async (connection) => {
    for (const entering of newestFirst(segments)) {
      signal?.throwIfAborted();
      await examineOne(connection, dir, entering, found);
    }
    await examineBaselines(connection, dir, states, found);
  });
  return found;
}

async function examineOne(
  connection: DuckDBConnection,
  dir: string,
  entering: EnteringSegment,
  found: Examined,
): Promise<void> {
  const { segment } = entering;
  const name = segmentName(segment);
  if (found.whole.some(({ segment: other }) => other.first <= segment.last && other.last >= segment.first)) {
    found.passed.push(manifestPath(name), ...segment.files.map(({ path }) => path));
    return;
  }
  const problems: Problem[] = [];
  const partProblems = new Map<string, Problem>();
  for (const file of segment.files) {
    const ofFile = await fileProblems(connection, dir, file);
    if (file.version === undefined) problems.push(...ofFile);
    else if (ofFile.length > 0) partProblems.set(file.table, ofFile[0]);
  }
  if (problems.length > 0) {
    found.lost.push({ first: segment.first, last: segment.last, problems });
    found.damaged.push(name);
    return;
  }
  found.whole.push(entering);
  if (partProblems.size > 0) found.withoutParts.push({ entering, relations: partProblems });
}

/** Finds the states whose files all are what was read. Those of the snapshot whose manifests are damaged get others. */
async function examineBaselines(
  connection: DuckDBConnection,
  dir: string,
  known: readonly Baseline[],
  found: Examined,
): Promise<void> {
  const described = await readBaselines(dir);
  const others = known.filter((one) => !described.some(({ ledger }) => ledger === one.ledger));
  for (const baseline of others) await writeBaseline(dir, baseline);
  for (const baseline of [...described, ...others]) {
    const problems: Problem[] = [];
    for (const file of baseline.files) problems.push(...(await fileProblems(connection, dir, file)));
    const [problem] = problems;
    if (!problem) found.baselines.push(baseline);
    else
      found.states.push(
        `${problem.where} is ${problem.found}, expected ${problem.expected}: ledgerlake ingest-state loads the state of ` +
          `ledger ${baseline.ledger} again`,
      );
  }
}

/** What can be made again of the rest is no loss: the segment enters without its damaged parts. */
async function dropParts(dir: string, network: string, found: Examined): Promise<SnapshotRepairReport['dropped']> {
  const dropped: SnapshotRepairReport['dropped'] = [];
  for (const { entering, relations } of found.withoutParts) {
    const { segment } = entering;
    const isDropped = (relation: string) => relations.has(relation);
    const kept = Object.fromEntries(Object.entries(segment.kept ?? {}).filter(([id]) => !isDropped(id)));
    const files = segment.files.filter(({ table }) => !isDropped(table));
    found.passed.push(manifestPath(segmentName(segment)));
    found.passed.push(...segment.files.filter(({ table }) => isDropped(table)).map(({ path }) => path));
    entering.segment = { ...revised(segment, {}, []), kept, files };
    entering.manifest = await writeManifest(dir, network, entering.segment);
    for (const [relation, { where, found: is, expected }] of relations)
      dropped.push({
        relation,
        note: `${where} is ${is}, expected ${expected}: ledgerlake refresh makes this part of ${relation} again`,
      });
  }
  return dropped;
}

/** Returns the ranges that earlier repairs lost: from renamed manifests, and from snapshot entries without a manifest. */
async function lostBefore(dir: string): Promise<LostRange[]> {
  const manifests = new Set(await listManifests(dir));
  const known = await readSnapshot(dir).then(
    ({ lost, segments }) => [...lost, ...segments.filter(({ name }) => !manifests.has(name)).map(withoutManifest)],
    () => [],
  );
  const ranges = (await listAside(dir)).map(rangeOfName);
  return [...known, ...ranges.map((range) => ({ ...range, problems: [] }))];
}

function withoutManifest({ name, first, last }: KnownSegment): LostRange {
  const problem: Problem = { where: manifestPath(name), check: 'manifest', found: 'gone', expected: 'a manifest' };
  return { first, last, problems: [problem] };
}

/** Ledgers that a whole segment has are not lost, nor are any lost twice. */
function stillMissing(lost: readonly LostRange[], whole: readonly EnteringSegment[]): LostRange[] {
  const missing: LostRange[] = [];
  for (const range of lost) {
    const known = [...whole.map(({ segment }) => segment), ...missing];
    missing.push(
      ...known.reduce<LostRange[]>((parts, other) => parts.flatMap((part) => without(part, other)), [range]),
    );
  }
  return missing.sort((a, b) => a.first - b.first);
}

function reportOf(whole: readonly EnteringSegment[], { lost }: Snapshot, unclaimed: string[]): SnapshotRepairReport {
  const files = whole.flatMap(({ segment }) => segment.files);
  return {
    segments: whole.length,
    ledgers: whole.reduce((sum, { segment }) => sum + segment.ledgers.length, 0),
    files: files.length,
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    lost: [...lost],
    unclaimed,
    notes: [],
    dropped: [],
  };
}

/** Puts damaged lists aside: they keep nobody from the rows that are there. */
async function putListsAside(dir: string, report: SnapshotRepairReport): Promise<void> {
  for await (const { problem } of checkSealedFiles(dir)) {
    if (!problem) continue;
    const { where } = problem;
    report.notes.push(
      where === OMISSIONS
        ? `${OMISSIONS} is damaged: the list of skipped ledgers is lost`
        : `${where} is damaged: it is put aside`,
    );
    await rename(join(dir, where), join(dir, where + ASIDE));
  }
}
