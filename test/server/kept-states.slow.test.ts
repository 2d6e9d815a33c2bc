import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readState } from '../../src/archive/archive.ts';
import { entriesOf } from '../../src/archive/entries.ts';
import { KeptState } from '../../src/history/kept-states.ts';
import { ingestState, open, openStore, simulateStore } from '../../src/index.ts';
import { keyOfEntry } from '../../src/ledger/compact.ts';
import { LedgerEntryType } from '../../src/xdr/generated/enums.ts';
import { temporaryFolder } from '../folder.ts';
import { patientConfig, startTestNode, type TestNode } from './node.ts';

const passphrase = 'Kept State Network';
const root = temporaryFolder();
const [ledgers, archive, newer, dir] = ['ledgers', 'archive', 'newer', 'lake'].map((name) => join(root, name));
const CHECKPOINT = 127;
const index = join(dir, 'lookup');

/** Of all ledgers, and of those after the checkpoint with the state of that. */
let whole: TestNode;
let standing: TestNode;

beforeAll(async () => {
  await simulateStore(ledgers, {
    ledgers: 160,
    seed: 'kept state',
    transactionsPerLedger: 6,
    mix: 'mixed',
    passphrase,
    archive,
  });
  copyFrom(CHECKPOINT + 1);
  const lake = await open(dir, { network: { passphrase } });
  await ingestState(lake.lake, await openStore(archive), { checkpoint: CHECKPOINT });
  await lake.close();
  const config = patientConfig(passphrase);
  whole = await startTestNode({ stores: [ledgers], config });
  standing = await startTestNode({ stores: [newer], config, indexFolder: index });
});
afterAll(async () => {
  await whole.stop();
  await standing.stop();
});

/** Copies the ledgers from one on to a store of their own. */
function copyFrom(first: number): void {
  for (const path of readdirSync(ledgers, { recursive: true, encoding: 'utf8' })) {
    const [, sequence] = /--(\d+)\.xdr\.\w+$/.exec(path) ?? [];
    const isWanted = sequence === undefined ? path.endsWith('.json') : Number(sequence) >= first;
    if (!isWanted) continue;
    mkdirSync(join(newer, path, '..'), { recursive: true });
    cpSync(join(ledgers, path), join(newer, path));
  }
}

/** Returns the LedgerKeys of a checkpoint's entries by type, but of what the network begins with and of lifetimes. */
async function keysOf(checkpoint: number): Promise<Map<string, number>> {
  const keys = new Map<string, number>();
  const store = await openStore(archive);
  for await (const batch of entriesOf(store, await readState(store, checkpoint))) {
    for (const entry of batch) {
      const { type, keyStart, keyEnd } = keyOfEntry(new DataView(entry.buffer, entry.byteOffset, entry.length), 0);
      if (type === LedgerEntryType.ttl || type === LedgerEntryType.configSetting) continue;
      const key = Buffer.concat([Buffer.from([0, 0, 0, type]), entry.subarray(keyStart, keyEnd)]);
      keys.set(key.toString('base64'), type);
    }
  }
  return keys;
}

describe('getLedgerEntries of a node with a state that was read whole', () => {
  it('says of every entry what a node with all ledgers says', { timeout: 120_000 }, async () => {
    const found = new Map<number, number>();
    let gone = 0;
    for (const [key, type] of [...(await keysOf(63)), ...(await keysOf(CHECKPOINT))]) {
      const expected = await whole.call('getLedgerEntries', { keys: [key] });
      // The account that the network begins with may be changed by no ledger.
      if (expected.error) continue;
      expect(await standing.call('getLedgerEntries', { keys: [key] }), key).toEqual(expected);
      if ((expected.result?.['entries'] as unknown[]).length === 0) gone++;
      else found.set(type, (found.get(type) ?? 0) + 1);
    }
    expect(gone).toBeGreaterThan(0);
    expect(found.get(LedgerEntryType.account)).toBeGreaterThan(20);
    expect(found.get(LedgerEntryType.contractData)).toBeGreaterThan(5);
    expect(found.get(LedgerEntryType.contractCode)).toBeGreaterThan(0);
  });

  it('knows settings, which no ledger changed, and that an entry never was', async () => {
    const setting = Buffer.from([0, 0, 0, LedgerEntryType.configSetting, 0, 0, 0, 0]).toString('base64');
    const { result } = await standing.call('getLedgerEntries', { keys: [setting] });
    expect(result?.['entries']).toHaveLength(1);
    const nobody = Buffer.concat([Buffer.alloc(8), Buffer.alloc(32, 1)]).toString('base64');
    expect((await standing.call('getLedgerEntries', { keys: [nobody] })).result?.['entries']).toEqual([]);
  });

  it('does not take a damaged state for the entry', () => {
    const spoiled = join(root, 'spoiled');
    cpSync(join(index, 'states', String(CHECKPOINT)), spoiled, { recursive: true });
    const [name] = readdirSync(spoiled);
    const bytes = readFileSync(join(spoiled, name));
    for (let at = 4096; at < bytes.length; at += 4096) bytes[at + 100] ^= 1;
    writeFileSync(join(spoiled, name), bytes);
    const state = new KeptState(spoiled, CHECKPOINT);
    const nobody = Buffer.concat([Buffer.alloc(8), Buffer.alloc(32, 1)]);
    expect(() => state.find(nobody)).toThrow(
      /0\.state: page \d+ is not what was written; remove its folder and read the state again with ingest-state$/,
    );
    state.close();
    expect(() => new KeptState(spoiled, 63)).toThrow('it is no state of ledger 63');
  });
});
