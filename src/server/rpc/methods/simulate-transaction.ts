/** Answers `simulateTransaction` on a read-only node: checks the envelope and returns an error result. */
import { Envelope } from '../../../ledger/transaction.ts';
import { MemoType, OperationType } from '../../../xdr/generated/enums.ts';
import { skipHostFunction, skipMuxedAccount, skipTransactionEnvelope } from '../../../xdr/generated/skip.ts';
import { goNames } from '../../../xdr/names.ts';
import { decodeXdr } from '../go/xdr.ts';
import { bool, decodeParams, string, struct, uint64, type DecodedParams } from '../params.ts';
import { formatFault } from '../format.ts';
import { ERROR_RESULT, type Method } from '../call.ts';

const request = struct('SimulateTransactionRequest', {
  transaction: string,
  resourceConfig: struct('ResourceConfig', { instructionLeeway: uint64 }),
  authMode: string,
  useUpgradedAuth: bool,
  xdrFormat: string,
});

const RECORDING = ['record', 'record_allow_nonroot'];
const AUTH_MODES = ['', 'enforce', ...RECORDING];
const typeNames = goNames('OperationType', OperationType);

/** Checks a transaction as the reference does, and says that nothing here can run it. Every fault is a result. */
export const simulateTransaction: Method = async ({ node, params }, w) => {
  const fault = faultOf(await decodeParams(request, params));
  const latestLedger = fault === undefined ? (node.history.window()?.last ?? 0) : 0;
  w.value({ error: fault ?? 'simulation is not available on a read-only node', latestLedger });
  return ERROR_RESULT;
};

function faultOf({
  transaction = '',
  authMode = '',
  xdrFormat = '',
}: DecodedParams<typeof request>): string | undefined {
  const format = formatFault(xdrFormat);
  if (format !== undefined) return format;
  const view = decodeXdr(transaction, skipTransactionEnvelope);
  if (!view) return 'Could not unmarshal transaction';
  const envelope = new Envelope(view, 0);
  if (envelope.operations.length !== 1) return 'Transaction contains more than one operation';
  if (view.getInt32(envelope.memo) !== MemoType.memoNone) {
    return 'Transaction contains a memo. Soroban transactions do not support memos.';
  }
  return authFault(view, envelope.operations[0], authMode);
}

function authFault(view: DataView, operation: number, mode: string): string | undefined {
  if (!AUTH_MODES.includes(mode)) {
    return `optional 'authMode' must be one of ${AUTH_MODES.slice(1).join(',')} when included`;
  }
  const body = view.getUint32(operation) === 0 ? operation + 4 : skipMuxedAccount(view, operation + 4);
  const type = view.getInt32(body);
  if (type === OperationType.extendFootprintTtl || type === OperationType.restoreFootprint) {
    return mode === '' ? undefined : 'cannot set authMode with non-InvokeHostFunction operations';
  }
  if (type !== OperationType.invokeHostFunction) {
    return `transaction contains unsupported operation type: ${typeNames.get(type)}`;
  }
  const hasAuth = view.getUint32(skipHostFunction(view, body + 4)) > 0;
  return hasAuth && RECORDING.includes(mode) ? `cannot set authMode to '${mode}' with an auth footprint` : undefined;
}
