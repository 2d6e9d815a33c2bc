import * as xdr from '@stellar/stellar-sdk/xdr';
import { expect, test } from 'vitest';
import { ledgers, metaOf, metas } from './ledgers.ts';

test('states before each change what the changes before it left', () => {
  const entries = new Map<string, string>();
  for (const meta of metas) for (const change of changesOf(meta)) replay(entries, change);
  expect(entries.size).toBeGreaterThan(100);
});

test('keeps the sum of balances and fee pool at the total of coins after every ledger', () => {
  const balances = new Map<string, bigint>();
  for (const meta of metas) {
    for (const change of changesOf(meta)) {
      const entry = afterOf(change);
      if (entry?.data.type === 'account')
        balances.set(entry.data.account.accountId.toXdr('hex'), entry.data.account.balance);
    }
    const { totalCoins, feePool } = meta.ledgerHeader.header;
    expect([...balances.values()].reduce((sum, balance) => sum + balance, feePool)).toBe(totalCoins);
  }
});

test('adds to the fee pool what the results say was charged', () => {
  let feePool = 0n;
  for (const { ledgerHeader, txProcessing } of metas) {
    for (const { result } of txProcessing) feePool += result.result.feeCharged;
    expect(ledgerHeader.header.feePool).toBe(feePool);
  }
});

test('counts the trust lines and data entries of every account as its subentries', () => {
  const entries = new Map<string, xdr.LedgerEntry>();
  for (const change of metas.flatMap(changesOf)) {
    const entry = afterOf(change);
    if (entry) entries.set(keyOf(entry), entry);
    if (change.type === 'ledgerEntryRemoved') entries.delete(change.removed.toXdr('hex'));
  }
  const owned = new Map<string, number>();
  for (const { data } of entries.values()) {
    if (data.type !== 'trustline' && data.type !== 'data') continue;
    const owner = data.value.accountId.toXdr('hex');
    owned.set(owner, (owned.get(owner) ?? 0) + 1);
  }
  expect(owned.size).toBeGreaterThan(10);
  for (const { data } of entries.values()) {
    if (data.type !== 'account') continue;
    expect(data.account.numSubEntries).toBe(owned.get(data.account.accountId.toXdr('hex')) ?? 0);
  }
});

test('marks every written entry with the ledger that wrote it', () => {
  metas.forEach((meta, i) => {
    const written = changesOf(meta).flatMap((change) => afterOf(change) ?? []);
    for (const entry of written) expect(entry.lastModifiedLedgerSeq).toBe(ledgers[i].sequence);
  });
});

function replay(entries: Map<string, string>, change: xdr.LedgerEntryChange): void {
  if (change.type === 'ledgerEntryRemoved') {
    expect(entries.delete(change.removed.toXdr('hex'))).toBe(true);
    return;
  }
  if (change.type === 'ledgerEntryState') {
    const known = entries.get(keyOf(change.state));
    // the root account exists before the first ledger
    if (known !== undefined || entries.size > 0) expect(change.state.toXdr('hex')).toBe(known);
    return;
  }
  const entry = afterOf(change)!;
  const key = keyOf(entry);
  if (change.type === 'ledgerEntryCreated') expect(entries.has(key)).toBe(false);
  entries.set(key, entry.toXdr('hex'));
}

// fees of all transactions first, then each transaction in application order
function changesOf({ txProcessing }: xdr.LedgerCloseMetaV2): xdr.LedgerEntryChange[] {
  const fees = txProcessing.flatMap(({ feeProcessing }) => feeProcessing);
  const applied = txProcessing
    .map(metaOf)
    .flatMap(({ txChangesBefore, operations, txChangesAfter }) => [
      ...txChangesBefore,
      ...operations.flatMap(({ changes }) => changes),
      ...txChangesAfter,
    ]);
  return [...fees, ...applied];
}

function afterOf(change: xdr.LedgerEntryChange): xdr.LedgerEntry | undefined {
  if (change.type === 'ledgerEntryCreated') return change.created;
  return change.type === 'ledgerEntryUpdated' ? change.updated : undefined;
}

function keyOf({ data }: xdr.LedgerEntry): string {
  if (data.type === 'account') return xdr.LedgerKey.account(new xdr.LedgerKeyAccount(data.account)).toXdr('hex');
  if (data.type === 'trustline')
    return xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine(data.trustLine)).toXdr('hex');
  if (data.type === 'data') return xdr.LedgerKey.data(new xdr.LedgerKeyData(data.data)).toXdr('hex');
  throw new Error(`unexpected entry ${data.type}`);
}
