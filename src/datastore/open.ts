import { stat } from 'node:fs/promises';
import { UsageError } from '../errors.ts';
import { fileStore } from './files.ts';
import { fileError, localStore } from './local.ts';
import type { Store } from './store.ts';

/**
 * Returns the store that a command line names: one folder, or one or more files.
 * Throws StoreError when a path is not there, UsageError for a mixture or several folders.
 */
export async function openStore(sources: readonly string[]): Promise<Store> {
  const [first] = sources;
  if (first === undefined) throw new UsageError('no store given: name a folder of ledger objects, or ledger files');
  const folders: string[] = [];
  for (const path of sources) if (await isFolder(path)) folders.push(path);
  if (folders.length === 0) return fileStore(sources);
  if (sources.length === 1) return localStore(first);
  throw new UsageError(`a store is one folder or any number of files, not ${sources.join(' ')}`);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw fileError(error, path, { store: path });
  }
}
