/** Whether a lake and its index still are what was written, and a repair of both. */
import { knownOptions } from '../options/known-options.ts';
import * as kind from '../options/kinds.ts';
import { checkIndexFiles, putAsideDamaged } from '../history/check-files.ts';
import { DamagedRun } from '../history/run-file.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { repairSnapshot as repairFiles, type RepairOptions, type RepairReport } from '../lake/repair/repair.ts';
import { verifyFiles, type VerifyReport } from '../lake/repair/verify.ts';
import { messageOf } from '../core/system-errors.ts';

/**
 * Checks the files of a lake and its index, and returns every problem. Throws only if the lake cannot be read, or at the signal.
 */
export async function verifyLake(lake: Lake, options: { signal?: AbortSignal } = {}): Promise<VerifyReport> {
  options = knownOptions('verifyLake', options, { signal: kind.signal });
  const report = await verifyFiles(lake, options);
  for await (const { path, bytes, fault } of checkIndexFiles(lake.path, options.signal)) {
    report.files++;
    report.bytes += bytes;
    if (fault === undefined) continue;
    const why = fault instanceof DamagedRun ? fault.why : messageOf(fault);
    const expected = 'each page as it was written';
    report.problems.push({ where: path, check: 'index-file', found: `damaged (${why})`, expected });
  }
  return report;
}

/** Publishes a snapshot of all intact segments, and moves damaged index files aside. The report notes these: index them again. */
export async function repairLake(lake: string, options: RepairOptions = {}): Promise<RepairReport> {
  const report = await repairFiles(lake, options);
  report.notes.push(...(await putAsideDamaged(lake, options.signal)));
  return report;
}
