/** Defines the host interface that contracts and authorisation see, and the instruction prices. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import type { Address } from '../events/log.ts';
import type { LedgerView } from '../context.ts';
import type { Storage } from './storage.ts';

/** A call that runs. */
export interface CallFrame {
  contract: Address;
  name: string;
  args: readonly xdr.ScVal[];
}

/** A check of a contract that runs, `__check_auth`, and who may still sign for it (CAP-71). */
export interface AuthCheck {
  payload: Uint8Array;
  contexts: xdr.ScVal;
  left: xdr.SorobanDelegateSignature[];
}

/** What runs calls, as a contract and who authorises it see it. */
export interface Calls {
  readonly parts: { readonly storage: Storage; readonly view: LedgerView; readonly networkId: Uint8Array };
  readonly frames: readonly CallFrame[];
  readonly checks: AuthCheck[];
  /** Uses instructions; throws HostError when there are no more. */
  spend(instructions: number): void;
  /** Calls a function of a contract. Throws HostError when it fails. */
  call(contract: Address, name: string, args: readonly xdr.ScVal[]): xdr.ScVal;
  /** Adds an event of the contract that runs. */
  emit(contract: Address, topics: readonly xdr.ScVal[], data: xdr.ScVal): void;
  /** Throws HostError unless the call that runs is allowed by an address. */
  requireAuth(address: Address): void;
  /** Lets an address sign for the contract whose check runs. Throws HostError if it has not. */
  delegate(address: Address): void;
}

/** Instructions that a step costs. */
export const prices = { call: 150_000, access: 15_000, event: 10_000, signature: 400_000 } as const;
