/** Builds and signs transactions and fee bumps from plans. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkXdr } from '../encode/sdk.ts';
import { envelopeTypeFeeBump, hashOfTransaction } from '../encode/envelope.ts';
import { decoratedSignature, sha256, type Identity } from '../identity.ts';
import { operationXdr, type WishedOperation } from './wishes.ts';

/** What a transaction is to do; a `sponsor` pays its fee by a fee bump. Fees are bids in stroops per operation. */
export interface TransactionPlan {
  source: Identity;
  operations: WishedOperation[];
  memo: xdr.Memo;
  cond: xdr.Preconditions;
  bid: number;
  sponsor?: Identity;
}

/** Returns the plan as a transaction with this sequence number, signed by all it needs. */
export function signTransaction(
  plan: TransactionPlan,
  sequence: bigint,
  networkId: Uint8Array,
): xdr.TransactionEnvelope {
  const tx = transactionOf(plan, sequence);
  const hash = hashOfTransaction(tx, networkId);
  const signers = new Set([plan.source, ...plan.operations.flatMap(({ source }) => source ?? [])]);
  const signatures = Array.from(signers, (signer) => decoratedSignature(signer, hash));
  const v1 = new xdr.TransactionV1Envelope({ tx, signatures });
  if (!plan.sponsor) return xdr.TransactionEnvelope.envelopeTypeTx(v1);
  const fee = BigInt(plan.bid * (plan.operations.length + 1)) + resourceFee(plan);
  return feeBump(v1, plan.sponsor, fee, networkId);
}

/** Returns the transaction with this fee in stroops, paid and signed by another. */
export function feeBump(
  inner: xdr.TransactionV1Envelope,
  payer: Identity,
  fee: bigint,
  networkId: Uint8Array,
): xdr.TransactionEnvelope {
  const tx = new xdr.FeeBumpTransaction({
    feeSource: payer.muxed,
    fee,
    innerTx: xdr.FeeBumpTransactionInnerTx.envelopeTypeTx(inner),
    ext: xdr.FeeBumpTransactionExt.v0(),
  });
  const hash = sha256(networkId, envelopeTypeFeeBump, sdkXdr(tx));
  const signatures = [decoratedSignature(payer, hash)];
  return xdr.TransactionEnvelope.envelopeTypeTxFeeBump(new xdr.FeeBumpTransactionEnvelope({ tx, signatures }));
}

function transactionOf(plan: TransactionPlan, sequence: bigint): xdr.Transaction {
  const declared = declaredBy(plan);
  return new xdr.Transaction({
    sourceAccount: plan.source.muxed,
    fee: plan.bid * plan.operations.length + Number(resourceFee(plan)),
    seqNum: sequence,
    cond: plan.cond,
    memo: plan.memo,
    operations: plan.operations.map(operationXdr),
    ext: declared ? xdr.TransactionExt.sorobanData(declared) : xdr.TransactionExt.v0(),
  });
}

const resourceFee = (plan: TransactionPlan): bigint => declaredBy(plan)?.resourceFee ?? 0n;

function declaredBy({ operations: [first] }: TransactionPlan): xdr.SorobanTransactionData | undefined {
  return first?.kind === 'contract' ? first.data : undefined;
}
