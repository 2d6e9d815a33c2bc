/** Runs host functions: invokes contracts, uploads code and creates contracts. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkXdr } from '../encode/sdk.ts';
import { sha256 } from '../identity.ts';
import type { Address } from '../events/log.ts';
import { assetOf, hexOf, sdkText } from '../encode/from-xdr.ts';
import { readEntryKey } from '../encode/read-entry.ts';
import { initialiseAsset } from './contracts/asset.ts';
import { dataEntry, Env } from './env.ts';
import { HostError } from './host-error.ts';
import { prices } from './calls.ts';
import type { Host } from './host.ts';
import { codeLedgerKey, instanceLedgerKey } from './keys.ts';
import { address, addressOf, bytes, scContract } from './values.ts';

/** Runs what an operation asks the host for, and returns its value. Throws HostError when it fails. */
export function runHostFunction(host: Host, call: xdr.HostFunction): xdr.ScVal {
  switch (call.type) {
    case 'hostFunctionTypeInvokeContract': {
      const { contractAddress: contract, functionName, args } = call.invokeContract;
      return host.call(addressOf(contract), sdkText(functionName), args);
    }
    case 'hostFunctionTypeCreateContract':
      return create(host, call.createContract, undefined);
    case 'hostFunctionTypeCreateContractV2':
      return create(host, call.createContractV2, call.createContractV2.constructorArgs);
    case 'hostFunctionTypeUploadContractWasm':
      return upload(host, call.wasm);
    default:
      return call satisfies never;
  }
}

/** Returns the id of the contract that a preimage makes on a network, as hex. */
export function contractIdOf(networkId: Uint8Array, contractIdPreimage: xdr.ContractIdPreimage): string {
  const preimage = new xdr.HashIdPreimageContractId({ networkId, contractIdPreimage });
  return hexOf(sha256(sdkXdr(xdr.HashIdPreimage.envelopeTypeContractId(preimage))));
}

function upload(host: Host, code: Uint8Array): xdr.ScVal {
  host.spend(prices.call + code.length * 100);
  const hash = sha256(code);
  const key = codeLedgerKey(hexOf(hash));
  if (!host.parts.storage.get(key)) {
    if (hexOf(code.subarray(0, 8)) !== '0061736d01000000') {
      throw new HostError('wasmVm', 'invalidInput', 'the code is no WebAssembly');
    }
    const data = new xdr.ContractCodeEntry({ ext: codeExt(host), hash, code });
    host.parts.storage.put(key, { kind: 'contract_code', key: readEntryKey(key), lastModified: 0, data });
  }
  return bytes(hash);
}

// since protocol 21: what the module has, which is nothing here
function codeExt({ parts }: Host): xdr.ContractCodeEntryExt {
  if (parts.view.protocol < 21) return xdr.ContractCodeEntryExt.v0();
  const costInputs = new xdr.ContractCodeCostInputs({
    ext: xdr.ExtensionPoint.v0(),
    nInstructions: 0,
    nFunctions: 0,
    nGlobals: 0,
    nTableEntries: 0,
    nTypes: 0,
    nDataSegments: 0,
    nElemSegments: 0,
    nImports: 0,
    nExports: 0,
    nDataSegmentBytes: 0,
  });
  return xdr.ContractCodeEntryExt.v1(new xdr.ContractCodeEntryV1({ ext: xdr.ExtensionPoint.v0(), costInputs }));
}

type CreateArgs = Pick<xdr.CreateContractArgs, 'contractIdPreimage' | 'executable'>;

function create(host: Host, created: CreateArgs, constructorArgs: readonly xdr.ScVal[] | undefined): xdr.ScVal {
  host.spend(prices.call);
  const { contractIdPreimage: preimage, executable } = created;
  const contract = scContract(contractIdOf(host.parts.networkId, preimage));
  if (preimage.type === 'contractIdPreimageFromAddress') {
    const deployer = addressOf(preimage.fromAddress.address);
    host.parts.authorisations.requireCreation(deployer, host, creation(created, constructorArgs));
  }
  putInstance(host, contract, executable);
  if (preimage.type === 'contractIdPreimageFromAsset')
    initialiseAsset(new Env(host, contract), assetOf(preimage.fromAsset));
  else construct(host, contract, executable, constructorArgs ?? []);
  return address(contract);
}

function creation(args: CreateArgs, constructorArgs: readonly xdr.ScVal[] | undefined): xdr.SorobanAuthorizedFunction {
  const F = xdr.SorobanAuthorizedFunction;
  if (!constructorArgs) return F.sorobanAuthorizedFunctionTypeCreateContractHostFn(new xdr.CreateContractArgs(args));
  return F.sorobanAuthorizedFunctionTypeCreateContractV2HostFn(
    new xdr.CreateContractArgsV2({ ...args, constructorArgs: [...constructorArgs] }),
  );
}

function putInstance(host: Host, contract: Address, executable: xdr.ContractExecutable): void {
  const { storage } = host.parts;
  const key = instanceLedgerKey(contract);
  if (storage.get(key)) throw new HostError('storage', 'existingValue', 'contract already exists');
  if (executable.type === 'contractExecutableWasm') {
    const code = storage.get(codeLedgerKey(hexOf(executable.wasmHash.toBytes())));
    if (!code) throw new HostError('storage', 'missingValue', 'Wasm does not exist');
  }
  const instance = new xdr.ScContractInstance({ executable, storage: null });
  storage.put(key, dataEntry(key, xdr.ScVal.scvContractInstance(instance)));
}

// a contract without a constructor takes no arguments
function construct(
  host: Host,
  contract: Address,
  executable: xdr.ContractExecutable,
  args: readonly xdr.ScVal[],
): void {
  if (executable.type !== 'contractExecutableWasm') {
    throw new HostError('context', 'invalidInput', 'only an asset has the contract of assets');
  }
  if (args.length > 0) host.call(contract, '__constructor', args);
}
