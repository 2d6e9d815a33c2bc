/**
 * Segments that enter together or not at all. A segment that has a manifest counts when a lake is opened after a crash; those in this
 * list count only when the snapshot has them, so that of many manifests none is entered alone.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../system-errors.ts';
import { removeFiles, writeDurably } from './files.ts';
import { manifestPath } from './manifest.ts';
import type { Snapshot } from './snapshot.ts';

const PATH = 'segments/attaching.json';

/** Lists, durably, the segments whose manifests are about to be written. */
export async function beginAttaching(lake: string, names: readonly string[]): Promise<void> {
  await writeDurably(join(lake, PATH), JSON.stringify(names) + '\n');
}

/** Removes the list: its segments are in the snapshot, or their manifests are gone. */
export async function endAttaching(lake: string): Promise<void> {
  await removeFiles(lake, [PATH]);
}

/** Removes the manifests that were listed and that the snapshot does not have, and the list. */
export async function undoAttaching(lake: string, { segments }: Pick<Snapshot, 'segments'>): Promise<void> {
  const listed = await readList(lake);
  if (listed.length === 0) return;
  const entered = new Set(segments.map(({ name }) => name));
  await removeFiles(lake, listed.filter((name) => !entered.has(name)).map(manifestPath));
  await endAttaching(lake);
}

async function readList(lake: string): Promise<string[]> {
  try {
    const names: unknown = JSON.parse(await readFile(join(lake, PATH), 'utf8'));
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return [];
    throw error;
  }
}
