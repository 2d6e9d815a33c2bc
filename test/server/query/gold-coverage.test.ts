import { describe, expect, it } from 'vitest';
import type { Baseline } from '../../../src/lake/kept/baseline.ts';
import { Snapshot } from '../../../src/lake/snapshot/snapshot.ts';
import { coverageOf } from '../../../src/server/query/gold.ts';
import { View, type Served } from '../../../src/server/query/view.ts';

const state: Baseline = { ledger: 127, hash: '', source: '', complete: true, files: [] };

function viewOf(ranges: [number, number][], baselines: Baseline[] = []): View {
  const rest = { loaded_at: '', decoder_version: '', manifest: '', files: {} };
  const segments = ranges.map(([first, last]) => ({ first, last, ...rest }));
  const pages = new Map([['page', { shapes: [], sets: [], segments }]]);
  const snapshot = new Snapshot({ number: 1, epoch: 1, totals: {}, lost: [], baselines }, pages);
  return new View({} as Served, snapshot, new AbortController().signal, {});
}

describe('coverageOf(view) of balances at a time', () => {
  it('is of every entry when the ledgers begin with the network', () => {
    expect(coverageOf(viewOf([[2, 141]]))).toEqual({ state: 'full', oldest: 2, latest: 141, gaps: [] });
  });

  it('is of what ledgers changed when they do not, though the state is known from one of them on', () => {
    const view = viewOf([[128, 141]], [state]);
    expect(view.coverage).toBe('full');
    expect(coverageOf(view)).toEqual({ state: 'touched_only', oldest: 128, latest: 141, gaps: [] });
  });

  it('is of what ledgers changed after a gap', () => {
    const ranges: [number, number][] = [
      [2, 50],
      [61, 141],
    ];
    expect(coverageOf(viewOf(ranges))).toEqual({ state: 'touched_only', oldest: 2, latest: 141, gaps: [[51, 60]] });
  });
});
