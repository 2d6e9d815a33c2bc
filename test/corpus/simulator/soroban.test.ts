import { describe, expect, it } from 'vitest';
import { identityOf, sha256 } from '../../../src/simulator/identity.ts';
import { newAccount } from '../../../src/simulator/accounts/new-account.ts';
import { initialSettings } from '../../../src/simulator/soroban/initial-settings.ts';
import { settingEntry } from '../../../src/simulator/soroban/settings.ts';
import { corpusFiles, hasCorpus } from '../../corpus.ts';
import { framedLedgers, Replay, type Compared, type Recorded } from './replay.ts';

const passphrase = '(V) (;,,;) (V)';

/**
 * How many transactions of a kind there are, and how many come out the same: result, fees, refund, changes and value. Those that
 * make and extend WebAssembly pay rent for its memory, which is not modelled, and contracts of it are not executed.
 */
const expected: Record<string, [transactions: number, equal: number]> = {
  asset: [82, 82],
  CreateContract: [198, 193],
  UploadContractWasm: [286, 151],
  extendFootprintTtl: [68, 28],
  restoreFootprint: [20, 18],
};

describe.skipIf(!hasCorpus)("transactions with contracts of stellar-core's own tests", () => {
  it('come out of the simulator the same where it has their contract', { timeout: 60_000 }, () => {
    const counts: Record<string, [number, number]> = {};
    for (const compared of corpusFiles('core-lcm', '.xdr.zst').flatMap(replay)) {
      const kind = kindOf(compared);
      if (!kind) continue;
      counts[kind] ??= [0, 0];
      counts[kind][0]++;
      if (compared.differs.every(({ part }) => part === 'events')) counts[kind][1]++;
    }
    expect(counts).toEqual(expected);
  });
});

function kindOf({ kinds: [kind], detail }: Compared): string | undefined {
  if (kind === 'extendFootprintTtl' || kind === 'restoreFootprint') return kind;
  return kind === 'invokeHostFunction' && detail !== 'program' ? detail : undefined;
}

/** Replays a history from where its settings are told: before that, they are what the test was built with. */
function replay(path: string): Compared[] {
  const ledgers = readable(path);
  if (ledgers.length === 0) return [];
  const [{ header }] = ledgers;
  const chain = new Replay(passphrase, 1);
  const root = newAccount(identityOf(sha256(passphrase)).id, header.totalCoins, chain.state);
  chain.state.set(root.key, { ...root, sequence: 0n });
  for (const data of initialSettings(22)) {
    if (untold.has(data.type)) chain.state.set(settingEntry(data, 1).key, settingEntry(data, 1));
  }
  let previous = { baseFee: header.baseFee, baseReserve: header.baseReserve, idPool: 0n };
  return ledgers.flatMap((ledger) => {
    const isTold = chain.hasSettings;
    const compared = chain.run(ledger, previous, ledger.header.ledgerVersion);
    previous = ledger.header;
    return isTold ? compared : [];
  });
}

const untold = new Set(['configSettingLiveSorobanStateSizeWindow', 'configSettingEvictionIterator']);

/** Two files are of a protocol that the SDK does not read yet. */
function readable(path: string): Recorded[] {
  try {
    return framedLedgers(path);
  } catch {
    return [];
  }
}
