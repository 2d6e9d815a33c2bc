/** Simulates a contract call to find its footprint, resources, fee and authorisations. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkXdr } from '../encode/sdk.ts';
import { accountAddress, type Address } from '../events/log.ts';
import type { LedgerView } from '../context.ts';
import type { AccountId } from '../state/entries.ts';
import { Layer, type State } from '../state/state.ts';
import { Authorisations } from './authorisations.ts';
import { accountLedgerKey } from './contracts/asset-balances.ts';
import { runHostFunction } from './create.ts';
import { rentChanges } from './effects.ts';
import { eventsFee, rentFee } from './fees.ts';
import { entrySize, type Slot } from './footprint.ts';
import { HostError } from './host-error.ts';
import { prices } from './calls.ts';
import { Host } from './host.ts';
import { isSoroban } from './keys.ts';
import { declaredFee } from './run.ts';
import type { SorobanSettings } from './settings.ts';
import { Storage } from './storage.ts';
import { accountAt } from './values.ts';

/** Where a call is tried. */
export interface PreflightContext {
  state: State;
  view: LedgerView;
  networkId: Uint8Array;
  source: AccountId;
  /** Entries that checks of signatures read, which are not run here. */
  checked?: readonly xdr.LedgerKey[];
}

/** What a transaction with this call needs. */
export interface Preflight {
  data: xdr.SorobanTransactionData;
  /** What has to be allowed, by whom. */
  auth: { address: Address; root: xdr.SorobanAuthorizedInvocation }[];
  /** Why the call would fail; the rest is then what it needed until there. */
  failure?: HostError;
}

/** Tries a call on a state that stays as it is, and returns what a transaction needs for it. */
export function preflight(call: xdr.HostFunction, context: PreflightContext): Preflight {
  const { view, networkId, source } = context;
  const settings = view.soroban!;
  const storage = new Storage([], view.ledger, settings, new Layer(context.state));
  const authorisations = new Authorisations(undefined, source);
  const instructions = Number(settings.compute.txMaxInstructions);
  const host = new Host({ storage, authorisations, view, networkId, source, instructions });
  const failure = failureOf(host, call);
  const auth = authorisations.recorded();
  for (const key of context.checked ?? []) storage.get(key);
  const slots = withAccounts(storage, auth, source);
  return { data: resourcesOf(host, slots, sizeOfCall(call, auth, slots), settings), auth, failure };
}

function failureOf(host: Host, call: xdr.HostFunction): HostError | undefined {
  try {
    runHostFunction(host, call);
    return undefined;
  } catch (error) {
    if (error instanceof HostError) return error;
    throw error;
  }
}

// who allows a call by address has an account that says which keys may sign
function withAccounts(storage: Storage, auth: Preflight['auth'], source: AccountId): Slot[] {
  for (const { address } of auth) {
    const account = accountAt(address);
    if (account !== undefined && address !== accountAddress(source)) storage.get(accountLedgerKey(account));
  }
  return [...storage.slots.values()];
}

function sizeOfCall(call: xdr.HostFunction, auth: Preflight['auth'], slots: readonly Slot[]): number {
  const trees = auth.reduce((sum, { root }) => sum + sdkXdr(root).length + signedSize, 0);
  return slots.reduce(
    (sum, { key }) => sum + Math.ceil(key.length / 2) + 8,
    envelopeSize + sdkXdr(call).length + trees,
  );
}

function resourcesOf(host: Host, slots: readonly Slot[], size: number, settings: SorobanSettings) {
  const writable = slots.filter(({ isWritable }) => isWritable);
  const readable = slots.filter(({ isWritable }) => !isWritable);
  // before protocol 23 all entries came from the disk
  const isRead = ({ ledgerKey, archived }: Slot) => !settings.ledgerCostExt || archived || !isSoroban(ledgerKey);
  const read = slots.filter(isRead);
  const resources = new xdr.SorobanResources({
    footprint: new xdr.LedgerFootprint({
      readOnly: readable.map(({ ledgerKey }) => ledgerKey),
      readWrite: writable.map(({ ledgerKey }) => ledgerKey),
    }),
    instructions: host.used + prices.call + prices.signature,
    diskReadBytes: withMargin(read.reduce((sum, { before }) => sum + entrySize(before), 0)),
    writeBytes: withMargin(writable.reduce((sum, { entry }) => sum + entrySize(entry), 0)),
  });
  const archived = writable.flatMap((slot, i) => (slot.archived ? i : []));
  const ext = archived.length
    ? xdr.SorobanTransactionDataExt.resourceExt(new xdr.SorobanResourcesExtV0({ archivedSorobanEntries: archived }))
    : xdr.SorobanTransactionDataExt.v0();
  const bare = new xdr.SorobanTransactionData({ ext, resources, resourceFee: 0n });
  const events = host.events.reduce((sum, event) => sum + event.length, 200);
  const rent = rentFee(rentChanges(slots), settings, host.parts.view.ledger);
  const fee = declaredFee(bare, size, settings, false) + eventsFee(events, settings) + (rent * 5n) / 4n + spareFee;
  return new xdr.SorobanTransactionData({ ext, resources, resourceFee: fee });
}

const withMargin = (bytes: number) => Math.ceil(bytes * 1.2) + 128;

// bytes of an envelope without its call, and of an allowance that is signed
const envelopeSize = 500;
const signedSize = 300;
// for a nonce or two that are remembered
const spareFee = 40_000n;
