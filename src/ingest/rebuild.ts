/** Loads the ledgers that a repair dropped from their store again, and compares them with what the lake recorded of them. */
import type { LedgerRange } from '../datastore/keys.ts';
import { countLedgers, intersectRanges, rangeText, subtractRanges } from '../datastore/spans.ts';
import type { Store } from '../datastore/store.ts';
import { rows } from '../lake/asking/query/rows.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { readAside } from '../lake/disk/snapshot/lost.ts';
import type { Segment, SegmentFile } from '../lake/disk/snapshot/manifest.ts';
import type { DecodeOptions } from '../tables/decode-options.ts';
import { createPool, type Pool } from '../workers/pool.ts';
import { loadStore } from './load.ts';
import type { LoadOptions } from './load-options.ts';

/** Options of loading lost ledgers again. */
export interface RebuildOptions extends DecodeOptions, Pick<LoadOptions, 'workers' | 'signal' | 'onTrouble'> {}

/**
 * How it is known that loaded ledgers equal the lost ones. `files`: each file of a table has the recorded SHA-256. `rows`:
 * hash and checksum of each ledger and the number of rows of each table are as recorded. `ledgers`: the hashes and checksums
 * alone. `chain`: no record is left, and the ledgers chain with their neighbours. `none`: they have no neighbours either.
 */
export type RebuildProof = 'files' | 'rows' | 'ledgers' | 'chain' | 'none';

/** Ledgers that were loaded again. */
export interface RebuiltRange extends LedgerRange {
  /** How it is known that they equal the lost ones. */
  proof: RebuildProof;
  /** Tables whose number of rows is not the recorded one, in words; empty unless `proof` is `ledgers` and rows could be compared. */
  differing: string[];
}

/** Lost ledgers that are loaded together, and the segment that had exactly them, if its manifest can be read. */
interface Piece extends LedgerRange {
  recorded: Segment | undefined;
}

/** A grid so wide that a segment of up to this many ledgers is cut as it was. */
const WIDE_LEDGERS = 1000;
/** Larger segments were merged, and loading all of one at once would take much memory. */
const WIDE_BYTES = 64e6;

/**
 * Loads the lost ledgers of a lake that the store has, and returns them; others stay listed as lost. Commits segment by segment:
 * after an interruption, the same call continues. Throws a LakeError if the store has other ledgers than were lost, and what
 * `loadStore` throws.
 */
export async function rebuildLost(lake: Lake, store: Store, options: RebuildOptions = {}): Promise<RebuiltRange[]> {
  const pieces = await piecesOf(lake);
  const pool = createPool(options.workers);
  try {
    for (const piece of pieces) await load(lake, store, piece, { ...options, pool });
  } finally {
    await pool.close();
  }
  const rebuilt: RebuiltRange[] = [];
  for (const piece of pieces) {
    const missing = await lake.missing(piece);
    if (missing.length === 0) rebuilt.push(await proven(lake, piece));
    else for (const part of subtractRanges(piece, missing)) rebuilt.push(await provenPart(lake, part, piece.recorded));
  }
  return rebuilt;
}

/** Returns the lost ledgers, cut as the segments that had them. */
async function piecesOf(lake: Lake): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const { first, last } of (await lake.snapshot()).lost) {
    let left: LedgerRange[] = [{ first, last }];
    const aside = await readAside(lake.path, lake.network, { first, last });
    for (const recorded of aside.sort((a, b) => (b.revision ?? 1) - (a.revision ?? 1))) {
      const parts = intersectRanges(recorded, left);
      const isWhole = parts.length === 1 && countLedgers(parts) === recorded.ledgers.length;
      pieces.push(...parts.map((part) => ({ ...part, recorded: isWhole ? recorded : undefined })));
      left = left.flatMap((one) => subtractRanges(one, [recorded]));
    }
    pieces.push(...left.map((part) => ({ ...part, recorded: undefined })));
  }
  return pieces.sort((a, b) => a.first - b.first);
}

async function load(
  lake: Lake,
  store: Store,
  { first, last, recorded }: Piece,
  { workers: _, ...options }: RebuildOptions & { pool: Pool },
): Promise<void> {
  options.signal?.throwIfAborted();
  const isSmall = (recorded?.files ?? []).reduce((sum, { bytes }) => sum + bytes, 0) <= WIDE_BYTES;
  await loadStore(lake, store, {
    ...options,
    ...(await decodedAs(lake, recorded, options)),
    range: { first, last },
    allowGaps: true,
    compact: false,
    ...(recorded && isSmall && { segmentLedgers: WIDE_LEDGERS }),
    ...(recorded && { silver: Object.keys(recorded.kept ?? {}).length > 0 }),
  });
  options.signal?.throwIfAborted();
}

const XDR = 'select tx_meta is not null as filled from bronze.history_transactions limit 1';

/** Returns what to decode, where the caller does not say it: as the lost segment, and the first transaction that is left. */
async function decodedAs(
  lake: Lake,
  recorded: Segment | undefined,
  { withXdr, withChanges }: DecodeOptions,
): Promise<DecodeOptions> {
  const tables = [...Object.keys((await lake.snapshot()).totals), ...(recorded?.files ?? []).map(({ table }) => table)];
  return {
    withChanges: withChanges ?? tables.includes('transaction_changes'),
    withXdr: withXdr ?? (await rows(lake, XDR))[0]?.['filled'] === true,
  };
}

/** Compares the segments that a piece has now with the record of the one that it had. */
async function proven(lake: Lake, { first, last, recorded }: Piece): Promise<RebuiltRange> {
  if (!recorded) return provenPart(lake, { first, last }, undefined);
  const snapshot = await lake.snapshot();
  const segments = await Promise.all(snapshot.segmentsIn({ first, last }).map(({ name }) => lake.segment(name)));
  const [found, expected] = [segments.flatMap(({ files }) => files), recorded.files].map(ofTables);
  const sums = found.map(({ sha256 }) => sha256);
  if (found.length === expected.length && expected.every(({ sha256 }) => sums.includes(sha256)))
    return { first, last, proof: 'files', differing: [] };
  const differing = rowDifferences(found, expected);
  return { first, last, proof: differing.length === 0 ? 'rows' : 'ledgers', differing };
}

/** Says what is known of ledgers whose rows no record counts: the record, if there is one, is of more ledgers. */
async function provenPart(
  lake: Lake,
  { first, last }: LedgerRange,
  recorded: Segment | undefined,
): Promise<RebuiltRange> {
  if (recorded) return { first, last, proof: 'ledgers', differing: [] };
  const beside = await lake.hashes({ first: first - 1, last: last + 1 });
  const isChained = beside.has(first - 1) || beside.has(last + 1);
  return { first, last, proof: isChained ? 'chain' : 'none', differing: [] };
}

function ofTables(files: readonly SegmentFile[]): SegmentFile[] {
  return files.filter(({ version }) => version === undefined);
}

function rowDifferences(found: readonly SegmentFile[], expected: readonly SegmentFile[]): string[] {
  const names = [...new Set([...found, ...expected].map(({ table }) => table))].sort();
  const count = (files: readonly SegmentFile[], name: string) =>
    files.reduce((sum, { table, rows }) => sum + (table === name ? rows : 0), 0);
  return names.flatMap((name) => {
    const [is, was] = [count(found, name), count(expected, name)];
    return is === was ? [] : [`${name} has ${is} rows, recorded ${was}`];
  });
}

/** What proves rebuilt ledgers, in words. */
const proofs: Record<RebuildProof, string> = {
  files: 'each file of a table has the recorded SHA-256',
  rows: 'hashes and checksums of the ledgers and the number of rows of each table are as recorded; the bytes of files differ',
  ledgers: 'hashes and checksums of the ledgers are as recorded; rows differ or could not be compared',
  chain: 'no record of the range is left; their hashes chain with those of their neighbours',
  none: 'no record of the range is left, and no ledger beside them is loaded',
};

/** Returns which ledgers were rebuilt and what proves them, as one line. */
export function rebuiltText({ proof, differing, ...range }: RebuiltRange): string {
  const more = differing.length > 0 ? `: ${differing.join(', ')}` : '';
  return `ledgers ${rangeText(range)}: ${proofs[proof]}${more}`;
}
