/** Matches contract calls with authorisation entries, or records which authorisations they need. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkHex } from '../encode/sdk.ts';
import { accountAddress, type Address } from '../events/log.ts';
import type { AccountId } from '../state/entries.ts';
import { addressCredentials, authenticate, useNonce } from './authenticate.ts';
import { HostError } from './host-error.ts';
import type { Calls } from './calls.ts';
import { addressOf, addressXdr } from './values.ts';

/** An authorised call, with its authorised nested calls. */
interface Node {
  /** SorobanAuthorizedFunction as XDR in hex. */
  name: string;
  children: Node[];
  isUsed: boolean;
}

/** What one entry allows, and which of its nodes belong to the calls that run. */
interface Tracker {
  address: Address;
  root: Node;
  entry: xdr.SorobanAuthorizationEntry;
  isChecked: boolean;
  matched: (Node | undefined)[];
}

/** Who allowed what: the entries of an operation, or all that is asked for, while it is recorded (rs-soroban-env auth.rs). */
export class Authorisations {
  readonly #trackers: Tracker[];
  readonly #recorded?: Recorded;

  /** Takes the entries of an operation, with its source; or, to record, nothing. */
  constructor(entries: readonly xdr.SorobanAuthorizationEntry[] | undefined, source: AccountId) {
    this.#recorded = entries ? undefined : new Recorded();
    this.#trackers = (entries ?? []).map((entry) => ({
      address: addressOfEntry(entry, source),
      root: nodeOf(entry.rootInvocation),
      entry,
      isChecked: false,
      matched: [],
    }));
  }

  /** Begins a call. */
  enter(): void {
    for (const { matched } of this.#trackers) matched.push(undefined);
    this.#recorded?.enter();
  }

  /** Ends a call. */
  leave(): void {
    for (const { matched } of this.#trackers) matched.pop();
    this.#recorded?.leave();
  }

  /** Throws HostError unless the call that runs is allowed by an address: its caller, or who signed for it. */
  require(address: Address, host: Calls): void {
    const frame = host.frames[host.frames.length - 1];
    if (host.frames.at(-2)?.contract === address) return;
    this.#require(address, host, contractFunction(frame.contract, frame.name, frame.args));
  }

  /** Throws HostError unless making a contract is allowed by an address. */
  requireCreation(address: Address, host: Calls, allowed: xdr.SorobanAuthorizedFunction): void {
    this.enter();
    this.#require(address, host, allowed);
    this.leave();
  }

  /** Returns the trees that were recorded, one for each root and address, in the order in which they were asked for. */
  recorded(): { address: Address; root: xdr.SorobanAuthorizedInvocation }[] {
    return this.#recorded?.trees() ?? [];
  }

  #require(address: Address, host: Calls, allowed: xdr.SorobanAuthorizedFunction): void {
    if (this.#recorded) return this.#recorded.add(address, allowed);
    const name = nameOf(allowed);
    for (const tracker of this.#trackers) {
      if (tracker.address !== address || !match(tracker, name)) continue;
      if (tracker.isChecked) return;
      tracker.isChecked = true;
      const credentials = addressCredentials(tracker.entry.credentials);
      if (!credentials) return;
      useNonce(credentials.own, host);
      return authenticate(credentials, tracker.entry.rootInvocation, host);
    }
    throw new HostError('auth', 'invalidAction', 'Unauthorized function call for address');
  }
}

function match(tracker: Tracker, name: string): boolean {
  const top = tracker.matched.length - 1;
  if (tracker.matched[top]) return false;
  const parent = tracker.matched.findLast((node) => node !== undefined);
  const found = (parent ? parent.children : [tracker.root]).find((node) => !node.isUsed && node.name === name);
  if (!found) return false;
  found.isUsed = true;
  tracker.matched[top] = found;
  return true;
}

function nodeOf({ function: allowed, subInvocations }: xdr.SorobanAuthorizedInvocation): Node {
  return { name: nameOf(allowed), children: subInvocations.map(nodeOf), isUsed: false };
}

// making a contract without arguments has two forms, and either allows both
function nameOf(allowed: xdr.SorobanAuthorizedFunction): string {
  const F = xdr.SorobanAuthorizedFunction;
  if (allowed.type !== 'sorobanAuthorizedFunctionTypeCreateContractHostFn') return sdkHex(allowed);
  const args = new xdr.CreateContractArgsV2({ ...allowed.createContractHostFn, constructorArgs: [] });
  return sdkHex(F.sorobanAuthorizedFunctionTypeCreateContractV2HostFn(args));
}

function addressOfEntry({ credentials }: xdr.SorobanAuthorizationEntry, source: AccountId): Address {
  const named = addressCredentials(credentials);
  return named ? addressOf(named.own.address) : accountAddress(source);
}

function contractFunction(contract: Address, name: string, args: readonly xdr.ScVal[]): xdr.SorobanAuthorizedFunction {
  return xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
    new xdr.InvokeContractArgs({ contractAddress: addressXdr(contract), functionName: name, args: [...args] }),
  );
}

interface RecordedNode {
  allowed: xdr.SorobanAuthorizedFunction;
  children: RecordedNode[];
}

/** Authorisations that recording collects. */
class Recorded {
  readonly #roots: { address: Address; node: RecordedNode }[] = [];
  readonly #frames: Map<Address, RecordedNode>[] = [];

  enter(): void {
    this.#frames.push(new Map());
  }

  leave(): void {
    this.#frames.pop();
  }

  add(address: Address, allowed: xdr.SorobanAuthorizedFunction): void {
    const node: RecordedNode = { allowed, children: [] };
    const parent = this.#frames.findLast((frame) => frame.has(address))?.get(address);
    if (parent) parent.children.push(node);
    else this.#roots.push({ address, node });
    this.#frames.at(-1)?.set(address, node);
  }

  trees(): { address: Address; root: xdr.SorobanAuthorizedInvocation }[] {
    return this.#roots.map(({ address, node }) => ({ address, root: invocationOf(node) }));
  }
}

function invocationOf({ allowed, children }: RecordedNode): xdr.SorobanAuthorizedInvocation {
  return new xdr.SorobanAuthorizedInvocation({ function: allowed, subInvocations: children.map(invocationOf) });
}
