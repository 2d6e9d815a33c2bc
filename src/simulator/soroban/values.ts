/** Converts between TypeScript values and contract values (ScVal), and compares them. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkHex } from '../encode/sdk.ts';
import { scValXdr } from '../encode/sc-val.ts';
import type { Address } from '../events/log.ts';
import { hexOf, sdkText } from '../encode/from-xdr.ts';
import { remembering } from '../remembering.ts';
import { HostError } from './host-error.ts';

/** Returns the address of a contract. */
export const scContract = (id: string): Address => `00000001${id}`;

/** Returns the contract at an address, as hex, or undefined when it is of something else. */
export const contractAt = (address: Address): string | undefined =>
  address.startsWith('00000001') ? address.slice(8) : undefined;

/** Returns the account at an address, or undefined when it is of something else. */
export const accountAt = (address: Address): string | undefined =>
  address.startsWith('0000000000000000') ? address.slice(16) : undefined;

/** Returns the name of an address: the hex of its XDR. */
export function addressOf(address: xdr.ScAddress): Address {
  switch (address.type) {
    case 'scAddressTypeAccount':
      return `0000000000000000${hexOf(address.accountId.ed25519.toBytes())}`;
    case 'scAddressTypeContract':
      return `00000001${hexOf(address.contractId.toBytes())}`;
    default:
      return sdkHex(address);
  }
}

/** Returns an address as contracts name it. */
export const addressXdr = remembering((address: Address): xdr.ScAddress => {
  const account = accountAt(address);
  if (account !== undefined) {
    return xdr.ScAddress.scAddressTypeAccount(xdr.PublicKey.publicKeyTypeEd25519(Buffer.from(account, 'hex')));
  }
  const contract = contractAt(address);
  if (contract !== undefined)
    return xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(Buffer.from(contract, 'hex')));
  return xdr.ScAddress.fromXdr(address, 'hex');
});

/** Returns a symbol. */
export const scSymbol = remembering((text): xdr.ScVal => xdr.ScVal.scvSymbol(text));
export const address = (name: Address): xdr.ScVal => xdr.ScVal.scvAddress(addressXdr(name));
export const bytes = (value: Uint8Array): xdr.ScVal => xdr.ScVal.scvBytes(value);
export const scString = (text: string | Uint8Array): xdr.ScVal => xdr.ScVal.scvString(text);
export const u32 = (value: number): xdr.ScVal => xdr.ScVal.scvU32(value);
export const scBool = (value: boolean): xdr.ScVal => xdr.ScVal.scvBool(value);
export const vec = (...items: xdr.ScVal[]): xdr.ScVal => xdr.ScVal.scvVec(items);
export const nothing = xdr.ScVal.scvVoid();

/** Returns a signed integer of 128 bits. */
export function i128(value: bigint): xdr.ScVal {
  return xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: value >> 64n, lo: BigInt.asUintN(64, value) }));
}

/** Returns a map from symbols to values; the keys must come in their order. */
export function scStruct(fields: Record<string, xdr.ScVal>): xdr.ScVal {
  const entries = Object.entries(fields).map(([key, val]) => new xdr.ScMapEntry({ key: scSymbol(key), val }));
  return xdr.ScVal.scvMap(entries);
}

/** Returns the integer in a value; throws HostError when it is another kind of value. */
export function i128Of(value: xdr.ScVal | undefined): bigint {
  if (value?.type === 'scvI128') return (value.i128.hi << 64n) + value.i128.lo;
  throw wrongType();
}

/** Returns the integer in a value; throws HostError when it is another kind of value. */
export function u32Of(value: xdr.ScVal | undefined): number {
  if (value?.type === 'scvU32') return value.u32;
  throw wrongType();
}

/** Returns the truth in a value; throws HostError when it is another kind of value. */
export function boolOf(value: xdr.ScVal | undefined): boolean {
  if (value?.type === 'scvBool') return value.b;
  throw wrongType();
}

/** Returns the address in a value; throws HostError when it is another kind of value, or no account or contract. */
export function addressIn(value: xdr.ScVal | undefined): Address {
  if (value?.type !== 'scvAddress') throw wrongType();
  const name = addressOf(value.address);
  if (accountAt(name) === undefined && contractAt(name) === undefined) throw wrongType();
  return name;
}

/** Returns the field of a map by its symbol; throws HostError when there is none. */
export function fieldOf(value: xdr.ScVal | undefined, name: string): xdr.ScVal {
  const found = entriesOf(value).find(({ key }) => symbolOf(key) === name);
  if (found) return found.val;
  throw wrongType();
}

/** Returns the entries of a map; throws HostError when it is another kind of value. */
function entriesOf(value: xdr.ScVal | undefined): readonly xdr.ScMapEntry[] {
  if (value?.type === 'scvMap' && value.map) return value.map;
  throw wrongType();
}

/** Returns the items of a list; throws HostError when it is another kind of value. */
export function vecItems(value: xdr.ScVal | undefined): readonly xdr.ScVal[] {
  if (value?.type === 'scvVec' && value.vec) return value.vec;
  throw wrongType();
}

/** Returns the text of a symbol, or undefined when it is another kind of value. */
export function symbolOf(value: xdr.ScVal | undefined): string | undefined {
  return value?.type === 'scvSymbol' ? sdkText(value.sym) : undefined;
}

/** Returns the order of two keys of a map: by kind, then symbols by their characters and lists by their items. */
export function compareValues(a: xdr.ScVal, b: xdr.ScVal): number {
  const [left, right] = [symbolOf(a), symbolOf(b)];
  if (left !== undefined && right !== undefined) return left < right ? -1 : Number(left > right);
  if (a.type === 'scvVec' && b.type === 'scvVec' && a.vec && b.vec) return compareLists(a.vec, b.vec);
  return Buffer.compare(scValXdr(a), scValXdr(b));
}

function compareLists(a: readonly xdr.ScVal[], b: readonly xdr.ScVal[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Returns a list of arguments as events hold it: nothing, the only one, or a list. */
export function packed(args: readonly xdr.ScVal[]): xdr.ScVal {
  if (args.length === 0) return nothing;
  return args.length === 1 ? args[0] : vec(...args);
}

const wrongType = () => new HostError('value', 'unexpectedType', 'a value is of another type than expected');
