import { describe, expect, it } from 'vitest';
import { identityOf, sha256 } from '../../../src/simulator/identity.ts';
import { newAccount } from '../../../src/simulator/accounts/new-account.ts';
import { corpusFiles, hasCorpus } from '../../corpus.ts';
import { framedLedgers, Replay, type Compared } from './replay.ts';

const passphrase = '(V) (;,,;) (V)';
/** Test cases whose networks hold classic transactions only, and how many these are. */
const suites: [suite: string, transactions: number][] = [
  ['BeginSponsoringFutureReservesTests', 15],
  ['MergeTests', 4],
  ['OfferTests', 592],
  ['PathPaymentTests', 142],
  ['TxResultsTests', 42],
];

describe.skipIf(!hasCorpus)("what stellar-core's own tests recorded", () => {
  it.each(suites)('of %s comes out of the simulator the same', (suite, transactions) => {
    const files = corpusFiles('core-lcm', '.xdr.zst').filter((path) => path.includes(`__${suite}__`));
    const compared = files.flatMap(replay);
    // those networks emitted no classic events
    const differs = compared.flatMap(({ hash, differs: parts }) =>
      parts.filter(({ part }) => part !== 'events').map((part) => ({ hash, ...part })),
    );
    expect(differs).toEqual([]);
    expect(compared).toHaveLength(transactions);
  });
});

/** Replays a complete history, from the account that holds all lumens on. */
function replay(path: string): Compared[] {
  const ledgers = framedLedgers(path);
  const [{ header }] = ledgers;
  const chain = new Replay(passphrase, 1);
  const root = newAccount(identityOf(sha256(passphrase)).id, header.totalCoins, chain.state);
  chain.state.set(root.key, { ...root, sequence: 0n });
  let previous = { baseFee: header.baseFee, baseReserve: header.baseReserve, idPool: 0n };
  return ledgers.flatMap((ledger) => {
    const compared = chain.run(ledger, previous, ledger.header.ledgerVersion);
    previous = ledger.header;
    return compared;
  });
}
