/** The flat JSON of contract values: plain values bare, the rest as objects with a `type`. */
import type { AddressType } from '../../xdr/address.ts';
import { ScAddressType, ScValType } from '../../xdr/generated/enums.ts';
import { jsonScVal } from '../../xdr/generated/json.ts';
import {
  jsonInt128Parts,
  jsonInt256Parts,
  jsonScAddress,
  jsonUint128Parts,
  jsonUint256Parts,
} from '../../xdr/json-values.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { textOf } from '../../xdr/text.ts';

/** Writes the ScVal at `p` and returns where it ends. Values that have no flat form are written as SEP-51 has them. */
export function flatScVal(w: JsonWriter, p: number): number {
  const { view } = w;
  const value = p + 4;
  switch (view.getInt32(p)) {
    case ScValType.scvBool:
      return w.bool(value);
    case ScValType.scvVoid:
      w.ascii('null');
      return value;
    case ScValType.scvU32:
      return w.uint32(value);
    case ScValType.scvI32:
      return w.int32(value);
    case ScValType.scvU64:
      return w.uint64(value);
    case ScValType.scvI64:
      return w.int64(value);
    case ScValType.scvTimepoint:
      return flatNumber(w, 'timepoint', value, (at) => w.uint64(at));
    case ScValType.scvDuration:
      return flatNumber(w, 'duration', value, (at) => w.uint64(at));
    case ScValType.scvU128:
      return flatHalves(w, 'u128', value, jsonUint128Parts);
    case ScValType.scvI128:
      return flatHalves(w, 'i128', value, jsonInt128Parts);
    case ScValType.scvU256:
      return flatNumber(w, 'u256', value, (at) => jsonUint256Parts(w, at));
    case ScValType.scvI256:
      return flatNumber(w, 'i256', value, (at) => jsonInt256Parts(w, at));
    case ScValType.scvBytes:
      return flatBytes(w, value);
    case ScValType.scvString:
    case ScValType.scvSymbol:
      return flatText(w, value);
    case ScValType.scvVec:
      return flatVec(w, value);
    case ScValType.scvMap:
      return flatMap(w, value);
    case ScValType.scvAddress:
      return flatAddress(w, value);
    default:
      return jsonScVal(w, p);
  }
}

function flatNumber(w: JsonWriter, type: string, p: number, write: (p: number) => number): number {
  w.ascii(`{"type":"${type}","value":`);
  const end = write(p);
  w.ascii('}');
  return end;
}

function flatHalves(w: JsonWriter, type: string, p: number, write: (w: JsonWriter, p: number) => number): number {
  w.ascii(`{"type":"${type}","hi":`);
  if (type === 'i128') w.int64(p);
  else w.uint64(p);
  w.ascii(',"lo":');
  w.uint64(p + 8);
  w.ascii(',"value":');
  const end = write(w, p);
  w.ascii('}');
  return end;
}

function flatBytes(w: JsonWriter, p: number): number {
  const length = w.view.getUint32(p);
  const start = p + 4;
  w.ascii('{"type":"bytes","hex":"');
  w.hex(w.view, start, start + length);
  w.ascii('","base64":"');
  w.base64(w.view, start, start + length);
  w.ascii(`","length":${length}}`);
  return start + length + (-length & 3);
}

function flatText(w: JsonWriter, p: number): number {
  const length = w.view.getUint32(p);
  const start = p + 4;
  w.utf8(JSON.stringify(textOf(w.bytes, start, start + length)));
  return start + length + (-length & 3);
}

const addressTypes: Readonly<Record<number, string>> = {
  [ScAddressType.scAddressTypeAccount]: 'account',
  [ScAddressType.scAddressTypeContract]: 'contract',
  [ScAddressType.scAddressTypeMuxedAccount]: 'muxed_account',
  [ScAddressType.scAddressTypeClaimableBalance]: 'claimable_balance',
  [ScAddressType.scAddressTypeLiquidityPool]: 'liquidity_pool',
  [ScAddressType.scAddressTypeMuxedContract]: 'muxed_contract',
} satisfies Record<AddressType, string>;

function flatAddress(w: JsonWriter, p: number): number {
  w.ascii(`{"type":"${addressTypes[w.view.getInt32(p)]}","address":`);
  const end = jsonScAddress(w, p);
  w.ascii('}');
  return end;
}

/** Vectors and maps are options; an absent one is null. */
function flatVec(w: JsonWriter, p: number): number {
  if (w.view.getUint32(p) === 0) {
    w.ascii('null');
    return p + 4;
  }
  const count = w.view.getUint32(p + 4);
  p += 8;
  w.byte(91);
  for (let i = 0; i < count; i++) {
    if (i > 0) w.byte(44);
    p = flatScVal(w, p);
  }
  w.byte(93);
  return p;
}

/** Members are named by their key's text; `keys` has the keys as they are, in their order. */
function flatMap(w: JsonWriter, p: number): number {
  if (w.view.getUint32(p) === 0) {
    w.ascii('null');
    return p + 4;
  }
  const count = w.view.getUint32(p + 4);
  const keys: string[] = [];
  p += 8;
  w.ascii('{"type":"map","entries":{');
  for (let i = 0; i < count; i++) {
    if (i > 0) w.byte(44);
    const start = w.length;
    p = flatScVal(w, p);
    const key = w.text(start);
    keys.push(key);
    w.length = start;
    w.utf8(key.startsWith('"') ? key : JSON.stringify(key));
    w.byte(58);
    p = flatScVal(w, p);
  }
  w.utf8(`},"keys":[${keys.join(',')}]}`);
  return p;
}
