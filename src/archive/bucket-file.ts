/** A bucket's file, read once from its start to its end in pieces, and checked on the way. */
import { createHash } from 'node:crypto';
import type { Store } from '../datastore/store.ts';
import { DecodeError, VerifyError } from '../core/errors.ts';
import { decodeFault } from '../xdr/explain.ts';
import { skipBucketEntry, skipHotArchiveBucketEntry } from '../xdr/generated/skip.ts';
import { META, BucketRecordPlace, WHOLE_RECORD, compareRecords, readMeta, type BucketMeta } from './bucket-record.ts';
import { AFTER_ALL } from './key-order.ts';
import { bucketFile } from './names.ts';
import { unzipped } from './unzipped.ts';

/** Which list a bucket is of. */
export type ListName = 'live' | 'hotArchive';

/** No entry of a ledger is so large; what says so is no record. */
const MAX_RECORD_BYTES = 2 ** 26;

const types = {
  live: { name: 'BucketEntry', skip: skipBucketEntry },
  hotArchive: { name: 'HotArchiveBucketEntry', skip: skipHotArchiveBucketEntry },
} as const;

/**
 * A place in a bucket that goes from entry to entry. `next` steps inside the piece that was read; when that has no more, the
 * place stands after all, and `read` fetches the next one.
 */
export class BucketFile extends BucketRecordPlace {
  /** The name in the archive. */
  readonly file: string;
  /** What the bucket says of itself; undefined before protocol 11, and before the first entry was read. */
  meta: BucketMeta | undefined;
  /** Whether the last entry has been passed. */
  isDone = false;
  readonly #expected: string;
  readonly #list: ListName;
  readonly #pieces: AsyncGenerator<Buffer>;
  readonly #hash = createHash('sha256');
  readonly #before: BucketRecordPlace;
  /** Where the piece stands in the file. */
  #offset = 0;

  /** The bucket with this hash, of one of the lists; nothing is read yet. */
  constructor(store: Store, hash: string, list: ListName, signal?: AbortSignal) {
    super(noBytes);
    this.file = bucketFile(hash);
    this.#expected = hash;
    this.#list = list;
    this.#before = new BucketRecordPlace(noBytes);
    this.#pieces = unzipped(store, this.file, signal);
  }

  /** The bytes of the LedgerEntry, or of the LedgerKey, of the record. */
  get body(): Uint8Array {
    const { buffer, byteOffset } = this.view;
    return new Uint8Array(buffer, byteOffset + this.start + 8, this.end - this.start - 8);
  }

  /** Whether a piece must be read before there is an entry here. */
  get isDry(): boolean {
    return this.prefix === AFTER_ALL && !this.isDone;
  }

  /** Steps to the next entry of the piece; throws DecodeError when it is none, or not in order. */
  next(): void {
    this.#remember();
    this.#moveTo(this.end);
  }

  /**
   * Reads until an entry is complete or the file ends. Throws DecodeError for an invalid bucket, VerifyError for a wrong
   * hash, StoreError if unreadable.
   */
  async read(): Promise<void> {
    while (this.isDry) {
      const { value, done } = await this.#pieces.next();
      if (done) return this.#finish();
      this.#hash.update(value);
      this.#append(value);
    }
  }

  /** Lets the file go. */
  async close(): Promise<void> {
    this.isDone = true;
    await this.#pieces.return(undefined);
  }

  #append(piece: Buffer): void {
    const { buffer, byteOffset, byteLength } = this.view;
    const rest = new Uint8Array(buffer, byteOffset + this.start, byteLength - this.start);
    this.#offset += this.start;
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#moveTo(0);
  }

  #moveTo(start: number): void {
    const end = this.#recordEnd(start);
    if (end === undefined) return this.moveTo(start, start);
    this.#check(start + 4, end);
    this.moveTo(start, end);
    if (this.kind === META) return this.#takeMeta(start, end);
    if (compareRecords(this.#before, this) >= 0 && this.#before.prefix !== AFTER_ALL) {
      throw this.#fault(start, 'the entry is not in the order of keys');
    }
  }

  #takeMeta(start: number, end: number): void {
    if (this.#offset + start > 0) throw this.#fault(start, 'the metadata is not at the start');
    this.meta = readMeta(this.view, start + 8);
    this.#moveTo(end);
  }

  /** Where the record at `start` ends; undefined when the piece ends before. */
  #recordEnd(start: number): number | undefined {
    const { view } = this;
    if (start + 4 > view.byteLength) return undefined;
    const length = view.getUint32(start) - WHOLE_RECORD;
    if (length < 4 || length > MAX_RECORD_BYTES) throw this.#fault(start, 'there is no mark of a record');
    return start + 4 + length > view.byteLength ? undefined : start + 4 + length;
  }

  #check(start: number, end: number): void {
    const { name, skip } = types[this.#list];
    try {
      if (skip(this.view, start) === end) return;
    } catch (error) {
      throw decodeFault(error, name, this.view, { file: this.file }, start);
    }
    throw this.#fault(start, `the record does not end where its ${name} does`);
  }

  /** A piece is let go when the next one comes: the key stays where it is in it. */
  #remember(): void {
    const before = this.#before;
    before.view = this.view;
    before.type = this.type;
    before.key = this.key;
    before.prefix = this.prefix;
  }

  #finish(): void {
    this.isDone = true;
    const left = this.view.byteLength - this.start;
    if (left > 0) throw this.#fault(this.start, `${left} bytes after the last whole record`);
    const found = this.#hash.digest('hex');
    if (found === this.#expected) return;
    throw new VerifyError(`${this.file}: the bucket's SHA-256 is ${found}, not the one of its name; fetch it again`, {
      file: this.file,
      check: 'bucket hash',
      found,
      expected: this.#expected,
    });
  }

  #fault(at: number, message: string): DecodeError {
    const offset = this.#offset + at;
    return new DecodeError(`${this.file}, byte ${offset} of what it unzips to: ${message}`, {
      file: this.file,
      offset,
    });
  }
}

const noBytes = new DataView(new ArrayBuffer(0));
