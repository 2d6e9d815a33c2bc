import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { open, openStore, readLedgers } from '../../src/index.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const network = 'Ledgerlake Sample Network ; 2026';
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-workers-'));
const file = join(sample, 'FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst');

afterAll(() => rmSync(folder, { recursive: true }));

async function sequences(
  sources: string[],
  range?: { first?: number; last?: number },
  allowGaps = false,
): Promise<number[]> {
  const found: number[] = [];
  for await (const { sequence } of readLedgers(await openStore(sources), { network, range, allowGaps }))
    found.push(sequence);
  return found;
}

describe('readLedgers', () => {
  it('yields the ledgers of a range in order', async () => {
    expect(await sequences([sample], { first: 48, last: 52 })).toEqual([48, 49, 50, 51, 52]);
  });

  it('throws when the store ends before the range does', async () => {
    await expect(sequences([sample], { first: 128, last: 131 })).rejects.toThrow(
      'of the ledgers 128-131 the store has only 128-129 (--allow-gaps loads what is there)',
    );
  });

  it('passes over what is missing when gaps are allowed', async () => {
    expect(await sequences([sample], { first: 128, last: 131 }, true)).toEqual([128, 129]);
  });

  it('stops at the signal', async () => {
    const store = await openStore([sample]);
    const ledgers = readLedgers(store, { network, signal: AbortSignal.abort(new Error('enough')) });
    await expect(ledgers.next()).rejects.toThrow('enough');
  });
});

describe('load', () => {
  it('throws for a ledger of the range that no object holds, and keeps what the lake has', async () => {
    const lake = await open(join(folder, 'lake'), { network });
    await expect(lake.load(file, { range: { first: 18, last: 25 } })).rejects.toThrow(
      'of the ledgers 18-25 the store has only 18-19',
    );
    const { ledgers } = await lake.load(file);
    expect(ledgers).toBe(10);
    await lake.close();
  });

  it('stops at the signal and goes on from there', async () => {
    const lake = await open(join(folder, 'stopped'), { network });
    const stop = new AbortController();
    const options = { workers: 1, segmentLedgers: 10, signal: stop.signal, onProgress: () => stop.abort(reason) };
    const reason = new Error('enough');
    await expect(lake.load(sample, options)).rejects.toBe(reason);
    const kept = (await lake.status()).ranges.reduce((sum, { ledgers }) => sum + ledgers, 0);
    expect(kept).toBeLessThan(128);
    const rest = await lake.load(sample, { segmentLedgers: 10 });
    expect(kept + rest.ledgers).toBe(128);
    expect((await lake.status()).ranges).toEqual([{ first: 2, last: 129, ledgers: 128 }]);
    await lake.close();
  });
});
