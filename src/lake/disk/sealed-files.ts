/** The small files of a lake that hold a hash of their own text, or have it in their name: whether they are as written. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNamesIn } from '../../core/folders.ts';
import { errorCode } from '../../core/system-errors.ts';
import { SCRUB } from './scrub-state.ts';
import { unsealed } from './sealed.ts';
import { readableHead } from './snapshot/read-snapshot.ts';
import type { Problem } from './snapshot/problem.ts';

/** Folders with such files. Manifests of segments are read with their segment, and those put aside may be damaged. */
const folders: [folder: string, names: RegExp][] = [
  ['snapshots', /^(head|retired-\d+|\d+-\d+\.[0-9a-f]{64})\.json$/],
  ['segments', /^[a-z]+\.json$/],
  ['baselines', /^\d+\.json$/],
];

/** A file that was read. */
export interface CheckedSealedFile {
  bytes: number;
  /** What is wrong with it. */
  problem?: Problem;
}

/** Yields each such file of a lake that is there while it is read. Throws system errors other than of missing files. */
export async function* checkSealedFiles(lake: string): AsyncGenerator<CheckedSealedFile> {
  const paths = ['lake.json', SCRUB];
  for (const [folder, names] of folders) {
    const found = await fileNamesIn(join(lake, folder));
    paths.push(...found.filter((name) => names.test(name)).map((name) => `${folder}/${name}`));
  }
  for (const path of paths) {
    const text = await readFile(join(lake, path), 'utf8').catch((error: unknown) => {
      // A writer may have replaced a page, or removed a list.
      if (errorCode(error) !== 'ENOENT') throw error;
    });
    if (text === undefined) continue;
    const isWhole = /^snapshots\/\d/.test(path) ? path.includes(hash('sha256', text)) : unsealed(text) !== undefined;
    const bytes = Buffer.byteLength(text);
    if (isWhole || !isCommitted(lake, path)) yield { bytes };
    else yield { bytes, problem: { where: path, check: 'sealed-file', found: 'changed', expected: 'its SHA-256' } };
  }
}

/** Whether the file was committed: a writer may be in the middle of a page of the next commit. */
function isCommitted(lake: string, path: string): boolean {
  const commit = /^snapshots\/\d+-(\d+)\./.exec(path)?.[1];
  return commit === undefined || Number(commit) <= (readableHead(lake)?.number ?? Infinity);
}
