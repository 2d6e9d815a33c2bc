/** ScVals as encoding/json of Go writes the structs of go-stellar-sdk: 21 arms, of which all others are null. */
import { Piece, type ByteWriter } from '../../../core/bytes.ts';
import type { AddressType } from '../../../xdr/address.ts';
import { ContractExecutableType, ScAddressType } from '../../../xdr/generated/enums.ts';
import { unknownArm } from '../../../xdr/reader.ts';
import { writeJsonString } from './text.ts';

/** The fields of the struct in its order; undefined for types without a value. */
const arms = [
  ...['B', 'Error', 'U32', 'I32', 'U64', 'I64', 'Timepoint', 'Duration', 'U128', 'I128', 'U256', 'I256'],
  ...['Bytes', 'Str', 'Sym', 'Vec', 'Map', 'Address', 'Instance', 'NonceKey'],
];
const armOfType = [
  ...['B', undefined, 'Error', 'U32', 'I32', 'U64', 'I64', 'Timepoint', 'Duration', 'U128', 'I128', 'U256', 'I256'],
  ...['Bytes', 'Str', 'Sym', 'Vec', 'Map', 'Address', 'Instance', undefined, 'NonceKey', 'ExecutableTag'],
];
/** What stands before and behind the value of each type of ScVal. */
export type KeyOrder = readonly { before: Piece; after: Piece }[];

/** The keys of an ScVal in the order of the struct. */
export const structOrder = aroundValues(['Type', ...arms]);

/** In the order in which jsonb keeps them: by length, then by bytes. What comes in it need not be sorted there. */
export const jsonbOrder = aroundValues(
  ['Type', ...arms].sort((a, b) => a.length - b.length || Buffer.compare(Buffer.from(a), Buffer.from(b))),
);

function aroundValues(keys: readonly string[]): KeyOrder {
  return armOfType.map((arm, type) => {
    const others = keys.map((key) => `"${key}":${key === 'Type' ? type : 'null'}`);
    // A type that the struct lacks has its arm behind those of the struct.
    const at = arm !== undefined && keys.includes(arm) ? keys.indexOf(arm) : keys.length;
    const value = arm === undefined ? [] : [`"${arm}":`];
    const behind = others.slice(at + 1).map((other) => `,${other}`);
    return {
      before: new Piece(`{${[...others.slice(0, at), ...value].join(',')}`),
      after: new Piece(`${behind.join('')}}`),
    };
  });
}

const bytePieces = Array.from({ length: 256 }, (_, byte) => new Piece(`${byte},`));
const nothing = new Piece('null');

/** Writes the ScVal at `p` and returns where it ends. */
export function writeGoScVal(w: ByteWriter, view: DataView, p: number, order: KeyOrder): number {
  const type = view.getInt32(p);
  const { before, after } = order[type];
  w.piece(before);
  const end = writeArm(w, view, type, p + 4, order);
  w.piece(after);
  return end;
}

function writeArm(w: ByteWriter, view: DataView, type: number, p: number, order: KeyOrder): number {
  switch (type) {
    case 0:
      w.name(view.getUint32(p) === 1 ? 'true' : 'false');
      return p + 4;
    case 2:
      return writeError(w, view, p);
    case 3:
      w.integer(view.getUint32(p));
      return p + 4;
    case 4:
      w.integer(view.getInt32(p));
      return p + 4;
    case 5:
    case 7:
    case 8:
      return writeUint64(w, view, p);
    case 6:
      return writeInt64(w, view, p);
    case 9:
    case 10:
    case 11:
    case 12:
      return writeParts(w, view, type, p);
    case 13:
      return writeBytes(w, view, p);
    case 14:
    case 15:
    case 22:
      return writeJsonString(w, view, p);
    case 16:
      return writeList(w, view, p, order, writeGoScVal);
    case 17:
      return writeList(w, view, p, order, writeEntry);
    case 18:
      return writeAddress(w, view, p);
    case 19:
      return writeInstance(w, view, p, order);
    case 21:
      w.name('{"Nonce":');
      p = writeInt64(w, view, p);
      w.byte(125);
      return p;
    default:
      return p;
  }
}

function writeUint64(w: ByteWriter, view: DataView, p: number): number {
  w.unsigned64(view.getUint32(p), view.getUint32(p + 4));
  return p + 8;
}

function writeInt64(w: ByteWriter, view: DataView, p: number): number {
  w.signed64(view.getInt32(p), view.getUint32(p + 4));
  return p + 8;
}

/** The first part of a signed integer is signed. */
function writeParts(w: ByteWriter, view: DataView, type: number, p: number): number {
  const names = type < 11 ? ['{"Hi":', ',"Lo":'] : ['{"HiHi":', ',"HiLo":', ',"LoHi":', ',"LoLo":'];
  const isSigned = type % 2 === 0;
  names.forEach((name, i) => {
    w.name(name);
    p = isSigned && i === 0 ? writeInt64(w, view, p) : writeUint64(w, view, p);
  });
  w.byte(125);
  return p;
}

/** Arms 0 to 9; only contracts have codes of their own. */
function writeError(w: ByteWriter, view: DataView, p: number): number {
  const type = view.getInt32(p);
  w.name('{"Type":');
  w.integer(type);
  w.name(type === 0 ? ',"ContractCode":' : ',"ContractCode":null,"Code":');
  w.integer(type === 0 ? view.getUint32(p + 4) : view.getInt32(p + 4));
  w.name(type === 0 ? ',"Code":null}' : '}');
  return p + 8;
}

function writeBytes(w: ByteWriter, view: DataView, p: number): number {
  const length = view.getUint32(p);
  w.byte(34);
  w.base64(view, p + 4, p + 4 + length);
  w.byte(34);
  return p + 4 + ((length + 3) & ~3);
}

type Write = (w: ByteWriter, view: DataView, p: number, order: KeyOrder) => number;

/** Writes the option of a list at `p`. */
function writeList(w: ByteWriter, view: DataView, p: number, order: KeyOrder, write: Write): number {
  if (view.getUint32(p) === 0) {
    w.piece(nothing);
    return p + 4;
  }
  return writeGoList(w, view, p + 4, order, write);
}

/** Writes the list at `p`, count first, of what `write` writes; an empty one is null, as Go decodes it. */
export function writeGoList(
  w: ByteWriter,
  view: DataView,
  p: number,
  order: KeyOrder,
  write: Write = writeGoScVal,
): number {
  const count = view.getUint32(p);
  p += 4;
  if (count === 0) {
    w.piece(nothing);
    return p;
  }
  w.byte(91);
  for (let i = 0; i < count; i++) {
    if (i > 0) w.byte(44);
    p = write(w, view, p, order);
  }
  w.byte(93);
  return p;
}

function writeEntry(w: ByteWriter, view: DataView, p: number, order: KeyOrder): number {
  w.name('{"Key":');
  p = writeGoScVal(w, view, p, order);
  w.name(',"Val":');
  p = writeGoScVal(w, view, p, order);
  w.byte(125);
  return p;
}

/** Writes bytes as Go writes an array of them: a list of numbers. */
function writeByteArray(w: ByteWriter, view: DataView, p: number, count = 32): number {
  w.byte(91);
  for (let i = 0; i < count; i++) w.piece(bytePieces[view.getUint8(p + i)]);
  // Over the last comma.
  w.length--;
  w.byte(93);
  return p + count;
}

function writeAddress(w: ByteWriter, view: DataView, p: number): number {
  const type = view.getInt32(p) as AddressType;
  p += 4;
  switch (type) {
    case ScAddressType.scAddressTypeAccount:
      w.name('{"Type":0,"AccountId":{"Type":0,"Ed25519":');
      p = writeByteArray(w, view, p + 4);
      w.name('},"ContractId":null,"MuxedAccount":null,"ClaimableBalanceId":null,"LiquidityPoolId":null}');
      return p;
    case ScAddressType.scAddressTypeContract:
      w.name('{"Type":1,"AccountId":null,"ContractId":');
      p = writeByteArray(w, view, p);
      w.name(',"MuxedAccount":null,"ClaimableBalanceId":null,"LiquidityPoolId":null}');
      return p;
    case ScAddressType.scAddressTypeMuxedAccount:
      w.name('{"Type":2,"AccountId":null,"ContractId":null,"MuxedAccount":{"Id":');
      p = writeUint64(w, view, p);
      w.name(',"Ed25519":');
      p = writeByteArray(w, view, p);
      w.name('},"ClaimableBalanceId":null,"LiquidityPoolId":null}');
      return p;
    case ScAddressType.scAddressTypeClaimableBalance:
      w.name('{"Type":3,"AccountId":null,"ContractId":null,"MuxedAccount":null,"ClaimableBalanceId":{"Type":0,"V0":');
      p = writeByteArray(w, view, p + 4);
      w.name('},"LiquidityPoolId":null}');
      return p;
    case ScAddressType.scAddressTypeLiquidityPool:
      w.name(
        '{"Type":4,"AccountId":null,"ContractId":null,"MuxedAccount":null,"ClaimableBalanceId":null,"LiquidityPoolId":',
      );
      p = writeByteArray(w, view, p);
      w.byte(125);
      return p;
    case ScAddressType.scAddressTypeMuxedContract:
      // The reference has no such arm yet; of the others it writes all fields, so this one has a field behind them.
      w.name(
        '{"Type":5,"AccountId":null,"ContractId":null,"MuxedAccount":null,"ClaimableBalanceId":null,"LiquidityPoolId":null,"MuxedContract":{"Id":',
      );
      p = writeUint64(w, view, p);
      w.name(',"ContractId":');
      p = writeByteArray(w, view, p);
      w.name('}}');
      return p;
    default:
      throw unknownArm('ScAddress', p - 4, type satisfies never);
  }
}

/** A ScContractInstance: executable, and an option of its storage. */
function writeInstance(w: ByteWriter, view: DataView, p: number, order: KeyOrder): number {
  const type = view.getInt32(p);
  p += 4;
  w.name('{"Executable":{"Type":');
  w.integer(type);
  w.name(',"WasmHash":');
  if (type === ContractExecutableType.contractExecutableWasm) p = writeByteArray(w, view, p);
  else w.piece(nothing);
  if (type === ContractExecutableType.contractExecutableExternalRef) {
    w.name(',"ExternalRef":{"ExecutableOwner":');
    p = writeAddress(w, view, p);
    w.name(',"Tag":');
    p = writeJsonString(w, view, p);
    w.byte(125);
  }
  w.name('},"Storage":');
  p = writeList(w, view, p, order, writeEntry);
  w.byte(125);
  return p;
}
