import { describe, expect, it } from 'vitest';
import type { Baseline } from '../../../src/lake/disk/snapshot/baseline.ts';
import { Snapshot } from '../../../src/lake/disk/snapshot/snapshot.ts';
import { View, type ServedLake } from '../../../src/server/query/view.ts';

const state: Baseline = { ledger: 127, hash: '', source: '', complete: true, files: [] };

function viewOf(ranges: [number, number][], baselines: Baseline[] = []): View {
  const rest = { loaded_at: '', decoder_version: '', manifest: '', files: {} };
  const segments = ranges.map(([first, last]) => ({ first, last, ...rest }));
  const pages = new Map([['page', { shapes: [], sets: [], segments }]]);
  const snapshot = new Snapshot({ number: 1, epoch: 1, totals: {}, lost: [], baselines }, pages);
  return new View({} as ServedLake, snapshot, new AbortController().signal, {});
}

describe('coverageAt(ledger)', () => {
  it('is of every entry when the ledgers begin with the network', () => {
    expect(viewOf([[2, 141]]).coverageAt(100)).toBe('full');
  });

  it('is of what ledgers changed when they do not, until a state was read whole', () => {
    const view = viewOf([[100, 141]], [state]);
    expect([100, 126, 127, 141].map((ledger) => view.coverageAt(ledger))).toEqual([
      'touched_only',
      'touched_only',
      'full',
      'full',
    ]);
    expect(viewOf([[128, 141]], [state]).coverageAt(128)).toBe('full');
  });

  it('is of what ledgers changed after a gap', () => {
    const ranges: [number, number][] = [
      [2, 50],
      [61, 141],
    ];
    expect([50, 55, 61].map((ledger) => viewOf(ranges).coverageAt(ledger))).toEqual([
      'full',
      'touched_only',
      'touched_only',
    ]);
    expect(viewOf(ranges).coverage).toBe('touched_only');
  });
});
