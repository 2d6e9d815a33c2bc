/** Decides whether a submitted transaction may enter the queue. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { available } from '../accounts/balances.ts';
import type { LedgerView } from '../context.ts';
import { checkOperation } from '../operations/index.ts';
import type { State } from '../state/state.ts';
import type { Frame } from './frame.ts';
import { operationFaults } from './operation-signatures.ts';
import type { Outcome } from './outcome.ts';
import { Signatures, type Verify } from '../accounts/signatures.ts';
import { validity, type TransactionFault } from './validity.ts';

/** What is known of the transactions that wait already. */
export interface Waiting {
  /** Sequence number of the source after those of its transactions that wait. */
  sequence?: bigint;
  /** Stroops that those offer which the same account pays for. */
  fees: bigint;
}

/** Returns why a transaction is refused, or undefined when it may wait for a ledger (stellar-core, `checkValid`). */
export function refusal(
  frame: Frame,
  state: State,
  view: LedgerView,
  { sequence, fees }: Waiting,
  verify?: Verify,
): Outcome | undefined {
  const bumped = frame.bump && bumpFault(frame, state, view, verify);
  if (bumped) return { kind: 'fault', fault: bumped, bump: true };
  const signatures = new Signatures(frame.inner.hash, frame.inner.signatures, verify);
  const { fault } = validity(frame, signatures, state, view, { applying: false, sequence });
  if (fault) return { kind: 'fault', fault };
  const results = operationFaults(frame.inner, signatures, state) ?? malformed(frame, view);
  if (results) return { kind: 'failed', results };
  if (!signatures.allUsed) return { kind: 'fault', fault: 'txBadAuthExtra' };
  const payer = state.account(frame.feeSource);
  if (!payer || available(payer, view) < frame.fee + fees) {
    return { kind: 'fault', fault: 'txInsufficientBalance', bump: frame.bump !== undefined };
  }
  return undefined;
}

// the first operation that is wrong whatever the ledger holds
function malformed({ inner }: Frame, view: LedgerView): xdr.OperationResult[] | undefined {
  for (const { operation, source } of inner.operations) {
    const fault = checkOperation(operation.body, source, view, inner.soroban);
    if (fault) return [fault];
  }
  return undefined;
}

// FeeBumpTransactionFrame.cpp, `commonValid`
function bumpFault(frame: Frame, state: State, view: LedgerView, verify?: Verify): TransactionFault | undefined {
  const { inner, paidOperations, bump, resourceFee } = frame;
  const fee = frame.fee - resourceFee;
  const base = BigInt(view.baseFee);
  const paid = BigInt(paidOperations);
  const innerPaid = paid > 1n ? paid - 1n : 1n;
  if (fee < base * paid || fee * innerPaid < (BigInt(inner.tx.fee) - resourceFee) * paid) return 'txInsufficientFee';
  const payer = state.account(frame.feeSource);
  if (!payer) return 'txNoAccount';
  const signatures = new Signatures(frame.hash, bump!.signatures, verify);
  if (!signatures.reach(payer, payer.thresholds[1])) return 'txBadAuth';
  if (available(payer, view) < frame.fee) return 'txInsufficientBalance';
  return signatures.allUsed ? undefined : 'txBadAuthExtra';
}
