/** Executes InvokeHostFunction: runs contract code, charges its resources and writes its entries. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { scValXdr } from '../encode/sc-val.ts';
import { Writer } from '../encode/writer.ts';
import { writeList } from '../encode/values.ts';
import { sha256 } from '../identity.ts';
import { Authorisations } from '../soroban/authorisations.ts';
import { runHostFunction } from '../soroban/create.ts';
import { rentFee } from '../soroban/fees.ts';
import { rentChanges, writeSlots } from '../soroban/effects.ts';
import { findSlot, isTooLarge, entrySize, type Slot } from '../soroban/footprint.ts';
import { HostError } from '../soroban/host-error.ts';
import { Host } from '../soroban/host.ts';
import { isSoroban } from '../soroban/keys.ts';
import { archivedIndexes, type SorobanRun } from '../soroban/run.ts';
import { restore, Storage } from '../soroban/storage.ts';
import type { OperationContext, OperationKind } from '../context.ts';
import { isValidAsset } from './assets.ts';

type Failure = Exclude<xdr.InvokeHostFunctionResult['type'], 'invokeHostFunctionSuccess'>;

/** InvokeHostFunctionOpFrame.cpp */
export const invokeHostFunction: OperationKind<'invokeHostFunction'> = {
  check({ invokeHostFunctionOp: { hostFunction } }, _source, { soroban }) {
    const isLarge =
      hostFunction.type === 'hostFunctionTypeUploadContractWasm' &&
      hostFunction.wasm.length > (soroban?.maxCodeSize ?? 0);
    return isLarge || hasInvalidAsset(hostFunction) ? failed('invokeHostFunctionMalformed') : undefined;
  },

  apply({ invokeHostFunctionOp: { hostFunction, auth } }, context) {
    const run = context.soroban!;
    const slots = readFootprint(run, context);
    if (typeof slots === 'string') return failed(slots);
    const host = hostOf(slots, auth, run, context);
    const value = invoke(host, hostFunction, run);
    if (!value) return failed(host.used > host.parts.instructions ? limit : 'invokeHostFunctionTrapped');
    const failure = charge(slots, host.events, value, run, context);
    if (failure) return failed(failure);
    writeSlots(slots, context.state, run);
    for (const event of host.events) context.events.push(event);
    run.returnValue = value;
    const preimage = writeList(new Writer().raw(value), host.events).toBytes();
    return result(xdr.InvokeHostFunctionResult.invokeHostFunctionSuccess(sha256(preimage)));
  },
};

const limit = 'invokeHostFunctionResourceLimitExceeded';

function hasInvalidAsset(call: xdr.HostFunction): boolean {
  if (call.type !== 'hostFunctionTypeCreateContract') return false;
  const { contractIdPreimage: preimage } = call.createContract;
  return preimage.type === 'contractIdPreimageFromAsset' && !isValidAsset(preimage.fromAsset);
}

// `addReads`: archived entries are restored when the transaction says so
function readFootprint({ data, settings }: SorobanRun, { state, view }: OperationContext): Slot[] | Failure {
  const { footprint, diskReadBytes } = data.resources;
  const restored = new Set(archivedIndexes(data.ext));
  const slots: Slot[] = [];
  let read = 0;
  const keys = [...footprint.readOnly, ...footprint.readWrite];
  for (const [i, key] of keys.entries()) {
    const index = i - footprint.readOnly.length;
    const slot = findSlot(state, key, index >= 0);
    if (slot.archived && !restored.has(index)) return 'invokeHostFunctionEntryArchived';
    if (slot.entry && isTooLarge(slot.entry, settings)) return limit;
    if (slot.archived || !isSoroban(key) || view.protocol < 23) read += entrySize(slot.entry);
    if (read > diskReadBytes) return limit;
    if (slot.archived) restore(slot, state.ledger + settings.archival.minPersistentTtl - 1);
    slots.push(slot);
  }
  return slots;
}

function hostOf(
  slots: readonly Slot[],
  auth: readonly xdr.SorobanAuthorizationEntry[],
  { data, settings }: SorobanRun,
  { state, view, networkId, source }: OperationContext,
): Host {
  return new Host({
    storage: new Storage(slots, state.ledger, settings),
    authorisations: new Authorisations(auth, source),
    view,
    networkId,
    source,
    instructions: data.resources.instructions,
  });
}

// the value as XDR, or undefined when the contract was stopped
function invoke(host: Host, call: xdr.HostFunction, run: SorobanRun): Uint8Array | undefined {
  try {
    const value = scValXdr(runHostFunction(host, call));
    run.diagnostics = diagnosticsOf(host, true);
    return value;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    host.fail(error);
    run.diagnostics = diagnosticsOf(host, false);
    return undefined;
  }
}

const diagnosticsOf = ({ log }: Host, succeeded: boolean): Uint8Array[] =>
  log.map(({ event }) =>
    new Writer(256)
      .int(succeeded ? 1 : 0)
      .raw(event)
      .toBytes(),
  );

function charge(
  slots: readonly Slot[],
  events: readonly Uint8Array[],
  value: Uint8Array,
  run: SorobanRun,
  { state }: OperationContext,
): Failure | undefined {
  const { settings, data } = run;
  const written = slots.flatMap(({ isWritable, entry }) => (isWritable && entry ? [entry] : []));
  const writtenBytes = written.reduce((sum, entry) => sum + entrySize(entry), 0);
  if (writtenBytes > data.resources.writeBytes || written.some((entry) => isTooLarge(entry, settings))) return limit;
  const eventBytes = events.reduce((sum, event) => sum + event.length, value.length);
  if (eventBytes > settings.events.txMaxContractEventsSizeBytes) return limit;
  const rent = rentFee(rentChanges(slots), settings, state.ledger);
  return run.consume(eventBytes, rent) ? undefined : 'invokeHostFunctionInsufficientRefundableFee';
}

const failed = (failure: Failure) => result(xdr.InvokeHostFunctionResult[failure]());
const result = (value: xdr.InvokeHostFunctionResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.invokeHostFunction(value));
