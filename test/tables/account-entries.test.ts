import { StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { accountSigners, extractAccountSigners } from '../../src/tables/account-signers.ts';
import { accounts, extractAccounts } from '../../src/tables/accounts.ts';
import { rowsOf } from '../make/call.ts';
import { account, key } from '../make/transaction.ts';

const publicKey = (byte: number) => xdr.PublicKey.publicKeyTypeEd25519(key(byte));
const host = xdr.HostFunction.hostFunctionTypeUploadContractWasm(new Uint8Array(0));

/** A signer, and the byte of its sponsor's key; 0 for none. */
interface Signer {
  key: xdr.SignerKey;
  weight: number;
  sponsor?: number;
}

/** An account with an extension of this version: 0, 1, 2 or 3. */
interface Plan {
  version: number;
  signers?: Signer[];
  master?: number;
  lastModified?: number;
}

function extensionOf(version: number, signers: Signer[]): xdr.AccountEntryExt {
  const v3 = new xdr.AccountEntryExtensionV3({ ext: xdr.ExtensionPoint.v0(), seqLedger: 77, seqTime: 1_700_000_000n });
  const v2 = new xdr.AccountEntryExtensionV2({
    ...{ numSponsored: 3, numSponsoring: 4 },
    signerSponsoringIDs: signers.map(({ sponsor }) => (sponsor ? publicKey(sponsor) : null)),
    ext: version === 3 ? xdr.AccountEntryExtensionV2Ext.v3(v3) : xdr.AccountEntryExtensionV2Ext.v0(),
  });
  const v1 = new xdr.AccountEntryExtensionV1({
    liabilities: new xdr.Liabilities({ buying: 5n, selling: 6n }),
    ext: version > 1 ? xdr.AccountEntryExtensionV1Ext.v2(v2) : xdr.AccountEntryExtensionV1Ext.v0(),
  });
  return version > 0 ? xdr.AccountEntryExt.v1(v1) : xdr.AccountEntryExt.v0();
}

function entryOf({ version, signers = [], master = 1, lastModified = 5 }: Plan): xdr.LedgerEntry {
  const entry = new xdr.AccountEntry({
    ...{ accountId: publicKey(1), balance: 100n, seqNum: 9n, numSubEntries: 2, inflationDest: publicKey(8) },
    ...{ flags: 15, homeDomain: 'example.org', thresholds: Uint8Array.from([master, 10, 20, 255]) },
    signers: signers.map(({ key, weight }) => new xdr.Signer({ key, weight })),
    ext: extensionOf(version, signers),
  });
  const data = xdr.LedgerEntryData.account(entry);
  return new xdr.LedgerEntry({ lastModifiedLedgerSeq: lastModified, data, ext: xdr.LedgerEntryExt.v0() });
}

const { ledgerEntryState, ledgerEntryUpdated, ledgerEntryCreated, ledgerEntryRemoved } = xdr.LedgerEntryChange;
const created = (after: Plan) => [ledgerEntryCreated(entryOf(after))];
const updated = (before: Plan, after: Plan) => [
  ledgerEntryState(entryOf({ lastModified: 3, ...before })),
  ledgerEntryUpdated(entryOf(after)),
];
const removed = (before: Plan) => [
  ledgerEntryState(entryOf({ lastModified: 3, ...before })),
  ledgerEntryRemoved(xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: publicKey(1) }))),
];

describe('extensions of accounts', () => {
  it.each([
    { version: 0, expected: [0n, 0n, 0n, 0n, 0, null] },
    { version: 1, expected: [5n, 6n, 0n, 0n, 0, null] },
    { version: 2, expected: [5n, 6n, 3n, 4n, 0, null] },
    { version: 3, expected: [5n, 6n, 3n, 4n, 77, 1_700_000_000_000] },
  ])('fill their columns in version $version', ({ version, expected }) => {
    const signers = [{ key: xdr.SignerKey.signerKeyTypeEd25519(key(2)), weight: 1, sponsor: 3 }];
    const [row] = rowsOf(accounts, extractAccounts, { host, changes: created({ version, signers }) });
    expect([
      ...[row.buying_liabilities_stroops, row.selling_liabilities_stroops, row.num_sponsored, row.num_sponsoring],
      ...[row.sequence_ledger, row.sequence_time],
    ]).toEqual(expected);
    const { inflation_destination, home_domain, flags, threshold_high, sponsor } = row;
    expect([inflation_destination, home_domain, flags, threshold_high, sponsor]).toEqual([
      ...[account(8), 'example.org', 15, 255, null],
    ]);
  });
});

describe('signers of accounts', () => {
  const payload = (length: number) => {
    const parts = { ed25519: key(5), payload: Buffer.alloc(length, 9) };
    return xdr.SignerKey.signerKeyTypeEd25519SignedPayload(new xdr.SignerKeyEd25519SignedPayload(parts));
  };
  const signers = [
    { key: xdr.SignerKey.signerKeyTypeEd25519(key(2)), weight: 1 },
    { key: xdr.SignerKey.signerKeyTypePreAuthTx(key(3)), weight: 2, sponsor: 7 },
    { key: xdr.SignerKey.signerKeyTypeHashX(key(4)), weight: 255 },
    { key: payload(29), weight: 4, sponsor: 6 },
    // Weights above 255 could be set before protocol 10.
    { key: payload(64), weight: 4294967295 },
  ];
  const payloadAddress = (length: number) => {
    const raw = [key(5), Buffer.from([0, 0, 0, length]), Buffer.alloc(length, 9), Buffer.alloc(-length & 3)];
    return StrKey.encodeSignedPayload(Buffer.concat(raw));
  };
  const own = [account(1), 1, null];
  const others = [
    ...[[account(2), 1, null]],
    ...[[StrKey.encodePreAuthTx(key(3)), 2, account(7)]],
    ...[[StrKey.encodeSha256Hash(key(4)), 255, null]],
    ...[[payloadAddress(29), 4, account(6)]],
    ...[[payloadAddress(64), 4294967295, null]],
  ];
  const told = (changes: xdr.LedgerEntryChange[]) =>
    rowsOf(accountSigners, extractAccountSigners, { host, changes }).map((row) => [
      ...[row.signer, Number(row.weight), row.sponsor],
      ...[row.ledger_entry_change, row.deleted, row.last_modified_ledger],
    ]);
  const withoutSponsors = ([address, weight]: unknown[]) => [address, weight, null];
  const [CREATED, UPDATED, REMOVED] = [0, 1, 2];

  it.each([2, 3])('may be of any kind, with sponsors since version 2: version %i', (version) => {
    const rows = [own, ...others];
    expect(told(created({ version, signers }))).toEqual(rows.map((row) => [...row, CREATED, false, 5]));
    expect(told(removed({ version, signers }))).toEqual(rows.map((row) => [...row, REMOVED, true, 3]));
    expect(told(updated({ version, signers }, { version, signers }))).toEqual([]);
  });

  it.each([0, 1])('have no sponsors before: version %i', (version) => {
    const rows = [own, ...others].map(withoutSponsors);
    expect(told(created({ version, signers }))).toEqual(rows.map((row) => [...row, CREATED, false, 5]));
  });

  it('are all told again when one changes, comes, goes or is sponsored by another', () => {
    const [first, second] = signers as [Signer, Signer];
    const update = (before: Signer[], after: Signer[], versions = [2, 3]) =>
      told(updated({ version: versions[0], signers: before }, { version: versions[1], signers: after }));
    const rows = (...list: unknown[][]) => list.map((row) => [...row, UPDATED, false, 5]);
    expect(update([first], [first])).toEqual([]);
    expect(update([first], [{ ...first, weight: 3 }])).toEqual(rows(own, [account(2), 3, null]));
    expect(update([first], [{ ...first, sponsor: 7 }])).toEqual(rows(own, [account(2), 1, account(7)]));
    expect(update([second], [{ ...second, sponsor: 8 }])).toEqual(rows(own, [others[1][0], 2, account(8)]));
    expect(update([first], [first, second])).toEqual(rows(own, others[0], others[1]));
    expect(update([first, second], [first])).toEqual([
      ...rows(own, others[0]),
      [others[1][0], 0, account(7), REMOVED, true, 3],
    ]);
    // The list of sponsors comes into being with the second extension, which tells nothing when nobody sponsors.
    for (const versions of [
      [0, 2],
      [1, 2],
      [1, 3],
      [2, 3],
      [3, 1],
    ])
      expect(update([first], [first], versions)).toEqual([]);
    expect(update([first], [{ ...first, sponsor: 7 }], [1, 3])).toEqual(rows(own, [account(2), 1, account(7)]));
    expect(update([second], [second], [1, 3])).toEqual(rows(own, others[1]));
    expect(update([], [], [1, 2])).toEqual([]);
  });

  it('are the key of the account, too, while it has weight', () => {
    const master = (before: number, after: number) =>
      told(updated({ version: 1, master: before }, { version: 1, master: after }));
    expect(master(1, 0)).toEqual([[account(1), 0, null, REMOVED, true, 3]]);
    expect(master(0, 2)).toEqual([[account(1), 2, null, UPDATED, false, 5]]);
    expect(master(0, 0)).toEqual([]);
    expect(told(created({ version: 0, master: 0 }))).toEqual([]);
  });
});
