/** Transactions of the corpus as the SDK reads them: what tables are compared with where reference programs are wrong. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { networkId, passphraseOf } from '../../src/ledger/network.ts';
import { frameOf, hashHex, type Frame } from '../../src/simulator/transactions/frame.ts';
import { readSet, type GoldenSet } from './golden/sets.ts';

/** A transaction with its result and its entry changes. */
export interface Witness {
  protocol: number;
  hash: string;
  frame: Frame;
  result: xdr.TransactionResult;
  feeChanges: readonly xdr.LedgerEntryChange[];
  meta: xdr.TransactionMeta;
  /** Changes of each operation. */
  operations: readonly (readonly xdr.LedgerEntryChange[])[];
  /** Changes after the operations, and those after all transactions of the ledger. */
  after: readonly xdr.LedgerEntryChange[];
}

/** Yields the transactions of a set in the order of their application, with the name of their file. */
export function* witnesses(set: GoldenSet): Generator<Witness & { capture: string }> {
  const id = networkId(passphraseOf(set.network));
  for (const { capture, ledger } of readSet(set)) {
    for (const witness of witnessesOf(xdr.LedgerCloseMeta.fromXdr(ledger.bytes), id)) yield { ...witness, capture };
  }
}

function* witnessesOf(meta: xdr.LedgerCloseMeta, id: Uint8Array): Generator<Witness> {
  const { ledgerHeader, txProcessing } = meta.value;
  const frames = new Map(envelopesOf(meta).map((envelope) => [hashHex(frameOf(envelope, id)), frameOf(envelope, id)]));
  for (const record of txProcessing) {
    const hash = Buffer.from(record.result.transactionHash.toBytes()).toString('hex');
    const { txApplyProcessing: applied } = record;
    const value = applied.type === 'operations' ? undefined : applied.value;
    const after = value && 'txChangesAfter' in value ? value.txChangesAfter : [];
    const post = 'postTxApplyFeeProcessing' in record ? record.postTxApplyFeeProcessing : [];
    yield {
      protocol: ledgerHeader.header.ledgerVersion,
      hash,
      frame: frames.get(hash)!,
      result: record.result.result,
      feeChanges: record.feeProcessing,
      meta: applied,
      operations: (value ? value.operations : (applied.value as xdr.OperationMeta[])).map(({ changes }) => changes),
      after: [...after, ...post],
    };
  }
}

function envelopesOf(meta: xdr.LedgerCloseMeta): xdr.TransactionEnvelope[] {
  if (meta.type === 'v0') return [...meta.v0.txSet.txs];
  return meta.value.txSet.v1TxSet.phases.flatMap((phase) =>
    phase.type === 'v0Components'
      ? phase.v0Components.flatMap(({ txsMaybeDiscountedFee: { txs } }) => txs)
      : phase.parallelTxsComponent.executionStages.flat(2),
  );
}

/** Returns the operation results of a transaction that succeeded, of a fee bump those of the inner one; none of another. */
export function successes({ result: { result } }: Witness): readonly xdr.OperationResult[] {
  const inner = result.type === 'txFeeBumpInnerSuccess' ? result.innerResultPair.result.result : result;
  return inner.type === 'txSuccess' ? inner.results : [];
}
