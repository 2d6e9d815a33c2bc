import * as xdr from '@stellar/stellar-sdk/xdr';
import { applyOperation, type OperationOutcome } from './apply-operation.ts';
import type { Asset } from './asset.ts';
import { changesXdr } from './entry-changes.ts';
import { paidOperations, type SignedTransaction } from './envelope.ts';
import { feeEvent, memoMuxedId } from './events.ts';
import { State } from './state.ts';

/** What closing a ledger gives its transactions. */
export interface CloseContext {
  closeTime: bigint;
  baseFee: number;
  native: Asset;
}

/** A fee as charged, with the change of the payer's account. */
export interface ChargedFee {
  fee: bigint;
  changes: xdr.LedgerEntryChange[];
}

/** Takes a transaction's fee from its payer; ledgers charge all fees before they apply anything. */
export function chargeFee({ plan }: SignedTransaction, ledger: State, { baseFee }: CloseContext): ChargedFee {
  const fee = BigInt(paidOperations(plan) * Math.min(plan.bid, baseFee));
  const layer = new State(ledger.ledger, ledger);
  const payer = layer.account(plan.sponsor ?? plan.source)!;
  layer.put({ ...payer, balance: payer.balance - fee });
  return { fee, changes: commitChanges(layer) };
}

/** Applies a transaction whose fee is charged, and returns its part of the ledger's meta. */
export function applyTransaction(
  transaction: SignedTransaction,
  charged: ChargedFee,
  ledger: State,
  context: CloseContext,
): xdr.TransactionResultMetaV1 {
  const { plan, hash } = transaction;
  const txChangesBefore = bumpSequence(transaction, ledger, context.closeTime);
  const { outcomes, operations } = applyOperations(transaction, ledger, context);
  const result = transactionResult(transaction, outcomes, charged.fee);
  const meta = new xdr.TransactionMetaV4({
    ext: xdr.ExtensionPoint.v0(),
    txChangesBefore,
    operations,
    txChangesAfter: [],
    sorobanMeta: null,
    events: [feeEvent(context.native, plan.sponsor ?? plan.source, charged.fee)],
    diagnosticEvents: [],
  });
  return new xdr.TransactionResultMetaV1({
    ext: xdr.ExtensionPoint.v0(),
    result: new xdr.TransactionResultPair({ transactionHash: hash, result }),
    feeProcessing: charged.changes,
    txApplyProcessing: xdr.TransactionMeta.v4(meta),
    postTxApplyFeeProcessing: [],
  });
}

// A fee bump writes its payer's account first, unchanged, in a layer of its own, as stellar-core does.
function bumpSequence({ plan, sequence }: SignedTransaction, ledger: State, time: bigint): xdr.LedgerEntryChange[] {
  const payer = new State(ledger.ledger, ledger);
  if (plan.sponsor) payer.put(payer.account(plan.sponsor)!);
  const source = new State(ledger.ledger, ledger);
  const account = source.account(plan.source)!;
  source.put({ ...account, sequence, sequenceBump: { ledger: ledger.ledger, time } });
  return [...commitChanges(payer), ...commitChanges(source)];
}

// All operations run even when one fails, and all results are kept; then nothing of them is committed.
function applyOperations({ plan }: SignedTransaction, ledger: State, { native }: CloseContext) {
  const body = new State(ledger.ledger, ledger);
  const outcomes: OperationOutcome[] = [];
  const operations: xdr.OperationMetaV2[] = [];
  const memo = memoMuxedId(plan.memo);
  for (const operation of plan.operations) {
    const state = new State(ledger.ledger, body);
    const source = operation.source ?? plan.source;
    const outcome = applyOperation(operation, { state, source, native, memoMuxedId: memo });
    outcomes.push(outcome);
    if (!outcome.succeeded) continue;
    const changes = commitChanges(state);
    operations.push(new xdr.OperationMetaV2({ ext: xdr.ExtensionPoint.v0(), changes, events: outcome.events }));
  }
  if (operations.length < outcomes.length) return { outcomes, operations: [] };
  body.commit();
  return { outcomes, operations };
}

function transactionResult(
  { innerHash }: SignedTransaction,
  outcomes: OperationOutcome[],
  fee: bigint,
): xdr.TransactionResult {
  const succeeded = outcomes.every((outcome) => outcome.succeeded);
  const results = outcomes.map(({ result }) => result);
  const ext = xdr.TransactionResultExt.v0();
  if (!innerHash) {
    const { txSuccess, txFailed } = xdr.TransactionResultResult;
    return new xdr.TransactionResult({
      feeCharged: fee,
      result: succeeded ? txSuccess(results) : txFailed(results),
      ext,
    });
  }
  const { txSuccess, txFailed } = xdr.InnerTransactionResultResult;
  const inner = new xdr.InnerTransactionResultPair({
    transactionHash: innerHash,
    result: new xdr.InnerTransactionResult({
      feeCharged: 0n,
      result: succeeded ? txSuccess(results) : txFailed(results),
      ext: xdr.InnerTransactionResultExt.v0(),
    }),
  });
  const { txFeeBumpInnerSuccess, txFeeBumpInnerFailed } = xdr.TransactionResultResult;
  const result = succeeded ? txFeeBumpInnerSuccess(inner) : txFeeBumpInnerFailed(inner);
  return new xdr.TransactionResult({ feeCharged: fee, result, ext });
}

function commitChanges(layer: State): xdr.LedgerEntryChange[] {
  const changes = changesXdr(layer.changes());
  layer.commit();
  return changes;
}
