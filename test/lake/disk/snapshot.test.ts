import { expect, it } from 'vitest';
import type { Segment } from '../../../src/lake/disk/snapshot/manifest.ts';
import { EnteringSegments, publishSnapshot } from '../../../src/lake/disk/snapshot/publish-snapshot.ts';
import { readSnapshot } from '../../../src/lake/disk/snapshot/read-snapshot.ts';
import { emptySnapshot, Snapshot } from '../../../src/lake/disk/snapshot/snapshot.ts';
import { temporaryFolder } from '../../folder.ts';
import { segmentOf } from '../tables.ts';

const segment = (first: number, last: number) => ({
  first,
  last,
  loaded_at: '',
  decoder_version: '',
  manifest: '',
  files: {},
});
const page = { shapes: [], sets: [], segments: [segment(1, 10), segment(11, 20), segment(21, 30)] };
const snapshot = new Snapshot({ number: 1, epoch: 0, totals: {}, lost: [] }, new Map([['0-1.json', page]]));

const found = (of: Snapshot, first: number, last: number) =>
  of.segmentsIn({ first, last }).map((one) => `${one.first}-${one.last}`);

it('finds the segments of a range', () => {
  expect(found(snapshot, 10, 11)).toEqual(['1-10', '11-20']);
  expect(found(snapshot, 31, 40)).toEqual([]);
});

it('takes its epoch for its generation where an earlier version wrote it', () => {
  const head = { number: 9, totals: {}, lost: [] };
  expect(new Snapshot({ ...head, epoch: 4 }, new Map()).generation).toBe(4);
  expect(new Snapshot({ ...head, epoch: 4, generation: 2 }, new Map()).upTo(1).unfolded().generation).toBe(2);
});

it('finds nothing after the ledger that a snapshot ends at', () => {
  const upTo = snapshot.upTo(15);
  expect(found(upTo, 10, 30)).toEqual(['1-10', '11-15']);
  expect(found(upTo, 16, 20)).toEqual([]);
});

it('is published and read with 10,000 segments, and goes on by one, whose commit writes one page', async () => {
  const lake = temporaryFolder();
  const many = Array.from({ length: 10_000 }, (_, i) => segmentOf(i * 20 + 1, i * 20 + 20));
  const entering = (segments: Segment[]) =>
    new EnteringSegments(segments.map((one) => ({ segment: { ...one, ledgers: [], sources: [] }, manifest: 'a' })));
  const first = await publishSnapshot(lake, emptySnapshot(), { enter: entering(many) });
  const read = await readSnapshot(lake);
  expect(read.segments).toHaveLength(10_000);
  expect(read.ranges).toEqual([{ first: 1, last: 200_000 }]);
  expect(found(read, 100_000, 100_021)).toEqual(['99981-100000', '100001-100020', '100021-100040']);
  const next = await publishSnapshot(lake, read, { enter: entering([segmentOf(200_001, 200_020)]) });
  expect(next.pageFiles.filter((file) => !first.pageFiles.includes(file))).toHaveLength(1);
  expect((await readSnapshot(lake, read)).segments).toHaveLength(10_001);
});
