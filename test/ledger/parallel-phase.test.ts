import type { Entry } from '../../src/simulator/state/entries.ts';
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { compactChanges } from '../../src/ledger/compact.ts';
import { entryAfter } from '../../src/ledger/entry-in.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { keyXdr } from '../../src/simulator/encode/key.ts';
import { entryXdr } from '../../src/simulator/encode/entry.ts';
import { accountAddress } from '../../src/simulator/events/log.ts';
import { identityOf, sha256 } from '../../src/simulator/identity.ts';
import { address, i128 } from '../../src/simulator/soroban/values.ts';
import { Contracts, invocation } from '../simulator/soroban/contracts.ts';

const [bob, carol] = ['bob', 'carol'].map((name) => identityOf(sha256(name)));

/** Returns a ledger in which two accounts pay each other by a contract, and a third one pays the fees of both. */
function paidBothWays() {
  const network = new Contracts();
  network.createAsset();
  network.fund(bob);
  network.fund(carol);
  const bobs = address(accountAddress(bob.id));
  const pay = (from: xdr.ScVal, to: xdr.ScVal) => invocation(network.native, 'transfer', [from, to, i128(7n)]);
  const { bytes } = network.close([
    network.bumped(network.envelope(pay(network.rootAddress, bobs)), carol),
    network.bumped(network.envelope(pay(bobs, network.rootAddress), { source: bob }), carol),
  ]);
  const accounts = [network.root, bob, carol].map(({ id }) => network.state.account(id)!);
  return { ledger: readLedger(bytes), accounts };
}

describe('a ledger with a parallel phase', () => {
  const { ledger, accounts } = paidBothWays();
  const stands = (account: Entry, at: number) => {
    const last = entryXdr(account);
    return Buffer.from(last).compare(ledger.bytes.subarray(at, at + last.length)) === 0;
  };

  it('has run both transactions', () => {
    expect(ledger.transactions.map(({ successful }) => successful)).toEqual([true, true]);
  });

  it('leaves accounts as the operations made them, not as a later transaction found them', () => {
    const [changed] = compactChanges(ledger);
    expect(accounts.map((account) => changed.filter(({ post }) => stands(account, post)).length)).toEqual([1, 1, 1]);
  });

  it('gives one account as the operations left it', () => {
    expect(accounts.filter((account) => !stands(account, entryAfter(ledger, keyXdr(account))!))).toEqual([]);
  });
});
