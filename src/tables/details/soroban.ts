/** Details of Soroban operations. */
import { ContractIdPreimageType, HostFunctionType } from '../../xdr/generated/enums.ts';
import { skipCreateContractArgs } from '../../xdr/generated/skip.ts';
import { jsonScAddress } from '../../xdr/json-values.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import { goNames } from '../../xdr/names.ts';
import { Piece } from '../../core/bytes.ts';
import { writeScAddress } from '../../xdr/address.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { pushText } from '../context.ts';
import { writeAssetBalanceChanges } from './balance-changes.ts';
import type { DetailRow } from './columns.ts';
import { readFootprint, writeContractId, writeFootprintHashes } from './footprint.ts';
import { member } from './pieces.ts';
import { writeUint32 } from './values.ts';

const functions = Array.from(goNames('HostFunctionType', HostFunctionType).values(), (name) => new Piece(name));
const name = {
  address: member('address'),
  extendTo: member('extend_to'),
};
const type = {
  createContract: new Piece(',"type":"create_contract"'),
  createContractV2: new Piece(',"type":"create_contract_v2"'),
  extendFootprintTtl: new Piece(',"type":"extend_footprint_ttl"'),
  invokeContract: new Piece(',"type":"invoke_contract"'),
  restoreFootprint: new Piece(',"type":"restore_footprint"'),
  uploadWasm: new Piece(',"type":"upload_wasm"'),
};
const from = { address: new Piece('address'), asset: new Piece('asset') };

export function writeInvokeHostFunction(w: ValueWriter, at: OperationAt, out: DetailRow): void {
  const { view, body } = at;
  const kind = view.getInt32(body);
  out.columns.host_function.at(out.row).piece(functions[kind]);
  switch (kind) {
    case HostFunctionType.hostFunctionTypeInvokeContract:
      return writeInvokeContract(w, at, out);
    case HostFunctionType.hostFunctionTypeUploadContractWasm:
      return writeUploadWasm(w, at);
    default:
      return writeCreateContract(w, at, out, kind === HostFunctionType.hostFunctionTypeCreateContractV2);
  }
}

export function writeExtendFootprintTtl(w: ValueWriter, at: OperationAt, out: DetailRow): void {
  w.piece(type.extendFootprintTtl);
  // The operation's extension comes first.
  writeUint32(w, name.extendTo, at.body + 4);
  writeFootprint(w, at, out);
}

export function writeRestoreFootprint(w: ValueWriter, at: OperationAt, out: DetailRow): void {
  w.piece(type.restoreFootprint);
  writeFootprint(w, at, out);
}

function writeFootprint(w: ValueWriter, at: OperationAt, out: DetailRow): void {
  const footprint = readFootprint(at);
  writeFootprintHashes(w, at.decoder.keyHashes, footprint);
  writeContractId(out, at.view, footprint);
}

function writeInvokeContract(w: ValueWriter, at: OperationAt, out: DetailRow): void {
  w.piece(type.invokeContract);
  writeFootprintHashes(w, at.decoder.keyHashes, readFootprint(at));
  const { contract_id, function_name } = out.columns;
  const name = writeScAddress(contract_id.at(out.row).writer, w.keys, at.view, at.body + 4);
  contract_id.end();
  pushText(function_name.at(out.row), at, name);
  at.decoder.calls.write(w, at.body + 4);
  writeAssetBalanceChanges(w, at);
}

function writeUploadWasm(w: ValueWriter, at: OperationAt): void {
  w.piece(type.uploadWasm);
  writeFootprintHashes(w, at.decoder.keyHashes, readFootprint(at));
}

function writeCreateContract(w: ValueWriter, at: OperationAt, out: DetailRow, isV2: boolean): void {
  w.piece(isV2 ? type.createContractV2 : type.createContract);
  writeFootprint(w, at, out);
  writePreimage(w, at.body + 4, out);
  // Version 2 is version 1 with the constructor's arguments behind it.
  if (isV2) at.decoder.calls.writeList(w, skipCreateContractArgs(at.view, at.body + 4));
}

/** Writes what the new contract's id comes from: an address, or an asset. */
function writePreimage(w: ValueWriter, p: number, out: DetailRow): void {
  const isAddress = w.view.getInt32(p) === ContractIdPreimageType.contractIdPreimageFromAddress;
  out.columns.details_from.at(out.row).piece(isAddress ? from.address : from.asset);
  if (!isAddress) return out.contractAsset(w.view, p + 4);
  w.piece(name.address);
  jsonScAddress(w, p + 4);
}
