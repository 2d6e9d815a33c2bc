import type * as xdr from '@stellar/stellar-sdk/xdr';
import type { Address } from '../events/log.ts';
import type { LedgerView } from '../operations/context.ts';
import type { Storage } from './storage.ts';

/** A call that runs. */
export interface CallFrame {
  contract: Address;
  name: string;
  args: readonly xdr.ScVal[];
}

/** What runs calls, as a contract and who authorises it see it. */
export interface Calls {
  readonly parts: { readonly storage: Storage; readonly view: LedgerView; readonly networkId: Uint8Array };
  readonly frames: readonly CallFrame[];
  /** Uses instructions; throws HostError when there are no more. */
  spend(instructions: number): void;
  /** Calls a function of a contract. Throws HostError when it fails. */
  call(contract: Address, name: string, args: readonly xdr.ScVal[]): xdr.ScVal;
  /** Adds an event of the contract that runs. */
  emit(contract: Address, topics: readonly xdr.ScVal[], data: xdr.ScVal): void;
  /** Throws HostError unless the call that runs is allowed by an address. */
  requireAuth(address: Address): void;
}

/** Instructions that a step costs. */
export const prices = { call: 150_000, access: 15_000, event: 10_000, signature: 400_000 } as const;
