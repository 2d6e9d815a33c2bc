import type * as xdr from '@stellar/stellar-sdk/xdr';
import { UsageError } from '../../errors.ts';
import { hexOf } from '../state/from-xdr.ts';
import { readKey } from '../state/read-entry.ts';
import type { State } from '../state/state.ts';
import { isKnownCode, programNames } from './contracts/index.ts';
import { instanceLedgerKey } from './keys.ts';
import { addressOf } from './values.ts';

/** Throws UsageError for a call of a contract whose code the simulator does not execute, and for what it does not take as allowed. */
export function mustExecute(body: xdr.OperationBody, state: State): void {
  if (body.type !== 'invokeHostFunction') return;
  const { hostFunction, auth } = body.invokeHostFunctionOp;
  for (const { credentials } of auth) mustKnow(credentials);
  const hash = codeHash(hostFunction, state);
  if (hash === undefined || isKnownCode(hash)) return;
  throw new UsageError(
    `the simulator executes no contract of the code ${hash}: it knows those of assets, and its own ${programNames().join(', ')}`,
  );
}

// contracts that sign are asked by __check_auth, which is code of theirs (CAP-46-11)
function mustKnow(credentials: xdr.SorobanCredentials): void {
  if (credentials.type === 'sorobanCredentialsSourceAccount') return;
  if (credentials.type !== 'sorobanCredentialsAddress') {
    throw new UsageError(`the simulator takes no ${credentials.type}`);
  }
  const { address } = credentials.address;
  if (address.type === 'scAddressTypeAccount') return;
  throw new UsageError(
    `the simulator lets accounts sign for calls, no ${address.type}: it executes no code that says who may`,
  );
}

function codeHash(call: xdr.HostFunction, state: State): string | undefined {
  if (call.type === 'hostFunctionTypeUploadContractWasm') return undefined;
  return wasmHash(call.type === 'hostFunctionTypeInvokeContract' ? called(call, state) : call.value.executable);
}

function called({ invokeContract }: xdr.HostFunction & { type: 'hostFunctionTypeInvokeContract' }, state: State) {
  const instance = state.get(readKey(instanceLedgerKey(addressOf(invokeContract.contractAddress))));
  const value = instance?.kind === 'contract_data' ? instance.data.val : undefined;
  return value?.type === 'scvContractInstance' ? value.instance.executable : undefined;
}

function wasmHash(executable: xdr.ContractExecutable | undefined): string | undefined {
  return executable?.type === 'contractExecutableWasm' ? hexOf(executable.wasmHash.toBytes()) : undefined;
}
