import { createHash } from 'node:crypto';
import { Keypair, StrKey, TransactionBuilder } from '@stellar/stellar-sdk/base';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { expect, test } from 'vitest';
import { envelopesOf, ledgers, metas, options } from './ledgers.ts';

const sha256 = (...parts: (Uint8Array | string)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const hashOf = (envelope: xdr.TransactionEnvelope) =>
  hex(TransactionBuilder.fromXDR(envelope.toXdr('base64'), options.passphrase).hash());

test('encodes ledgers that decode to the very same bytes', () => {
  for (const { bytes } of ledgers) expect(Buffer.compare(xdr.LedgerCloseMeta.fromXdr(bytes).toXdr(), bytes)).toBe(0);
});

test('hashes each header and names the header before', () => {
  metas.forEach(({ ledgerHeader: { hash, header } }, i) => {
    expect(hash.toString()).toBe(hex(sha256(header.toXdr())));
    expect(hex(ledgers[i].hash)).toBe(hash.toString());
    if (i > 0) expect(header.previousLedgerHash.toString()).toBe(metas[i - 1].ledgerHeader.hash.toString());
  });
});

test('hashes the transaction set and the result set into the header', () => {
  for (const { ledgerHeader, txSet, txProcessing } of metas) {
    const results = new xdr.TransactionResultSet({ results: txProcessing.map(({ result }) => result) });
    expect(ledgerHeader.header.scpValue.txSetHash.toString()).toBe(hex(sha256(txSet.toXdr())));
    expect(ledgerHeader.header.txSetResultHash.toString()).toBe(hex(sha256(results.toXdr())));
    expect(txSet.v1TxSet.previousLedgerHash.toString()).toBe(ledgerHeader.header.previousLedgerHash.toString());
  }
});

test('gives each transaction the hash that the SDK computes, for a fee bump the inner one too', () => {
  for (const meta of metas) {
    const applied = meta.txProcessing.map(({ result }) => result.transactionHash.toString());
    expect(applied.toSorted()).toEqual(envelopesOf(meta).map(hashOf).toSorted());
  }
  const inner = metas.flatMap(({ txProcessing }) =>
    txProcessing.flatMap(({ result: { result } }) =>
      'innerResultPair' in result.result ? result.result.innerResultPair.transactionHash.toString() : [],
    ),
  );
  const expected = metas.flatMap(envelopesOf).flatMap((envelope) => {
    if (envelope.type !== 'envelopeTypeTxFeeBump') return [];
    return hashOf(xdr.TransactionEnvelope.envelopeTypeTx(envelope.feeBump.tx.innerTx.v1));
  });
  expect(inner.toSorted()).toEqual(expected.toSorted());
});

test('sorts the set by envelope hash and applies it in another order', () => {
  const reordered = metas.filter((meta) => {
    const set = envelopesOf(meta);
    const hashes = set.map((envelope) => hex(sha256(envelope.toXdr())));
    expect(hashes).toEqual(hashes.toSorted());
    return meta.txProcessing.some(({ result }, i) => result.transactionHash.toString() !== hashOf(set[i]));
  });
  expect(reordered.length).toBeGreaterThan(metas.length / 2);
});

test('signs transactions with the keys of their sources', () => {
  for (const envelope of metas.slice(0, 10).flatMap(envelopesOf)) {
    const hash = TransactionBuilder.fromXDR(envelope.toXdr('base64'), options.passphrase).hash();
    const [signature] =
      envelope.type === 'envelopeTypeTxFeeBump' ? envelope.feeBump.signatures : envelope.value.signatures;
    const source = envelope.type === 'envelopeTypeTxFeeBump' ? envelope.feeBump.tx.feeSource : sourceOf(envelope);
    if (source.type !== 'keyTypeEd25519') throw new Error('a multiplexed source');
    const keypair = Keypair.fromPublicKey(StrKey.encodeEd25519PublicKey(source.ed25519.toBytes()));
    expect(keypair.verify(hash, signature.signature.toBytes())).toBe(true);
    expect(hex(signature.hint.toBytes())).toBe(hex(keypair.rawPublicKey().slice(-4)));
  }
});

test('signs the consensus value of each ledger', () => {
  for (const { ledgerHeader } of metas.slice(0, 10)) {
    const { txSetHash, closeTime, ext } = ledgerHeader.header.scpValue;
    if (ext.type !== 'stellarValueSigned') throw new Error('an unsigned value');
    const { nodeId, signature } = ext.lcValueSignature;
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(closeTime);
    const message = Buffer.concat([sha256(options.passphrase), Buffer.of(0, 0, 0, 4), txSetHash.toBytes(), time]);
    const keypair = Keypair.fromPublicKey(StrKey.encodeEd25519PublicKey(nodeId.ed25519.toBytes()));
    expect(keypair.verify(message, signature.toBytes())).toBe(true);
  }
});

function sourceOf(envelope: xdr.TransactionEnvelope): xdr.MuxedAccount {
  if (envelope.type !== 'envelopeTypeTx') throw new Error(envelope.type);
  return envelope.v1.tx.sourceAccount;
}
