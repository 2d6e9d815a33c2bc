/** The buckets of a ledger: of what is live, and since protocol 23 of what is archived (CAP-62). */
import { DEAD, INIT, LIVE } from '../../archive/bucket-record.ts';
import { BucketListType } from '../../xdr/generated/enums.ts';
import { BucketLevels } from './bucket-list.ts';
import { sha256 } from '../identity.ts';
import { INIT_PROTOCOL } from './bucket.ts';
import { scanForEviction, type Evicted, type ScannedLedger, type ScanPlace } from './eviction.ts';
import { freshBucket } from './fresh.ts';

/** The first protocol with a hot archive. */
const HOT_ARCHIVE_PROTOCOL = 23;

/** What one ledger changed, LedgerEntries and LedgerKeys in XDR; each key at most once in a list of buckets. */
export interface LedgerChanges {
  ledger: number;
  /** Of the header, after upgrades. */
  protocol: number;
  /** Before upgrades, where they change it. */
  protocolBefore?: number;
  /** LedgerEntries that were not there before the ledger. */
  init?: readonly Uint8Array[];
  /** LedgerEntries that changed. */
  live?: readonly Uint8Array[];
  /** LedgerKeys of entries that are gone, evicted ones among them. */
  dead?: readonly Uint8Array[];
  /** LedgerEntries that were evicted into the hot archive: persistent data and code, not their lifetimes. */
  archived?: readonly Uint8Array[];
  /** LedgerKeys that were restored from the hot archive: of persistent data and code. */
  restored?: readonly Uint8Array[];
}

/** Both lists of buckets, from the first ledger on. */
export class LedgerBuckets {
  readonly live = new BucketLevels();
  readonly hotArchive = new BucketLevels();
  #protocol = 0;

  /** Takes the LedgerEntries of a ledger before which there is nothing; the hot archive begins with the next one, as a node's does. */
  begin(ledger: number, protocol: number, init: readonly Uint8Array[]): Uint8Array {
    return this.add({ ledger, protocol, protocolBefore: 0, init });
  }

  /** Takes what the ledger after the last one changed; returns its header's `bucketListHash`. */
  add({ ledger, protocol, protocolBefore = protocol, ...changes }: LedgerChanges): Uint8Array {
    this.#protocol = protocol;
    this.live.add(ledger, freshLive(protocol, changes));
    if (protocolBefore >= HOT_ARCHIVE_PROTOCOL) this.hotArchive.add(ledger, freshArchive(protocol, changes));
    return this.hash();
  }

  /** Returns what of the live list is evicted, and where the next scan begins. */
  scan(from: ScanPlace, scanned: ScannedLedger): { evicted: Evicted[]; place: ScanPlace } {
    return scanForEviction(this.live, from, scanned);
  }

  /** Returns the lists that an archive has of the last ledger. */
  published(): { live: BucketLevels; hotArchive?: BucketLevels } {
    const { live, hotArchive } = this;
    return this.#hasHotArchive ? { live, hotArchive } : { live };
  }

  /** Returns `bucketListHash` of the header of the last ledger (stellar-core BucketManager::snapshotLedger). */
  hash(): Uint8Array {
    const live = this.live.hash();
    return this.#hasHotArchive ? sha256(Buffer.concat([live, this.hotArchive.hash()])) : live;
  }

  get #hasHotArchive(): boolean {
    return this.#protocol >= HOT_ARCHIVE_PROTOCOL;
  }
}

type Changes = Omit<LedgerChanges, 'ledger' | 'protocol' | 'protocolBefore'>;

function freshLive(protocol: number, { init = [], live = [], dead = [] }: Changes) {
  const meta = protocol >= HOT_ARCHIVE_PROTOCOL ? { protocol, listType: BucketListType.live } : { protocol };
  return freshBucket(meta, [
    { kind: protocol >= INIT_PROTOCOL ? INIT : LIVE, bodies: init },
    { kind: LIVE, bodies: live },
    { kind: DEAD, bodies: dead },
  ]);
}

/** In a hot archive LIVE stands for ARCHIVED, and DEAD for what lives again. */
function freshArchive(protocol: number, { archived = [], restored = [] }: Changes) {
  return freshBucket({ protocol, listType: BucketListType.hotArchive }, [
    { kind: LIVE, bodies: archived },
    { kind: DEAD, bodies: restored },
  ]);
}
