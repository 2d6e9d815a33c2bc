import { StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { extractTransactions, historyTransactions } from '../../src/tables/transactions.ts';
import { divergence } from '../divergences.ts';
import { ledgerOf, words } from '../make/ledger.ts';

const SOURCE = 1;
const PAYER = 2;
const ID = 2n ** 64n - 1n;
const RESOURCE_FEE = 200n;
const key = (n: number) => Buffer.alloc(32, n);
const muxed = (n: number, id?: bigint) =>
  id === undefined
    ? xdr.MuxedAccount.keyTypeEd25519(key(n))
    : xdr.MuxedAccount.keyTypeMuxedEd25519(new xdr.MuxedAccountMed25519({ id, ed25519: key(n) }));

const codeKey = (n: number) => xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: key(n) }));

interface Kind {
  bump?: boolean;
  isClassic?: boolean;
  /** Whether the account that pays is named with an id. */
  withId?: boolean;
}

function sorobanData(): xdr.TransactionExt {
  const resources = new xdr.SorobanResources({
    footprint: new xdr.LedgerFootprint({ readOnly: [codeKey(1), codeKey(2), codeKey(3)], readWrite: [codeKey(4)] }),
    ...{ instructions: 2 ** 32 - 1, diskReadBytes: 7, writeBytes: 8 },
  });
  const archived = new xdr.SorobanResourcesExtV0({ archivedSorobanEntries: [1, 2 ** 32 - 1] });
  const ext = xdr.SorobanTransactionDataExt.resourceExt(archived);
  return xdr.TransactionExt.sorobanData(new xdr.SorobanTransactionData({ ext, resources, resourceFee: RESOURCE_FEE }));
}

function envelopeOf({ bump = false, isClassic = false, withId = false }: Kind): Buffer {
  const id = withId ? ID : undefined;
  const tx = new xdr.Transaction({
    sourceAccount: muxed(SOURCE, bump ? undefined : id),
    ...{ fee: 500, seqNum: 1n, cond: xdr.Preconditions.precondNone(), memo: xdr.Memo.memoNone(), operations: [] },
    ext: isClassic ? xdr.TransactionExt.v0() : sorobanData(),
  });
  const inner = new xdr.TransactionV1Envelope({ tx, signatures: [] });
  if (!bump) return Buffer.from(xdr.TransactionEnvelope.envelopeTypeTx(inner).toXdr());
  const outer = new xdr.FeeBumpTransaction({
    feeSource: muxed(PAYER, id),
    fee: 2n ** 40n,
    innerTx: xdr.FeeBumpTransactionInnerTx.envelopeTypeTx(inner),
    ext: xdr.FeeBumpTransactionExt.v0(),
  });
  const envelope = new xdr.FeeBumpTransactionEnvelope({ tx: outer, signatures: [] });
  return Buffer.from(xdr.TransactionEnvelope.envelopeTypeTxFeeBump(envelope).toXdr());
}

function account(n: number, balance: bigint): xdr.LedgerEntry {
  const entry = new xdr.AccountEntry({
    accountId: xdr.PublicKey.publicKeyTypeEd25519(key(n)),
    ...{ balance, seqNum: 1n, numSubEntries: 0, inflationDest: null, flags: 0, homeDomain: '', signers: [] },
    thresholds: Buffer.alloc(4),
    ext: xdr.AccountEntryExt.v0(),
  });
  const data = xdr.LedgerEntryData.account(entry);
  return new xdr.LedgerEntry({ lastModifiedLedgerSeq: 5, data, ext: xdr.LedgerEntryExt.v0() });
}

/** Changes of the source's and the payer's balance. */
function changes(source: [bigint, bigint], payer: [bigint, bigint]): Buffer {
  const list = [source, payer].flatMap(([from, to], i) => [
    xdr.LedgerEntryChange.ledgerEntryState(account(i + 1, from)),
    xdr.LedgerEntryChange.ledgerEntryUpdated(account(i + 1, to)),
  ]);
  return Buffer.concat([words(list.length), ...list.map((change) => change.toXdr())]);
}

const taken = changes([1000n, 700n], [5000n, 4000n]);
const returned = changes([700n, 790n], [100n, 150n]);
/** The extension of the Soroban meta with its three fees. */
const charges = words(1, 0, 0, 11, 0, 12, 0, 13);
const metas = {
  'version 3': [words(3, 0, 0, 0), returned, words(1), charges, words(0, 1, 0)],
  'version 3 of a transaction that failed before its operations': [words(3, 0, 0, 0), returned, words(0)],
  'version 4': [words(4, 0, 0, 0), returned, words(1), charges, words(0, 0, 0)],
  'version 4 of a transaction that failed before its operations': [words(4, 0, 0, 0), returned, words(0, 0, 0)],
};

/** The row of a transaction that failed before its operations. */
function rowOf(envelope: Buffer, meta: Buffer[], protocol = 21): Record<string, unknown> {
  const { columns, batch } = createBuilder(historyTransactions);
  const ledger = ledgerOf({ envelope, result: words(0, 100, -5, 0), meta: Buffer.concat(meta), fee: taken });
  ledger.protocolVersion = protocol;
  extractTransactions(new Context(ledger, new Decoder(networkId(passphrases.testnet))), columns);
  return batch().toArray()[0].toJSON();
}

describe.each(Object.entries(metas))('fees of a Soroban transaction with meta %s', (name, meta) => {
  const [nonRefundable, refundable, rent] = name.includes('failed') ? [0n, 0n, 0n] : [11n, 12n, 13n];
  const common = {
    resource_fee: RESOURCE_FEE,
    soroban_resources_instructions: 2n ** 32n - 1n,
    soroban_resources_read_bytes: 7n,
    soroban_resources_disk_read_bytes: 7n,
    soroban_resources_write_bytes: 8n,
    soroban_resources_archived_entries_json: '[1,4294967295]',
    soroban_footprint_read_only: 3,
    soroban_footprint_read_write: 1,
    non_refundable_resource_fee_charged: nonRefundable,
    refundable_resource_fee_charged: refundable,
    rent_fee_charged: rent,
    max_fee: 500n,
  };

  it('are those of the source', () => {
    expect(rowOf(envelopeOf({}), meta)).toMatchObject({
      ...common,
      ...{ inclusion_fee_bid: 300n, inclusion_fee_charged: 100n, resource_fee_refund: 90n, fee_charged: 100n },
    });
  });

  const bumped = { inclusion_fee_bid: 2n ** 40n - 200n, inclusion_fee_charged: 800n, resource_fee_refund: 50n };

  it(`are those of the payer of a fee bump: ${divergence('fee-bump-of-protocol-20').rule}`, () => {
    const envelope = envelopeOf({ bump: true });
    expect(rowOf(envelope, meta)).toMatchObject({ ...common, ...bumped, fee_charged: 100n, fee_account_muxed: null });
    // The payer's balance falls by 1000, and rises by 50.
    expect(rowOf(envelope, meta, 20)).toMatchObject({ ...common, ...bumped, fee_charged: 950n });
  });

  it(`are those of an account that is named with an id: ${divergence('fees-of-muxed-payers').rule}`, () => {
    const ofSource = { inclusion_fee_charged: 100n, resource_fee_refund: 90n, fee_charged: 100n };
    expect(rowOf(envelopeOf({ withId: true }), meta)).toMatchObject({ ...common, ...ofSource });
    const strkey = StrKey.encodeMed25519PublicKey(Buffer.concat([key(PAYER), Buffer.alloc(8, 255)]));
    expect(rowOf(envelopeOf({ bump: true, withId: true }), meta, 20)).toMatchObject({
      ...{ ...common, ...bumped, fee_charged: 950n },
      ...{ fee_account: StrKey.encodeEd25519PublicKey(key(PAYER)), fee_account_muxed: strkey },
    });
  });
});

describe('fees of a classic transaction', () => {
  const none = { resource_fee: 0n, resource_fee_refund: 0n, rent_fee_charged: 0n, soroban_footprint_read_only: null };

  it(`are inclusion fees: ${divergence('inclusion-fee-of-classic').rule}`, () => {
    const own = { inclusion_fee_bid: 500n, inclusion_fee_charged: 100n, fee_charged: 100n };
    expect(rowOf(envelopeOf({ isClassic: true }), metas['version 4'])).toMatchObject({ ...none, ...own });
    const bumped = { ...own, inclusion_fee_bid: 2n ** 40n };
    expect(rowOf(envelopeOf({ isClassic: true, bump: true }), metas['version 4'], 20)).toMatchObject({
      ...none,
      ...bumped,
    });
  });
});

describe('the refund of a transaction', () => {
  it('is what all changes after it add to the balance', () => {
    const steps = [100n, 150n, 150n, 175n].map((balance, i) =>
      xdr.LedgerEntryChange[i % 2 === 0 ? 'ledgerEntryState' : 'ledgerEntryUpdated'](account(PAYER, balance)),
    );
    const list = steps.map((step) => Buffer.from(step.toXdr()));
    const meta = [words(4, 0, 0, 0, list.length), ...list, words(0, 0, 0)];
    expect(rowOf(envelopeOf({ bump: true }), meta)).toMatchObject({ resource_fee_refund: 75n });
  });
});
