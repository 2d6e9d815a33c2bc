/** Lists the operation types that use Soroban. */
import type * as xdr from '@stellar/stellar-sdk/xdr';

/** Operations of Soroban; a transaction has at most one. */
export const sorobanKinds: ReadonlySet<xdr.OperationBody['type']> = new Set([
  'invokeHostFunction',
  'extendFootprintTtl',
  'restoreFootprint',
]);
