/** A bucket or mirror as a store: its manifest, its layout and its listing. */
import { StoreError } from '../core/errors.ts';
import type { Bucket } from './bucket.ts';
import { parseKey, type Layout } from './keys.ts';
import { checkLayout } from './layout.ts';
import { listBucket } from './listing/bucket-listing.ts';
import { latestComputed, listComputed } from './listing/computed.ts';
import { headOf, probeBucket, reaches, type Head, type Probe } from './listing/probe.ts';
import { MANIFEST_KEY, parseManifest, resolveSchema, type LocalSchema, type Manifest } from './manifest.ts';
import type { AskedRange } from './range.ts';
import {
  isAsked,
  toListing,
  type BufferSettings,
  type GetOptions,
  type Listing,
  type ListOptions,
  type ObjectMetadata,
  type ReadOptions,
  type Remote,
  type Store,
} from './store.ts';
import { Fault } from './transfer/fault.ts';
import { RetriedBucket } from './transfer/retried-bucket.ts';
import type { RetryPolicy } from './transfer/retry.ts';

export interface RemoteOptions {
  policy: RetryPolicy;
  buffer?: Partial<BufferSettings>;
  /** What the user's configuration says of the layout. */
  schema?: LocalSchema;
}

/** So long it stands that a store has no manifest. */
const ABSENT_MS = 2000;

/** Keys that a look past the newest known ledger asks for: few have come since the last one. */
const TIP_KEYS = 100;

/** The store in a bucket; nothing is asked of it before the first call. */
export class RemoteStore implements Store {
  readonly name: string;
  readonly remote: Remote;
  readonly #bucket: RetriedBucket;
  readonly #schema: LocalSchema | undefined;
  #manifest: Promise<Manifest | undefined> | undefined;
  #absentAt = Infinity;
  #probe: Promise<Probe> | undefined;
  /** The newest that was seen. */
  #head: Head | undefined;
  #isHeadUsed = false;

  constructor(bucket: Bucket, { policy, buffer = {}, schema }: RemoteOptions) {
    this.name = bucket.name;
    this.#bucket = new RetriedBucket(bucket, policy);
    this.#schema = schema;
    const { isListed, metrics } = this.#bucket;
    this.remote = { isListed, metrics, buffer, requesterPays: bucket.requesterPays };
  }

  async manifest({ signal }: ReadOptions = {}): Promise<Manifest | undefined> {
    if (performance.now() - this.#absentAt > ABSENT_MS) this.#manifest = undefined;
    this.#manifest ??= this.#readManifest(signal);
    const found = await orForget(this.#manifest, () => (this.#manifest = undefined));
    // A store that grows may get one.
    this.#absentAt = found ? Infinity : Math.min(this.#absentAt, performance.now());
    return found;
  }

  async #readManifest(signal?: AbortSignal): Promise<Manifest | undefined> {
    try {
      const bytes = await this.#bucket.get(MANIFEST_KEY, { signal });
      return parseManifest(Buffer.from(bytes).toString('utf8'), this.name);
    } catch (error) {
      if (isMissingObject(error)) return undefined;
      throw error;
    }
  }

  async layout(options: ReadOptions = {}): Promise<Layout> {
    if (this.#bucket.isListed) return (await this.#probed(options)).layout;
    const said = await resolveSchema(() => this.manifest(options), this.#schema, this.name);
    return { ...said, extension: 'zst' };
  }

  async list(options: ListOptions = {}): Promise<Listing> {
    const layout = await this.layout(options);
    if (!this.#bucket.isListed) return listComputed(this, layout, options);
    const { range, signal } = options;
    const { shown, latest } = await this.#lookedAt(options);
    const objects = shown?.objects.filter(({ key }) => isInRange(key, range));
    const fetchPage = this.#bucket.page.bind(this.#bucket);
    const listing = toListing(this.name, objects ?? (await listBucket(fetchPage, layout, { range, latest, signal })));
    checkLayout(this.name, listing.objects, { layout });
    return listing;
  }

  async latest(options: ReadOptions = {}): Promise<number> {
    if (!this.#bucket.isListed) return latestComputed(this, await this.layout(options), options);
    const { head } = await this.#probed(options);
    return (this.#head ?? head).latest;
  }

  get(key: string, options?: GetOptions): Promise<Uint8Array> {
    return this.#bucket.get(key, options);
  }

  metadata(key: string, options?: ReadOptions): Promise<ObjectMetadata> {
    return this.#bucket.metadata(key, options);
  }

  async exists(key: string, options?: ReadOptions): Promise<boolean> {
    try {
      await this.#bucket.metadata(key, options);
      return true;
    } catch (error) {
      if (error instanceof StoreError && error.kind === 'missing') return false;
      throw error;
    }
  }

  close(): void {
    this.#bucket.close();
  }

  async #probed(options: ReadOptions): Promise<Probe> {
    const fetchPage = this.#bucket.page.bind(this.#bucket);
    this.#probe ??= probeBucket(this, fetchPage, this.#schema, options);
    const found = await orForget(this.#probe, () => (this.#probe = undefined));
    this.#head ??= found.head;
    return found;
  }

  /** Returns the newest ledger, and what was shown when that is all that is asked for. It serves once: a store may grow. */
  async #lookedAt({ range = {}, signal }: ListOptions): Promise<{ shown?: Head; latest: number }> {
    let head = this.#head ?? (await this.#probed({ signal })).head;
    if (this.#isHeadUsed && (range.last ?? Infinity) <= head.latest) return { latest: head.latest };
    if (this.#isHeadUsed) {
      const limit = (range.first ?? 0) > head.latest ? TIP_KEYS : undefined;
      const fresh = headOf(await this.#bucket.page({ limit, signal })) ?? headOf(await this.#bucket.page({ signal }));
      this.#head = head = fresh ?? head;
    }
    this.#isHeadUsed = true;
    return { latest: head.latest, ...(reaches(head, range.first) && { shown: head }) };
  }
}

function isInRange(key: string, range: AskedRange | undefined): boolean {
  const parsed = parseKey(key);
  return parsed !== undefined && isAsked(parsed, range);
}

/** A bucket that is missing is another matter. */
function isMissingObject(error: unknown): boolean {
  if (!(error instanceof StoreError) || error.kind !== 'missing') return false;
  return !(error.cause instanceof Fault && error.cause.code === 'NoSuchBucket');
}

/** A question that failed may be asked again. */
async function orForget<T>(answer: Promise<T>, forget: () => void): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    forget();
    throw error;
  }
}
