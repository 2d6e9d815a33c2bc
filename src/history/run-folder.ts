/** The files of runs in a folder: valid ones, and leftovers of killed processes. */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { mergeRanges, subtractRanges } from '../datastore/spans.ts';
import { isAbandoned } from '../core/abandoned.ts';
import { StoreError } from '../core/errors.ts';
import { messageOf, systemReason } from '../core/system-errors.ts';
import type { Run, RunKind } from './run.ts';
import { DamagedRun, openRun, parseRunName, parseTemporaryName } from './run-file.ts';

/** Takes what went wrong beside what was asked for, and what of it could not be done: a verb and its object. */
export type OnRunFault = (error: unknown, what: string) => void;

/** Ends the name of a file that was damaged. */
const ASIDE = '.damaged';

/**
 * Opens the runs of a kind in a folder: sorted, not overlapping, the longest intact ones. Moves the others away, reports
 * them, and removes rests of a killed merge. Throws StoreError if the folder cannot be listed.
 */
export function openRuns(folder: string, kind: RunKind, onFault: OnRunFault): Run[] {
  const names = listFolder(folder);
  const runs: Run[] = [];
  for (const { name, first, last } of longestFirst(names, kind)) {
    const end = runs.at(-1)?.last ?? 0;
    if (last <= end) remove(folder, name, onFault);
    if (first <= end) continue;
    const run = openOrPutAside(folder, name, onFault);
    if (run) runs.push(run);
  }
  removeLeftovers({ folder, names, kind, runs, onFault });
  return runs;
}

/** Moves the file of a damaged run aside; reports a failure. */
export function putAside(folder: string, name: string, onFault: OnRunFault): void {
  attempt(folder, onFault, () => renameSync(join(folder, name), join(folder, name + ASIDE)));
}

/** Returns the StoreError for what the system said of writing to the folder. */
export function folderError(folder: string, error: unknown): StoreError {
  const why = systemReason(error) ?? messageOf(error);
  return new StoreError(`${folder}: ${why}`, { key: folder }, error);
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw folderError(folder, error);
  }
}

interface RunFileName extends LedgerRange {
  name: string;
}

/** Sorted by first ledger, then the longest first. */
function longestFirst(names: readonly string[], kind: RunKind): RunFileName[] {
  const found = names.flatMap((name) => {
    const said = parseRunName(name);
    return said?.kind === kind && said.isOther !== true ? [{ name, first: said.first, last: said.last }] : [];
  });
  return found.sort((a, b) => a.first - b.first || b.last - a.last);
}

function openOrPutAside(folder: string, name: string, onFault: OnRunFault): Run | undefined {
  try {
    return openRun(folder, name);
  } catch (error) {
    const isDamaged = error instanceof DamagedRun;
    onFault(isDamaged ? error : folderError(join(folder, name), error), 'read an index file');
    if (isDamaged) putAside(folder, name, onFault);
    return undefined;
  }
}

interface Leftovers {
  folder: string;
  names: readonly string[];
  kind: RunKind;
  runs: readonly Run[];
  onFault: OnRunFault;
}

/** What was damaged, or is of the keys of other columns, is removed when its ledgers are in the index again. */
function removeLeftovers({ folder, names, kind, runs, onFault }: Leftovers): void {
  const indexed = mergeRanges(runs);
  for (const name of names) {
    const writer = parseTemporaryName(name);
    const isDamaged = name.endsWith(ASIDE);
    const said = parseRunName(isDamaged ? name.slice(0, -ASIDE.length) : name);
    const isPast = said?.kind === kind && (isDamaged || said.isOther === true);
    const isOver = writer
      ? !writer.isOwn && isAbandoned(join(folder, name), writer)
      : isPast && subtractRanges(said, indexed).length === 0;
    if (isOver) remove(folder, name, onFault);
  }
}

function remove(folder: string, name: string, onFault: OnRunFault): void {
  attempt(folder, onFault, () => rmSync(join(folder, name), { force: true }));
}

function attempt(folder: string, onFault: OnRunFault, tidy: () => void): void {
  try {
    tidy();
  } catch (error) {
    onFault(folderError(folder, error), 'tidy the index');
  }
}
