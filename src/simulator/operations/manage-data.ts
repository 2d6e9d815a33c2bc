/** Executes ManageData: sets or removes a data entry of an account. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkText } from '../encode/from-xdr.ts';
import { dataKey } from '../state/keys.ts';
import { isValidText } from './assets.ts';
import type { OperationKind } from '../context.ts';
import { createEntry, removeEntry } from '../accounts/reserves.ts';
import { reserveResult } from './results.ts';

/** ManageDataOpFrame.cpp */
export const manageData: OperationKind<'manageData'> = {
  check({ manageDataOp }) {
    const name = sdkText(manageDataOp.dataName);
    const isValid = name.length > 0 && isValidText(name);
    return isValid ? undefined : result(xdr.ManageDataResult.manageDataInvalidName());
  },

  apply({ manageDataOp }, context) {
    const { state, source } = context;
    const name = sdkText(manageDataOp.dataName);
    const data = state.data(source, name);
    const value = manageDataOp.dataValue?.toBytes();
    if (!value) {
      if (!data) return result(xdr.ManageDataResult.manageDataNameNotFound());
      removeEntry(context, data, source);
    } else if (data) {
      state.put({ ...data, value });
    } else {
      const key = dataKey(source, name);
      const lastModified = state.ledger;
      const failure = createEntry(context, { kind: 'data', key, owner: source, name, value, lastModified }, source);
      if (failure) return reserveResult(failure, tr(xdr.ManageDataResult.manageDataLowReserve()));
    }
    return result(xdr.ManageDataResult.manageDataSuccess());
  },
};

const tr = (value: xdr.ManageDataResult) => xdr.OperationResultTr.manageData(value);
const result = (value: xdr.ManageDataResult) => xdr.OperationResult.opInner(tr(value));
