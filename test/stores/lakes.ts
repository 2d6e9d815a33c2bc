/** Loading into lakes in this process, and telling whether two lakes are the same. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Store } from '../../src/datastore/store.ts';
import { openLake } from '../../src/lake/asking/lake.ts';
import { tables } from '../../src/tables/index.ts';
import { loadStore } from '../../src/ingest/load.ts';
import type { LoadOptions } from '../../src/ingest/load-options.ts';
import type { LoadReport } from '../../src/ingest/report.ts';

/** Loads the store into a lake in the folder and closes both, whatever comes of it. */
export async function loadInto(
  dir: string,
  store: Store,
  network: string,
  options: LoadOptions = {},
): Promise<LoadReport> {
  const lake = await openLake(dir, { tables, write: true, network });
  try {
    return await loadStore(lake, store, options);
  } finally {
    await lake.close();
    store.close?.();
  }
}

/**
 * Returns the files of a lake, each with the hash of its bytes. A second load of the same ledgers may write other manifests.
 * So the time of the load, the hash of the manifest and `check_sets` are left out: whether a segment's first ledger was
 * compared with the one before depends on which segment was ready first. Snapshots, which can be made from the other files,
 * locks, and what says where ledgers came from are left out.
 */
export function fingerprint(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/[\\/](snapshots|locks)$/.test(entry.parentPath))
    .filter(({ name }) => name !== 'stores.json')
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return Object.fromEntries(entries.map((path) => [relative(folder, path), hashOf(path)]));
}

function hashOf(path: string): string {
  const bytes = readFileSync(path);
  const content = path.includes('/segments/') ? JSON.stringify(timeless(bytes.toString('utf8'))) : bytes;
  return createHash('sha256').update(content).digest('hex');
}

interface Manifest {
  ledgers: Record<string, unknown>[];
  [name: string]: unknown;
}

function timeless(text: string): unknown {
  const { ledgers, ...rest }: Manifest = JSON.parse(text);
  const without = ['loadedAt', 'check_sets', 'sha256'];
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !without.includes(name))),
    ledgers: ledgers.map(({ sequence, hash, source }) => ({ sequence, hash, source })),
  };
}
