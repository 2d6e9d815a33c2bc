/** What a ledger file says of itself at its beginning, without decoding all of it. */
import { constants, zstdDecompressSync } from 'node:zlib';
import { DecodeError, VerifyError } from '../errors.ts';
import { compressionOf, decompress, walkZstd } from './compression.ts';

const HEAD = 12;
/** More than the largest first block of a frame can need. */
const FIRST_BLOCK = 256 * 1024;

/**
 * Checks that the bytes of an object are whole frames and begin with the batch of the ledgers that its name says. Throws
 * DecodeError and VerifyError.
 */
export function checkHead(bytes: Uint8Array, file: string, { first, last }: { first: number; last: number }): void {
  const head = readHead(bytes, file);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < HEAD)
    throw new DecodeError(`${file}, byte 0: ${head.length} bytes are no ledger`, { file, offset: 0 });
  const [start, end, count] = [0, 4, 8].map((at) => view.getUint32(at)) as [number, number, number];
  // Bare ledgers and streams do not say their ledgers here; they are checked when they are loaded.
  if (count !== end - start + 1) return;
  if (start === Math.max(first, 2) && end === last) return;
  throw new VerifyError(
    `${file}: objectRange is ledgers ${start} to ${end}, expected ${Math.max(first, 2)} to ${last}, as the name says`,
    { file, check: 'objectRange', found: `${start}-${end}`, expected: `${first}-${last}` },
  );
}

function readHead(bytes: Uint8Array, file: string): Uint8Array {
  if (compressionOf(bytes) !== 'zstd') return decompress(bytes, { file });
  walkZstd(bytes, file);
  try {
    const part = bytes.subarray(0, FIRST_BLOCK);
    const finishFlush = part.length < bytes.length ? constants.ZSTD_e_continue : constants.ZSTD_e_end;
    return zstdDecompressSync(part, { finishFlush, chunkSize: FIRST_BLOCK });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new DecodeError(`${file}, byte 0: the zstd frame is corrupted: ${why}`, { file, offset: 0 }, error);
  }
}
