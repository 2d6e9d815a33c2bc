import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../../../src/simulator/operations/create-account.ts';
import { identityOf, sha256 } from '../../../src/simulator/identity.ts';
import { corpusFiles, hasCorpus } from '../../corpus.ts';
import { recordedLedgers, Replay, type Compared } from './replay.ts';

const passphrase = 'Test SDF Network ; September 2015';
const files = corpusFiles('horizon-scenarios', '.xdr.zst').map((path) => ({ path, name: basename(dirname(path)) }));

/** Replays a complete history from the account that holds all lumens on. */
function replay(path: string): Compared[] {
  const chain = new Replay(passphrase, 1);
  const root = newAccount(identityOf(sha256(passphrase)).id, 1_000_000_000_000_000_000n, chain.state);
  chain.state.set(root.key, { ...root, sequence: 0n });
  let previous = { baseFee: 100, baseReserve: 100_000_000, idPool: 0n };
  return recordedLedgers(path).flatMap((ledger) => {
    const compared = chain.run(ledger, previous);
    previous = ledger.header;
    return compared;
  });
}

describe.skipIf(!hasCorpus)('replay', () => {
  it.each(files)('of $name', ({ name, path }) => {
    const compared = replay(path);
    const different = compared.filter(({ differs, ledger }) => differs && ledger > 2);
    console.log(name, compared.length, different.length);
    for (const { ledger, kinds, differs } of different.slice(0, 5))
      console.log(ledger, kinds, differs?.part, '\n' + differs?.expected, '\n' + differs?.found);
    expect(compared.length).toBeGreaterThan(0);
  });
});
