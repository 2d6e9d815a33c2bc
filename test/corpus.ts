/** The corpus of real ledgers: where it is, and what its files hold. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

/** The folder of the corpus, from LEDGERLAKE_CORPUS or beside the project. */
export const corpus = resolve(process.env.LEDGERLAKE_CORPUS ?? join(import.meta.dirname, '../../shared/data'));

/** Whether the corpus is there; tests that need it are skipped without it. */
export const hasCorpus = existsSync(corpus);

/** Returns the paths of all files below a folder of the corpus that end so, sorted. */
export function corpusFiles(folder: string, ending: string): string[] {
  if (!hasCorpus) return [];
  return readdirSync(join(corpus, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(corpus, folder, name));
}

/** Returns the text of a file, decompressed when its name says so. */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  return (/\.zstd?$/.test(path) ? zstdDecompressSync(bytes) : bytes).toString('utf8');
}
