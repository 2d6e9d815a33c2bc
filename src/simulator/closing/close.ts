/** Closes one ledger: applies its transaction set and encodes the LedgerCloseMeta. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkXdr } from '../encode/sdk.ts';
import { entryXdr } from '../encode/entry.ts';
import { keyXdr } from '../encode/key.ts';
import { writeList } from '../encode/values.ts';
import { writeChanges, writeTransactionMeta } from './meta.ts';
import { resultPairXdr } from './results.ts';
import { Writer } from '../encode/writer.ts';
import type { EventContract } from '../events/asset-contracts.ts';
import { sha256, type Identity } from '../identity.ts';
import type { LedgerView } from '../context.ts';
import type { AccountId, AssetId } from '../state/entries.ts';
import type { LedgerState } from '../encode/ledger-state.ts';
import type { Change } from '../state/state.ts';
import { readNetworkSettings } from '../soroban/settings.ts';
import { isSorobanFrame, type Frame } from '../transactions/frame.ts';
import type { AppliedTransaction } from '../transactions/outcome.ts';
import type { Verify } from '../accounts/signatures.ts';
import { applyAll } from './apply-all.ts';
import type { BucketList, LedgerBatch } from './bucket-list.ts';
import { evict, type Evictions } from './evict.ts';
import { headerXdr, signedValue, headerSkipList } from './header.ts';
import { applyOrder, phasedSet, type TransactionSet } from './transaction-set.ts';
import { applyUpgrade } from './upgrades.ts';

/** What stays the same from ledger to ledger. */
export interface Chain {
  networkId: Uint8Array;
  validator: Identity;
  contractOf: (asset: AssetId) => EventContract;
  buckets: BucketList;
  verify?: Verify;
}

/** A ledger's header and the hash of it. */
export interface HeaderWithHash {
  header: xdr.LedgerHeader;
  hash: Uint8Array;
}

/** A closed ledger; `bytes` is the XDR of its LedgerCloseMeta. */
export interface ClosedLedger extends HeaderWithHash {
  bytes: Uint8Array;
  transactions: readonly AppliedTransaction[];
}

/** What the next ledger is made of; `order` is that of the set unless it is given. */
export interface LedgerPlan extends TransactionSet {
  /** Milliseconds since 1970; before protocol 30 of a whole second. */
  closeTimeMs: bigint;
  upgrades?: xdr.LedgerUpgrade[];
  order?: readonly Frame[];
  /** The hash of the set that validators agreed not to apply (CAP-83): there are no transactions then. */
  droppedSet?: Uint8Array;
}

/** Applies a set of transactions to the state and returns the ledger after `previous` that holds them. */
export function closeLedger(
  previous: HeaderWithHash,
  plan: LedgerPlan,
  state: LedgerState,
  chain: Chain,
): ClosedLedger {
  const { header } = previous;
  state.begin(header.ledgerSeq + 1);
  const settings = readNetworkSettings(state);
  const set = phasedSet(plan, previous.hash, header.ledgerVersion, settings?.clusters ?? 1);
  const txSetHash = sha256(set.bytes);
  const order = plan.order ?? applyOrder(set, header.ledgerVersion);
  const view = { ...viewOf(header, plan, order), soroban: settings, verify: chain.verify };
  const context = { view, classicEvents: view.protocol >= 23, ...chain };
  const transactions = applyAll(pricedBy(order, plan), state, context);
  const pairs = transactions.map(resultPairXdr);
  const upgraded = upgradeAll(header, plan.upgrades ?? [], state);
  const evicted = evict(state, view, chain.buckets);
  const txSetResultHash = sha256(new Writer(4).int(pairs.length).toBytes(), ...pairs);
  const bucketListHash = chain.buckets.add(
    batchOf(state, header.ledgerVersion, upgraded.header.ledgerVersion, evicted.archived),
  );
  const { closeTimeMs, upgrades = [], droppedSet } = plan;
  const dropped = droppedSet && { txSetHash: droppedSet, previousLedgerHash: previous.hash };
  const agreed = { txSetHash, closeTimeMs, upgrades, dropped };
  const { value, ext } = signedValue(agreed, header.ledgerVersion, chain.networkId, chain.validator);
  const next = new xdr.LedgerHeader({
    ...upgraded.header,
    previousLedgerHash: previous.hash,
    scpValue: value,
    txSetResultHash,
    bucketListHash,
    ledgerSeq: state.ledger,
    feePool: header.feePool + transactions.reduce((sum, { feeKept }) => sum + feeKept, 0n),
    idPool: state.idPool,
    skipList: headerSkipList(header.skipList, state.ledger, bucketListHash),
  });
  const headerBytes = headerXdr(next, ext);
  const hash = sha256(headerBytes);
  const parts = { headerBytes, hash, set: set.bytes, transactions, pairs, upgrades: upgraded.processing, evicted };
  return { header: next, hash, transactions, bytes: closeMetaXdr(parts, header.ledgerVersion) };
}

function pricedBy(frames: readonly Frame[], { baseFee, sorobanBaseFee = baseFee }: LedgerPlan) {
  return frames.map((frame) => ({ frame, baseFee: isSorobanFrame(frame) ? sorobanBaseFee : baseFee }));
}

function viewOf(header: xdr.LedgerHeader, { closeTimeMs }: LedgerPlan, frames: readonly Frame[]): LedgerView {
  let highest: Map<AccountId, bigint> | undefined;
  return {
    ledger: header.ledgerSeq + 1,
    closeTime: closeTimeMs / 1000n,
    protocol: header.ledgerVersion,
    baseFee: header.baseFee,
    baseReserve: BigInt(header.baseReserve),
    highestSequence: (source) => (highest ??= highestSequences(frames)).get(source),
  };
}

function highestSequences(frames: readonly Frame[]): Map<AccountId, bigint> {
  const highest = new Map<AccountId, bigint>();
  for (const { inner } of frames) {
    const known = highest.get(inner.source);
    if (known === undefined || known < inner.tx.seqNum) highest.set(inner.source, inner.tx.seqNum);
  }
  return highest;
}

function upgradeAll(header: xdr.LedgerHeader, upgrades: xdr.LedgerUpgrade[], state: LedgerState) {
  let next = header;
  const processing: { upgrade: Uint8Array; changes: Change[] }[] = [];
  for (const upgrade of upgrades) {
    const { header: upgraded, changes } = applyUpgrade(next, upgrade, state);
    next = upgraded;
    processing.push({ upgrade: sdkXdr(upgrade), changes });
  }
  return { header: next, processing };
}

function batchOf(
  state: LedgerState,
  protocolBefore: number,
  protocol: number,
  archived: readonly Uint8Array[],
): LedgerBatch {
  const changes = state.changes();
  const entryOf = ({ after }: Change) => entryXdr(after!);
  return {
    ledger: state.ledger,
    protocol,
    protocolBefore,
    init: changes.filter(({ before, after }) => !before && after).map(entryOf),
    live: changes.filter(({ before, after }) => before && after).map(entryOf),
    dead: changes.filter(({ after }) => !after).map(({ before }) => keyXdr(before!)),
    archived,
    restored: state.unarchived.map(keyXdr),
  };
}

interface MetaParts {
  headerBytes: Uint8Array;
  hash: Uint8Array;
  set: Uint8Array;
  transactions: readonly AppliedTransaction[];
  pairs: readonly Uint8Array[];
  upgrades: { upgrade: Uint8Array; changes: Change[] }[];
  evicted: Evictions;
}

const scratch = new Writer(1 << 20);

// LedgerCloseMeta V2, or V1 before protocol 23
function closeMetaXdr(parts: MetaParts, protocol: number): Uint8Array {
  const writer = scratch
    .reset()
    .int(protocol >= 23 ? 2 : 1)
    .int(0);
  writer.raw(parts.hash).raw(parts.headerBytes).int(0).raw(parts.set).int(parts.transactions.length);
  parts.transactions.forEach((applied, i) => writeTransactionMeta(writer, applied, parts.pairs[i], protocol));
  writer.int(parts.upgrades.length);
  for (const { upgrade, changes } of parts.upgrades) writeChanges(writer.raw(upgrade), changes);
  // no SCP messages
  writeList(writer.int(0).long(parts.evicted.stateSize), parts.evicted.keys);
  return (protocol >= 23 ? writer : writer.int(0)).toBytes();
}
