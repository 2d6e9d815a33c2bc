import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { identityOf, sha256 } from '../../../src/simulator/identity.ts';
import { newAccount } from '../../../src/simulator/accounts/new-account.ts';
import { corpusFiles, hasCorpus } from '../../corpus.ts';
import { recordedLedgers, Replay, type Compared } from './replay.ts';

const passphrase = 'Test SDF Network ; September 2015';
const files = corpusFiles('horizon-scenarios', '.xdr.zst').map((path) => ({ path, name: basename(dirname(path)) }));

/** What these networks did by rules that have gone since, and the parts of a transaction that show it. */
const former: { rule: string; parts: string[]; fits(compared: Compared, protocol: number): boolean }[] = [
  {
    rule: 'a fee used the sequence number, before protocol 10',
    parts: ['fees', 'before', 'operations'],
    fits: (_, protocol) => protocol < 10,
  },
  {
    rule: 'inflation was paid, before protocol 12',
    parts: ['result', 'operations'],
    fits: ({ kinds }, protocol) => kinds.includes('inflation') && protocol < 12,
  },
  {
    rule: 'a bump to where the account was changed nothing, before protocol 19',
    parts: ['operations'],
    fits: ({ kinds }, protocol) => kinds.includes('bumpSequence') && protocol < 19,
  },
];

/** How many transactions of each scenario there are, and how many came out as recorded in all parts. */
const expected: Record<string, [transactions: number, equal: number]> = {
  account_merge: [3, 1],
  base: [4, 0],
  failed_transactions: [9, 6],
  kahuna: [86, 82],
  operation_fee_stats_1: [13, 11],
  order_books_310: [44, 41],
  pathed_payment: [15, 10],
  paths_strict_send: [19, 10],
};

/** Replays a complete history, from the account that holds all lumens on. */
function replay(path: string): { compared: Compared; protocol: number }[] {
  const chain = new Replay(passphrase, 1);
  const root = newAccount(identityOf(sha256(passphrase)).id, 1_000_000_000_000_000_000n, chain.state);
  chain.state.set(root.key, { ...root, sequence: 0n });
  let previous = { baseFee: 100, baseReserve: 100_000_000, idPool: 0n, ledgerVersion: 0 };
  return recordedLedgers(path).flatMap((ledger) => {
    const protocol = previous.ledgerVersion;
    const compared = chain.run(ledger, previous);
    previous = ledger.header;
    return compared.map((one) => ({ compared: one, protocol }));
  });
}

describe.skipIf(!hasCorpus)('what Horizon recorded', () => {
  it.each(files)('of $name comes out of the simulator as of the network', ({ name, path }) => {
    const replayed = replay(path);
    for (const { compared, protocol } of replayed) {
      const allowed = former.filter(({ fits }) => fits(compared, protocol)).flatMap(({ parts }) => parts);
      expect(compared.differs.filter(({ part }) => !allowed.includes(part))).toEqual([]);
    }
    const equal = replayed.filter(({ compared }) => compared.differs.length === 0);
    expect([name, replayed.length, equal.length]).toEqual([name, ...expected[name]]);
  });
});
