/** One object, whole: across broken connections, and compared with what the store says of it. */
import type { Body, Bucket } from '../bucket.ts';
import { Fault } from './fault.ts';
import { withRetries, type Attempt, type RetryOptions } from './retry.ts';
import type { ByteRange, GetOptions } from '../store.ts';

/** More than this is no ledger object. */
const MAX_BYTES = 2 ** 30;

/**
 * Returns the bytes of an object, or of a range of it. An attempt goes on where the last one broke off, unless the object is
 * another one by then; bytes that are not as many as the store says, or have another hash, are fetched again from the start.
 * Throws Fault.
 */
export async function download(
  bucket: Bucket,
  key: string,
  options: RetryOptions & Pick<GetOptions, 'range' | 'onHash'>,
): Promise<Uint8Array> {
  const got = new Received(options.range, options.onHash);
  return withRetries(options, async (attempt) => {
    try {
      return await got.attempt(bucket, key, attempt, (bytes) => (options.metrics.bytes += bytes));
    } catch (error) {
      // What has come so far is worth keeping only when it was the connection that failed.
      if (error instanceof Fault && error.code === 'Mismatch') got.clear();
      throw error;
    }
  });
}

/** The part of an object that has come. */
class Received {
  readonly #range: ByteRange | undefined;
  readonly #onHash: (() => void) | undefined;
  #chunks: Uint8Array[] = [];
  #length = 0;
  #bytes: number | undefined;
  #version: string | undefined;
  #check: Body['check'];

  constructor(range: ByteRange | undefined, onHash: (() => void) | undefined) {
    this.#range = range;
    this.#onHash = onHash;
  }

  clear(): void {
    this.#chunks = [];
    this.#length = 0;
    this.#bytes = undefined;
    this.#version = undefined;
    this.#check = undefined;
  }

  async attempt(
    bucket: Bucket,
    key: string,
    { signal, alive }: Attempt,
    count: (bytes: number) => void,
  ): Promise<Uint8Array> {
    if (!this.#isWhole()) {
      const start = this.#range?.start ?? 0;
      const body = await bucket.open(key, {
        offset: start + this.#length,
        end: this.#range?.end,
        version: this.#version,
        signal,
      });
      alive();
      this.#begin(body, start);
      for await (const chunk of body.chunks) {
        alive();
        count(chunk.length);
        this.#chunks.push(chunk);
        this.#length += chunk.length;
        if (this.#length > MAX_BYTES)
          throw new Fault('refused', `it is larger than ${MAX_BYTES} bytes: no ledger object`);
      }
    }
    return this.#finish();
  }

  /** A server that knows no ranges, or has another object by now, starts from the beginning. */
  #begin(body: Body, start: number): void {
    if (body.version !== undefined && this.#version !== undefined && body.version !== this.#version) {
      throw mismatch('it was replaced while it was read');
    }
    if (body.offset !== start + this.#length) {
      this.clear();
      if (body.offset !== start) throw mismatch(`bytes from ${body.offset} came, expected ${start}`);
    }
    this.#bytes ??= body.bytes;
    this.#version ??= body.version;
    this.#check ??= body.check;
  }

  #expected(): number | undefined {
    const { start, end } = this.#range ?? { start: 0, end: Infinity };
    return this.#bytes === undefined ? undefined : Math.min(this.#bytes, end + 1) - start;
  }

  #isWhole(): boolean {
    return this.#length > 0 && this.#length === this.#expected();
  }

  #finish(): Uint8Array {
    const expected = this.#expected();
    if (expected !== undefined && this.#length < expected) {
      throw new Fault('passing', `the body ended after ${this.#length} of ${expected} bytes`, { code: 'Truncated' });
    }
    if (expected !== undefined && this.#length > expected)
      throw mismatch(`${this.#length} bytes came, it has ${expected}`);
    const bytes = join(this.#chunks, this.#length);
    if (this.#range || !this.#check) return bytes;
    const wrong = this.#check(bytes);
    if (wrong !== undefined) throw mismatch(wrong);
    this.#onHash?.();
    return bytes;
  }
}

function mismatch(message: string): Fault {
  return new Fault('passing', message, { code: 'Mismatch' });
}

/** The result has a buffer of its own, so that it can be handed to another thread. */
function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
