/** Where the lists of events stand in a transaction's meta, whatever its version. */
import { skipContractEvent, skipScVal } from '../xdr/generated/skip.ts';
import { isSorobanTransaction } from './soroban.ts';
import { ABSENT, type LedgerTransaction } from './transaction.ts';

/**
 * Returns whether a transaction's meta tells of its events: V4 of everybody's, V3 of those of calls of contracts, before that none does
 * (`ingest.LedgerTransaction.GetTransactionEvents`). What V3 should hold of a classic transaction the reference does not read.
 */
export function tellsOfEvents(view: DataView, { metaVersion, envelope }: LedgerTransaction): boolean {
  return metaVersion > 3 || (metaVersion === 3 && isSorobanTransaction(view, envelope));
}

const NO_LISTS: readonly number[] = [];

/**
 * Returns where the count of each operation's events stands. Meta V3 has one list, of the one Soroban operation;
 * meta before that has none.
 */
export function operationEventLists(view: DataView, transaction: LedgerTransaction): readonly number[] {
  const { metaVersion, sorobanMeta, operationEvents } = transaction;
  if (metaVersion === 4) return operationEvents;
  return sorobanMeta === ABSENT ? NO_LISTS : [sorobanMeta + sorobanExtBytes(view, sorobanMeta)];
}

/** Returns where the count of diagnostic events stands, or -1; `end` is where the events of operations end. */
export function diagnosticEventList(view: DataView, transaction: LedgerTransaction, end: number): number {
  if (transaction.metaVersion === 4) return transaction.diagnosticEvents;
  // Meta V3 has the return value of the call in between.
  return transaction.sorobanMeta === ABSENT ? ABSENT : skipScVal(view, end);
}

/** Returns where the count of diagnostic events stands, or -1; of meta V3 the events before them are walked. */
export function findDiagnosticEvents(view: DataView, transaction: LedgerTransaction): number {
  if (transaction.metaVersion === 4) return transaction.diagnosticEvents;
  const [list] = operationEventLists(view, transaction);
  if (list === undefined) return ABSENT;
  let p = list + 4;
  for (let i = view.getUint32(list); i > 0; i--) p = skipContractEvent(view, p);
  return diagnosticEventList(view, transaction, p);
}

/** Returns the size of the SorobanTransactionMetaExt at `p`: in its second form it holds an extension and three fees. */
function sorobanExtBytes(view: DataView, p: number): number {
  return view.getInt32(p) === 0 ? 4 : 32;
}
