/** Parts that are as large as one likes and cost no load: the files of one segment, linked under other numbers, with manifests of their own. */
import { linkSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openLake } from '../src/lake/asking/lake.ts';
import { writeManifest, type Segment } from '../src/lake/disk/snapshot/manifest.ts';
import { EnteringSegments, publishSnapshot } from '../src/lake/disk/snapshot/publish-snapshot.ts';
import { folderOf, partitionOf } from '../src/lake/disk/table-files.ts';
import { tables } from '../src/tables/index.ts';

/** A segment, and the lake that has its files. */
export interface Base {
  dir: string;
  network: string;
  segment: Segment;
}

/** Writes a lake of `count` segments from ledger `first` on, whose ledgers follow on each other. */
export async function writePart(dir: string, base: Base, first: number, count: number): Promise<void> {
  const lake = await openLake(dir, { tables, write: true, network: base.network });
  const snapshot = await lake.snapshot();
  await lake.close();
  const size = base.segment.last - base.segment.first + 1;
  const enter = new EnteringSegments();
  for (let i = 0; i < count; i++) {
    const segment = copyOf(base, dir, first + i * size);
    enter.add({ segment, manifest: await writeManifest(dir, base.network, segment) });
  }
  await publishSnapshot(dir, snapshot, { enter });
}

function copyOf({ dir: from, segment }: Base, to: string, first: number): Segment {
  const by = first - segment.first;
  const last = segment.last + by;
  const files = segment.files.map((file) => {
    const path = `${folderOf(file)}/ledger_range=${partitionOf(first)}/${first}-${last}.parquet`;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    linkSync(join(from, file.path), join(to, path));
    return { ...file, path, first, last };
  });
  const ledgers = segment.ledgers.map((ledger) => {
    const sequence = ledger.sequence + by;
    return { ...ledger, sequence, hash: hashOf(sequence), previousHash: hashOf(sequence - 1) };
  });
  return { ...segment, first, last, files, ledgers };
}

function hashOf(sequence: number): string {
  return sequence.toString(16).padStart(64, '0');
}
