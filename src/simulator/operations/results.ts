/** Builds and inspects operation results independently of the operation type. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { ReserveFailure } from '../accounts/reserves.ts';

/** Returns the result of an operation that could not pay a reserve; each kind has its own word for a low one. */
export function reserveResult(failure: ReserveFailure, lowReserve: xdr.OperationResultTr): xdr.OperationResult {
  if (failure === 'low_reserve') return xdr.OperationResult.opInner(lowReserve);
  if (failure === 'too_many_subentries') return xdr.OperationResult.opTooManySubentries();
  return xdr.OperationResult.opTooManySponsoring();
}

/** Whether an operation succeeded: every kind calls that result so. */
export function isSuccess(result: xdr.OperationResult): boolean {
  return result.type === 'opInner' && result.tr.value.type.endsWith('Success');
}
