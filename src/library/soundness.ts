/** Whether a lake and its index still are what was written, and a repair of both. */
import { openLake, type Lake } from '../lake/asking/lake.ts';
import { checkStore } from '../datastore/check-store.ts';
import type { Store } from '../datastore/store.ts';
import { knownOptions } from '../options/known-options.ts';
import * as kind from '../options/kinds.ts';
import { checkIndexFiles, putAsideDamaged, type CheckedFile } from '../history/check-files.ts';
import { LedgerIndex } from '../history/ledger-index.ts';
import { DamagedRun } from '../history/run-file.ts';
import { networkOf } from '../ingest/network-of.ts';
import { rebuildLost, type RebuildOptions, type RebuiltRange } from '../ingest/rebuild.ts';
import {
  describeRepaired,
  repairSnapshot as repairFiles,
  type SnapshotRepairOptions,
  type SnapshotRepairReport,
} from '../lake/repair/repair.ts';
import { refreshParts } from '../lake/writing/refresh.ts';
import { verifyFiles, type VerifyReport } from '../lake/repair/verify.ts';
import { messageOf } from '../core/system-errors.ts';
import { DECODE_OPTIONS } from '../tables/decode-options.ts';
import { tables } from '../tables/index.ts';

/**
 * Checks the files of a lake and its index, and returns every problem. Throws only if the lake cannot be read, or at the signal.
 */
export async function verifyLake(lake: Lake, options: { signal?: AbortSignal } = {}): Promise<VerifyReport> {
  options = knownOptions('verifyLake', options, { signal: kind.signal });
  const report = await verifyFiles(lake, options);
  for await (const checked of checkIndexFiles(lake.path, options.signal)) addIndexFile(report, checked);
  return report;
}

/** Adds an index file to a report. */
export function addIndexFile(report: VerifyReport, { path, bytes, fault }: CheckedFile): void {
  report.files++;
  report.bytes += bytes;
  if (fault === undefined) return;
  const why = fault instanceof DamagedRun ? fault.why : messageOf(fault);
  const expected = 'each page as it was written';
  report.problems.push({ where: path, check: 'index-file', found: `damaged (${why})`, expected });
}

/** Options of `repairLake`. */
export interface RepairOptions extends SnapshotRepairOptions, RebuildOptions {
  /** Load lost ledgers from this store again, and make dropped parts again. By default, they stay lost. */
  from?: Store;
}

/** What `repairLake` did. */
export interface RepairReport extends SnapshotRepairReport {
  /** Ledgers that were loaded again, and what proves them; `lost` has the others. */
  rebuilt: RebuiltRange[];
}

const OPTIONS: Record<keyof RepairOptions, kind.Kind> = {
  ...DECODE_OPTIONS,
  from: kind.object,
  removeUnclaimed: kind.flag,
  workers: kind.whole(1, 9999),
  signal: kind.signal,
  onTrouble: kind.call,
};

/**
 * Publishes a snapshot of all intact segments, and moves damaged index files aside. The report notes these: index them again.
 * With `from`, loads lost ledgers again; after an interruption, the same call continues. Throws StoreError for a store of
 * another network, LakeError if it has other ledgers than were lost, and what `load` throws.
 */
export async function repairLake(lake: string, options: RepairOptions = {}): Promise<RepairReport> {
  const { from, removeUnclaimed, ...ofRebuild } = knownOptions('repairLake', options, OPTIONS);
  if (from) {
    checkStore('repairLake', from);
    await networkOf(from, { passphrase: (await describeRepaired(lake)).network_passphrase }, ofRebuild.onTrouble);
  }
  const { signal } = ofRebuild;
  const report = { ...(await repairFiles(lake, { removeUnclaimed, signal })), rebuilt: [] };
  report.notes.push(...(await putAsideDamaged(lake, signal)));
  return from ? rebuild(lake, from, report, ofRebuild) : report;
}

async function rebuild(dir: string, from: Store, report: RepairReport, options: RebuildOptions): Promise<RepairReport> {
  const lake = await openLake(dir, { tables, write: true, index: new LedgerIndex(dir) });
  try {
    const rebuilt = await rebuildLost(lake, from, options);
    const { lost, segments, totals } = await lake.snapshot();
    const relations = [...new Set(report.dropped.map(({ relation }) => relation))];
    const remade = relations.length > 0 ? await refreshParts(lake, { relations, signal: options.signal }) : undefined;
    const isRemade = remade?.failed.length === 0;
    const sum = (of: 'files' | 'rows') => Object.values(totals).reduce((all, total) => all + total[of], 0);
    return {
      ...report,
      ...{ rebuilt, lost: [...lost], segments: segments.length, files: sum('files'), rows: sum('rows') },
      ledgers: segments.reduce((all, { first, last }) => all + last - first + 1, 0),
      notes: isRemade ? report.notes.filter((note) => !report.dropped.some((one) => one.note === note)) : report.notes,
    };
  } finally {
    await lake.close();
  }
}
