/** A gzipped file of an archive as it is decompressed: the file is never whole in memory. */
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Store } from '../datastore/store.ts';
import { DecodeError } from '../core/errors.ts';
import { errorCode, messageOf } from '../core/system-errors.ts';

const RANGE_BYTES = 2 ** 20;
const CHUNK_BYTES = 2 ** 18;

/** Yields decompressed pieces. Throws StoreError for a missing file, DecodeError for a damaged one. */
export async function* unzipped(store: Store, file: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // What breaks destroys the stream that is read from, with its error.
  pipeline(Readable.from(rangesOf(store, file, signal)), gunzip, () => undefined);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    const isDamaged = errorCode(error)?.startsWith('Z_') ?? false;
    if (!isDamaged) throw error;
    throw new DecodeError(`${file}: the gzip data is damaged or cut: ${messageOf(error)}`, { file }, error);
  }
}

async function* rangesOf(store: Store, file: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const { bytes } = await store.metadata(file, { signal });
  for (let start = 0; start < bytes; start += RANGE_BYTES) {
    yield store.get(file, { signal, range: { start, end: Math.min(start + RANGE_BYTES, bytes) - 1 } });
  }
}
