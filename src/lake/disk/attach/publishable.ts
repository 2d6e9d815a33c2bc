/** What of a lake goes into a bucket, in the order in which it may be seen there. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../../../core/folders.ts';
import type { LakePart } from './attach-parts.ts';
import { PUBLISHED } from './bucket-part.ts';
import { fingerprint, INDEX_FOLDER, listFiles } from '../files.ts';
import { manifestPath, type SegmentFile } from '../snapshot/manifest.ts';
import { OMISSIONS } from '../snapshot/omissions.ts';
import { SNAPSHOTS } from '../snapshot/read-snapshot.ts';

/** A file of a lake; `path` is relative to it and has forward slashes. */
export interface Publishable extends Pick<SegmentFile, 'path' | 'bytes' | 'sha256'> {
  /** The folder that has it, if that is not the lake. */
  folder?: string;
}

/** Returns the files of a lake that nobody writes, step by step: each names what is in those before it. */
export async function publishable({ path, snapshot, manifests }: LakePart): Promise<Publishable[][]> {
  const data: Publishable[] = [];
  const described: Publishable[] = [];
  for (const known of snapshot.segments) {
    const { files } = await manifests.read(known);
    data.push(...files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })));
    const manifest = manifestPath(known.name);
    described.push({ path: manifest, bytes: (await stat(join(path, manifest))).size, sha256: known.manifest });
  }
  for (const { files } of snapshot.folded)
    data.push(...files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })));
  const beside = await listFiles(path, INDEX_FOLDER);
  // Skipped ledgers come before the head: a head without them has gaps without a reason. An earlier head lacks them, too.
  if (await exists(join(path, OMISSIONS))) beside.push(OMISSIONS);
  data.push(...(await fingerprints(path, beside.filter(isWhole))));
  const pages = snapshot.pageFiles.map((page) => `${SNAPSHOTS}/${page}`);
  return [data, described, await fingerprints(path, [...pages, 'lake.json']), await fingerprints(path, [PUBLISHED])];
}

/** Names with a point first are of files that somebody writes. */
function isWhole(path: string): boolean {
  return !path.includes(`${INDEX_FOLDER}/.`);
}

/** Returns files of a folder with their hashes. */
export async function fingerprints(lake: string, paths: readonly string[]): Promise<Publishable[]> {
  const found: Publishable[] = [];
  for (const path of paths) found.push({ path: path.replaceAll('\\', '/'), ...(await fingerprint(join(lake, path))) });
  return found;
}
