import { join } from 'node:path';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpus, hasCorpus, readText } from '../../corpus.ts';
import { base64, expectedOf, witness } from './entry-states.ts';
import { serve, type Served } from './served.ts';

interface Answer {
  result?: { entries: Record<string, unknown>[]; latestLedger: number };
  error?: { code: number; message: string; data: string };
}

/** Networks of stellar-core's tests in which entries are evicted, restored, removed. */
const coreSets = readIndex()
  .filter(({ features }) => features.some((feature) => /evicted|restored|archived|removed/.test(feature)))
  .map(({ file }) => ({ name: file, sources: [`core-lcm/${file}`], passphrase: '(V) (;,,;) (V)' }));

function readIndex(): { file: string; features: string[] }[] {
  if (!hasCorpus) return [];
  const lines = readText(join(corpus, 'core-lcm/index.jsonl')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as { file: string; features: string[] });
}

const sets = [
  { name: 'pubnet-p26', sources: ['pubnet-p26/store'], passphrase: 'Public Global Stellar Network ; September 2015' },
  { name: 'load-test-ledgers-v27', sources: ['loadtest/load-test-ledgers-v27.xdr.zst'], passphrase: 'Apply Load' },
  {
    name: 'kahuna',
    sources: ['horizon-scenarios/kahuna/ledgers-2-61.xdr.zst'],
    passphrase: 'Test SDF Network ; September 2015',
  },
  ...coreSets,
];
/** Of a set with more than this many hundreds of keys some are asked for. */
const MOST = 60;

describe.skipIf(!hasCorpus).each(sets)('getLedgerEntries over $name', ({ sources, passphrase }) => {
  let served: Served;
  let states: ReturnType<typeof witness>;
  let latest: number;
  /** By what must be said of them. */
  const certain: [key: string, entry: Record<string, unknown> | undefined][] = [];
  const uncertain: string[] = [];

  const ask = async (keys: string[], xdrFormat?: string): Promise<Answer> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLedgerEntries', params: { keys, xdrFormat } });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${served.port}/`, { method: 'POST', headers, body });
    return (await response.json()) as Answer;
  };

  beforeAll(async () => {
    served = await serve({ sources: sources.map((path) => join(corpus, path)), passphrase });
    const { first, last } = served.history.window()!;
    const metas: xdr.LedgerCloseMeta[] = [];
    for (let sequence = first; sequence <= last; sequence++) {
      metas.push(xdr.LedgerCloseMeta.fromXdr((await served.history.ledger(sequence)).bytes));
    }
    latest = last;
    states = witness(metas);
    for (const [key, state] of states) {
      if (state.key.type === 'ttl') continue;
      const expected = expectedOf(states, state, last);
      if (expected === 'unknown') uncertain.push(key);
      else certain.push([key, expected]);
    }
  });
  afterAll(() => served.close());

  it('gives every entry that its ledgers make certain, as the last change left it', async () => {
    expect(certain.length).toBeGreaterThan(0);
    const step = Math.ceil(certain.length / 200 / MOST) * 200;
    for (let at = 0; at < certain.length; at += step) {
      const asked = certain.slice(at, at + 200);
      const { result } = await ask(asked.map(([key]) => key));
      expect(result).toEqual({ entries: asked.flatMap(([, entry]) => entry ?? []), latestLedger: latest });
    }
  });

  it('gives them as JSON', async () => {
    const shown = certain.filter(([, entry]) => entry).slice(0, 200);
    const { result } = await ask(
      shown.map(([key]) => key),
      'json',
    );
    shown.forEach(([key, entry], i) => {
      const found = result!.entries[i];
      expect(found['keyJson']).toEqual(xdr.LedgerKey.fromXdr(Buffer.from(key, 'base64')).toJson());
      const data = xdr.LedgerEntryData.fromXdr(Buffer.from(entry!['xdr'] as string, 'base64'));
      expect(found['dataJson']).toEqual(data.toJson());
      expect(found['extJson']).toEqual(states.get(key)!.entry!.ext.toJson());
      expect(Object.keys(found)).not.toContain('xdr');
    });
  });

  it('says of every other key that it is not known, and why', async () => {
    const never = base64(xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: Buffer.alloc(32, 7) })));
    const isFromGenesis = served.history.window()!.first === 2;
    if (isFromGenesis) expect((await ask([never])).result).toEqual({ entries: [], latestLedger: latest });
    for (const key of [...uncertain.slice(0, 100), ...(isFromGenesis ? [] : [never])]) {
      const { error } = await ask([certain[0][0], key]);
      expect(error).toMatchObject({
        code: -32603,
        message: 'could not query captive core: ledger state is not available on this node',
      });
      const [reason, why, ...more] = error!.data.split('\n');
      expect([reason, more]).toEqual(['ledger files hold changes, not state, and no core is attached', []]);
      expect(why.slice(0, key.length + 2)).toBe(`${key}: `);
      expect(why.slice(key.length + 2)).toMatch(/^(no ledger from \d+ to \d+ |ledger \d+ (evicted|ended|of))/);
    }
  });
});
