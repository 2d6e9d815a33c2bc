/** What a ledger file says of itself at its beginning, without decoding all of it. */
import zlib from 'node:zlib';
import { FIRST_LEDGER } from '../datastore/keys.ts';
import { DecodeError } from '../core/errors.ts';
import { compressionOf, decompress, walkZstd } from './compression.ts';
import { messageOf } from '../core/system-errors.ts';
import { verifyError } from './verify.ts';

const HEAD = 12;
/** What comes out of a block at most. */
const BLOCK = 128 * 1024;

/**
 * Checks that the bytes of an object are whole frames and begin with the batch of the ledgers that its name says. Throws
 * DecodeError and VerifyError.
 */
export function checkHead(bytes: Uint8Array, file: string, { first, last }: { first: number; last: number }): void {
  const head = readHead(bytes, file);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < HEAD)
    throw new DecodeError(`${file}, byte 0: ${head.length} bytes are not a ledger`, { file, offset: 0 });
  const [start, end, count] = [0, 4, 8].map((at) => view.getUint32(at)) as [number, number, number];
  // Bare ledgers and streams do not say their ledgers here; they are checked when they are loaded.
  if (count !== end - start + 1) return;
  if (start === Math.max(first, FIRST_LEDGER) && end === last) return;
  const named = `ledgers ${Math.max(first, FIRST_LEDGER)} to ${last}`;
  throw verifyError({ file }, 'objectRange', `ledgers ${start} to ${end}`, named);
}

/** Only the first block is decompressed: all of an object would take longer than its download. */
function readHead(bytes: Uint8Array, file: string): Uint8Array {
  const firstBlockEnd = compressionOf(bytes) === 'zstd' ? walkZstd(bytes, file) : 0;
  if (firstBlockEnd === 0) return decompress(bytes, { file });
  const head = firstBlock(bytes.subarray(0, firstBlockEnd), file);
  return head.length < HEAD ? decompress(bytes, { file }) : head;
}

function firstBlock(part: Uint8Array, file: string): Uint8Array {
  try {
    return zlib.zstdDecompressSync(part, { finishFlush: zlib.constants.ZSTD_e_continue, chunkSize: BLOCK });
  } catch (error) {
    const why = messageOf(error);
    throw new DecodeError(`${file}, byte 0: the zstd frame is corrupted: ${why}`, { file, offset: 0 }, error);
  }
}
