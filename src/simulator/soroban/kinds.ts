import type * as xdr from '@stellar/stellar-sdk/xdr';

/** Operations of contracts, of which a transaction has one alone. */
export const sorobanKinds: ReadonlySet<xdr.OperationBody['type']> = new Set([
  'invokeHostFunction',
  'extendFootprintTtl',
  'restoreFootprint',
]);
