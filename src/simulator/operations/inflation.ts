/** Rejects Inflation operations, which the protocol has not supported since version 12. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { OperationKind } from '../context.ts';

/** InflationOpFrame.cpp: there is none since protocol 12. */
export const inflation: OperationKind<'inflation'> = {
  threshold: () => 'low',
  apply: () => xdr.OperationResult.opNotSupported(),
};
