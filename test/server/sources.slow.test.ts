import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { networkOfSource, openStores } from '../../src/server/rpc/sources.ts';
import { sampleOptions } from '../../src/simulator/make-sample.ts';
import { writeStore } from '../../src/simulator/store.ts';
import { makeSampleLake } from '../make/sample-lake.ts';
import { passphrase, sample, startTestNode } from './node.ts';
import { startProcess } from './process.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-sources-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('asks whether the store below was meant, where no passphrase is known', async () => {
  const parent = join(folder, 'parent');
  writeStore(join(parent, 'store'), { ...sampleOptions, ledgers: 8 });
  const stores = await openStores({ stores: [parent] });
  await expect(networkOfSource(stores, undefined)).rejects.toThrow(
    `${parent} is a folder above a store; did you mean ${join(parent, 'store')}?`,
  );
  mkdirSync(join(folder, 'empty'));
  expect(await networkOfSource(await openStores({ stores: [join(folder, 'empty')] }), undefined)).toBeUndefined();
});

it('serves the ledgers of one network, and refuses a store of another than its lake', async () => {
  const lake = await makeSampleLake();
  const other = join(folder, 'other');
  writeStore(other, { ...sampleOptions, startLedger: 200, ledgers: 10, passphrase: 'Another Network ; 2026' });
  const refusal = (...words: string[]) => startProcess(...words).then(String, (error: Error) => error.message);
  const apart = 'serve each network with a server of its own';
  const of = (what: string, passphrase: string) => `${what} is of the network "${passphrase}"`;
  expect(await refusal('--lake', lake, '--auth', 'off', '--store', other)).toContain(
    `error: ${of(`the lake ${lake}`, passphrase)}, and the store ${other} is of "Another Network ; 2026": ${apart}\n`,
  );
  expect(await refusal('--store', sample, '--store', other)).toContain(
    `error: ${of(`the store ${sample}`, passphrase)}, and the store ${other} is of "Another Network ; 2026": ${apart}\n`,
  );
  expect(await refusal('--network', 'testnet', '--store', sample)).toMatch(
    /error: ledger \d+ in .*\.xdr\.zst is of another network than "Test SDF Network ; September 2015" \(unknown tx hash .*\): serve each/,
  );
  rmSync(join(other, '.config.json'));
  expect(await refusal('--lake', lake, '--auth', 'off', '--store', other)).toMatch(
    /error: ledger \d+ in .*\.xdr\.zst is of another network than "Ledgerlake Sample Network ; 2026" \(unknown tx hash .*\): serve each/,
  );
});

it('serves all ledgers of stores that overlap in part, in any order', async () => {
  const [tens, eights] = ['tens', 'eights'].map((name) => join(folder, name)) as [string, string];
  writeStore(tens, { ...sampleOptions, ledgers: 48 });
  writeStore(eights, { ...sampleOptions, ledgers: 126, ledgersPerFile: 8 });
  for (const stores of [
    [tens, eights],
    [eights, tens],
  ]) {
    const node = await startTestNode({ stores: await openStores({ stores }) });
    const health = await node.call('getHealth');
    expect(health.result).toMatchObject({ oldestLedger: 2, latestLedger: 127 });
    const { result } = await node.call('getLedgers', { startLedger: 2, pagination: { limit: 126 } });
    const found = (result?.['ledgers'] as { sequence: number }[]).map(({ sequence }) => sequence);
    expect(found).toEqual(Array.from({ length: 126 }, (_, i) => i + 2));
    await node.stop();
  }
});
