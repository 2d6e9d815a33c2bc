/** Numbered contract events of the successful transactions of a ledger; several processors read them. */
import type { Context } from '../../tables/context.ts';
import { findDiagnosticEvents, operationEventLists } from '../../ledger/meta-events.ts';
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';
import { ScValType } from '../../xdr/generated/enums.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';
import { stringAt } from './json/text.ts';

/** Types of events: system, contract, diagnostic. */
const CONTRACT = 1;

/** The position of a contract event. */
export interface EventAt {
  transaction: LedgerTransaction;
  /** From 0; -1 for events of the transaction. */
  operation: number;
  /** Among all events of the operation. */
  index: number;
  /** Among the contract events of the ledger, from 0. */
  number: number;
  /** Offset of the contract's 32 bytes; -1 if there is none. */
  contract: number;
  /** Offset of the number of topics. */
  topics: number;
  topicCount: number;
  /** Offset of the data. */
  data: number;
  end: number;
}

/** Calls `take` with each contract event of successful transactions, in order. All calls get the same object. */
export function eachEvent({ ledger, view }: Context, take: (event: EventAt) => void): void {
  let number = 0;
  for (const transaction of ledger.transactions) {
    if (!transaction.successful) continue;
    const event = { transaction, operation: 0, index: 0, number, ...nowhere };
    const list = (p: number, operation: number, stageBytes: number) => {
      const count = view.getUint32(p);
      p += 4;
      for (let index = 0; index < count; index++) {
        const type = locateEvent(view, p + stageBytes, event);
        p = event.end;
        if (type !== CONTRACT) continue;
        event.operation = operation;
        event.index = index;
        event.number = number++;
        take(event);
      }
    };
    operationEventLists(view, transaction).forEach((p, operation) => list(p, operation, 0));
    if (transaction.events !== ABSENT) list(transaction.events, -1, 4);
  }
}

const nowhere = { contract: ABSENT, topics: 0, topicCount: 0, data: 0, end: 0 };

/** Finds the parts of the ContractEvent at `p`, and returns its type. */
export function locateEvent(view: DataView, p: number, at: Omit<EventAt, keyof Pick<EventAt, 'transaction'>>): number {
  const hasContract = view.getUint32(p + 4) === 1;
  at.contract = hasContract ? p + 8 : ABSENT;
  p += hasContract ? 40 : 8;
  const type = view.getInt32(p);
  at.topics = p + 8;
  at.topicCount = view.getUint32(at.topics);
  p = at.topics + 4;
  for (let i = 0; i < at.topicCount; i++) p = skipScVal(view, p);
  at.data = p;
  at.end = skipScVal(view, p);
  return type;
}

/** Returns the offsets of the contract-type diagnostic events of a transaction, and whether the call of each succeeded. */
export function contractDiagnostics(view: DataView, transaction: LedgerTransaction): { at: number; ok: boolean }[] {
  const list = findDiagnosticEvents(view, transaction);
  if (list === ABSENT) return [];
  const found: { at: number; ok: boolean }[] = [];
  const event = { operation: 0, index: 0, number: 0, ...nowhere };
  let p = list + 4;
  for (let i = view.getUint32(list); i > 0; i--) {
    const at = p + 4;
    const type = locateEvent(view, at, event);
    if (type === CONTRACT) found.push({ at, ok: view.getUint32(p) === 1 });
    p = event.end;
  }
  return found;
}

const known = new Map(
  [
    ...['transfer', 'mint', 'burn', 'swap', 'sync', 'deposit', 'withdraw', 'new_pair', 'fee', 'approval', 'revoke'],
    ...['claim', 'stake', 'unstake', 'reward', 'liquidity', 'price_update'],
  ].flatMap((name) => [
    [name, name],
    [name.replaceAll(/(?:^|_)(.)/g, (_all, letter: string) => letter.toUpperCase()), name],
  ]),
);

/** Returns the name of an event: the first known name at any topic, else the first symbol, else `unknown`. */
export function eventName(view: DataView, { topics, topicCount }: Pick<EventAt, 'topics' | 'topicCount'>): string {
  let first: string | undefined;
  let p = topics + 4;
  for (let i = 0; i < topicCount; i++) {
    if (view.getInt32(p) === ScValType.scvSymbol) {
      const symbol = stringAt(view, p + 4);
      const name = known.get(symbol);
      if (name !== undefined) return name;
      first ??= symbol;
    }
    p = skipScVal(view, p);
  }
  return first ?? 'unknown';
}
