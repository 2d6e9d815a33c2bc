/**
 * What a ledger key costs the reference's decoder, which takes no key that needs more than 16 KB: each union's arm, each
 * optional value and each item of a list counts with the size of its Go type on a 64-bit machine, text and bytes with
 * their length besides (`TrackOutputBytes` of go-xdr, called by the generated code of go-stellar-sdk v0.7.3). Only keys of
 * contract data can be so large.
 */
import type { AddressType } from '../../../xdr/address.ts';
import { ContractExecutableType, LedgerEntryType, ScAddressType, ScValType } from '../../../xdr/generated/enums.ts';
import { skipLedgerKey } from '../../../xdr/generated/skip.ts';
import { decodeXdr } from './xdr.ts';

const MOST = 16 * 1024;

/** Go's types that hold others: pointers and discriminants. */
const LEDGER_KEY_CONTRACT_DATA = 232;
const SC_VAL = 176;
const SC_MAP_ENTRY = 2 * SC_VAL;
const SC_ADDRESS = 48;
const SC_CONTRACT_INSTANCE = 32;
const EXTERNAL_REF = 64;
const HASH = 32;
const SLICE = 24;
const STRING = 16;
const POINTER = 8;

/** Arms of ScVal that are always as long: their memory, and their bytes in XDR. */
const SCALARS: Record<number, [memory: number, bytes: number]> = {
  [ScValType.scvBool]: [1, 4],
  [ScValType.scvVoid]: [0, 0],
  [ScValType.scvError]: [28, 8],
  [ScValType.scvU32]: [4, 4],
  [ScValType.scvI32]: [4, 4],
  [ScValType.scvU64]: [8, 8],
  [ScValType.scvI64]: [8, 8],
  [ScValType.scvTimepoint]: [8, 8],
  [ScValType.scvDuration]: [8, 8],
  [ScValType.scvU128]: [16, 16],
  [ScValType.scvI128]: [16, 16],
  [ScValType.scvU256]: [32, 32],
  [ScValType.scvI256]: [32, 32],
  [ScValType.scvLedgerKeyContractInstance]: [0, 0],
  [ScValType.scvLedgerKeyNonce]: [8, 8],
};

/** Arms of ScAddress. */
const ADDRESSES: Record<number, [memory: number, bytes: number]> = {
  [ScAddressType.scAddressTypeAccount]: [48, 36],
  [ScAddressType.scAddressTypeContract]: [32, 32],
  [ScAddressType.scAddressTypeMuxedAccount]: [40, 40],
  [ScAddressType.scAddressTypeClaimableBalance]: [48, 36],
  [ScAddressType.scAddressTypeLiquidityPool]: [32, 32],
  [ScAddressType.scAddressTypeMuxedContract]: [40, 40],
} satisfies Record<AddressType, [memory: number, bytes: number]>;

/** Returns the ledger key that a text is, undefined when the reference would not decode it. */
export function decodeLedgerKey(text: string): DataView | undefined {
  const view = decodeXdr(text, skipLedgerKey);
  if (!view || view.getInt32(0) !== LedgerEntryType.contractData) return view;
  const walk = new MemoryWalk(view, 4);
  walk.address();
  walk.value();
  return LEDGER_KEY_CONTRACT_DATA + walk.memory > MOST ? undefined : view;
}

/** Adds up the memory of a key that is known to be valid. */
class MemoryWalk {
  memory = 0;
  readonly #view: DataView;
  #at: number;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
  }

  address(): void {
    this.#add(ADDRESSES[this.#word()]);
  }

  value(): void {
    const type = this.#word();
    const scalar = SCALARS[type];
    if (scalar) return this.#add(scalar);
    switch (type) {
      case ScValType.scvBytes:
        return this.#opaque(SLICE);
      case ScValType.scvVec:
        return this.#optional(POINTER, SC_VAL, () => this.value());
      case ScValType.scvMap:
        return this.#optional(POINTER, SC_MAP_ENTRY, () => this.#entry());
      case ScValType.scvAddress:
        this.memory += SC_ADDRESS;
        return this.address();
      case ScValType.scvContractInstance:
        this.memory += SC_CONTRACT_INSTANCE;
        return this.#instance();
      default:
        return this.#opaque(STRING);
    }
  }

  #entry(): void {
    this.value();
    this.value();
  }

  #instance(): void {
    const type = this.#word();
    if (type === ContractExecutableType.contractExecutableWasm) this.#add([HASH, 32]);
    if (type === ContractExecutableType.contractExecutableExternalRef) {
      this.memory += EXTERNAL_REF;
      this.address();
      this.#opaque(0);
    }
    this.#optional(0, SC_MAP_ENTRY, () => this.#entry());
  }

  #optional(pointer: number, size: number, item: () => void): void {
    this.memory += pointer;
    if (this.#word() === 0) return;
    this.memory += SLICE;
    for (let left = this.#word(); left > 0; left--) {
      this.memory += size;
      item();
    }
  }

  #opaque(header: number): void {
    const length = this.#word();
    this.#add([header + length, length + (-length & 3)]);
  }

  #add([memory, bytes]: [memory: number, bytes: number]): void {
    this.memory += memory;
    this.#at += bytes;
  }

  #word(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4);
  }
}
