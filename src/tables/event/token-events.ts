/** The events of tokens among those of a ledger's operations: each is read once, whichever tables ask for it. */
import { operationEventLists } from '../../ledger/meta-events.ts';
import type { LedgerTransaction } from '../../ledger/transaction.ts';
import { skipContractEvent } from '../../xdr/generated/skip.ts';
import type { AssetContracts } from '../asset/contract.ts';
import { TokenEvent } from './token-event.ts';

const NONE: readonly TokenEvent[] = [];

export class TokenEvents {
  readonly #view: DataView;
  readonly #contracts: AssetContracts;
  /** By transaction and operation. */
  readonly #read: (readonly TokenEvent[])[][] = [];
  #next = new TokenEvent();

  constructor(view: DataView, contracts: AssetContracts) {
    this.#view = view;
    this.#contracts = contracts;
  }

  /** Returns those of a transaction, by operation from 0; it may have fewer lists than operations. */
  of(transaction: LedgerTransaction): readonly (readonly TokenEvent[])[] {
    const index = transaction.order - 1;
    return (this.#read[index] ??= operationEventLists(this.#view, transaction).map((list) => this.#readList(list)));
  }

  #readList(list: number): readonly TokenEvent[] {
    const view = this.#view;
    const count = view.getUint32(list);
    let found = NONE as TokenEvent[];
    let p = list + 4;
    for (let position = 0; position < count; position++) {
      if (this.#next.read(this.#contracts, view, p)) {
        this.#next.position = position;
        if (found === NONE) found = [];
        found.push(this.#next);
        this.#next = new TokenEvent();
      }
      p = skipContractEvent(view, p);
    }
    return found;
  }
}
