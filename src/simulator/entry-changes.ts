import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Account, Change, Data, Entry, TrustLine } from './state.ts';

/** Returns the changes as ledger meta writes them: created, state and updated, or state and removed. */
export function changesXdr(changes: Change[]): xdr.LedgerEntryChange[] {
  return changes.flatMap(({ before, after }) => {
    const written: xdr.LedgerEntryChange[] = [];
    if (before) written.push(xdr.LedgerEntryChange.ledgerEntryState(entryXdr(before)));
    if (before && after) written.push(xdr.LedgerEntryChange.ledgerEntryUpdated(entryXdr(after)));
    if (before && !after) written.push(xdr.LedgerEntryChange.ledgerEntryRemoved(keyXdr(before)));
    if (!before && after) written.push(xdr.LedgerEntryChange.ledgerEntryCreated(entryXdr(after)));
    return written;
  });
}

function entryXdr(entry: Entry): xdr.LedgerEntry {
  return new xdr.LedgerEntry({
    lastModifiedLedgerSeq: entry.lastModified,
    data: dataXdr(entry),
    ext: xdr.LedgerEntryExt.v0(),
  });
}

function dataXdr(entry: Entry): xdr.LedgerEntryData {
  if (entry.kind === 'account') return xdr.LedgerEntryData.account(accountXdr(entry));
  if (entry.kind === 'trust_line') return xdr.LedgerEntryData.trustline(trustLineXdr(entry));
  return xdr.LedgerEntryData.data(dataEntryXdr(entry));
}

function accountXdr(account: Account): xdr.AccountEntry {
  return new xdr.AccountEntry({
    accountId: account.owner.accountId,
    balance: account.balance,
    seqNum: account.sequence,
    numSubEntries: account.subentries,
    inflationDest: null,
    flags: account.flags,
    homeDomain: account.homeDomain,
    thresholds: masterWeightOne,
    signers: [],
    ext: accountExt(account),
  });
}

// Since protocol 19 the first sequence bump gives an account its extensions 1 to 3.
function accountExt({ sequenceBump }: Account): xdr.AccountEntryExt {
  if (!sequenceBump) return xdr.AccountEntryExt.v0();
  const v3 = new xdr.AccountEntryExtensionV3({
    ext: xdr.ExtensionPoint.v0(),
    seqLedger: sequenceBump.ledger,
    seqTime: sequenceBump.time,
  });
  const v2 = new xdr.AccountEntryExtensionV2({
    numSponsored: 0,
    numSponsoring: 0,
    signerSponsoringIDs: [],
    ext: xdr.AccountEntryExtensionV2Ext.v3(v3),
  });
  const ext = xdr.AccountEntryExtensionV1Ext.v2(v2);
  return xdr.AccountEntryExt.v1(new xdr.AccountEntryExtensionV1({ liabilities: noLiabilities, ext }));
}

function trustLineXdr(line: TrustLine): xdr.TrustLineEntry {
  return new xdr.TrustLineEntry({
    accountId: line.owner.accountId,
    asset: line.asset.credit!.line,
    balance: line.balance,
    limit: line.limit,
    flags: xdr.TrustLineFlags.authorizedFlag.value,
    ext: xdr.TrustLineEntryExt.v0(),
  });
}

function dataEntryXdr(data: Data): xdr.DataEntry {
  return new xdr.DataEntry({
    accountId: data.owner.accountId,
    dataName: data.name,
    dataValue: data.value,
    ext: xdr.DataEntryExt.v0(),
  });
}

function keyXdr(entry: Entry): xdr.LedgerKey {
  const accountId = entry.owner.accountId;
  if (entry.kind === 'account') return xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId }));
  if (entry.kind === 'data') return xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId, dataName: entry.name }));
  return xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset: entry.asset.credit!.line }));
}

const masterWeightOne = Uint8Array.of(1, 0, 0, 0);
const noLiabilities = new xdr.Liabilities({ buying: 0n, selling: 0n });
