/** How a store really is cut, seen from its keys, and whether keys, manifest and names agree. */
import { StoreError } from '../core/errors.ts';
import {
  MAX_LEDGER,
  objectKey,
  parseKey,
  parsePartition,
  type Layout,
  type LedgerRange,
  type StoreSchema,
} from './keys.ts';
import type { LedgerObject } from './store.ts';

/** Returns the layout that a key shows, undefined when it is no ledger object's. */
export function layoutOf(key: string): (Layout & { folder: string }) | undefined {
  const parsed = parseKey(key);
  if (!parsed) return undefined;
  const ledgersPerFile = parsed.last - parsed.first + 1;
  const parts = key.split('/');
  const partition = parts.length > 1 ? parsePartition(parts.at(-2)!) : undefined;
  const filesPerPartition = partition ? (partition.last - partition.first + 1) / ledgersPerFile : 1;
  const depth = partition ? 2 : 1;
  const folder = parts.slice(0, -depth).join('/');
  return { ledgersPerFile, filesPerPartition, extension: parsed.extension, folder };
}

/**
 * Throws StoreError if objects have different sizes, the manifest disagrees with them, or a key is not the one computed from
 * its ledgers.
 */
export function checkLayout(
  store: string,
  objects: readonly LedgerObject[],
  { manifest, layout }: { manifest?: StoreSchema; layout?: Layout } = {},
): void {
  const [head] = objects;
  if (!head) return;
  const size = sizeOf(head);
  if (manifest && manifest.ledgersPerFile !== size) {
    throw new StoreError(
      `${store}: .config.json says ${ledgers(manifest.ledgersPerFile)} a file, but ${head.key} is named for ${ledgers(size)}; ` +
        'correct ledgersPerBatch, or take away what does not belong there',
      { store, key: head.key },
    );
  }
  checkPartition(store, head.key, manifest);
  for (const object of objects) {
    // The last file there can be is cut off at the highest sequence.
    if (object.last < MAX_LEDGER && sizeOf(object) !== size) {
      throw new StoreError(
        `${store}: two layouts are mixed: ${head.key} holds ${ledgers(size)} and ${object.key} ${ledgers(sizeOf(object))}; ` +
          'keep each layout in a store of its own, or name the files themselves',
        { store, key: object.key },
      );
    }
  }
  if (!layout) return;
  for (const object of objects) {
    const expected = objectKey(object.first, layout, parseKey(object.key)?.extension);
    if (expected !== object.key) {
      throw new StoreError(
        `${store}: the key ${object.key} does not fit the layout (${describeLayout(layout)}), expected ${expected}; ` +
          'rename it or take it away',
        { store, key: object.key },
      );
    }
  }
}

/** A store may be flat whatever its manifest says; existing partitions must have the size of the manifest. */
function checkPartition(store: string, key: string, manifest: StoreSchema | undefined): void {
  const found = layoutOf(key)?.filesPerPartition ?? 1;
  if (!manifest || found === 1 || found === manifest.filesPerPartition) return;
  throw new StoreError(
    `${store}: .config.json says ${manifest.filesPerPartition} files a partition, but ${key} lies in one of ${found}; ` +
      'correct batchesPerPartition, or take away what does not belong there',
    { store, key },
  );
}

/** Returns `1 ledger a file, 64000 files a partition`. */
export function describeLayout({ ledgersPerFile, filesPerPartition }: StoreSchema): string {
  const folders = filesPerPartition > 1 ? `${filesPerPartition} files a partition` : 'no partitions';
  return `${ledgers(ledgersPerFile)} a file, ${folders}`;
}

function sizeOf({ first, last }: LedgerRange): number {
  return last - first + 1;
}

function ledgers(count: number): string {
  return `${count} ledger${count === 1 ? '' : 's'}`;
}
