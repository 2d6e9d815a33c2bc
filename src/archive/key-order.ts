/**
 * The order of entries in a bucket: by type, then by the fields of the key (stellar-core LedgerCmp.h, LedgerEntryIdCmp).
 *
 * It compares values, XDR writes bytes, and for most keys that is one order: discriminants are not negative, hashes and
 * unsigned integers come highest byte first. Three differ. Signed integers order by their sign. Names, strings, symbols and
 * bytes order by their content and then by length, where XDR writes the length first. So do vectors and maps, by their
 * elements. Keys are equal when, and only when, their bytes are.
 */
import type { AddressType } from '../xdr/address.ts';
import { ContractExecutableType, LedgerEntryType, ScAddressType, ScValType } from '../xdr/generated/enums.ts';

/** Larger than the prefix of every key. */
export const AFTER_ALL = Infinity;

/**
 * Returns a number that orders keys by their type and first bytes: of two keys the one with the lower prefix comes first, and
 * keys of one prefix need `compareKeys`. The key stands at `p` without its type.
 */
export function keyPrefix(type: number, view: DataView, p: number): number {
  switch (type) {
    case LedgerEntryType.liquidityPool:
    case LedgerEntryType.contractCode:
    case LedgerEntryType.ttl:
    case LedgerEntryType.configSetting:
      return type * 2 ** 40 + view.getUint32(p);
    default:
      // A union's discriminant, which is small, and the first bytes of what it holds.
      return type * 2 ** 40 + view.getUint8(p + 3) * 2 ** 32 + view.getUint32(p + 4);
  }
}

/** Compares two keys of one type, at `p` of `a` and `q` of `b`, without the type. */
export function compareBucketKeys(type: number, a: DataView, p: number, b: DataView, q: number): number {
  return pair.of(a, p, b, q).keys(type);
}

const TRUST_LINE_ASSET_BYTES = [4, 44, 52, 36];
const ADDRESS_BYTES: Readonly<Record<number, number>> = {
  [ScAddressType.scAddressTypeAccount]: 40,
  [ScAddressType.scAddressTypeContract]: 36,
  [ScAddressType.scAddressTypeMuxedAccount]: 44,
  [ScAddressType.scAddressTypeClaimableBalance]: 40,
  [ScAddressType.scAddressTypeLiquidityPool]: 36,
  [ScAddressType.scAddressTypeMuxedContract]: 44,
} satisfies Record<AddressType, number>;

/** A place in each of two values of one type. Every method compares what stands there, and steps over it when it is the same. */
class Pair {
  #a: DataView = new DataView(new ArrayBuffer(0));
  #b: DataView = this.#a;
  #p = 0;
  #q = 0;

  of(a: DataView, p: number, b: DataView, q: number): this {
    this.#a = a;
    this.#b = b;
    this.#p = p;
    this.#q = q;
    return this;
  }

  keys(type: number): number {
    switch (type) {
      case LedgerEntryType.account:
      case LedgerEntryType.claimableBalance:
        return this.#words(36);
      case LedgerEntryType.trustline:
        return this.#words(36) || this.#words(TRUST_LINE_ASSET_BYTES[this.#a.getUint32(this.#p)]);
      case LedgerEntryType.offer:
        return this.#words(36) || this.#signed(8);
      case LedgerEntryType.data:
        return this.#words(36) || this.#bytes();
      case LedgerEntryType.contractData:
        return this.#address() || this.#value() || this.#words(4);
      case LedgerEntryType.configSetting:
        return this.#words(4);
      default:
        return this.#words(32);
    }
  }

  /** Whole words as they are written. */
  #words(bytes: number): number {
    for (let i = 0; i < bytes; i += 4) {
      const x = this.#a.getUint32(this.#p + i);
      const y = this.#b.getUint32(this.#q + i);
      if (x !== y) return x < y ? -1 : 1;
    }
    return this.#step(bytes);
  }

  /** A signed integer, or several integers with a signed one first. */
  #signed(bytes: number): number {
    const x = this.#a.getInt32(this.#p);
    const y = this.#b.getInt32(this.#q);
    return x === y ? this.#words(bytes) : x < y ? -1 : 1;
  }

  /** Opaque bytes or a string, with their length: by content, and the shorter of two that begin alike comes first. */
  #bytes(): number {
    const x = this.#a.getUint32(this.#p);
    const y = this.#b.getUint32(this.#q);
    const shared = Math.min(x, y);
    for (let i = 4; i < shared + 4; i++) {
      const order = this.#a.getUint8(this.#p + i) - this.#b.getUint8(this.#q + i);
      if (order !== 0) return order;
    }
    return x - y || this.#step(4 + ((x + 3) & ~3));
  }

  /** An ScAddress: its arms are of unlike length. */
  #address(): number {
    return this.#words(ADDRESS_BYTES[this.#a.getUint32(this.#p)]);
  }

  /** An ScVal. */
  #value(): number {
    const type = this.#a.getInt32(this.#p);
    const order = this.#words(4);
    if (order !== 0) return order;
    switch (type) {
      case ScValType.scvVoid:
      case ScValType.scvLedgerKeyContractInstance:
        return 0;
      case ScValType.scvBool:
      case ScValType.scvU32:
        return this.#words(4);
      case ScValType.scvI32:
        return this.#signed(4);
      case ScValType.scvI64:
      case ScValType.scvLedgerKeyNonce:
        return this.#signed(8);
      case ScValType.scvI128:
        return this.#signed(16);
      case ScValType.scvI256:
        return this.#signed(32);
      case ScValType.scvU128:
        return this.#words(16);
      case ScValType.scvU256:
        return this.#words(32);
      case ScValType.scvBytes:
      case ScValType.scvString:
      case ScValType.scvSymbol:
      case ScValType.scvExecutableTag:
        return this.#bytes();
      case ScValType.scvVec:
        return this.#option(() => this.#elements(1));
      case ScValType.scvMap:
        return this.#option(() => this.#elements(2));
      case ScValType.scvAddress:
        return this.#address();
      case ScValType.scvContractInstance:
        return this.#executable() || this.#option(() => this.#elements(2));
      // ScError, U64, Timepoint, Duration.
      default:
        return this.#words(8);
    }
  }

  /** A pointer: none comes first. */
  #option(compare: () => number): number {
    const isSet = this.#a.getUint32(this.#p) === 1;
    return this.#words(4) || (isSet ? compare() : 0);
  }

  /** A vector of elements of so many ScVals each. */
  #elements(values: number): number {
    const x = this.#a.getUint32(this.#p);
    const y = this.#b.getUint32(this.#q);
    this.#step(4);
    for (let i = Math.min(x, y) * values; i > 0; i--) {
      const order = this.#value();
      if (order !== 0) return order;
    }
    return x - y;
  }

  /** A ContractExecutable: a hash of code, nothing, or an address and a tag. */
  #executable(): number {
    const type = this.#a.getInt32(this.#p);
    if (type === ContractExecutableType.contractExecutableWasm) return this.#words(36);
    const order = this.#words(4);
    const isReference = type === ContractExecutableType.contractExecutableExternalRef;
    return order || (isReference ? this.#address() || this.#bytes() : 0);
  }

  #step(bytes: number): 0 {
    this.#p += bytes;
    this.#q += bytes;
    return 0;
  }
}

const pair = new Pair();
