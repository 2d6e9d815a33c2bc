import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOOKUP_FOLDER } from '../../src/history/lookup.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { open } from '../../src/index.ts';
import { temporaryFolder } from '../folder.ts';
import { passphrase, sample, startTestNode } from '../server/node.ts';
import { sampleLedgers, writeObjects } from './cut.ts';

/** Returns a ledger as another validator wrote it: with an ScpHistoryEntry, of version 0 and without messages, more. */
function withScp(bytes: Uint8Array): Uint8Array {
  const { scpInfo, sequence, view } = readLedger(bytes);
  const list = Buffer.alloc(20);
  list.writeUInt32BE(view.getUint32(scpInfo) + 1, 0);
  list.writeUInt32BE(sequence, 12);
  return Buffer.concat([bytes.subarray(0, scpInfo), list, bytes.subarray(scpInfo + 4)]);
}

describe('ledgers whose SCP messages are others than those that were loaded', () => {
  it('are the same to the lake and to the server', async () => {
    const ledgers = await sampleLedgers();
    const others = new Map([...ledgers].map(([sequence, bytes]) => [sequence, withScp(bytes)]));
    const folder = temporaryFolder();
    writeObjects(folder, others, { first: 10, last: 129, size: 10 });
    writeFileSync(join(folder, '.config.json'), readFileSync(join(sample, '.config.json')));
    const dir = join(temporaryFolder(), 'lake');
    const lake = await open(dir, { network: passphrase });
    const range = { first: 10, last: 39 };
    await lake.load(sample, { range });
    expect(await lake.load(folder, { range })).toMatchObject({ ledgers: 0, skipped: [range] });
    await lake.close();
    const node = await startTestNode({ stores: [folder], indexFolder: join(dir, LOOKUP_FOLDER) });
    for (const startLedger of [10, 24, 39]) {
      const { result } = await node.call('getLedgers', { startLedger, pagination: { limit: 1 } });
      expect(result).toMatchObject({ ledgers: [{ sequence: startLedger }] });
    }
    await node.stop();
  });

  it('are not the same when another byte differs', async () => {
    const ledgers = await sampleLedgers();
    const folder = temporaryFolder();
    const index = temporaryFolder();
    const first = await startTestNode({ indexFolder: index });
    await first.node.history.indexed();
    await first.stop();
    for (const at of ['before', 'after'] as const) {
      const bytes = Buffer.from(withScp(ledgers.get(129)!));
      const { scpInfoEnd, headerStart } = readLedger(bytes);
      // The upper half of the size of the Soroban state, and a byte of the hash before.
      bytes[at === 'after' ? scpInfoEnd : headerStart + 5] ^= 1;
      writeObjects(folder, new Map([...ledgers, [129, bytes]]), { first: 10, last: 129, size: 10 });
      const node = await startTestNode({ stores: [folder], indexFolder: index });
      expect(node.lines.join('')).toContain('ledger 129 is not what was indexed');
      expect((await node.call('getHealth')).result).toMatchObject({ latestLedger: 119 });
      await node.stop();
    }
  });
});
