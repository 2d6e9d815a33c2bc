/** Provides contracts with their environment: storage, authorisation, calls and events. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Address } from '../events/log.ts';
import type { LedgerView } from '../context.ts';
import type { Entry } from '../state/entries.ts';
import { HostError } from './host-error.ts';
import { prices, type Calls } from './calls.ts';
import { codeLedgerKey, dataLedgerKey, instanceLedgerKey, type Durability } from './keys.ts';
import { compareValues } from './values.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { readEntryKey } from '../encode/read-entry.ts';

/** A contract as it is executed here: its functions by name. */
export type NativeContract = Readonly<Record<string, (env: Env, args: readonly xdr.ScVal[]) => xdr.ScVal>>;

/** What a contract that runs may ask for and do. */
export class Env {
  readonly self: Address;
  readonly #host: Calls;

  constructor(host: Calls, self: Address) {
    this.#host = host;
    this.self = self;
  }

  get view(): LedgerView {
    return this.#host.parts.view;
  }

  /** Throws HostError unless this call is authorised by an address. */
  requireAuth(address: Address): void {
    this.#host.requireAuth(address);
  }

  /** Lets an address sign for this contract, whose `__check_auth` runs. Throws HostError if it has not. */
  delegate(address: Address): void {
    this.#host.delegate(address);
  }

  /** Calls another contract. */
  call(contract: Address, name: string, ...args: xdr.ScVal[]): xdr.ScVal {
    return this.#host.call(contract, name, args);
  }

  emit(topics: readonly xdr.ScVal[], data: xdr.ScVal): void {
    this.#host.emit(this.self, topics, data);
  }

  /** Returns a value of this contract, or undefined. */
  get(key: xdr.ScVal, durability: Durability = 'persistent'): xdr.ScVal | undefined {
    const entry = this.entry(dataLedgerKey(this.self, key, durability));
    return entry?.kind === 'contract_data' ? entry.data.val : undefined;
  }

  put(key: xdr.ScVal, val: xdr.ScVal, durability: Durability = 'persistent'): void {
    this.#putData(dataLedgerKey(this.self, key, durability), val);
  }

  remove(key: xdr.ScVal, durability: Durability = 'persistent'): void {
    this.#host.spend(prices.access);
    this.#host.parts.storage.remove(dataLedgerKey(this.self, key, durability));
  }

  /** Lets a value with no more than `threshold` ledgers left live for `extendTo` more. */
  extend(key: xdr.ScVal, threshold: number, extendTo: number, durability: Durability = 'persistent'): void {
    this.#host.parts.storage.extend(dataLedgerKey(this.self, key, durability), threshold, extendTo);
  }

  /** Returns a value that is kept with the contract itself, or undefined. */
  fromInstance(key: xdr.ScVal): xdr.ScVal | undefined {
    return this.#instance().storage?.find((entry) => compareValues(entry.key, key) === 0)?.val;
  }

  /** Keeps a value with the contract itself. */
  putInInstance(key: xdr.ScVal, val: xdr.ScVal): void {
    const { executable, storage } = this.#instance();
    const others = (storage ?? []).filter((entry) => compareValues(entry.key, key) !== 0);
    const entries = [...others, new xdr.ScMapEntry({ key, val })].sort((a, b) => compareValues(a.key, b.key));
    const instance = new xdr.ScContractInstance({ executable, storage: entries });
    this.#putData(instanceLedgerKey(this.self), xdr.ScVal.scvContractInstance(instance));
  }

  /** Lets the contract and its code live longer, as `extend` does. */
  extendInstance(threshold: number, extendTo: number): void {
    const { storage } = this.#host.parts;
    storage.extend(instanceLedgerKey(this.self), threshold, extendTo);
    const { executable } = this.#instance();
    if (executable.type !== 'contractExecutableWasm') return;
    storage.extend(codeLedgerKey(hexOf(executable.wasmHash.toBytes())), threshold, extendTo);
  }

  /** Returns an entry of the ledger, or undefined; throws HostError outside the footprint. */
  entry(key: xdr.LedgerKey): Entry | undefined {
    this.#host.spend(prices.access);
    return this.#host.parts.storage.get(key);
  }

  /** Puts an account or trust line. */
  putEntry(key: xdr.LedgerKey, entry: Entry): void {
    this.#host.spend(prices.access);
    this.#host.parts.storage.put(key, entry);
  }

  #instance(): xdr.ScContractInstance {
    const entry = this.entry(instanceLedgerKey(this.self));
    if (entry?.kind === 'contract_data' && entry.data.val.type === 'scvContractInstance')
      return entry.data.val.instance;
    throw new HostError('storage', 'missingValue', 'the contract is gone');
  }

  #putData(key: xdr.LedgerKey, val: xdr.ScVal): void {
    this.#host.spend(prices.access);
    this.#host.parts.storage.put(key, dataEntry(key, val));
  }
}

/** Returns the entry of a contract's value. */
export function dataEntry(key: xdr.LedgerKey, val: xdr.ScVal): Entry {
  if (key.type !== 'contractData') throw new Error(`${key.type} is no key of a contract's value`);
  const { contract, key: name, durability } = key.contractData;
  const data = new xdr.ContractDataEntry({ ext: xdr.ExtensionPoint.v0(), contract, key: name, durability, val });
  return { kind: 'contract_data', key: readEntryKey(key), lastModified: 0, data };
}
