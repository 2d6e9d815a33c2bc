/**
 * Folds the parts of materialised relations into fewer files, so that a look-up opens few files in a large lake. The
 * segments keep their own parts, so folded files can be made again.
 */
import { FIRST_LEDGER, type LedgerRange } from '../../datastore/keys.ts';
import { FileChecks } from '../disk/file-checks.ts';
import type { KeptVersion } from '../meaning/kept.ts';
import type { Lake } from '../asking/lake.ts';
import type { SegmentFile } from '../disk/snapshot/manifest.ts';
import { mergeFiles, type FileMerge, type MergeOptions } from './merge-files.ts';
import { isInside, overlap, type FoldedParts, type Snapshot } from '../disk/snapshot/snapshot.ts';
import { foldedFolderOf, PARTITION_LEDGERS, partitionOf } from '../disk/table-files.ts';

/**
 * Folds large sets of parts and commits the result. An interruption changes no rows. Throws a LakeError if the lake cannot
 * be written or a part is damaged.
 */
export async function foldParts(lake: Lake, options: MergeOptions = {}): Promise<void> {
  const relations = await lake.kept();
  if (relations.length === 0) return;
  for (;;) {
    const [range] = rangesToFold(await lake.snapshot(), keptOf(relations));
    if (!range) return;
    options.signal?.throwIfAborted();
    await lake.addFolded(await fold({ lake, relations, range }, options));
  }
}

/** What a lake of many partitions folds at a time, so that little is made again when it is cut off. */
const MOST_PIECES = 16;

function keptOf(relations: readonly KeptVersion[]): Record<string, number> {
  return Object.fromEntries(relations.map(({ kept: { id }, version }) => [id, version]));
}

async function fold(merge: FileMerge, options: MergeOptions): Promise<FoldedParts> {
  const { lake, relations, range } = merge;
  const kept = keptOf(relations);
  const files = await filesOf(lake, range, kept);
  await new FileChecks(lake.path, true).check(files);
  return { ...range, kept, files: await mergeFiles(merge, Map.groupBy(files, foldedFolderOf), options) };
}

/** Returns the committed parts of a range; folded parts replace their inputs. */
async function filesOf(lake: Lake, range: LedgerRange, kept: Readonly<Record<string, number>>): Promise<SegmentFile[]> {
  // Folded parts that reach beyond the range would hide parts of the range.
  const snapshot = (await lake.snapshot()).unfolded(range);
  const paths = new Set(
    Object.entries(kept)
      .flatMap(([id, version]) => snapshot.partsOf(id, version))
      .filter((file) => isInside(file, range))
      .map(({ path }) => path),
  );
  const files = snapshot.folded.flatMap((one) => one.files);
  for (const { name } of snapshot.segmentsIn(range)) files.push(...(await lake.segment(name)).files);
  return files.filter(({ path }) => paths.has(path)).sort((a, b) => a.first - b.first);
}

/** A ledger range whose parts are one file per relation, or can be folded into one. */
interface Piece extends LedgerRange {
  /** In partitions, or in ledgers of one. */
  size: number;
  isFolded?: boolean;
}

/** In an incomplete partition, fold this many segments at a time, */
const MANY_SEGMENTS = 4;
/** if they have at most this many ledgers on average. A merge of the whole partition soon replaces larger ones. */
const MOST_LEDGERS = PARTITION_LEDGERS / 20;

/**
 * Returns the ranges that are worth folding. A range that is larger than all later ranges together is not folded again. So each
 * part is rewritten about log2(n) times for n partitions.
 */
export function rangesToFold(snapshot: Snapshot, kept: Readonly<Record<string, number>>): LedgerRange[] {
  const hasAll = (of: Readonly<Record<string, number>>) =>
    Object.entries(kept).every(([id, version]) => of[id] === version);
  // If a segment lost its part, its folded part is hidden, and the other inputs are pieces again.
  const lacking = snapshot.segments.filter((segment) => !hasAll(segment.kept));
  const folded = snapshot.folded.filter((one) => hasAll(one.kept) && !lacking.some((other) => overlap(other, one)));
  const overPartitions = runsOf(piecesOf(snapshot, folded, hasAll))
    .map(worthFolding)
    .flatMap(slices)
    .filter((run) => run.length > 1);
  const inPartitions = [
    ...Map.groupBy(piecesInPartitions(snapshot, folded, hasAll), ({ first }) => partitionOf(first)).values(),
  ]
    .flatMap(runsOf)
    .map(worthFolding)
    .filter((run) => areMany(run.filter(({ isFolded }) => isFolded !== true)));
  return [...overPartitions, ...inPartitions].map((run) => ({ first: run[0].first, last: run.at(-1)!.last }));
}

/** Whether a range may have enough segments that can be folded: what `rangesToFold` says for sure takes longer. */
export function mayBeFolded(snapshot: Snapshot, range: LedgerRange): boolean {
  return areMany(snapshot.segmentsIn(range).filter((one) => !snapshot.folded.some((other) => isInside(one, other))));
}

/** Returns runs of pieces that adjoin. */
function runsOf(pieces: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = [];
  for (const piece of pieces) {
    const run = runs.at(-1);
    if (run?.at(-1)!.last === piece.first - 1) run.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

function areMany(segments: readonly LedgerRange[]): boolean {
  const ledgers = segments.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return segments.length >= MANY_SEGMENTS && ledgers <= MOST_LEDGERS * segments.length;
}

function slices(run: Piece[]): Piece[][] {
  const count = Math.ceil(run.length / MOST_PIECES);
  return Array.from({ length: count }, (_, i) => run.slice(i * MOST_PIECES, (i + 1) * MOST_PIECES));
}

function worthFolding(run: Piece[]): Piece[] {
  let start = 0;
  const following = (from: number) => run.slice(from + 1).reduce((sum, { size }) => sum + size, 0);
  while (start < run.length - 1 && run[start].size > following(start)) start++;
  return run.slice(start);
}

type HasAll = (kept: Readonly<Record<string, number>>) => boolean;

/** Returns what is folded over partitions, and the partitions between that have all their ledgers and all parts, in order. */
function piecesOf(snapshot: Snapshot, shown: readonly FoldedParts[], hasAll: HasAll): Piece[] {
  const folded = shown.filter((one) => partitionsIn(one).length > 0);
  const whole = snapshot.ranges.flatMap(partitionsIn).filter((one) => !folded.some((other) => isInside(one, other)));
  const lacking = snapshot.segments.filter((segment) => !hasAll(segment.kept) || !isOfOne(segment));
  const without = new Set(lacking.flatMap(({ first, last }) => [partitionOf(first), partitionOf(last)]));
  const pieces = [
    ...folded.map(({ first, last }) => ({ first, last, size: partitionsIn({ first, last }).length })),
    ...whole.filter(({ first }) => !without.has(partitionOf(first))).map((one) => ({ ...one, size: 1 })),
  ];
  return pieces.sort((a, b) => a.first - b.first);
}

/** Returns the segments of the partitions that grow, which have all parts, and what is folded of some of them, in order. */
function piecesInPartitions(snapshot: Snapshot, shown: readonly FoldedParts[], hasAll: HasAll): Piece[] {
  const whole = new Set(snapshot.ranges.flatMap(partitionsIn).map(({ first }) => partitionOf(first)));
  const grows = (one: LedgerRange) => isOfOne(one) && !whole.has(partitionOf(one.first));
  const folded = shown.filter(grows);
  const segments = snapshot.segments.filter((one) => hasAll(one.kept) && grows(one));
  const left = segments.filter((one) => !folded.some((other) => isInside(one, other)));
  const pieceOf = ({ first, last }: LedgerRange) => ({ first, last, size: last - first + 1 });
  const pieces = [...folded.map((one) => ({ ...pieceOf(one), isFolded: true })), ...left.map(pieceOf)];
  return pieces.sort((a, b) => a.first - b.first);
}

function isOfOne({ first, last }: LedgerRange): boolean {
  return partitionOf(first) === partitionOf(last);
}

/** Returns the whole partitions of a range; the first one begins with the first ledger that there is. */
function partitionsIn({ first, last }: LedgerRange): LedgerRange[] {
  const found: LedgerRange[] = [];
  for (let start = partitionOf(first); start + PARTITION_LEDGERS - 1 <= last; start += PARTITION_LEDGERS) {
    const isWhole = first <= Math.max(start, FIRST_LEDGER);
    if (isWhole) found.push({ first: Math.max(start, first), last: start + PARTITION_LEDGERS - 1 });
  }
  return found;
}
