/** ScVals as Go prints them: what stellar-etl gives as a decoded value. */
import { ContractExecutableType, ScErrorCode, ScErrorType, ScValType } from '../../xdr/generated/enums.ts';
import { writeScAddress } from '../../xdr/address.ts';
import { skipContractExecutable, skipScVal } from '../../xdr/generated/skip.ts';
import { writeWide } from '../../xdr/json-values.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { goNames } from '../../xdr/names.ts';
import { isoTime } from '../json/iso-time.ts';
import { writeText } from './text.ts';

/** Go's names of the arms of ScVal, by ScValType. */
export const scValArms = [
  'B',
  '',
  'Error',
  'U32',
  'I32',
  'U64',
  'I64',
  'Timepoint',
  'Duration',
  'U128',
  'I128',
  'U256',
  'I256',
  'Bytes',
  'Str',
  'Sym',
  'Vec',
  'Map',
  'Address',
  'Instance',
  '',
  'NonceKey',
  'ExecutableTag',
];

const SPACE = 32;
const errorTypes = goNames('ScErrorType', ScErrorType);
const errorCodes = goNames('ScErrorCode', ScErrorCode);

/** Writes the ScVal at `p` as the inside of a JSON string and returns where it ends. */
export function writeScValText(w: JsonWriter, p: number): number {
  const { view } = w;
  const type = view.getInt32(p);
  p += 4;
  switch (type) {
    case ScValType.scvBool:
      return w.bool(p);
    case ScValType.scvVoid:
      w.ascii('(void)');
      return p;
    case ScValType.scvError:
      return writeError(w, p);
    case ScValType.scvU32:
      return w.uint32(p);
    case ScValType.scvI32:
      return w.int32(p);
    case ScValType.scvI64:
      w.signed64(view.getInt32(p), view.getUint32(p + 4));
      return p + 8;
    case ScValType.scvU64:
    case ScValType.scvDuration:
      w.unsigned64(view.getUint32(p), view.getUint32(p + 4));
      return p + 8;
    case ScValType.scvTimepoint:
      w.ascii(isoTime(view.getBigInt64(p)).replace('+', '').replace('T', ' ').replace('Z', ' +0000 UTC'));
      return p + 8;
    case ScValType.scvU128:
    case ScValType.scvI128:
      return writeInteger(w, p, 16, type === ScValType.scvI128);
    case ScValType.scvU256:
    case ScValType.scvI256:
      return writeInteger(w, p, 32, type === ScValType.scvI256);
    case ScValType.scvBytes:
      w.hex(w.view, p + 4, p + 4 + view.getUint32(p));
      return endOfString(view, p);
    case ScValType.scvString:
    case ScValType.scvSymbol:
    case ScValType.scvExecutableTag:
      writeText(w, p + 4, p + 4 + view.getUint32(p));
      return endOfString(view, p);
    case ScValType.scvVec:
      return writeOption(w, p, writeVec);
    case ScValType.scvMap:
      return writeOption(w, p, writeMap);
    case ScValType.scvAddress:
      return writeScAddress(w, w.keys, view, p);
    case ScValType.scvContractInstance:
      return writeInstance(w, p);
    case ScValType.scvLedgerKeyContractInstance:
      w.ascii('(LedgerKeyContractInstance)');
      return p;
    case ScValType.scvLedgerKeyNonce:
      w.ascii(`{${view.getBigInt64(p).toString(16).toUpperCase()}}`);
      return p + 8;
    default:
      w.ascii('unknown');
      return skipScVal(view, p - 4);
  }
}

function endOfString(view: DataView, p: number): number {
  return p + 4 + ((view.getUint32(p) + 3) & ~3);
}

function writeInteger(w: JsonWriter, p: number, size: number, signed: boolean): number {
  writeWide(w, w.view, p, size, signed);
  return p + size;
}

function writeError(w: JsonWriter, p: number): number {
  const type = w.view.getInt32(p);
  const code = w.view.getUint32(p + 4);
  w.ascii(`${errorTypes.get(type)}(${type === ScErrorType.sceContract ? code : errorCodes.get(code)})`);
  return p + 8;
}

function writeOption(w: JsonWriter, p: number, write: (w: JsonWriter, p: number) => number): number {
  if (w.view.getUint32(p) === 1) return write(w, p + 4);
  w.ascii('nil');
  return p + 4;
}

function writeVec(w: JsonWriter, p: number): number {
  const count = w.view.getUint32(p);
  p += 4;
  w.byte(91);
  for (let i = 0; i < count; i++) {
    if (i > 0) w.byte(SPACE);
    p = writeScValText(w, p);
  }
  w.byte(93);
  return p;
}

function writeMap(w: JsonWriter, p: number): number {
  const count = w.view.getUint32(p);
  p += 4;
  w.byte(91);
  for (let i = 0; i < count; i++) {
    w.ascii(i > 0 ? ' {' : '{');
    p = writeScValText(w, p);
    w.byte(SPACE);
    p = writeScValText(w, p);
    w.byte(125);
  }
  w.byte(93);
  return p;
}

function writeInstance(w: JsonWriter, p: number): number {
  const executable = w.view.getInt32(p);
  if (executable === ContractExecutableType.contractExecutableStellarAsset) w.ascii('(StellarAssetContract)');
  else if (executable === ContractExecutableType.contractExecutableWasm) w.hex(w.view, p + 4, p + 36);
  const storage = skipContractExecutable(w.view, p);
  if (w.view.getUint32(storage) === 0) return storage + 4;
  if (w.view.getUint32(storage + 4) === 0) return storage + 8;
  w.ascii(': ');
  return writeMap(w, storage + 4);
}
