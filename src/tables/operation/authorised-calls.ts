/** The contract calls that the authorisation entries of an operation allow (CAP-46-11), and the call that it makes itself. */
import { sameSpans } from '../../ledger/compact.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { HostFunctionType, SorobanAuthorizedFunctionType } from '../../xdr/generated/enums.ts';
import {
  skipHostFunction,
  skipInvokeContractArgs,
  skipScAddress,
  skipSorobanAuthorizedFunction,
  skipSorobanCredentials,
} from '../../xdr/generated/skip.ts';
import type { OperationAt } from './operation-at.ts';

/**
 * The calls of one operation: the operation's own first, when it calls a contract, then those of its entries, one entry
 * after another and depth first. What an entry authorises beside calls, the creation of contracts, is passed over.
 */
export class AuthorisedCalls {
  length = 0;
  /** 1 when the first call is the operation's own. */
  own = 0;
  /** Where the InvokeContractArgs of each call starts and ends. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** Where the SorobanCredentials of its entry stand; -1 for the operation's own call. */
  readonly credentials: number[] = [];
  /** Index of the call under which it stands, or -1. */
  readonly parents: number[] = [];
  readonly depths: number[] = [];
  /** Index of the call of which it is another record, or -1: the operation's own, or one that another signer allows. */
  readonly repeats: number[] = [];
  /** Of a call that others may repeat: the credentials of the entry that did so last. */
  readonly #repeatedBy: number[] = [];

  /** Reads the calls of an invoke_host_function operation. */
  read(at: OperationAt): void {
    const { view, body } = at;
    const list = skipHostFunction(view, body);
    this.length = 0;
    this.own = view.getInt32(body) === HostFunctionType.hostFunctionTypeInvokeContract ? 1 : 0;
    if (this.own === 1) this.#add(body + 4, list, ABSENT, ABSENT);
    const top = this.own === 1 ? 0 : ABSENT;
    let p = list + 4;
    for (let i = view.getUint32(list); i > 0; i--) p = this.#invocation(view, skipSorobanCredentials(view, p), top, p);
  }

  /** Reads the SorobanAuthorizedInvocation at `p`, which stands under the call `above`, and returns where it ends. */
  #invocation(view: DataView, p: number, above: number, credentials: number): number {
    const isCall = view.getInt32(p) === SorobanAuthorizedFunctionType.sorobanAuthorizedFunctionTypeContractFn;
    const end = isCall ? skipInvokeContractArgs(view, p + 4) : skipSorobanAuthorizedFunction(view, p);
    if (isCall) {
      const same = this.#repeated(view, p + 4, end, credentials);
      const index = this.#add(p + 4, end, same === ABSENT ? above : this.parents[same], credentials, same);
      above = same === ABSENT ? index : same;
    }
    p = end + 4;
    for (let i = view.getUint32(end); i > 0; i--) p = this.#invocation(view, p, above, credentials);
    return p;
  }

  #add(start: number, end: number, parent: number, credentials: number, repeats = ABSENT): number {
    const index = this.length++;
    this.starts[index] = start;
    this.ends[index] = end;
    this.credentials[index] = credentials;
    this.parents[index] = parent;
    this.depths[index] = parent === ABSENT ? 0 : this.depths[parent] + 1;
    this.repeats[index] = repeats;
    this.#repeatedBy[index] = credentials;
    return index;
  }

  /**
   * Finds the call that this one repeats: the same contract, function and arguments outside this entry. An entry that has
   * the same call twice means two calls. A contract may ask for an authorisation with other arguments than its own
   * (`require_auth_for_args`), so of the operation's own call these may differ: no contract is called again below itself.
   */
  #repeated(view: DataView, start: number, end: number, credentials: number): number {
    for (let i = 0; i < this.length; i++) {
      if (this.repeats[i] !== ABSENT || this.#repeatedBy[i] === credentials) continue;
      const isOwn = this.credentials[i] === ABSENT;
      const known = isOwn ? argumentsOf(view, this.starts[i]) : this.ends[i];
      if (!sameSpans(view, this.starts[i], known, start, isOwn ? argumentsOf(view, start) : end)) continue;
      this.#repeatedBy[i] = credentials;
      return i;
    }
    return ABSENT;
  }
}

/** Where the arguments of the InvokeContractArgs at `p` stand: their count. */
function argumentsOf(view: DataView, p: number): number {
  const name = skipScAddress(view, p);
  return name + 4 + ((view.getUint32(name) + 3) & ~3);
}
