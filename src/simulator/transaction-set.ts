import * as xdr from '@stellar/stellar-sdk/xdr';
import type { SignedTransaction } from './envelope.ts';

/** Returns the set of a ledger's transactions, sorted by the hash of their envelopes, with an empty Soroban phase. */
export function transactionSet(
  transactions: SignedTransaction[],
  previousLedgerHash: Uint8Array,
  baseFee: number,
): xdr.GeneralizedTransactionSet {
  const sorted = [...transactions].sort((a, b) => Buffer.compare(a.envelopeHash, b.envelopeHash));
  const txs = sorted.map(({ envelope }) => envelope);
  const component = new xdr.TxSetComponentTxsMaybeDiscountedFee({ baseFee: BigInt(baseFee), txs });
  const components = txs.length ? [xdr.TxSetComponent.txsetCompTxsMaybeDiscountedFee(component)] : [];
  const soroban = new xdr.ParallelTxsComponent({ baseFee: null, executionStages: [] });
  return xdr.GeneralizedTransactionSet.v1TxSet(
    new xdr.TransactionSetV1({
      previousLedgerHash,
      phases: [xdr.TransactionPhase.v0Components(components), xdr.TransactionPhase.parallelTxsComponent(soroban)],
    }),
  );
}

/**
 * Returns the transactions as stellar-core applies them when each account has at most one: by envelope hash
 * combined with the hash of the set by exclusive or.
 */
export function applyOrder(transactions: SignedTransaction[], txSetHash: Uint8Array): SignedTransaction[] {
  const keyed = transactions.map((transaction) => ({
    transaction,
    key: transaction.envelopeHash.map((byte, i) => byte ^ txSetHash[i]),
  }));
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ transaction }) => transaction);
}
