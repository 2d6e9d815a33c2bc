/** Defines the outcome of a transaction and the changes and events that it leaves. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import type { Change } from '../state/state.ts';
import type { SorobanRun } from '../soroban/run.ts';
import type { Frame } from './frame.ts';
import type { TransactionFault } from './validity.ts';

/** How a transaction ended: with the results of its operations, or with what was wrong with it as a whole. */
export type Outcome =
  | { kind: 'success' | 'failed'; results: readonly xdr.OperationResult[] }
  | { kind: 'fault'; fault: TransactionFault; bump?: boolean };

/** A transaction as a ledger holds it. */
export interface AppliedTransaction {
  frame: Frame;
  /** Stroops, as the result says. */
  feeCharged: bigint;
  /** Stroops that the fee pool gets: the charged fee minus the refund. */
  feeKept: bigint;
  feeChanges: readonly Change[];
  changesBefore: readonly Change[];
  /** Empty when it failed. */
  operations: readonly AppliedOperation[];
  changesAfter: readonly Change[];
  /** Since protocol 23: what a refund changed after all transactions. */
  feeChangesAfter?: readonly Change[];
  /** What a transaction with contracts used. */
  soroban?: SorobanRun;
  outcome: Outcome;
  /** TransactionEvents as XDR. */
  events: readonly Uint8Array[];
}

/** What an operation of a successful transaction did; events are ContractEvents as XDR. */
export interface AppliedOperation {
  changes: readonly Change[];
  events: readonly Uint8Array[];
}
