/** Checks that the signatures of a transaction meet the threshold of each operation. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { Writer } from '../encode/writer.ts';
import type { Threshold } from '../context.ts';
import { thresholdOf } from '../operations/index.ts';
import type { State } from '../state/state.ts';
import type { InnerFrame, OperationFrame } from './frame.ts';
import type { Signatures } from '../accounts/signatures.ts';

/**
 * Returns the results of all operations when the signatures do not suffice for one of them, otherwise undefined (stellar-core,
 * `TransactionFrame::checkOperationSignatures`). An operation that is not at fault has then the result that it begins with.
 */
export function operationFaults(
  { operations }: InnerFrame,
  signatures: Signatures,
  state: State,
): xdr.OperationResult[] | undefined {
  const faults = operations.map((frame) => signatureFault(frame, signatures, state));
  if (faults.every((fault) => fault === undefined)) return undefined;
  return faults.map((fault, i) => fault ?? untouchedResult(operations[i].operation.body));
}

function signatureFault(
  { operation, source }: OperationFrame,
  signatures: Signatures,
  state: State,
): xdr.OperationResult | undefined {
  const account = state.account(source);
  if (account) {
    const threshold = account.thresholds[thresholdIndex[thresholdOf(operation.body)]];
    return signatures.reach(account, threshold) ? undefined : xdr.OperationResult.opBadAuth();
  }
  if (!operation.sourceAccount) return xdr.OperationResult.opNoAccount();
  // an earlier operation may make the account: then its own key must have signed
  const key = { key: `00000000${source}`, weight: 1 };
  return signatures.check([key], 0) ? undefined : xdr.OperationResult.opBadAuth();
}

// stellar-core makes results of the right type, code 0 and zeros, before it runs anything
function untouchedResult({ type }: xdr.OperationBody): xdr.OperationResult {
  const kind = xdr.OperationType[type].value;
  const writer = new Writer(128)
    .int(0)
    .int(kind)
    .int(0)
    .raw(new Uint8Array(bodyLengths[type] ?? 0));
  return xdr.OperationResult.fromXdr(writer.toBytes());
}

const thresholdIndex: Record<Threshold, 1 | 2 | 3> = { low: 1, medium: 2, high: 3 };
const bodyLengths: { [K in xdr.OperationBody['type']]?: number } = {
  pathPaymentStrictReceive: 52,
  pathPaymentStrictSend: 52,
  manageSellOffer: 84,
  createPassiveSellOffer: 84,
  manageBuyOffer: 84,
  accountMerge: 8,
  inflation: 4,
  createClaimableBalance: 36,
  invokeHostFunction: 32,
};
