/** Types of operations, and which operations and transactions use Soroban. */
import { OperationType } from '../xdr/generated/enums.ts';
import type { Envelope } from './transaction.ts';

/** Returns the type of the Operation at `p`, which begins with the option of its source. */
export function operationTypeAt(view: DataView, p: number): number {
  const source = view.getUint32(p) === 0 ? 4 : view.getInt32(p + 4) === 0 ? 40 : 48;
  return view.getInt32(p + source);
}

/** Returns whether the Operation at `p` is one of the three Soroban kinds. */
export function isSorobanOperation(view: DataView, p: number): boolean {
  const type = operationTypeAt(view, p);
  return type >= OperationType.invokeHostFunction && type <= OperationType.restoreFootprint;
}

/** Returns whether a transaction carries Soroban data (`ingest.LedgerTransaction.IsSorobanTx`): its ext, which is 0 in the first form, says so. */
export function isSorobanTransaction(view: DataView, { ext }: Pick<Envelope, 'ext'>): boolean {
  return view.getInt32(ext) !== 0;
}
