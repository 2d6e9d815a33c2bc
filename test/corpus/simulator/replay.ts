/** Runs recorded transactions on the simulator's engine and compares what comes out with what the ledger holds. */
import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { StrKey } from '@stellar/stellar-sdk/base';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { writeTransactionMeta } from '../../../src/simulator/closing/meta.ts';
import { resultPairXdr } from '../../../src/simulator/closing/results.ts';
import { Writer } from '../../../src/simulator/encode/writer.ts';
import { assetContracts } from '../../../src/simulator/events/asset-contracts.ts';
import { sha256 } from '../../../src/simulator/identity.ts';
import { hexOf } from '../../../src/simulator/encode/from-xdr.ts';
import { LedgerState } from '../../../src/simulator/encode/ledger-state.ts';
import { readEntry, readEntryKey } from '../../../src/simulator/encode/read-entry.ts';
import { applyAll } from '../../../src/simulator/closing/apply-all.ts';
import { instanceLedgerKey } from '../../../src/simulator/soroban/keys.ts';
import { addressOf } from '../../../src/simulator/soroban/values.ts';
import { readNetworkSettings } from '../../../src/simulator/soroban/settings.ts';
import { frameOf, hashHex, type Frame } from '../../../src/simulator/transactions/frame.ts';

/** A ledger as it was recorded, of whatever version. */
export interface Recorded {
  header: xdr.LedgerHeader;
  sets: { baseFee: bigint; txs: readonly xdr.TransactionEnvelope[] }[];
  processing: readonly (xdr.TransactionResultMeta | xdr.TransactionResultMetaV1)[];
  upgrades: readonly xdr.UpgradeEntryMeta[];
  /** Of entries that were evicted, and of their lifetimes. */
  evicted: readonly xdr.LedgerKey[];
}

/** A part of a transaction that came out in another way. */
export interface Difference {
  part: string;
  /** The first lines that differ, and those around them. */
  expected: string;
  found: string;
}

/** How a transaction came out. */
export interface Compared {
  hash: string;
  ledger: number;
  kinds: string[];
  succeeded: boolean;
  /** What a contract was asked for: its kind of host function, and for assets `asset`. */
  detail: string;
  differs: Difference[];
}

/** Returns the ledgers of a file of LedgerCloseMetaBatch. */
export function recordedLedgers(path: string): Recorded[] {
  const batch = xdr.LedgerCloseMetaBatch.fromXdr(zstdDecompressSync(readFileSync(path)));
  return batch.ledgerCloseMetas.map(recorded);
}

/** Returns the ledgers of a file of record-marked LedgerCloseMeta. */
export function framedLedgers(path: string): Recorded[] {
  const bytes = zstdDecompressSync(readFileSync(path));
  const ledgers: Recorded[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + (bytes.readUInt32BE(at) & 0x7fffffff);
    ledgers.push(recorded(xdr.LedgerCloseMeta.fromXdr(bytes.subarray(at + 4, end))));
    at = end;
  }
  return ledgers;
}

function recorded(meta: xdr.LedgerCloseMeta): Recorded {
  const { ledgerHeader, txProcessing, upgradesProcessing } = meta.value;
  const header = ledgerHeader.header;
  const sets =
    meta.type === 'v0'
      ? [{ baseFee: BigInt(header.baseFee), txs: meta.v0.txSet.txs }]
      : meta.value.txSet.v1TxSet.phases.flatMap((phase) =>
          phase.type === 'v0Components'
            ? phase.v0Components.map(({ txsMaybeDiscountedFee: { baseFee, txs } }) => ({
                baseFee: baseFee ?? 1n << 60n,
                txs,
              }))
            : [
                {
                  baseFee: phase.parallelTxsComponent.baseFee ?? 1n << 60n,
                  txs: phase.parallelTxsComponent.executionStages.flat(2),
                },
              ],
        );
  const evicted = 'evictedKeys' in meta.value ? meta.value.evictedKeys : [];
  return { header, sets, processing: txProcessing, upgrades: upgradesProcessing, evicted };
}

/** A chain that is replayed: after every ledger its state is what the record says, whatever the engine made of it. */
export class Replay {
  readonly state: LedgerState;
  readonly #networkId: Uint8Array;
  readonly #contractOf;

  constructor(passphrase: string, ledger: number) {
    this.#networkId = sha256(passphrase);
    this.#contractOf = assetContracts(this.#networkId);
    this.state = new LedgerState(ledger);
  }

  /** Whether the record has told of the network's settings by now. */
  get hasSettings(): boolean {
    return readNetworkSettings(this.state) !== undefined;
  }

  /** Runs the transactions of a ledger in the recorded order, on the network's parameters before it. */
  run(
    ledger: Recorded,
    previous: Pick<xdr.LedgerHeader, 'baseFee' | 'baseReserve' | 'idPool'>,
    protocol = 26,
  ): Compared[] {
    const { header, processing } = ledger;
    this.state.begin(header.ledgerSeq);
    this.state.idPool = previous.idPool;
    const frames = new Map<string, { frame: Frame; baseFee: bigint }>();
    for (const { baseFee, txs } of ledger.sets) {
      for (const tx of txs) {
        const frame = frameOf(tx, this.#networkId);
        frames.set(hashHex(frame), { frame, baseFee });
      }
    }
    const known = processing.flatMap((record) => {
      const found = frames.get(hexOf(record.result.transactionHash.toBytes()));
      return found ? { record, ...found } : [];
    });
    const view = {
      ledger: header.ledgerSeq,
      closeTime: header.scpValue.closeTime,
      protocol,
      baseFee: previous.baseFee,
      baseReserve: BigInt(previous.baseReserve),
      highestSequence: () => undefined,
      soroban: readNetworkSettings(this.state),
    };
    const context = { view, networkId: this.#networkId, contractOf: this.#contractOf, classicEvents: true };
    const all = applyAll(known, this.state, context);
    const compared = known.map(({ record, frame }, i) => {
      const applied = all[i];
      const writer = new Writer();
      writeTransactionMeta(writer, applied, resultPairXdr(applied), protocol);
      const form = protocol >= 23 ? xdr.TransactionResultMetaV1 : xdr.TransactionResultMeta;
      const found = form.fromXdr(writer.toBytes());
      const { operations } = frame.inner;
      return {
        hash: hashHex(frame),
        ledger: header.ledgerSeq,
        kinds: operations.map(({ operation }) => operation.body.type),
        detail: detailOf(frame, this.state),
        succeeded: /success/i.test(record.result.result.result.type),
        differs: differences(record, found),
      };
    });
    for (const change of allChanges(ledger)) this.#accept(change);
    for (const key of ledger.evicted.map(readEntryKey)) this.#evict(key);
    return compared;
  }

  #evict(key: string): void {
    const entry = this.state.get(key);
    const isPersistent =
      entry?.kind === 'contract_code' ||
      (entry?.kind === 'contract_data' && entry.data.durability.name === 'persistent');
    if (isPersistent) this.state.archive(entry);
    this.state.set(key, undefined);
  }

  #accept(change: xdr.LedgerEntryChange): void {
    if (change.type === 'ledgerEntryState') return;
    if (change.type === 'ledgerEntryRemoved') return this.state.set(readEntryKey(change.removed), undefined);
    const entry = readEntry(entryOf(change));
    if (change.type === 'ledgerEntryRestored') this.state.unarchive(entry.key);
    this.state.set(entry.key, entry);
  }
}

function detailOf({ inner }: Frame, state: LedgerState): string {
  const { body } = inner.operations[0].operation;
  if (body.type !== 'invokeHostFunction') return '';
  const { hostFunction } = body.invokeHostFunctionOp;
  if (hostFunction.type !== 'hostFunctionTypeInvokeContract') return hostFunction.type.slice(16);
  const { contractAddress } = hostFunction.invokeContract;
  const instance = state.get(readEntryKey(instanceLedgerKey(addressOf(contractAddress))));
  const value = instance?.kind === 'contract_data' ? instance.data.val : undefined;
  const isAsset =
    value?.type === 'scvContractInstance' && value.instance.executable.type === 'contractExecutableStellarAsset';
  return isAsset ? 'asset' : 'program';
}

function entryOf(change: Exclude<xdr.LedgerEntryChange, { type: 'ledgerEntryRemoved' }>): xdr.LedgerEntry {
  return change.value;
}

/** Returns the changes of a ledger in the order in which they were made. */
function allChanges({ processing, upgrades }: Recorded): xdr.LedgerEntryChange[] {
  return [
    ...processing.flatMap(({ feeProcessing }) => feeProcessing),
    ...processing.flatMap(({ txApplyProcessing }) => {
      const { before, operations, after } = metaParts(txApplyProcessing);
      return [...before, ...operations.flatMap(({ changes }) => changes), ...after];
    }),
    ...processing.flatMap((record) => ('postTxApplyFeeProcessing' in record ? record.postTxApplyFeeProcessing : [])),
    ...upgrades.flatMap(({ changes }) => changes),
  ];
}

interface MetaParts {
  before: readonly xdr.LedgerEntryChange[];
  operations: readonly (xdr.OperationMeta | xdr.OperationMetaV2)[];
  after: readonly xdr.LedgerEntryChange[];
  events?: readonly xdr.TransactionEvent[];
  soroban?: unknown;
}

function metaParts(meta: xdr.TransactionMeta): MetaParts {
  switch (meta.type) {
    case 'operations':
      return { before: [], operations: meta.operations, after: [], events: undefined };
    case 'v1':
      return { before: meta.v1.txChanges, operations: meta.v1.operations, after: [], events: undefined };
    default: {
      const { txChangesBefore, operations, txChangesAfter } = meta.value;
      const events = meta.type === 'v4' ? meta.v4.events : undefined;
      const soroban = meta.type === 'v4' ? meta.v4.sorobanMeta?.returnValue?.toJson() : undefined;
      return { before: txChangesBefore, operations, after: txChangesAfter, events, soroban };
    }
  }
}

function differences(
  record: xdr.TransactionResultMeta | xdr.TransactionResultMetaV1,
  found: xdr.TransactionResultMeta | xdr.TransactionResultMetaV1,
): Difference[] {
  const [a, b] = [metaParts(record.txApplyProcessing), metaParts(found.txApplyProcessing)];
  const parts = {
    fees: [changesOf(record.feeProcessing), changesOf(found.feeProcessing)],
    result: [resultOf(record.result), resultOf(found.result)],
    before: [changesOf(a.before), changesOf(b.before)],
    operations: [
      a.operations.map(({ changes }) => changesOf(changes)),
      b.operations.map(({ changes }) => changesOf(changes)),
    ],
    events: a.events ? [eventsOf(a), eventsOf(b)] : ['', ''],
    soroban: [a.soroban ?? null, b.soroban ?? null],
    refund: [refundOf(record), refundOf(found)],
  };
  return Object.entries(parts).flatMap(([part, [expected, other]]) => {
    const [left, right] = [JSON.stringify(expected, null, 1), JSON.stringify(other, null, 1)];
    return left === right ? [] : { part, ...firstDifference(left.split('\n'), right.split('\n')) };
  });
}

const refundOf = (record: xdr.TransactionResultMeta | xdr.TransactionResultMetaV1) =>
  'postTxApplyFeeProcessing' in record ? changesOf(record.postTxApplyFeeProcessing) : [];

function firstDifference(expected: string[], found: string[]): { expected: string; found: string } {
  const at = expected.findIndex((line, i) => line !== found[i]);
  const around = (lines: string[]) => lines.slice(Math.max(0, at - 6), at + 4).join('\n');
  return { expected: around(expected), found: around(found) };
}

function eventsOf({ operations, events }: MetaParts) {
  return {
    transaction: events?.map((event) => event.toJson()),
    operations: operations.map((operation) => ('events' in operation ? operation.events.map((it) => it.toJson()) : [])),
  };
}

// Offers were claimed in another form before protocol 18: without a name for the kind of their key.
function resultOf(pair: xdr.TransactionResultPair): unknown {
  return JSON.parse(JSON.stringify(pair.toJson()), (_, value: unknown) => {
    if (!value || typeof value !== 'object' || !('v0' in value)) return value;
    const { seller_ed25519, ...rest } = value.v0 as Record<string, unknown>;
    if (typeof seller_ed25519 !== 'string') return value;
    return { order_book: { seller_id: StrKey.encodeEd25519PublicKey(Buffer.from(seller_ed25519, 'hex')), ...rest } };
  });
}

// stellar-core keeps changes in hash maps: their order is no rule
function changesOf(changes: readonly xdr.LedgerEntryChange[]): unknown[] {
  const pairs: unknown[][] = [];
  for (const change of changes) {
    const json = normal(change.toJson());
    if (/State|Created|Restored/.test(change.type)) pairs.push([json]);
    else pairs.at(-1)!.push(json);
  }
  return pairs.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

// An account's extensions by what they say: which of them are there depends on the protocol of its last change.
function normal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, part: unknown) => {
    if (key !== 'account' || !part || typeof part !== 'object' || !('seq_num' in part)) return part;
    const text = JSON.stringify('ext' in part ? part.ext : '');
    const liabilities = /"liabilities":\{[^}]*\}/.exec(text)?.[0] ?? noLiabilities;
    const counts = /"num_sponsored":\d+,"num_sponsoring":\d+/.exec(text)?.[0] ?? '"num_sponsored":0,"num_sponsoring":0';
    return { ...part, ext: [liabilities, counts, /"signer_sponsoring_i_ds":\["[^\]]*/.exec(text)?.[0]] };
  });
}

const noLiabilities = '"liabilities":{"buying":"0","selling":"0"}';
