/** ScVals in the plain JSON of cdp-pipeline-workflow (processor/scval_converter.go): what `…_decoded` columns hold. */
import { ByteWriter } from '../../../core/bytes.ts';
import { ScAddressType, ScValType } from '../../../xdr/generated/enums.ts';
import { skipScContractInstance, skipScVal } from '../../../xdr/generated/skip.ts';
import { unknownArm } from '../../../xdr/reader.ts';
import { strkeyVersion, writeStrkey, type KeyTexts } from '../../../xdr/strkey.ts';
import { type AddressType, writeMuxedKey } from '../../../xdr/address.ts';
import { stringAt, writeJsonString } from './text.ts';

/** Writes the ScVal at `p` and returns where it ends. */
export function writePlainScVal(w: ByteWriter, keys: KeyTexts, view: DataView, p: number): number {
  const type = view.getInt32(p);
  p += 4;
  switch (type) {
    case ScValType.scvBool:
      w.name(view.getUint32(p) === 1 ? 'true' : 'false');
      return p + 4;
    case ScValType.scvU32:
      w.integer(view.getUint32(p));
      return p + 4;
    case ScValType.scvI32:
      w.integer(view.getInt32(p));
      return p + 4;
    case ScValType.scvU64:
      w.unsigned64(view.getUint32(p), view.getUint32(p + 4));
      return p + 8;
    case ScValType.scvI64:
      w.signed64(view.getInt32(p), view.getUint32(p + 4));
      return p + 8;
    case ScValType.scvTimepoint:
    case ScValType.scvDuration:
      w.name(type === ScValType.scvTimepoint ? '{"type":"timepoint","value":' : '{"type":"duration","value":');
      w.unsigned64(view.getUint32(p), view.getUint32(p + 4));
      w.byte(125);
      return p + 8;
    case ScValType.scvU128:
    case ScValType.scvI128:
      return write128(w, view, p, type === ScValType.scvI128);
    case ScValType.scvU256:
    case ScValType.scvI256:
      return write256(w, view, p, type === ScValType.scvI256);
    case ScValType.scvBytes:
      return writeBytes(w, view, p);
    case ScValType.scvString:
    case ScValType.scvSymbol:
      return writeJsonString(w, view, p);
    case ScValType.scvVec:
      return writeVec(w, keys, view, p);
    case ScValType.scvMap:
      return writeMap(w, keys, view, p);
    case ScValType.scvAddress:
      return writeAddress(w, keys, view, p);
    case ScValType.scvContractInstance:
      w.name('{"type":"contract_instance","value":"complex_contract_instance"}');
      return skipScContractInstance(view, p);
    case ScValType.scvLedgerKeyContractInstance:
      w.name('{"type":"ledger_key_contract_instance"}');
      return p;
    case ScValType.scvLedgerKeyNonce:
      w.name('{"nonce":');
      w.signed64(view.getInt32(p), view.getUint32(p + 4));
      w.name(',"type":"ledger_key_nonce"}');
      return p + 8;
    default:
      // Void, and a type that the reference does not know, outside of what holds others.
      w.name('null');
      return skipScVal(view, p - 4);
  }
}

function write128(w: ByteWriter, view: DataView, p: number, isSigned: boolean): number {
  const high = view.getInt32(p);
  const upper = view.getUint32(p + 4);
  w.name('{"hi":');
  if (isSigned) w.signed64(high, upper);
  else w.unsigned64(high >>> 0, upper);
  w.name(',"lo":');
  w.unsigned64(view.getUint32(p + 8), view.getUint32(p + 12));
  w.name(isSigned ? ',"type":"i128","value":"' : ',"type":"u128","value":"');
  if (high === 0 && upper === 0) w.unsigned64(view.getUint32(p + 8), view.getUint32(p + 12));
  else w.ascii(wideInteger(view, p, 2, isSigned).toString());
  w.name('"}');
  return p + 16;
}

function write256(w: ByteWriter, view: DataView, p: number, isSigned: boolean): number {
  w.name('{"hex":"');
  writeHex256(w, view, p, isSigned);
  w.byte(34);
  ['hi_hi', 'hi_lo', 'lo_hi', 'lo_lo'].forEach((name, i) => {
    w.name(`,"${name}":`);
    if (isSigned && i === 0) w.signed64(view.getInt32(p), view.getUint32(p + 4));
    else w.unsigned64(view.getUint32(p + i * 8), view.getUint32(p + i * 8 + 4));
  });
  w.name(isSigned ? ',"type":"i256","value":"' : ',"type":"u256","value":"');
  w.ascii(wideInteger(view, p, 4, isSigned).toString());
  w.name('"}');
  return p + 32;
}

/** Go formats the first word of a signed integer by itself: with a minus sign, and then what is left of it. */
function writeHex256(w: ByteWriter, view: DataView, p: number, isSigned: boolean): void {
  const first = view.getBigInt64(p);
  if (!isSigned || first >= 0n) return w.hex(view, p, p + 32);
  w.ascii(`-${(-first).toString(16).padStart(15, '0')}`);
  w.hex(view, p + 8, p + 32);
}

/** Returns the big-endian integer of so many words of 64 bits. */
export function wideInteger(view: DataView, p: number, words: number, isSigned: boolean): bigint {
  let value = isSigned ? view.getBigInt64(p) : view.getBigUint64(p);
  for (let i = 1; i < words; i++) value = (value << 64n) | view.getBigUint64(p + i * 8);
  return value;
}

function writeBytes(w: ByteWriter, view: DataView, p: number): number {
  const length = view.getUint32(p);
  const start = p + 4;
  w.name('{"base64":"');
  w.base64(view, start, start + length);
  w.name('","hex":"');
  w.hex(view, start, start + length);
  w.name('","length":');
  w.integer(length);
  w.name(',"type":"bytes"}');
  return start + ((length + 3) & ~3);
}

function writeVec(w: ByteWriter, keys: KeyTexts, view: DataView, p: number): number {
  if (view.getUint32(p) === 0) {
    w.name('null');
    return p + 4;
  }
  return writePlainList(w, keys, view, p + 4, writeElement);
}

/** Writes one ScVal of a list, its index last. */
type WritePlain = (w: ByteWriter, keys: KeyTexts, view: DataView, p: number, index: number) => number;

/** Writes the list of ScVals at `p`, count first, and returns where it ends. */
export function writePlainList(w: ByteWriter, keys: KeyTexts, view: DataView, p: number, write: WritePlain): number {
  const count = view.getUint32(p);
  p += 4;
  w.byte(91);
  for (let i = 0; i < count; i++) {
    if (i > 0) w.byte(44);
    p = write(w, keys, view, p, i);
  }
  w.byte(93);
  return p;
}

/** Writes the list of topics at `p`; an empty one is null, as in the reference. */
export function writePlainTopics(w: ByteWriter, keys: KeyTexts, view: DataView, p: number): void {
  if (view.getUint32(p) === 0) w.name('null');
  else writePlainList(w, keys, view, p, writePlainScVal);
}

/** Types that the reference has no plain form of, as it names them. */
const unknownTypes = new Map<number, string>([
  [ScValType.scvError, 'ScValTypeScvError'],
  [ScValType.scvExecutableTag, 'ScValTypeScvExecutableTag'],
]);

function writeUnknown(w: ByteWriter, type: string, index?: number): void {
  w.name(`{"error":"unsupported ScVal type: ${type}"`);
  if (index !== undefined) w.ascii(`,"index":${index}`);
  w.name(`,"type":"${type}"}`);
}

/** Writes the element of a vec; of a type that the reference does not know, its complaint with the index. */
function writeElement(w: ByteWriter, keys: KeyTexts, view: DataView, p: number, index: number): number {
  const unknown = unknownTypes.get(view.getInt32(p));
  if (unknown === undefined) return writePlainScVal(w, keys, view, p);
  writeUnknown(w, unknown, index);
  return skipScVal(view, p);
}

/** Writes an argument, or the value of a map; of a type that the reference does not know, its complaint. */
export function writePlainArgument(w: ByteWriter, keys: KeyTexts, view: DataView, p: number): number {
  const unknown = unknownTypes.get(view.getInt32(p));
  if (unknown === undefined) return writePlainScVal(w, keys, view, p);
  writeUnknown(w, unknown);
  return skipScVal(view, p);
}

/** Whether the plain form of the ScVal at `p` is null. */
export function isNull(view: DataView, p: number): boolean {
  return view.getInt32(p) === ScValType.scvVoid || isUnknown(view, p);
}

/** Whether the reference has no plain form of the ScVal at `p`. */
export function isUnknown(view: DataView, p: number): boolean {
  return unknownTypes.has(view.getInt32(p));
}

interface MapEntry {
  name: string;
  key: number;
  val: number;
}

/** Writes the option of a map at `p`: its entries by the text of their keys, in order, and its keys. */
function writeMap(w: ByteWriter, keys: KeyTexts, view: DataView, p: number): number {
  if (view.getUint32(p) === 0) {
    w.name('null');
    return p + 4;
  }
  const entries: MapEntry[] = [];
  const count = view.getUint32(p + 4);
  p += 8;
  for (let i = 0; i < count; i++) {
    const val = skipScVal(view, p);
    entries.push({ name: keyText(keys, view, p), key: p, val });
    p = skipScVal(view, val);
  }
  w.name('{"entries":{');
  inOrder(entries).forEach(({ name, val }, i) => {
    if (i > 0) w.byte(44);
    w.utf8(JSON.stringify(name));
    w.byte(58);
    writePlainArgument(w, keys, view, val);
  });
  w.name('},"keys":[');
  entries.forEach(({ key }, i) => {
    if (i > 0) w.byte(44);
    writePlainScVal(w, keys, view, key);
  });
  w.name('],"type":"map"}');
  return p;
}

/** Of entries whose keys have one text the last stands; maps of the host are in order already. */
function inOrder(entries: readonly MapEntry[]): readonly MapEntry[] {
  if (entries.every(({ name }, i) => i === 0 || entries[i - 1].name < name)) return entries;
  return [...new Map(entries.map((entry) => [entry.name, entry])).values()].sort((a, b) =>
    Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)),
  );
}

function keyText(keys: KeyTexts, view: DataView, p: number): string {
  const type = view.getInt32(p);
  if (type === ScValType.scvSymbol || type === ScValType.scvString) return stringAt(view, p + 4);
  const unknown = unknownTypes.get(type);
  if (unknown !== undefined) return `error:unsupported ScVal type: ${unknown}`;
  return formatPlain(plainValue(keys, view, p));
}

/** A plain value as JavaScript; its numbers, all of them integers, stay whole. */
export type PlainJson = string | boolean | bigint | null | PlainJson[] | { [name: string]: PlainJson };

/** Returns the argument at `p` as a plain value. */
export function plainValue(keys: KeyTexts, view: DataView, p: number): PlainJson {
  const w = new ByteWriter();
  writePlainArgument(w, keys, view, p);
  const whole = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? BigInt(context?.source ?? value) : value;
  return JSON.parse(w.text(), whole) as PlainJson;
}

/** Returns what `%v` of Go's fmt makes of a plain value. */
export function formatPlain(value: PlainJson): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(formatPlain).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `map[${entries.map(([key, of]) => `${key}:${formatPlain(of)}`).join(' ')}]`;
}

function writeAddress(w: ByteWriter, keys: KeyTexts, view: DataView, p: number): number {
  const type = view.getInt32(p) as AddressType;
  p += 4;
  w.name('{"address":"');
  switch (type) {
    case ScAddressType.scAddressTypeAccount:
      keys.write(w, strkeyVersion.account, view, p + 4);
      w.name('","type":"account"}');
      return p + 36;
    case ScAddressType.scAddressTypeContract:
      keys.write(w, strkeyVersion.contract, view, p);
      w.name('","type":"contract"}');
      return p + 32;
    case ScAddressType.scAddressTypeMuxedAccount:
      writeMuxedKey(w, view, p);
      w.name('","id":');
      w.unsigned64(view.getUint32(p), view.getUint32(p + 4));
      w.name(',"type":"muxed_account"}');
      return p + 40;
    case ScAddressType.scAddressTypeClaimableBalance:
      // The reference leaves out the byte of the type that SEP-23 has here.
      writeStrkey(w, strkeyVersion.claimableBalance, new Uint8Array(view.buffer, view.byteOffset + p + 4, 32), 0, 32);
      w.name('","type":"claimable_balance"}');
      return p + 36;
    case ScAddressType.scAddressTypeLiquidityPool:
      keys.write(w, strkeyVersion.liquidityPool, view, p);
      w.name('","type":"liquidity_pool"}');
      return p + 32;
    case ScAddressType.scAddressTypeMuxedContract:
      // The reference has no such type yet: as it writes muxed accounts.
      writeMuxedKey(w, view, p, strkeyVersion.muxedContract);
      w.name('","id":');
      w.unsigned64(view.getUint32(p), view.getUint32(p + 4));
      w.name(',"type":"muxed_contract"}');
      return p + 40;
    default:
      throw unknownArm('ScAddress', p - 4, type satisfies never);
  }
}
