/** Parses envelopes into frames with hashes, fees and sources. */
import { envelopeTypeFeeBump, envelopeXdr, hashOfTransaction, transactionXdr } from '../encode/envelope.ts';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkXdr } from '../encode/sdk.ts';
import { sha256 } from '../identity.ts';
import type { AccountId } from '../state/entries.ts';
import { sorobanKinds } from '../soroban/kinds.ts';
import { accountOfMuxed, hexOf } from '../encode/from-xdr.ts';

/** A transaction as its envelope holds it, with values that several callers need. */
export interface Frame {
  envelope: xdr.TransactionEnvelope;
  bytes: Uint8Array;
  /** SHA-256 of the envelope with its signatures, by which transaction sets are sorted. */
  envelopeHash: Uint8Array;
  /** What names the transaction: of a fee bump, its own. */
  hash: Uint8Array;
  inner: InnerFrame;
  bump?: FeeBump;
  /** Stroops that it offers. */
  fee: bigint;
  /** Stroops of these that are for what contracts use, not for a place in the ledger. */
  resourceFee: bigint;
  feeSource: AccountId;
  /** Operations that it pays for; a fee bump counts as one more. */
  paidOperations: number;
}

/** The transaction itself, without the fee bump around it. */
export interface InnerFrame {
  tx: xdr.Transaction;
  hash: Uint8Array;
  signatures: readonly xdr.DecoratedSignature[];
  source: AccountId;
  operations: readonly OperationFrame[];
  /** Bytes of its own envelope. */
  size: number;
  /** What a transaction with contracts declares. */
  soroban?: xdr.SorobanTransactionData;
}

/** An operation with its source. */
export interface OperationFrame {
  operation: xdr.Operation;
  source: AccountId;
}

/** What a fee bump adds. */
export interface FeeBump {
  signatures: readonly xdr.DecoratedSignature[];
}

/**
 * Returns the frame of an envelope on the network of this id. An envelope of the form before protocol 13 comes back as
 * the newer one, which has the same hash (stellar-core, `txbridge::convertForV13`).
 */
export function frameOf(envelope: xdr.TransactionEnvelope, networkId: Uint8Array): Frame {
  switch (envelope.type) {
    case 'envelopeTypeTxV0':
      return frameOf(xdr.TransactionEnvelope.envelopeTypeTx(convertV0(envelope.v0)), networkId);
    case 'envelopeTypeTx':
      return plainFrame(envelope, envelope.v1, networkId);
    case 'envelopeTypeTxFeeBump':
      return bumpFrame(envelope, envelope.feeBump, networkId);
    default:
      return envelope satisfies never;
  }
}

function plainFrame(envelope: xdr.TransactionEnvelope, v1: xdr.TransactionV1Envelope, networkId: Uint8Array): Frame {
  const bytes = envelopeXdr(v1);
  const inner = innerFrame(v1, networkId);
  return {
    envelope,
    bytes,
    envelopeHash: sha256(bytes),
    hash: inner.hash,
    inner,
    fee: BigInt(v1.tx.fee),
    resourceFee: inner.soroban?.resourceFee ?? 0n,
    feeSource: inner.source,
    paidOperations: inner.operations.length,
  };
}

function bumpFrame(
  envelope: xdr.TransactionEnvelope,
  { tx, signatures }: xdr.FeeBumpTransactionEnvelope,
  networkId: Uint8Array,
): Frame {
  const bytes = sdkXdr(envelope);
  const body = bytes.subarray(4, bytes.length - signaturesLength(signatures));
  const inner = innerFrame(tx.innerTx.v1, networkId);
  return {
    envelope,
    bytes,
    envelopeHash: sha256(bytes),
    hash: sha256(networkId, envelopeTypeFeeBump, body),
    inner,
    bump: { signatures },
    fee: tx.fee,
    resourceFee: inner.soroban?.resourceFee ?? 0n,
    feeSource: accountOfMuxed(tx.feeSource),
    paidOperations: inner.operations.length + 1,
  };
}

function innerFrame({ tx, signatures }: xdr.TransactionV1Envelope, networkId: Uint8Array): InnerFrame {
  const body = transactionXdr(tx);
  const source = accountOfMuxed(tx.sourceAccount);
  return {
    tx,
    hash: hashOfTransaction(tx, networkId),
    signatures,
    source,
    operations: tx.operations.map((operation) => ({
      operation,
      source: operation.sourceAccount ? accountOfMuxed(operation.sourceAccount) : source,
    })),
    size: 4 + body.length + signaturesLength(signatures),
    soroban: tx.ext.type === 'sorobanData' ? tx.ext.sorobanData : undefined,
  };
}

function convertV0({ tx, signatures }: xdr.TransactionV0Envelope): xdr.TransactionV1Envelope {
  const cond = tx.timeBounds ? xdr.Preconditions.precondTime(tx.timeBounds) : xdr.Preconditions.precondNone();
  const sourceAccount = xdr.MuxedAccount.keyTypeEd25519(tx.sourceAccountEd25519);
  return new xdr.TransactionV1Envelope({
    tx: new xdr.Transaction({ ...tx, sourceAccount, cond, ext: xdr.TransactionExt.v0() }),
    signatures,
  });
}

// an array: its length, then hint and counted signature of each
function signaturesLength(signatures: readonly xdr.DecoratedSignature[]): number {
  return signatures.reduce((sum, { signature }) => sum + 8 + ((signature.toBytes().length + 3) & ~3), 4);
}

/** Whether a transaction belongs to the phase of contracts. */
export const isSorobanFrame = ({ inner }: Frame): boolean =>
  inner.operations.length > 0 && sorobanKinds.has(inner.operations[0].operation.body.type);

/** Returns the hash of a transaction as hex. */
export const hashHex = ({ hash }: Frame): string => hexOf(hash);
