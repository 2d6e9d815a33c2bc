/** Rejects submitted invocations whose contract code or credentials the simulator cannot execute. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { UsageError } from '../../core/errors.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { readEntryKey } from '../encode/read-entry.ts';
import type { State } from '../state/state.ts';
import { addressCredentials } from './authenticate.ts';
import { codeOfWasm, isKnownCode, programNames } from './contracts/index.ts';
import { instanceLedgerKey } from './keys.ts';
import { addressOf } from './values.ts';

/** Throws UsageError for a call of a contract whose code the simulator does not execute, and for what it does not take as allowed. */
export function mustExecute(body: xdr.OperationBody, state: State, protocol: number): void {
  if (body.type !== 'invokeHostFunction') return;
  const { hostFunction, auth } = body.invokeHostFunctionOp;
  for (const { credentials } of auth) mustKnow(credentials, state, protocol);
  const hash = codeHash(hostFunction, state);
  if (hash === undefined || isKnownCode(hash)) return;
  throw new UsageError(
    `the simulator executes no contract of the code ${hash}: it knows those of assets, and its own ${programNames().join(', ')}`,
  );
}

// contracts that sign are asked by __check_auth, which is code of theirs (CAP-46-11)
function mustKnow(credentials: xdr.SorobanCredentials, state: State, protocol: number): void {
  const named = addressCredentials(credentials);
  if (!named) return;
  if (named.isBound && protocol < FIRST_WITH_BOUND_ADDRESS) {
    throw new UsageError(`before protocol ${FIRST_WITH_BOUND_ADDRESS} the simulator takes no ${credentials.type}`);
  }
  const { address } = named.own;
  if (address.type === 'scAddressTypeAccount') return;
  const code = wasmHash(executableOf(address, state));
  if (code !== undefined && isKnownCode(code) && codeOfWasm(code)['__check_auth']) return;
  throw new UsageError(
    `the simulator lets accounts sign for calls, no ${address.type}: it executes no code that says who may`,
  );
}

function codeHash(call: xdr.HostFunction, state: State): string | undefined {
  if (call.type === 'hostFunctionTypeUploadContractWasm') return undefined;
  return wasmHash(
    call.type === 'hostFunctionTypeInvokeContract'
      ? executableOf(call.invokeContract.contractAddress, state)
      : call.value.executable,
  );
}

/** The first protocol with credentials whose signature names their address, and with delegates (CAP-71). */
export const FIRST_WITH_BOUND_ADDRESS = 27;

function executableOf(contract: xdr.ScAddress, state: State) {
  const instance = state.get(readEntryKey(instanceLedgerKey(addressOf(contract))));
  const value = instance?.kind === 'contract_data' ? instance.data.val : undefined;
  return value?.type === 'scvContractInstance' ? value.instance.executable : undefined;
}

function wasmHash(executable: xdr.ContractExecutable | undefined): string | undefined {
  return executable?.type === 'contractExecutableWasm' ? hexOf(executable.wasmHash.toBytes()) : undefined;
}
