import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeStore } from '../../src/simulator/store.ts';
import { temporaryFolder } from '../folder.ts';
import { passphrase, patientConfig, startTestNode, type TestNode } from '../server/node.ts';

const LAST = 10_499;
const folder = join(temporaryFolder(), 'store');
const index = temporaryFolder();
const lastIdOf = (ledger: number) => `${(BigInt(ledger + 1) << 32n) - 1n}`.padStart(19, '0') + '-4294967295';

let node: TestNode;
beforeAll(() => {
  writeStore(folder, {
    ...{ seed: 'long', passphrase, startLedger: 2, ledgers: LAST - 1, transactionsPerLedger: 1 },
    ...{ startTime: 1_767_225_600, ledgersPerFile: 100, filesPerPartition: 50 },
  });
});
afterEach(() => node.stop());

describe('events over more than 10,000 ledgers', () => {
  const nobody = 'CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABSC4';
  const ask = async (unlimitedScan: boolean) => {
    const config = patientConfig(passphrase);
    node = await startTestNode({
      ...{ stores: [folder], indexFolder: index },
      config: { extras: { ...config.extras, unlimitedScan } },
    });
    await node.node.history.indexed();
    return node.call('getEvents', { startLedger: 10, filters: [{ contractIds: [nobody] }] });
  };

  it('are scanned for 10,000 ledgers at a time, as in the reference', async () => {
    const { result } = await ask(false);
    expect(result).toMatchObject({ events: [], cursor: lastIdOf(10_009), latestLedger: LAST });
  });

  it('are scanned to the newest ledger when that is asked for', async () => {
    const { result } = await ask(true);
    expect(result).toMatchObject({ events: [], cursor: lastIdOf(LAST), latestLedger: LAST });
  });
});
