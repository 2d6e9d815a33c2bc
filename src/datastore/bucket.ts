/** What an object store must be able to do; each kind says it in its own dialect, and nothing here retries. */
import type { ObjectMetadata, ReadOptions } from './store.ts';
import type { Fault } from './transfer/fault.ts';

export interface PageRequest {
  /** Keys come from here on; one that is exactly this may be left out. */
  from?: string;
  /** `next` of the page before; `from` is then as it was. */
  token?: string;
  /** At most this many, and never more than 1000. */
  limit?: number;
  signal?: AbortSignal;
}

/** One answer to a listing: keys in ascending order, and what asks for the next page. */
export interface ListingPage {
  objects: { key: string; bytes: number }[];
  next?: string;
}

/** The bytes of an object from an offset on. */
export interface Body {
  /** The size of the whole object, when the store says it. */
  bytes?: number;
  /** Where in the object the first chunk lies: the offset asked for, or 0 from a server that knows no ranges. */
  offset: number;
  /** What tells one version of the object from another. */
  version?: string;
  chunks: AsyncIterable<Uint8Array>;
  /** Compares all bytes of the object with the hash the store keeps; returns what is wrong. */
  check?: (bytes: Uint8Array) => string | undefined;
}

/** Which bytes of an object are wanted: from `offset` to `end`, of the version that was begun with. */
export interface BucketOpenOptions extends ReadOptions {
  offset: number;
  end?: number;
  version?: string;
}

/** Bytes on their way into a bucket, with the hashes that the store compares them with. */
export interface Upload extends ReadOptions {
  bytes: number;
  /** Lower-case hex, as the notes of the object keep it under `sha256`. */
  sha256: string;
  /** Base64. */
  md5: string;
  /** Begins the bytes anew; each attempt sends all of them. */
  open: () => AsyncIterable<Uint8Array>;
}

/** Keys are relative to the store's prefix. Every method throws Fault, and sends exactly one request. */
export interface Bucket {
  /** What a person calls the store; never a credential. */
  readonly name: string;
  /** True if the reader pays for requests and traffic. */
  readonly requesterPays: boolean;
  /** Lists keys; undefined where the store cannot. */
  page?(request: PageRequest): Promise<ListingPage>;
  open(key: string, options: BucketOpenOptions): Promise<Body>;
  head(key: string, options?: ReadOptions): Promise<ObjectMetadata>;
  /** Writes an object, which is there whole or not at all; undefined where stores are only read. */
  put?(key: string, upload: Upload): Promise<void>;
  /** Returns what to do about a fault of reading or of writing, in this store's terms. */
  advice(fault: Fault, isWriting?: boolean): string | undefined;
  close(): void;
}
