/** Fees of all transactions of the corpus against the balances of the accounts that paid them, as the SDK reads the ledger. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { networkId, passphraseOf } from '../../src/ledger/network.ts';
import { createTables } from '../../src/tables/index.ts';
import { hasCorpus } from '../corpus.ts';
import { goldenSets, readSet, type GoldenSet } from './golden/sets.ts';
import { witnesses, type Witness } from './witness.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** How much a list of changes adds to the balance of an account, whose key is in hex. */
function growth(changes: readonly xdr.LedgerEntryChange[], account: string): bigint {
  const balances = changes.flatMap((change) => {
    if (change.type === 'ledgerEntryRemoved' || change.value.data.type !== 'account') return [];
    const { accountId, balance } = change.value.data.account;
    return hex(accountId.value.toBytes()) === account ? [balance] : [];
  });
  return balances.length === 0 ? 0n : balances.at(-1)! - balances[0];
}

function feesOf({ frame, feeChanges, after, hash }: Witness) {
  const account = frame.feeSource;
  const taken = -growth(feeChanges, account);
  const refund = growth(after, account);
  return {
    hash,
    fee_charged: taken - refund,
    resource_fee_refund: refund,
    inclusion_fee_bid: frame.fee - frame.resourceFee,
    inclusion_fee_charged: taken - frame.resourceFee,
  };
}

function ours(set: GoldenSet) {
  const tables = createTables(networkId(passphraseOf(set.network)), {
    only: ['history_transactions', 'history_ledgers'],
  });
  const fees: ReturnType<typeof feesOf>[] = [];
  let total = 0n;
  for (const { ledger } of readSet(set)) {
    tables.add(ledger);
    const batches = tables.batches();
    for (const row of batches.get('history_transactions')!) {
      const { fee_charged, resource_fee_refund, inclusion_fee_bid, inclusion_fee_charged } = row;
      const hash = row['transaction_hash'] as string;
      fees.push({ hash, fee_charged, resource_fee_refund, inclusion_fee_bid, inclusion_fee_charged });
    }
    for (const { total_fee_charged: charged } of batches.get('history_ledgers')!) total += charged as bigint;
    tables.reset();
  }
  return { fees, total };
}

describe.skipIf(!hasCorpus).each(goldenSets)('fees of $name', (set) => {
  it('are what they did to the balances of who paid', () => {
    const expected = [...witnesses(set)].map(feesOf);
    const { fees, total } = ours(set);
    expect(fees).toEqual(expected);
    expect(total).toBe(expected.reduce((sum, { fee_charged: fee }) => sum + fee, 0n));
  });
});
