/** Operations that call or create a contract; several processors read them. */
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';
import { contractId } from '../../tables/asset/contract-id.ts';
import type { Context } from '../../tables/context.ts';
import { OperationAt } from '../../tables/operation/operation-at.ts';
import { HostFunctionType, OperationType, ScValType } from '../../xdr/generated/enums.ts';
import { skipContractIdPreimage, skipScAddress } from '../../xdr/generated/skip.ts';
import { stringAt } from './json/text.ts';

/** The position of an invocation. */
export interface InvocationAt {
  at: OperationAt;
  transaction: LedgerTransaction;
  /** From 0. */
  operation: number;
  successful: boolean;
  /** Offset of the InvokeContractArgs; -1 if a contract is created. */
  call: number;
  /** A buffer with the contract's 32 bytes, and their offset. Computed for a created contract. */
  contract: DataView;
  contractAt: number;
  /** Offsets of name and arguments, each with its length first; -1 if a contract is created. */
  name: number;
  args: number;
}

const { hostFunctionTypeInvokeContract, hostFunctionTypeUploadContractWasm } = HostFunctionType;

/** Calls `take` with each invocation, failed ones included. An upload of code is not an invocation. */
export function eachInvocation(context: Context, take: (invocation: InvocationAt) => void): void {
  const { ledger, view } = context;
  const at = new OperationAt(context);
  for (const transaction of ledger.transactions) {
    for (let operation = 0; operation < transaction.envelope.operations.length; operation++) {
      at.move(transaction, operation);
      if (at.type !== OperationType.invokeHostFunction) continue;
      const kind = view.getInt32(at.body);
      if (kind === hostFunctionTypeUploadContractWasm) continue;
      const head = { at, transaction, operation, successful: at.success !== ABSENT };
      if (kind === hostFunctionTypeInvokeContract) take({ ...head, ...callAt(view, at.body + 4) });
      else take({ ...head, ...createdAt(context, at.body + 4) });
    }
  }
}

function callAt(view: DataView, call: number): Omit<InvocationAt, 'at' | 'transaction' | 'operation' | 'successful'> {
  const name = skipScAddress(view, call);
  const args = name + 4 + ((view.getUint32(name) + 3) & ~3);
  return { call, contract: view, contractAt: call + 4, name, args };
}

/** The id of a contract follows from what makes it (CAP-46-02). */
function createdAt({ view, bytes, decoder }: Context, preimage: number): ReturnType<typeof callAt> {
  const id = contractId(decoder.networkId, bytes, preimage, skipContractIdPreimage(view, preimage));
  const contract = new DataView(id.buffer, id.byteOffset, id.length);
  return { call: ABSENT, contract, contractAt: 0, name: ABSENT, args: ABSENT };
}

/** Returns the name of the function that is called; a call without a name is named by its first argument, as in the reference. */
export function functionName(view: DataView, name: number, args: number): string {
  const text = stringAt(view, name);
  if (text !== '') return text;
  const type = view.getUint32(args) > 0 ? view.getInt32(args + 4) : ScValType.scvVoid;
  const isText = type === ScValType.scvSymbol || type === ScValType.scvString || type === ScValType.scvBytes;
  return (isText && stringAt(view, args + 8)) || 'unknown';
}
