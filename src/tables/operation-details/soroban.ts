/** Details of Soroban operations. */
import { ContractIdPreimageType, HostFunctionType } from '../../xdr/generated/enums.ts';
import { skipCreateContractArgs } from '../../xdr/generated/skip.ts';
import { jsonScAddress } from '../../xdr/json-values.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { goNames } from '../../xdr/names.ts';
import type { OperationAt } from '../operation-at.ts';
import { canonicalAsset } from './assets.ts';
import { writeAssetBalanceChanges } from './balance-changes.ts';
import { readFootprint, writeContractId, writeFootprintHashes } from './footprint.ts';
import { writeCallParameters, writeParameters } from './parameters.ts';
import { writeName, writeUint32, writeWord } from './values.ts';

const functions = goNames('HostFunctionType', HostFunctionType);

export function writeInvokeHostFunction(w: JsonWriter, at: OperationAt): void {
  const { view, body } = at;
  const type = view.getInt32(body);
  writeWord(w, 'function', functions.get(type)!);
  switch (type) {
    case HostFunctionType.hostFunctionTypeInvokeContract:
      return writeInvokeContract(w, at);
    case HostFunctionType.hostFunctionTypeUploadContractWasm:
      return writeUploadWasm(w, at);
    default:
      return writeCreateContract(w, at, type === HostFunctionType.hostFunctionTypeCreateContractV2);
  }
}

export function writeExtendFootprintTtl(w: JsonWriter, at: OperationAt): void {
  writeWord(w, 'type', 'extend_footprint_ttl');
  // The operation's extension comes first.
  writeUint32(w, 'extend_to', at.body + 4);
  writeFootprint(w, at);
}

export function writeRestoreFootprint(w: JsonWriter, at: OperationAt): void {
  writeWord(w, 'type', 'restore_footprint');
  writeFootprint(w, at);
}

function writeFootprint(w: JsonWriter, at: OperationAt): void {
  const footprint = readFootprint(at);
  writeFootprintHashes(w, footprint);
  writeContractId(w, footprint);
}

function writeInvokeContract(w: JsonWriter, at: OperationAt): void {
  writeWord(w, 'type', 'invoke_contract');
  writeFootprintHashes(w, readFootprint(at));
  writeName(w, 'contract_id');
  jsonScAddress(w, at.body + 4);
  writeCallParameters(w, at.body + 4);
  writeAssetBalanceChanges(w, at);
}

function writeUploadWasm(w: JsonWriter, at: OperationAt): void {
  writeWord(w, 'type', 'upload_wasm');
  writeFootprintHashes(w, readFootprint(at));
}

function writeCreateContract(w: JsonWriter, at: OperationAt, isV2: boolean): void {
  writeWord(w, 'type', isV2 ? 'create_contract_v2' : 'create_contract');
  writeFootprint(w, at);
  writePreimage(w, at.body + 4);
  // Version 2 is version 1 with the constructor's arguments behind it.
  if (isV2) writeParameters(w, skipCreateContractArgs(at.view, at.body + 4));
}

/** Writes what the new contract's id comes from: an address, or an asset. */
function writePreimage(w: JsonWriter, p: number): void {
  const isAddress = w.view.getInt32(p) === ContractIdPreimageType.contractIdPreimageFromAddress;
  writeWord(w, 'from', isAddress ? 'address' : 'asset');
  writeName(w, isAddress ? 'address' : 'asset');
  if (isAddress) jsonScAddress(w, p + 4);
  else canonicalAsset.write(w, p + 4);
}
