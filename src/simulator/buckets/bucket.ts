/** A bucket in memory: the bytes of its file. */
import { META, WHOLE_RECORD, type BucketMeta } from '../../archive/bucket-record.ts';
import { sha256 } from '../identity.ts';

/** Entries in the order of their keys. It never changes. */
export interface StateBucket {
  /** What its file holds, with the metadata; starts where its ArrayBuffer does. */
  bytes: Uint8Array;
  /** SHA-256 of the bytes; zero when there are none. */
  hash: Uint8Array;
  /** None in a bucket of protocol 10 or before. */
  meta?: BucketMeta;
  /** Where its entries start. */
  start: number;
}

/** The bucket that holds nothing. */
export const emptyBucket: StateBucket = { bytes: new Uint8Array(0), hash: new Uint8Array(32), start: 0 };

/** The first protocol whose buckets name it, and mark new entries apart from changed ones. */
export const INIT_PROTOCOL = 11;

/** Longer runs are copied faster by `set`, shorter ones by a loop. */
const LOOP_WORDS = 64;

/** Takes the records of a bucket in their order. */
export class BucketWriter {
  readonly #bytes: Buffer;
  readonly #words: Int32Array;
  readonly #meta: BucketMeta | undefined;
  readonly #start: number;
  /** In words of four bytes. */
  #at = 0;

  /** `capacity` is the most bytes that the entries take. Metadata of protocol 10 or before is not written. */
  constructor(capacity: number, meta: BucketMeta) {
    // Pages that nothing is written to take no memory.
    this.#bytes = Buffer.allocUnsafeSlow(capacity + 24);
    this.#words = new Int32Array(this.#bytes.buffer, 0, this.#bytes.length >> 2);
    if (meta.protocol >= INIT_PROTOCOL) {
      this.#meta = meta;
      this.#writeMeta(meta);
    }
    this.#start = this.#at * 4;
  }

  /** Copies the records from `start` to `end` of the words of another bucket, in bytes. */
  copy(words: Int32Array, start: number, end: number): void {
    const target = this.#words;
    const from = start >> 2;
    const to = end >> 2;
    let at = this.#at;
    if (to - from > LOOP_WORDS) target.set(words.subarray(from, to), at);
    else for (let i = from, j = at; i < to; i++, j++) target[j] = words[i];
    at += to - from;
    this.#at = at;
  }

  /** Copies one record as one of another kind. */
  copyAs(kind: number, words: Int32Array, start: number, end: number): void {
    const at = this.#at * 4;
    this.copy(words, start, end);
    this.#bytes.writeInt32BE(kind, at + 4);
  }

  /** Appends a record of an entry or key that stands alone. */
  append(kind: number, body: Uint8Array): void {
    const at = this.#at * 4;
    this.#bytes.writeUInt32BE(WHOLE_RECORD + body.length + 4, at);
    this.#bytes.writeInt32BE(kind, at + 4);
    this.#bytes.set(body, at + 8);
    this.#at += (body.length + 8) >> 2;
  }

  /** Returns the bucket of what was written. */
  finish(): StateBucket {
    const length = this.#at * 4;
    if (length === 0) return emptyBucket;
    const written = this.#bytes.subarray(0, length);
    // A bucket lives long, and what is left over would live as long.
    const bytes = length < this.#bytes.length * 0.9 ? copyOf(written) : written;
    return { bytes, hash: sha256(bytes), start: this.#start, ...(this.#meta && { meta: this.#meta }) };
  }

  #writeMeta({ protocol, listType }: BucketMeta): void {
    const body = Buffer.alloc(listType === undefined ? 8 : 12);
    body.writeUInt32BE(protocol, 0);
    if (listType !== undefined) {
      body.writeInt32BE(1, 4);
      body.writeInt32BE(listType, 8);
    }
    this.append(META, body);
  }
}

function copyOf(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
