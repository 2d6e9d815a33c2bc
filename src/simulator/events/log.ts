/** Encodes the CAP-67 events of classic operations and of fees. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { Writer } from '../encode/writer.ts';
import type { AccountId, AssetId } from '../state/entries.ts';
import { issuerOf } from '../state/keys.ts';
import { scv, type EventContract } from './asset-contracts.ts';

/** Where value moves from or to: the hex of an ScAddress. */
export type Address = string;

/** Returns the address of an account. */
export const accountAddress = (id: AccountId): Address => `0000000000000000${id}`;

/** Returns the address of a claimable balance. */
export const balanceAddress = (id: string): Address => `0000000300000000${id}`;

/** Returns the address of a liquidity pool. */
export const poolAddress = (id: string): Address => `00000004${id}`;

/** What goes with a movement to an account: the id of a multiplexed address, or else the memo of the transaction. */
export interface Receiver {
  muxedId: bigint | undefined;
}

/** The events of an operation as XDR, which follow CAP-67 (stellar-core, EventManager.cpp). */
export class EventLog {
  readonly #contractOf: (asset: AssetId) => EventContract;
  readonly #memo: xdr.Memo;
  readonly #enabled: boolean;
  readonly events: Uint8Array[] = [];

  constructor(contractOf: (asset: AssetId) => EventContract, memo: xdr.Memo, enabled: boolean) {
    this.#contractOf = contractOf;
    this.#memo = memo;
    this.#enabled = enabled;
  }

  /** Adds an event that is made elsewhere. */
  push(event: Uint8Array): void {
    this.events.push(event);
  }

  /** Tells of a movement: mint from the issuer, burn to the issuer, otherwise transfer. */
  move(asset: AssetId, from: Address, to: Address, amount: bigint, receiver?: Receiver): void {
    const issuer = issuerOf(asset);
    const issuing = issuer !== undefined && from === accountAddress(issuer);
    const redeeming = issuer !== undefined && to === accountAddress(issuer);
    if (issuing && !redeeming) this.#write('mint', asset, [to], amount, receiver);
    else if (redeeming && !issuing) this.burn(asset, from, amount);
    else this.transfer(asset, from, to, amount, receiver);
  }

  transfer(asset: AssetId, from: Address, to: Address, amount: bigint, receiver?: Receiver): void {
    this.#write('transfer', asset, [from, to], amount, receiver);
  }

  burn(asset: AssetId, from: Address, amount: bigint): void {
    this.#write('burn', asset, [from], amount);
  }

  clawback(asset: AssetId, from: Address, amount: bigint): void {
    this.#write('clawback', asset, [from], amount);
  }

  setAuthorized(asset: AssetId, account: AccountId, authorized: boolean): void {
    if (!this.#enabled) return;
    const writer = this.#begin('set_authorized', asset, [accountAddress(account)]);
    this.events.push(
      writer
        .int(scv.bool)
        .int(authorized ? 1 : 0)
        .toBytes(),
    );
  }

  #write(name: string, asset: AssetId, addresses: Address[], amount: bigint, receiver?: Receiver): void {
    if (!this.#enabled) return;
    const writer = this.#begin(name, asset, addresses);
    this.#writeAmount(writer, amount, receiver);
    this.events.push(writer.toBytes());
  }

  #begin(name: string, asset: AssetId, addresses: Address[]): Writer {
    const contract = this.#contractOf(asset);
    const writer = beginEvent(contract.id, addresses.length + 2);
    writer.int(scv.symbol).string(name);
    for (const address of addresses) writer.int(scv.address).hex(address);
    return writer.raw(contract.topic);
  }

  #writeAmount(writer: Writer, amount: bigint, receiver?: Receiver): void {
    const withMap = receiver && (receiver.muxedId !== undefined || this.#memo.type !== 'memoNone');
    if (!withMap) return writeI128(writer, amount);
    writer.int(scv.map).int(1).int(2).int(scv.symbol).string('amount');
    writeI128(writer, amount);
    writer.int(scv.symbol).string('to_muxed_id');
    if (receiver.muxedId !== undefined) writer.int(scv.u64).long(receiver.muxedId);
    else writeMemo(writer, this.#memo);
  }
}

/** Returns the event of a fee, or of a refund when the amount is negative, with the stage at which it came, as XDR. */
export function feeEvent(native: EventContract, payer: AccountId, amount: bigint, stage: 0 | 1 | 2): Uint8Array {
  const writer = scratch.reset().int(stage);
  writeHead(writer, native.id, 2).int(scv.symbol).string('fee').int(scv.address).hex(accountAddress(payer));
  writeI128(writer, amount);
  return writer.toBytes();
}

const scratch = new Writer();

function beginEvent(contractId: Uint8Array, topics: number): Writer {
  return writeHead(scratch.reset(), contractId, topics);
}

// ContractEvent: no extension, the contract, type CONTRACT, body of version 0
function writeHead(writer: Writer, contractId: Uint8Array, topics: number): Writer {
  return writer.int(0).int(1).raw(contractId).int(1).int(0).int(topics);
}

function writeI128(writer: Writer, amount: bigint): void {
  writer
    .int(scv.i128)
    .long(amount < 0n ? -1n : 0n)
    .long(amount);
}

function writeMemo(writer: Writer, memo: xdr.Memo): void {
  switch (memo.type) {
    case 'memoNone':
      return;
    case 'memoText':
      return void writer.int(scv.string).opaque(memo.text.bytes);
    case 'memoId':
      return void writer.int(scv.u64).long(memo.id);
    case 'memoHash':
      return void writer.int(scv.bytes).opaque(memo.hash.toBytes());
    case 'memoReturn':
      return void writer.int(scv.bytes).opaque(memo.retHash.toBytes());
    default:
      memo satisfies never;
  }
}
