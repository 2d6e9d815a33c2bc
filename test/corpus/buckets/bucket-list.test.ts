/**
 * The bucket list against headers of real networks: histories that are complete say in each header what the hash of all buckets
 * must be. Horizon's scenarios are of protocols 0 and 10 to 12, the older ones with shadows; stellar-core's captures of 20 to 28, with
 * evictions, a hot archive and restored entries.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decompress } from '../../../src/ledger/compression.ts';
import { ledgersIn, type Ledger } from '../../../src/ledger/ledger.ts';
import { corpusFiles, hasCorpus } from '../../corpus.ts';
import { genesisSettings, rootEntry } from './genesis.ts';
import { Replay } from './replay.ts';

const scenarios = corpusFiles('horizon-scenarios', '.xdr.zst').map((path) => [basename(dirname(path)), path]);

const higherLimits = 'begins with higher limits, of which no capture shows all';

/** Captures that do not tell all that their ledgers hold. */
const untold: Record<string, string> = {
  current__InvokeHostFunctionTests__221f1cad327fb891: higherLimits,
  current__InvokeHostFunctionTests__d1522d4667822bc2: higherLimits,
  next__InvokeHostFunctionTests__efd47464023e9e55: higherLimits,
  current__InvokeHostFunctionTests__99541d3371b2ebcf:
    'begins with the settings of protocol 22, of which no capture shows all',
  next__HerderTests__370dd5e0af5cfa8d: 'begins with ledger 5',
  next__InvokeHostFunctionTests__9de1ea718b77ffa2: 'has another hash in ledger 11 without any change in its meta',
};

const captures = corpusFiles('core-lcm', '.xdr.zst')
  .map((path) => [basename(path, '.xdr.zst'), path])
  .filter(([name]) => /^(current|next)__/.test(name) && !(name in untold));

describe.skipIf(!hasCorpus)('LedgerBuckets', () => {
  const totals = { ledgers: 0, evicted: 0, restored: 0 };

  it.each(scenarios)('has the hash of every header of %s', (_, path) => {
    const replay = new Replay([rootEntry('Test SDF Network ; September 2015')], 0);
    expectHashes(replay, ledgersOf(path));
  });

  it.each(captures)('has the hash of every header of %s', (_, path) => {
    const ledgers = ledgersOf(path);
    const replay = captured(ledgers[0]);
    expectHashes(replay, ledgers);
    totals.ledgers += ledgers.length;
    totals.evicted += replay.evicted;
    totals.restored += replay.restored;
  });

  it('had evictions and restored entries among them', () => {
    expect(totals).toEqual({ ledgers: 3597, evicted: 16, restored: 15 });
  });
});

/** A capture that is of protocol 0 or 20 at first was upgraded from 0; others began with their protocol. */
function captured({ protocolVersion: protocol }: Ledger): Replay {
  const root = rootEntry('(V) (;,,;) (V)');
  if (protocol <= 20) return new Replay([root], 0);
  const [upgraded] = corpusFiles('core-lcm', 'current__InvokeHostFunctionTests__6de1fadf0f1a6789.xdr.zst');
  return new Replay([root, ...genesisSettings(upgraded, protocol)], protocol);
}

function ledgersOf(path: string): Ledger[] {
  const bytes = decompress(readFileSync(path), { file: path });
  return [...ledgersIn(bytes, path)].map(({ ledger }) => ledger);
}

function expectHashes(replay: Replay, ledgers: Ledger[]): void {
  for (const { sequence, bytes, header, ...rest } of ledgers) {
    const said = Buffer.from(bytes.subarray(header.bucketListHash, header.bucketListHash + 32)).toString('hex');
    const found = replay.add({ sequence, bytes, header, ...rest });
    expect(`${sequence} ${found}`).toBe(`${sequence} ${said}`);
  }
}
