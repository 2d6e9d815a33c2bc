import * as xdr from '@stellar/stellar-sdk/xdr';
import { expect, it } from 'vitest';
import { sdkHex, sdkXdr } from '../../../src/simulator/encode/sdk.ts';
import { simulate } from '../../../src/simulator/simulate.ts';

it('writes ledgers of all kinds of transactions as the SDK does', () => {
  const options = { seed: 'sdk', passphrase: 'Written Network', transactionsPerLedger: 20, mix: 'mixed' } as const;
  for (const { bytes } of simulate({ ...options, ledgers: 8 })) {
    expect(Buffer.compare(sdkXdr(xdr.LedgerCloseMeta.fromXdr(bytes)), bytes)).toBe(0);
  }
});

it('writes types that contain themselves', () => {
  const leaf = xdr.ClaimPredicate.claimPredicateBeforeRelativeTime(5n);
  const predicate = xdr.ClaimPredicate.claimPredicateNot(xdr.ClaimPredicate.claimPredicateAnd([leaf, leaf]));
  expect(sdkHex(predicate)).toBe(predicate.toXdr('hex'));
});

it.each([
  ['more than an int64', () => new xdr.Int128Parts({ hi: 1n << 63n, lo: 0n }), 'a value is no int64 of the protocol'],
  ['less than a uint32', () => xdr.ScVal.scvU32(-1), 'a value is no uint32 of the protocol'],
  ['a text that is too long', () => xdr.Memo.memoText('x'.repeat(29)), 'a value is no string of the protocol'],
  [
    'a list that is too long',
    () => xdr.ClaimPredicate.claimPredicateOr(Array(3).fill(xdr.ClaimPredicate.claimPredicateUnconditional())),
    'a value is no array of the protocol',
  ],
])('refuses %s', (_, make, message) => {
  expect(() => sdkXdr(make())).toThrow(new TypeError(message));
});
