/** Groups contract transactions into clusters that can run in parallel (CAP-63). */
import { readEntryKey } from '../encode/read-entry.ts';
import type { Frame } from '../transactions/frame.ts';

/**
 * Returns transactions in up to `limit` clusters, so that no transaction of one touches what one of another writes (CAP-63). Each
 * cluster is sorted by the hash of its envelopes, and so are the clusters by their first.
 */
export function clustersOf(frames: readonly Frame[], limit: number): Frame[][] {
  const groups = conflicting(frames.toSorted(byHash));
  const clusters: Frame[][] = [];
  for (const group of groups.sort((a, b) => b.length - a.length || byHash(a[0], b[0]))) {
    if (clusters.length < limit) clusters.push(group);
    else clusters.reduce((small, cluster) => (cluster.length < small.length ? cluster : small)).push(...group);
  }
  return clusters.map((cluster) => cluster.sort(byHash)).sort((a, b) => byHash(a[0], b[0]));
}

// transactions that stand together because one writes what another touches
function conflicting(frames: readonly Frame[]): Frame[][] {
  const parents = frames.map((_, i) => i);
  const rootOf = (i: number): number => {
    while (parents[i] !== i) i = parents[i] = parents[parents[i]];
    return i;
  };
  const writers = new Map<string, number>();
  frames.forEach((frame, i) => {
    for (const key of keysOf(frame, 'readWrite')) {
      const writer = writers.get(key);
      if (writer === undefined) writers.set(key, i);
      else parents[rootOf(i)] = rootOf(writer);
    }
  });
  frames.forEach((frame, i) => {
    for (const key of keysOf(frame, 'readOnly')) {
      const writer = writers.get(key);
      if (writer !== undefined) parents[rootOf(i)] = rootOf(writer);
    }
  });
  const groups = Map.groupBy(frames, (_, i) => rootOf(i));
  return [...groups.values()];
}

const keysOf = ({ inner }: Frame, part: 'readOnly' | 'readWrite'): string[] =>
  inner.soroban?.resources.footprint[part].map(readEntryKey) ?? [];
const byHash = (a: Frame, b: Frame) => Buffer.compare(a.envelopeHash, b.envelopeHash);
