/** Defines HostError, the exception that stops a contract, and its ScError codes. */
import * as xdr from '@stellar/stellar-sdk/xdr';

type Kind = 'contract' | 'wasmVm' | 'context' | 'storage' | 'budget' | 'value' | 'auth' | 'crypto';

/** Why a contract was stopped; the operation then fails, and diagnostic events say this. */
export class HostError extends Error {
  readonly kind: Kind;
  readonly error: xdr.ScError;

  constructor(kind: Exclude<Kind, 'contract'>, code: ErrorCode, message: string);
  constructor(kind: 'contract', code: number, message: string);
  constructor(kind: Kind, code: ErrorCode | number, message: string) {
    const { stackTraceLimit } = Error;
    // a call that fails is no fault of the program: 30 us for each stack that nobody reads
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.error = typeof code === 'number' ? xdr.ScError.sceContract(code) : hostErrors[kind](codes[code]());
  }
}

/** Codes of the host's own errors. */
type ErrorCode =
  | 'invalidInput'
  | 'missingValue'
  | 'existingValue'
  | 'exceededLimit'
  | 'invalidAction'
  | 'internalError'
  | 'unexpectedType';

const codes: Record<ErrorCode, () => xdr.ScErrorCode> = {
  invalidInput: () => xdr.ScErrorCode.scecInvalidInput,
  missingValue: () => xdr.ScErrorCode.scecMissingValue,
  existingValue: () => xdr.ScErrorCode.scecExistingValue,
  exceededLimit: () => xdr.ScErrorCode.scecExceededLimit,
  invalidAction: () => xdr.ScErrorCode.scecInvalidAction,
  internalError: () => xdr.ScErrorCode.scecInternalError,
  unexpectedType: () => xdr.ScErrorCode.scecUnexpectedType,
};

const hostErrors: Record<Kind, (code: xdr.ScErrorCode) => xdr.ScError> = {
  contract: xdr.ScError.sceValue,
  wasmVm: xdr.ScError.sceWasmVm,
  context: xdr.ScError.sceContext,
  storage: xdr.ScError.sceStorage,
  budget: xdr.ScError.sceBudget,
  value: xdr.ScError.sceValue,
  auth: xdr.ScError.sceAuth,
  crypto: xdr.ScError.sceCrypto,
};
