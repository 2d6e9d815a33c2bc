/** What is done when a lake is opened for writing: what a cut-off run left is finished or removed. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSegment, committedFiles, committedSegments, insertSegment } from './catalog.ts';
import type { DuckDBConnection } from './duckdb.ts';
import { listFiles, removeFiles } from './files.ts';
import { listManifests, manifestPath, readManifest, type Segment } from './manifest.ts';

/**
 * Enters segments that have a manifest but did not reach the catalog, and removes manifests that others replaced,
 * unfinished files, and Parquet files of no segment. Files that this program did not name are left alone.
 */
export async function recover(connection: DuckDBConnection, lake: string, network: string): Promise<void> {
  const committed = new Set(await committedSegments(connection));
  const names = await listManifests(lake);
  const waiting: Segment[] = [];
  for (const name of names) if (!committed.has(name)) waiting.push(await readManifest(lake, network, name));
  // Replacements first: what they replace is then seen to be there already.
  waiting.sort((a, b) => (b.replaces?.length ?? 0) - (a.replaces?.length ?? 0));
  for (const segment of waiting) {
    if (await mayEnter(connection, lake, segment, committed)) await insertSegment(connection, network, segment);
  }
  const kept = new Set(await committedSegments(connection));
  await removeFiles(lake, names.filter((name) => !kept.has(name)).map(manifestPath));
  await removeOrphans(connection, lake);
}

async function mayEnter(
  connection: DuckDBConnection,
  lake: string,
  segment: Segment,
  committed: Set<string>,
): Promise<boolean> {
  if (!(await isWhole(lake, segment))) return false;
  if (segment.replaces?.length && segment.replaces.every((name) => committed.has(name))) return true;
  return checkSegment(connection, segment, false);
}

async function isWhole(lake: string, segment: Segment): Promise<boolean> {
  const sizes = await Promise.all(segment.files.map(({ path }) => stat(join(lake, path)).catch(() => undefined)));
  return segment.files.every(({ bytes }, i) => sizes[i]?.size === bytes);
}

const ours = /^(bronze\/.*\/\d+-\d+(\.\d+)?\.parquet(\.tmp)?|segments\/(\d+-\d+|omissions)\.json\.tmp)$/;

async function removeOrphans(connection: DuckDBConnection, lake: string): Promise<void> {
  const known = new Set((await committedFiles(connection)).map(({ path }) => path));
  const found = [...(await listFiles(lake, 'bronze')), ...(await listFiles(lake, 'segments'))];
  const paths = found.map((path) => path.replaceAll('\\', '/'));
  await removeFiles(
    lake,
    paths.filter((path) => ours.test(path) && !known.has(path)),
  );
}
