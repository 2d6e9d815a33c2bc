/** A bucket, request by request: made again while a fault passes, and what is left told in the words of people. */
import { StoreError } from '../../core/errors.ts';
import type { Bucket, ListingPage, PageRequest, Upload } from '../bucket.ts';
import type { GetOptions, ObjectMetadata, ReadOptions } from '../store.ts';
import { download } from './download.ts';
import { Fault } from './fault.ts';
import { newMetrics } from './metrics.ts';
import { withRetries, type Attempt, type RetryOptions, type RetryPolicy } from './retry.ts';

/** Every method throws StoreError, with where, what, and what to do next. */
export class RetriedBucket {
  readonly name: string;
  readonly metrics = newMetrics();
  readonly #bucket: Bucket;
  readonly #policy: RetryPolicy;

  constructor(bucket: Bucket, policy: RetryPolicy) {
    this.name = bucket.name;
    this.#bucket = bucket;
    this.#policy = policy;
  }

  /** Whether it has pages. */
  get isListed(): boolean {
    return this.#bucket.page !== undefined;
  }

  /** Whether objects can be written. */
  get isWritable(): boolean {
    return this.#bucket.put !== undefined;
  }

  /** Returns a page of a bucket that is listed. */
  page({ signal, ...request }: PageRequest): Promise<ListingPage> {
    return this.#ask(undefined, (bucket, attempt) => bucket.page!({ ...request, signal: attempt.signal }), signal);
  }

  /** Returns an object or a range of it. */
  async get(key: string, { range, signal, onHash }: GetOptions = {}): Promise<Uint8Array> {
    try {
      return await download(this.#bucket, key, { ...this.#retrying(signal), range, onHash });
    } catch (error) {
      throw this.#storeError(error, key);
    }
  }

  metadata(key: string, { signal }: ReadOptions = {}): Promise<ObjectMetadata> {
    return this.#ask(key, (bucket, attempt) => bucket.head(key, { signal: attempt.signal }), signal);
  }

  /** Returns every object of a bucket that is listed, or those from a key on, with its size. */
  async all(options: Pick<PageRequest, 'from' | 'signal'> = {}): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    let token: string | undefined;
    do {
      const { objects, next } = await this.page({ ...options, ...(token !== undefined && { token }) });
      for (const { key, bytes } of objects) found.set(key, bytes);
      token = next;
    } while (token !== undefined);
    return found;
  }

  /** Writes an object of a bucket that can be written. */
  async put(key: string, upload: Upload): Promise<void> {
    try {
      await withRetries(this.#retrying(upload.signal), ({ signal, alive }) =>
        this.#bucket.put!(key, { ...upload, signal, open: () => watched(upload.open(), alive) }),
      );
    } catch (error) {
      throw this.#storeError(error, key, true);
    }
  }

  close(): void {
    this.#bucket.close();
  }

  async #ask<T>(
    key: string | undefined,
    ask: (bucket: Bucket, attempt: Attempt) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      return await withRetries(this.#retrying(signal), (attempt) => ask(this.#bucket, attempt));
    } catch (error) {
      throw this.#storeError(error, key);
    }
  }

  #retrying(signal?: AbortSignal): RetryOptions {
    return { policy: this.#policy, metrics: this.metrics, signal };
  }

  #storeError(error: unknown, key?: string, isWriting = false): unknown {
    if (!(error instanceof Fault)) return error;
    const place = key === undefined ? this.name : `${this.name}/${key}`;
    const fields = { store: this.name, key, kind: error.kind };
    return new StoreError(`${place}: ${wordsFor(error, key, this.#bucket.advice(error, isWriting))}`, fields, error);
  }
}

async function* watched(chunks: AsyncIterable<Uint8Array>, alive: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    alive();
    yield chunk;
  }
}

function wordsFor({ kind, message }: Fault, key: string | undefined, advice: string | undefined): string {
  if (advice !== undefined) return `${message}; ${advice}`;
  if (kind === 'missing' && key !== undefined) return 'no such object';
  return kind === 'offline' ? `the store cannot be reached: ${message}; this needs a network` : message;
}
