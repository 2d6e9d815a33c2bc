/** How Hubble names the types and results of operations: Go's constants. */
import { Piece } from '../../core/bytes.ts';
import * as enums from '../../xdr/generated/enums.ts';
import { fieldName, goNames } from '../../xdr/names.ts';

type Names = readonly Piece[];

/** The names of operation types, by type. */
export const operationTypes: Names = Object.keys(enums.OperationType).map((name) => new Piece(fieldName(name)));

/** The names of OperationResultCode, by the code's magnitude. */
export const operationResultCodes = codeNames('OperationResultCode', enums.OperationResultCode);

/** The types whose result is that of another type. */
const resultOf: Record<string, string> = { createPassiveSellOffer: 'manageSellOffer' };

/** The names of the codes of each operation's own result, by type and by the code's magnitude. */
export const operationTraceCodes: readonly Names[] = Object.keys(enums.OperationType).map((type) => {
  const [first, ...rest] = resultOf[type] ?? type;
  const name = `${first.toUpperCase()}${rest.join('')}ResultCode`;
  return codeNames(name, enums[name as 'PaymentResultCode']);
});

/** Codes run from 0 down. */
function codeNames(type: string, codes: Record<string, number>): Names {
  const names: Piece[] = [];
  for (const [code, name] of goNames(type, codes)) names[-code] = new Piece(name);
  return names;
}
