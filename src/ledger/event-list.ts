/** The events of one ledger in the order of their ids, as stellar-rpc numbers them. */
import { TransactionEventStage } from '../xdr/generated/enums.ts';
import { skipContractEvent } from '../xdr/generated/skip.ts';
import { operationEventLists, tellsOfEvents } from './meta-events.ts';
import type { Ledger } from './ledger.ts';
import { ABSENT } from './transaction.ts';

/** The highest transaction and operation of a TOID: where what happens after all others stands. */
export const MAX_TRANSACTION = 0xfffff;
export const MAX_OPERATION = 0xfff;

const WIDTH = 5;

/**
 * Offsets of all events. An id is a TOID (ledger, transaction, operation) and a number within it: events before all
 * transactions are of transaction 0, those after one of its operation 4095, those after all of transaction 1048575.
 */
export class EventList {
  readonly #cells: Int32Array;
  readonly length: number;

  constructor(cells: Int32Array) {
    this.#cells = cells;
    this.length = cells.length / WIDTH;
  }

  /** The transaction that emitted the event, from 0. */
  source(index: number): number {
    return this.#cells[index * WIDTH];
  }

  /** The transaction, operation and number of the event's id. */
  transaction(index: number): number {
    return this.#cells[index * WIDTH + 1];
  }

  operation(index: number): number {
    return this.#cells[index * WIDTH + 2];
  }

  number(index: number): number {
    return this.#cells[index * WIDTH + 3];
  }

  /** Where the ContractEvent starts. */
  start(index: number): number {
    return this.#cells[index * WIDTH + 4];
  }

  /** Returns the index of the first event whose id is not below the one given. */
  from(transaction: number, operation: number, number: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order =
        this.transaction(middle) - transaction || this.operation(middle) - operation || this.number(middle) - number;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Returns the ledger's events; its envelopes must be paired. */
export function listEvents({ view, transactions }: Ledger): EventList {
  const before: number[] = [];
  const inside: number[] = [];
  const after: number[] = [];
  transactions.forEach((transaction, source) => {
    if (!tellsOfEvents(view, transaction)) return;
    operationEventLists(view, transaction).forEach((list, operation) => {
      eachOf(view, list, 0, (p, number) => inside.push(source, source + 1, operation, number, p));
    });
    if (transaction.events === ABSENT) return;
    let number = 0;
    eachOf(view, transaction.events, 4, (p) => {
      const stage = view.getInt32(p - 4);
      if (stage === TransactionEventStage.transactionEventStageBeforeAllTxs)
        before.push(source, 0, 0, before.length / WIDTH, p);
      else if (stage === TransactionEventStage.transactionEventStageAfterTx)
        inside.push(source, source + 1, MAX_OPERATION, number++, p);
      else after.push(source, MAX_TRANSACTION, 0, after.length / WIDTH, p);
    });
  });
  return new EventList(Int32Array.from([...before, ...inside, ...after]));
}

/** Calls `visit` with the offset of each event of a list, past `prefix` bytes of each element. */
function eachOf(view: DataView, list: number, prefix: number, visit: (p: number, number: number) => void): void {
  const count = view.getUint32(list);
  let p = list + 4;
  for (let number = 0; number < count; number++) {
    p += prefix;
    visit(p, number);
    p = skipContractEvent(view, p);
  }
}
