/** Ledgers that a repair left out: the manifests that it put aside still say which ledgers have to come back. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerRange } from '../../../datastore/keys.ts';
import { LakeError } from '../../../core/errors.ts';
import { listFiles } from '../files.ts';
import { ASIDE, manifestPath, rangeOfName, segmentFrom, segmentName, type Segment } from './manifest.ts';
import { otherBytes } from './segment-check.ts';
import { overlap, type Snapshot } from './snapshot.ts';

/** Returns the names of the segments whose manifests a repair put aside. */
export async function listAside(lake: string): Promise<string[]> {
  const files = await listFiles(lake, 'segments');
  return files.flatMap((path) => /^segments[/\\](\d+-\d+(?:\.\d+)?)\.json\.damaged$/.exec(path)?.[1] ?? []).sort();
}

/** Returns the segments with ledgers of a range whose manifests a repair put aside, as far as these can be read. */
export async function readAside(lake: string, network: string, range: LedgerRange): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (const name of (await listAside(lake)).filter((one) => overlap(rangeOfName(one), range))) {
    const path = manifestPath(name) + ASIDE;
    try {
      segments.push(segmentFrom(path, await readFile(join(lake, path), 'utf8'), { network, name }));
    } catch (error) {
      if (!(error instanceof LakeError)) throw error;
    }
  }
  return segments;
}

/**
 * Throws a LakeError if a segment has ledgers that a repair left out, but with other hashes or checksums than their manifests
 * record.
 */
export async function checkLost(lake: string, network: string, snapshot: Snapshot, segment: Segment): Promise<void> {
  if (!snapshot.lost.some((range) => overlap(range, segment))) return;
  const ledgers = new Map(segment.ledgers.map((ledger) => [ledger.sequence, ledger]));
  for (const aside of await readAside(lake, network, segment)) {
    for (const known of aside.ledgers) {
      const { sequence } = known;
      const found = ledgers.get(sequence);
      const other = found && otherBytes(found, known);
      if (!other) continue;
      const file = manifestPath(segmentName(aside)) + ASIDE;
      throw new LakeError(
        `other bytes for ledger ${sequence}: its ${other.what} is ${other.found}, that of the lost ledger ${other.expected} ` +
          `(${file} records it): give a store of the same ledgers`,
        { lake, ledger: sequence, ...other },
      );
    }
  }
}
