import * as xdr from '@stellar/stellar-sdk/xdr';
import { decoratedSignature, sha256, type Identity } from './identity.ts';
import { operationXdr, type Operation } from './operations.ts';

/** What a transaction is to do; a `sponsor` pays its fee by a fee bump. Fees are bids in stroops per operation. */
export interface TransactionPlan {
  source: Identity;
  operations: Operation[];
  memo: xdr.Memo;
  cond: xdr.Preconditions;
  bid: number;
  sponsor?: Identity;
}

/** A signed transaction with its hashes. */
export interface SignedTransaction {
  plan: TransactionPlan;
  sequence: bigint;
  envelope: xdr.TransactionEnvelope;
  hash: Uint8Array;
  /** Hash of the transaction inside a fee bump. */
  innerHash?: Uint8Array;
  /** SHA-256 of the envelope with its signatures, by which transaction sets are sorted. */
  envelopeHash: Uint8Array;
}

/** Returns the plan as a transaction with this sequence number, signed by all it needs. */
export function signTransaction(plan: TransactionPlan, sequence: bigint, networkId: Uint8Array): SignedTransaction {
  const tx = transactionXdr(plan, sequence);
  const hash = sha256(networkId, envelopeTypeTx, tx.toXdr());
  const signers = new Set([plan.source, ...plan.operations.flatMap(({ source }) => source ?? [])]);
  const signatures = Array.from(signers, (signer) => decoratedSignature(signer, hash));
  const v1 = new xdr.TransactionV1Envelope({ tx, signatures });
  if (plan.sponsor) return bumpFee(plan, plan.sponsor, sequence, v1, hash, networkId);
  const envelope = xdr.TransactionEnvelope.envelopeTypeTx(v1);
  return { plan, sequence, envelope, hash, envelopeHash: sha256(envelope.toXdr()) };
}

/** Returns how many operations a transaction pays for: a fee bump counts as one more. */
export function paidOperations(plan: TransactionPlan): number {
  return plan.operations.length + (plan.sponsor ? 1 : 0);
}

function bumpFee(
  plan: TransactionPlan,
  sponsor: Identity,
  sequence: bigint,
  inner: xdr.TransactionV1Envelope,
  innerHash: Uint8Array,
  networkId: Uint8Array,
): SignedTransaction {
  const tx = new xdr.FeeBumpTransaction({
    feeSource: sponsor.muxed,
    fee: BigInt(plan.bid * paidOperations(plan)),
    innerTx: xdr.FeeBumpTransactionInnerTx.envelopeTypeTx(inner),
    ext: xdr.FeeBumpTransactionExt.v0(),
  });
  const hash = sha256(networkId, envelopeTypeFeeBump, tx.toXdr());
  const signatures = [decoratedSignature(sponsor, hash)];
  const envelope = xdr.TransactionEnvelope.envelopeTypeTxFeeBump(
    new xdr.FeeBumpTransactionEnvelope({ tx, signatures }),
  );
  return { plan, sequence, envelope, hash, innerHash, envelopeHash: sha256(envelope.toXdr()) };
}

function transactionXdr(plan: TransactionPlan, sequence: bigint): xdr.Transaction {
  return new xdr.Transaction({
    sourceAccount: plan.source.muxed,
    fee: plan.bid * plan.operations.length,
    seqNum: sequence,
    cond: plan.cond,
    memo: plan.memo,
    operations: plan.operations.map(operationXdr),
    ext: xdr.TransactionExt.v0(),
  });
}

const envelopeTypeTx = xdr.EnvelopeType.envelopeTypeTx.toXdr();
const envelopeTypeFeeBump = xdr.EnvelopeType.envelopeTypeTxFeeBump.toXdr();
