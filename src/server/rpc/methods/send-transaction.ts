/** Answers `sendTransaction` on a read-only node: checks the envelope, then refuses it. */
import { skipTransactionEnvelope } from '../../../xdr/generated/skip.ts';
import { decodeXdr } from '../go/xdr.ts';
import { decodeParams, string, struct } from '../params.ts';
import { invalidParams, RpcError } from '../errors.ts';
import { checkXdrFormat } from '../format.ts';
import type { Method } from '../call.ts';

const request = struct('SendTransactionRequest', { transaction: string, xdrFormat: string });

/** Checks a transaction, and says that there is no core to hand it to. */
export const sendTransaction: Method = async ({ params }) => {
  const { transaction = '', xdrFormat = '' } = await decodeParams(request, params);
  checkXdrFormat(xdrFormat);
  if (!decodeXdr(transaction, skipTransactionEnvelope)) throw invalidParams('invalid_xdr');
  throw new RpcError('internal_error', 'could not submit transaction to stellar-core', 'this node is read-only');
};
