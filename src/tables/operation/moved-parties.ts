/** Between whom an event of an asset contract says that its asset moved (CAP-46-06, CAP-67). */
import { ABSENT } from '../../ledger/transaction.ts';
import { ContractEventType, ScValType } from '../../xdr/generated/enums.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';
import { isContract } from '../asset/contract.ts';
import { tokenTopic } from '../event/token-topic.ts';
import type { OperationAt } from './operation-at.ts';

const MAX_TOPICS = 4;

/** A cursor at one event: `read` sets the fields. */
export class MovedParties {
  /** Where the ScAddress of who gave and of who got stands; -1 for a side that a mint, burn or clawback has not. */
  from = ABSENT;
  to = ABSENT;
  readonly #topics = new Int32Array(MAX_TOPICS);

  /** Returns whether the ContractEvent at `p` is a transfer, mint, burn or clawback by the contract of the asset that it names. */
  read(at: OperationAt, p: number): boolean {
    const { view } = at;
    // Extension 0, the option of the contract, type, version 0 of the body, topics.
    if (view.getUint32(p + 4) === 0 || view.getInt32(p + 40) !== ContractEventType.contract) return false;
    const count = view.getUint32(p + 48);
    if (count < 3 || count > MAX_TOPICS || !this.#readTopics(view, p + 52, count)) return false;
    const asset = at.decoder.contracts.named(view, this.#topics[count - 1] + 4);
    return asset !== undefined && isContract(asset, view, p + 8);
  }

  /** Symbol, addresses, asset. Mint and clawback name the administrator before the holder up to protocol 22. */
  #readTopics(view: DataView, p: number, count: number): boolean {
    const topics = this.#topics;
    for (let i = 0; i < count; i++) {
      topics[i] = p;
      const type = i === 0 ? ScValType.scvSymbol : i < count - 1 ? ScValType.scvAddress : ScValType.scvString;
      if (view.getInt32(p) !== type) return false;
      p = skipScVal(view, p);
    }
    const holder = topics[count - 2] + 4;
    this.from = this.to = ABSENT;
    switch (tokenTopic(view, topics[0])) {
      case 'transfer':
        this.from = topics[1] + 4;
        this.to = holder;
        return count === MAX_TOPICS;
      case 'mint':
        this.to = holder;
        return true;
      case 'clawback':
        this.from = holder;
        return true;
      case 'burn':
        this.from = holder;
        return count === 3;
    }
    return false;
  }
}
