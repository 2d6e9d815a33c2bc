/** The calls that a host writes down as it runs: diagnostic events `fn_call` and `fn_return` (soroban-env-host). */
import { ABSENT } from '../../ledger/transaction.ts';
import { ContractEventType, ScAddressType, ScValType } from '../../xdr/generated/enums.ts';
import { skipDiagnosticEvent, skipScVal } from '../../xdr/generated/skip.ts';
import { sameSpans } from '../../ledger/compact.ts';
import type { OperationAt } from './operation-at.ts';
import { findDiagnosticEvents } from '../../ledger/meta-events.ts';

/** Symbols `fn_call` and `fn_return` as the words of their XDR after the type: the length, then the text. */
const FN_CALL = [7, 0x666e5f63, 0x616c6c00] as const;
const FN_RETURN = [9, 0x666e5f72, 0x65747572, 0x6e000000] as const;
/** Bytes of an ScVal that holds a contract's id, as an address or as bare bytes: type, kind or length, id. */
const ID_VALUE = 40;
const ID = 8;

/**
 * The calls of one operation in the order in which they began. A call's caller is the contract in whose frame the event
 * arose, so frames that failed, and hence never returned, are known to have ended by who acts next.
 */
export class DiagnosticCalls {
  length = 0;
  /** Where the event's option of the calling contract stands; 0 there when the host itself made the call. */
  readonly callers: number[] = [];
  /** Where the 32 bytes of the called contract's id stand. */
  readonly contracts: number[] = [];
  /** Where the ScSymbol of the function stands: its length. */
  readonly functions: number[] = [];
  /** Where the event's data stands: what the function was called with. */
  readonly data: number[] = [];
  /** Index of the call inside which it happened, or -1. */
  readonly parents: number[] = [];
  readonly depths: number[] = [];
  /** 1 when the call returned and was not inside a call that failed. */
  readonly returned: number[] = [];
  readonly #open: number[] = [];

  /** Reads the calls that the meta has of the only operation of a transaction; none when it has no diagnostic events. */
  read(at: OperationAt): void {
    const { view, transaction } = at;
    this.length = 0;
    this.#open.length = 0;
    const list = findDiagnosticEvents(view, transaction);
    if (list === ABSENT || transaction.envelope.operations.length !== 1) return;
    let p = list + 4;
    for (let i = view.getUint32(list); i > 0; i--) {
      this.#readEvent(at, p);
      p = skipDiagnosticEvent(view, p);
    }
  }

  /** The DiagnosticEvent at `p`: flag, extension, option of the contract, type, version of the body, topics, data. */
  #readEvent(at: OperationAt, p: number): void {
    const { view } = at;
    const contract = p + 8;
    const type = contract + (view.getUint32(contract) === 0 ? 4 : 36);
    if (view.getInt32(type) !== ContractEventType.diagnostic) return;
    const topics = type + 8;
    const first = topics + 4;
    if (view.getUint32(topics) === 3 && isWord(view, first, FN_CALL)) this.#call(at, contract, first + 16);
    else if (view.getUint32(topics) === 2 && isWord(view, first, FN_RETURN)) {
      this.#return(at, contract, first + 20, view.getUint32(p) === 1);
    }
  }

  #call(at: OperationAt, caller: number, called: number): void {
    const { view } = at;
    const symbol = called + ID_VALUE;
    if (!isContractId(view, called) || view.getInt32(symbol) !== ScValType.scvSymbol) {
      throw at.fault('a diagnostic event fn_call names no contract and function', called);
    }
    const index = this.length++;
    this.callers[index] = caller;
    this.contracts[index] = called + ID;
    this.functions[index] = symbol + 4;
    this.data[index] = skipScVal(view, symbol);
    const parent = view.getUint32(caller) === 0 ? ABSENT : this.#frameOf(at, caller + 4);
    this.parents[index] = parent;
    this.depths[index] = parent === ABSENT ? 0 : this.depths[parent] + 1;
    if (parent === ABSENT) this.#open.length = 0;
    this.returned[index] = 0;
    this.#open.push(index);
  }

  #return(at: OperationAt, contract: number, symbol: number, inSuccessfulCall: boolean): void {
    const { view } = at;
    if (view.getUint32(contract) === 0) throw at.fault('a diagnostic event fn_return is of no contract', contract);
    let frame = this.#frameOf(at, contract + 4);
    while (!sameText(view, this.functions[frame], symbol + 4)) {
      this.#open.pop();
      frame = this.#frameOf(at, contract + 4);
    }
    this.#open.pop();
    this.returned[frame] = inSuccessfulCall ? 1 : 0;
  }

  /** Ends the frames above the contract's and returns its call. */
  #frameOf(at: OperationAt, id: number): number {
    const open = this.#open;
    while (open.length > 0) {
      const frame = open[open.length - 1];
      const contract = this.contracts[frame];
      if (sameSpans(at.view, contract, contract + 32, id, id + 32)) return frame;
      open.pop();
    }
    throw at.fault('a diagnostic event is of a contract that was not called', id);
  }
}

/** Whether the ScVal at `p` is the symbol with these words. */
function isWord(view: DataView, p: number, words: readonly number[]): boolean {
  if (view.getInt32(p) !== ScValType.scvSymbol) return false;
  for (let i = 0; i < words.length; i++) if (view.getInt32(p + 4 + i * 4) !== words[i]) return false;
  return true;
}

function isContractId(view: DataView, p: number): boolean {
  const type = view.getInt32(p);
  if (type === ScValType.scvBytes) return view.getUint32(p + 4) === 32;
  return type === ScValType.scvAddress && view.getInt32(p + 4) === ScAddressType.scAddressTypeContract;
}

/** Whether the strings at `a` and `b`, lengths first, are the same. */
function sameText(view: DataView, a: number, b: number): boolean {
  return sameSpans(view, a, a + paddedText(view, a), b, b + paddedText(view, b));
}

function paddedText(view: DataView, p: number): number {
  return 4 + ((view.getUint32(p) + 3) & ~3);
}
