import { expect, it } from 'vitest';
import { Snapshot } from '../../../src/lake/disk/snapshot/snapshot.ts';

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
