/**
 * Events of tokens: those of SEP-41 and of the contracts of assets (CAP-46-06, CAP-67), in every form that these texts have had. Any contract
 * may emit what it likes; what has another form tells of nothing.
 */
import { ABSENT } from '../../ledger/transaction.ts';
import { ContractEventType, ScValType } from '../../xdr/generated/enums.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';
import type { AssetContract } from '../asset/assets.ts';
import { isContract, type AssetContracts } from '../asset/contract.ts';
import { isSymbol, symbol } from '../asset/token-balance.ts';
import { tokenTopic, type TokenTopic } from './token-topic.ts';

/** In a ContractEvent: the flag of the contract, the contract, the type, the count of topics, the first topic. */
export const eventOffsets = { hasContract: 4, contract: 8, type: 40, topicCount: 48, topics: 52 } as const;

/** Whether the ContractEvent at `p` is one of a contract, and of the type that contracts choose. */
export function isContractEvent(view: DataView, p: number): boolean {
  return (
    view.getUint32(p + eventOffsets.hasContract) === 1 &&
    view.getInt32(p + eventOffsets.type) === ContractEventType.contract
  );
}

const MAX_PARTIES = 2;
/** Where the ScAddresses of the event that is read stand. */
const addresses = new Int32Array(MAX_PARTIES);
/** How many addresses follow the name at least. */
const parties: Record<TokenTopic, number> = {
  transfer: 2,
  mint: 1,
  burn: 1,
  clawback: 1,
  approve: 2,
  set_authorized: 1,
  set_admin: 1,
};
/** Those that name the administrator before the holder up to protocol 22, and in SEP-41 before 0.4. */
const administered: readonly TokenTopic[] = ['mint', 'clawback', 'set_authorized'];

const member = {
  amount: symbol('amount'),
  memo: symbol('to_muxed_id'),
  liveUntil: symbol('live_until_ledger'),
  expiration: symbol('expiration_ledger'),
  authorize: symbol('authorize'),
  newAdmin: symbol('new_admin'),
};

/** An event of a token. A place is -1 where the event has no such thing. */
export class TokenEvent {
  /** Where its ContractEvent stands. */
  place = ABSENT;
  /** Its position among the events of its operation, from 0. */
  position = 0;
  topic: TokenTopic = 'transfer';
  /** ScAddress of who gives, lets spend, or hands the administration over. */
  from = ABSENT;
  /** ScAddress of who gets, may spend, is authorized, or becomes the administrator. */
  to = ABSENT;
  /** The i128 of the amount. */
  amount = ABSENT;
  /** ScVal of `to_muxed_id`: a u64, a string or bytes (CAP-67). */
  memo = ABSENT;
  /** The u32 of the last ledger of an allowance. */
  liveUntil = ABSENT;
  /** The bool of `set_authorized`. */
  authorized = ABSENT;
  /** The asset that the event names, when it is the contract's own; undefined of other tokens. */
  asset: AssetContract | undefined;

  /** Sets the fields to those of the ContractEvent at `p`; returns whether it is an event of a token. */
  read(contracts: AssetContracts, view: DataView, p: number): boolean {
    if (!isContractEvent(view, p) || view.getUint32(p + eventOffsets.topicCount) < 2) return false;
    const topic = tokenTopic(view, p + eventOffsets.topics);
    if (topic === '') return false;
    this.place = p;
    this.topic = topic;
    this.from = this.to = this.amount = this.memo = this.liveUntil = this.authorized = ABSENT;
    this.asset = undefined;
    return this.#readTopics(contracts, view, p) && this.#isWhole();
  }

  /** The name, its parties, the asset where the contract is one's, and any others (SEP-41); then the data. */
  #readTopics(contracts: AssetContracts, view: DataView, event: number): boolean {
    const { topic } = this;
    const most = administered.includes(topic) ? MAX_PARTIES : parties[topic];
    let p = skipScVal(view, event + eventOffsets.topics);
    let left = view.getUint32(event + eventOffsets.topicCount) - 1;
    let count = 0;
    for (; count < most && left > 0 && view.getInt32(p) === ScValType.scvAddress; count++, left--) {
      addresses[count] = p + 4;
      p = skipScVal(view, p);
    }
    if (count < parties[topic]) return false;
    this.#setParties(count);
    if (left > 0) this.asset = ownAsset(contracts, view, p, event);
    for (; left > 0; left--) p = skipScVal(view, p);
    this.#readData(view, p);
    return true;
  }

  /** Where two addresses may stand for a holder, the last one is the holder. */
  #setParties(count: number): void {
    const [first, last] = [addresses[0], addresses[count - 1]];
    switch (this.topic) {
      case 'transfer':
      case 'approve':
        this.from = first;
        this.to = last;
        return;
      case 'mint':
      case 'set_authorized':
        this.to = last;
        return;
      default:
        this.from = last;
    }
  }

  /** A value, a vector that begins with it, or a map by symbols, in which other members say nothing (SEP-41 0.5). */
  #readData(view: DataView, p: number): void {
    const type = view.getInt32(p);
    if (type === ScValType.scvMap) this.#readMap(view, p + 4);
    else if (type === ScValType.scvVec) this.#readVector(view, p + 4);
    else this.#readValue(view, p);
  }

  #readMap(view: DataView, p: number): void {
    if (view.getUint32(p) === 0) return;
    let at = p + 8;
    for (let i = view.getUint32(p + 4); i > 0; i--) {
      const value = skipScVal(view, at);
      if (view.getInt32(at) === ScValType.scvSymbol) this.#readMember(view, at, value);
      at = skipScVal(view, value);
    }
  }

  #readMember(view: DataView, key: number, p: number): void {
    if (isSymbol(view, key, member.memo)) this.memo = isMemo(view, p) ? p : ABSENT;
    else if (isSymbol(view, key, member.amount)) this.amount = ofType(view, p, ScValType.scvI128);
    else if (isSymbol(view, key, member.liveUntil) || isSymbol(view, key, member.expiration)) {
      this.liveUntil = ofType(view, p, ScValType.scvU32);
    } else if (isSymbol(view, key, member.authorize)) this.authorized = ofType(view, p, ScValType.scvBool);
    else if (isSymbol(view, key, member.newAdmin)) this.#setAdmin(view, p);
  }

  #readVector(view: DataView, p: number): void {
    const count = view.getUint32(p) === 0 ? 0 : view.getUint32(p + 4);
    if (count === 0) return;
    this.#readValue(view, p + 8);
    if (count > 1) this.liveUntil = ofType(view, skipScVal(view, p + 8), ScValType.scvU32);
  }

  #readValue(view: DataView, p: number): void {
    if (this.topic === 'set_admin') this.#setAdmin(view, p);
    else if (this.topic === 'set_authorized') this.authorized = ofType(view, p, ScValType.scvBool);
    else this.amount = ofType(view, p, ScValType.scvI128);
  }

  #setAdmin(view: DataView, p: number): void {
    if (this.topic === 'set_admin') this.to = ofType(view, p, ScValType.scvAddress);
  }

  #isWhole(): boolean {
    if (this.topic === 'set_authorized') return this.authorized !== ABSENT;
    return this.topic === 'set_admin' ? this.to !== ABSENT : this.amount !== ABSENT;
  }
}

/** Returns where the value stands behind its type when it is of this one; else -1. */
function ofType(view: DataView, p: number, type: number): number {
  return view.getInt32(p) === type ? p + 4 : ABSENT;
}

function isMemo(view: DataView, p: number): boolean {
  const type = view.getInt32(p);
  return type === ScValType.scvU64 || type === ScValType.scvString || type === ScValType.scvBytes;
}

/** The asset that the topic at `p` names, when the contract of the event is its own: any contract may name it. */
function ownAsset(contracts: AssetContracts, view: DataView, p: number, event: number): AssetContract | undefined {
  if (view.getInt32(p) !== ScValType.scvString) return undefined;
  const known = contracts.named(view, p + 4);
  return known && isContract(known, view, event + eventOffsets.contract) ? known : undefined;
}
