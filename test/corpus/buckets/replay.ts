/** The buckets of a network from its genesis and the metas of all its ledgers, with what ledgers change and metas do not tell. */
import { compactChanges, keyOfEntry } from '../../../src/ledger/compact.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { scanForEviction, type ScannedLedger } from '../../../src/simulator/buckets/eviction.ts';
import { LedgerBuckets } from '../../../src/simulator/buckets/ledger-buckets.ts';
import { ConfigSettingId, LedgerEntryChangeType, LedgerEntryType } from '../../../src/xdr/generated/enums.ts';
import { skipLedgerEntry } from '../../../src/xdr/generated/skip.ts';

const SOROBAN_PROTOCOL = 20;
const IN_MEMORY_PROTOCOL = 23;

/** A network as its ledgers are replayed. */
export class Replay {
  /** How many entries were evicted, and how many came back from the hot archive. */
  evicted = 0;
  restored = 0;
  readonly #buckets = new LedgerBuckets();
  /** Of each LedgerKey in hex its LedgerEntry. */
  readonly #state = new Map<string, Buffer>();
  #protocol = 0;
  #stateSize = 0n;

  /** Begins with the LedgerEntries of ledger 1, which fills no hot archive. */
  constructor(genesis: readonly Uint8Array[], protocol: number) {
    for (const entry of genesis) this.#state.set(keyOf(entry).toString('hex'), Buffer.from(entry));
    this.#buckets.add({ ledger: 1, protocol, protocolBefore: 0, init: genesis });
    this.#protocol = protocol;
  }

  /** Takes the next ledger; returns what its header's hash of all buckets must be, in hex. */
  add(ledger: Ledger): string {
    const changes = netChanges(ledger);
    const isSoroban = this.#protocol >= SOROBAN_PROTOCOL;
    const archived = isSoroban ? this.#evict(ledger, changes) : [];
    if (isSoroban) this.#sampleSize(ledger, changes);
    const restored = restoredKeys(ledger).filter((key) => !this.#state.has(key.toString('hex')));
    const { sequence, protocolVersion: protocol } = ledger;
    const protocolBefore = this.#protocol;
    const batch = this.#apply(changes);
    this.#protocol = protocol;
    if (ledger.sorobanStateSize >= 0) this.#stateSize = ledger.view.getBigUint64(ledger.sorobanStateSize);
    this.restored += restored.length;
    const hash = this.#buckets.add({ ledger: sequence, protocol, protocolBefore, archived, restored, ...batch });
    return Buffer.from(hash).toString('hex');
  }

  /** Removes what the scan evicts, moves the scan on, and returns what is archived. */
  #evict({ sequence, protocolVersion }: Ledger, changes: Map<string, Buffer | undefined>): Uint8Array[] {
    const entry = this.#setting(ConfigSettingId.configSettingEvictionIterator, changes);
    const from = { level: entry.readUInt32BE(12), isCurr: entry[19] === 1, offset: Number(entry.readBigUInt64BE(20)) };
    const { evicted, place } = scanForEviction(this.#buckets.live, from, {
      ledger: sequence,
      protocol: protocolVersion,
      settings: this.#scanSettings(changes),
      liveUntil: (hash) => this.#state.get(ttlKey(hash))?.readUInt32BE(40),
      isExtended: (hash) => changes.has(ttlKey(hash)),
      entry: (key) => this.#state.get(Buffer.from(key).toString('hex')),
    });
    for (const { key, ttlKey } of evicted) {
      for (const gone of [key, ttlKey]) changes.set(Buffer.from(gone).toString('hex'), undefined);
    }
    this.evicted += evicted.length;
    entry.writeUInt32BE(place.level, 12);
    entry.writeUInt32BE(Number(place.isCurr), 16);
    entry.writeBigUInt64BE(BigInt(place.offset), 20);
    this.#change(entry, sequence, changes);
    return evicted.flatMap(({ archived }) => (archived ? [archived] : []));
  }

  /** Replaces the oldest sample of the size of the Soroban state (stellar-core maybeSnapshotSorobanStateSize). */
  #sampleSize({ sequence, protocolVersion }: Ledger, changes: Map<string, Buffer | undefined>): void {
    const { period } = this.#archival(changes);
    if (sequence % period !== 0) return;
    const entry = this.#setting(ConfigSettingId.configSettingLiveSorobanStateSizeWindow, changes);
    const size = protocolVersion >= IN_MEMORY_PROTOCOL ? this.#stateSize : BigInt(this.#bucketBytes());
    entry.copyWithin(16, 24);
    entry.writeBigUInt64BE(size, entry.length - 12);
    this.#change(entry, sequence, changes);
  }

  #bucketBytes(): number {
    const buckets = this.#buckets.live.levels.flatMap(({ curr, snap }) => [curr, snap]);
    return buckets.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  #scanSettings(changes: Map<string, Buffer | undefined>): ScannedLedger['settings'] {
    const { entry } = this.#archival(changes);
    const [maxEntries, scanSize, startingLevel] = [40, 52, 56].map((at) => entry.readUInt32BE(at));
    return { maxEntries, scanSize, startingLevel };
  }

  #archival(changes: Map<string, Buffer | undefined>) {
    const entry = this.#setting(ConfigSettingId.configSettingStateArchival, changes);
    return { entry, period: entry.readUInt32BE(48) };
  }

  /** A copy of a setting as this ledger's transactions and upgrades left it. */
  #setting(id: number, changes: Map<string, Buffer | undefined>): Buffer {
    const key = Buffer.concat([int32(LedgerEntryType.configSetting), int32(id)]).toString('hex');
    return Buffer.from(changes.get(key) ?? this.#state.get(key)!);
  }

  #change(entry: Buffer, ledger: number, changes: Map<string, Buffer | undefined>): void {
    entry.writeUInt32BE(ledger, 0);
    changes.set(keyOf(entry).toString('hex'), entry);
  }

  /** Changes the state, and returns what was new, changed and gone. What is restored as it was did not change. */
  #apply(changes: Map<string, Buffer | undefined>) {
    const init: Uint8Array[] = [];
    const live: Uint8Array[] = [];
    const dead: Uint8Array[] = [];
    for (const [key, entry] of changes) {
      const before = this.#state.get(key);
      if (entry && before?.equals(entry)) continue;
      if (entry) (before ? live : init).push(entry);
      else if (before) dead.push(Buffer.from(key, 'hex'));
      if (entry) this.#state.set(key, entry);
      else this.#state.delete(key);
    }
    return { init, live, dead };
  }
}

/** What each LedgerKey, in hex, holds after the ledger, where its meta tells of a change; nothing when it is gone. */
function netChanges(ledger: Ledger): Map<string, Buffer | undefined> {
  const { view, bytes } = ledger;
  const changes = new Map<string, Buffer | undefined>();
  for (const { type, post, keyStart, keyEnd } of compactChanges(ledger).flat()) {
    const key = Buffer.concat([int32(type), bytes.subarray(keyStart, keyEnd)]).toString('hex');
    changes.set(key, post < 0 ? undefined : Buffer.from(bytes.subarray(post, skipLedgerEntry(view, post))));
  }
  return changes;
}

/** The LedgerKeys of data and code that the meta says were restored, each once. */
function restoredKeys({ view, bytes, changes }: Ledger): Buffer[] {
  const found = new Map<string, Buffer>();
  for (const index of changes.inOrder()) {
    const start = changes.start(index);
    if (view.getInt32(start) !== LedgerEntryChangeType.ledgerEntryRestored) continue;
    const key = keyOf(bytes.subarray(start + 4, changes.end(index)));
    if (key.readInt32BE() !== LedgerEntryType.ttl) found.set(key.toString('hex'), key);
  }
  return [...found.values()];
}

/** The LedgerKey of a LedgerEntry. */
function keyOf(entry: Uint8Array): Buffer {
  const { type, keyStart, keyEnd } = keyOfEntry(new DataView(entry.buffer, entry.byteOffset, entry.length), 0);
  return Buffer.concat([int32(type), entry.subarray(keyStart, keyEnd)]);
}

const ttlKey = (hash: string) => `${int32(LedgerEntryType.ttl).toString('hex')}${hash}`;

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
