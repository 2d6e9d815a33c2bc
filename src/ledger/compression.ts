/**
 * Ledger files as they come: zstd, gzip or plain, told apart by their first bytes.
 *
 * Node's `zlib.zstdDecompressSync` decodes one frame and returns: it ignores whatever follows, a second frame included, and
 * makes nothing of a skippable frame. So the frames are walked here (RFC 8878) and each is decoded on its own.
 * `zlib.gunzipSync` reads all members but ignores what follows a zero byte; its count of bytes read shows that.
 */
import zlib from 'node:zlib';
import { DecodeError } from '../core/errors.ts';
import { messageOf } from '../core/system-errors.ts';

export interface DecompressOptions {
  /** What error messages call the input. */
  file: string;
  /** More bytes than this are not decompressed. */
  maxBytes?: number;
}

const GIB = 1024 ** 3;
const BLOCK_MAX = 128 * 1024;
/** Output is decoded into one buffer of up to this size: 1.3x faster than in Node's pieces of 16 KiB. */
const CHUNK_MAX = 64 * 1024 ** 2;
/** DEFLATE cannot do better than this ratio. */
const DEFLATE_MAX_RATIO = 1032;

/** Returns the decompressed bytes, or `bytes` itself when they are plain; throws DecodeError when they are damaged, cut or too large. */
export function decompress(bytes: Uint8Array, { file, maxBytes = GIB }: DecompressOptions): Uint8Array {
  if (bytes.length === 0) throw new DecodeError(`${file}, byte 0: the file is empty`, { file, offset: 0 });
  switch (compressionOf(bytes)) {
    case 'zstd':
      return unzstd(bytes, file, maxBytes);
    case 'gzip':
      return gunzip(bytes, file, maxBytes);
    case 'none':
      return bytes;
  }
}

/** Returns how the bytes are compressed, by their first bytes. */
export function compressionOf(bytes: Uint8Array): 'zstd' | 'gzip' | 'none' {
  if (startsZstd(bytes, 0)) return 'zstd';
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? 'gzip' : 'none';
}

function unzstd(bytes: Uint8Array, file: string, maxBytes: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let room = maxBytes;
  for (let at = 0; at < bytes.length;) {
    const frame = walkFrame(bytes, at, file);
    if (frame.maxSize > 0) {
      const part = decodeFrame(bytes, at, frame, file, room, maxBytes);
      parts.push(part);
      room -= part.length;
    }
    at = frame.end;
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}

/**
 * Returns where the first block of data ends, 0 when there is none. Throws DecodeError unless the bytes are whole zstd frames and
 * nothing else; what is in them is not looked at.
 */
export function walkZstd(bytes: Uint8Array, file: string): number {
  let firstBlockEnd = 0;
  for (let at = 0; at < bytes.length;) {
    const frame = walkFrame(bytes, at, file);
    if (at === 0) firstBlockEnd = frame.firstBlockEnd;
    at = frame.end;
  }
  return firstBlockEnd;
}

interface Frame {
  end: number;
  /** 0 for a skippable frame. */
  firstBlockEnd: number;
  /** At most this many bytes come out; 0 for a skippable frame. */
  maxSize: number;
}

function walkFrame(bytes: Uint8Array, at: number, file: string): Frame {
  if (!startsZstd(bytes, at)) throw trailing(bytes, at, 'zstd frame', file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const frame =
      bytes[at] === 0x28
        ? walkBlocks(view, at)
        : { end: at + 8 + view.getUint32(at + 4, true), firstBlockEnd: 0, maxSize: 0 };
    if (frame.end <= bytes.length) return frame;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw damaged(`runs past the end of the file, byte ${bytes.length}: it is truncated or corrupted`, at, file);
}

/** Finds the end of the frame at `at`; throws RangeError when the input ends before. */
function walkBlocks(view: DataView, at: number): Frame {
  const descriptor = view.getUint8(at + 4);
  const singleSegment = (descriptor >> 5) & 1;
  const sizeBytes = [singleSegment, 2, 4, 8][descriptor >> 6];
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3];
  let pos = at + 5 + (1 - singleSegment) + dictionaryBytes + sizeBytes;
  let blocks = 0;
  let firstBlockEnd = 0;
  for (let last = 0; !last; blocks++) {
    const header = view.getUint16(pos, true) | (view.getUint8(pos + 2) << 16);
    const isRle = ((header >> 1) & 3) === 1;
    last = header & 1;
    pos += 3 + (isRle ? 1 : header >> 3);
    firstBlockEnd ||= pos;
  }
  const checksumBytes = descriptor & 4;
  return { end: pos + checksumBytes, firstBlockEnd, maxSize: blocks * BLOCK_MAX };
}

function decodeFrame(
  bytes: Uint8Array,
  at: number,
  { end, maxSize }: Frame,
  file: string,
  room: number,
  maxBytes: number,
): Uint8Array {
  const chunkSize = 64 + Math.min(maxSize, room, CHUNK_MAX);
  try {
    const options = { chunkSize, maxOutputLength: Math.max(room, 1), info: true };
    const { buffer: part } = released(zlib.zstdDecompressSync(bytes.subarray(at, end), options));
    if (part.length <= room) return part;
  } catch (error) {
    if (!isTooLarge(error)) throw damaged(`is corrupted: ${messageOf(error)}`, at, file, error);
  }
  throw tooLarge(file, maxBytes);
}

function gunzip(bytes: Uint8Array, file: string, maxBytes: number): Uint8Array {
  const chunkSize = 64 + Math.min(bytes.length * DEFLATE_MAX_RATIO, gzipSize(bytes), maxBytes, CHUNK_MAX);
  let result: Decompressed;
  try {
    result = released(zlib.gunzipSync(bytes, { chunkSize, maxOutputLength: Math.max(maxBytes, 1), info: true }));
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge(file, maxBytes);
    throw new DecodeError(`${file}: the gzip data is truncated or corrupted: ${messageOf(error)}`, { file }, error);
  }
  const { buffer, engine } = result;
  if (engine.bytesWritten < bytes.length) throw trailing(bytes, engine.bytesWritten, 'gzip data', file);
  return buffer;
}

/** The size that the last member of a gzip file claims, a hint only. */
function gzipSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length < 18 ? 0 : view.getUint32(bytes.length - 4, true);
}

interface Decompressed {
  buffer: Uint8Array;
  engine: { bytesWritten: number; _outBuffer?: Uint8Array };
}

/**
 * Returns what Node made, of whose engine the output is taken away: an engine stays until V8 marks the whole heap, and with it what was
 * decompressed, for which V8 marked every 35 ledgers of pubnet-p26. Without, a pipeline takes a sixth less processor time.
 */
function released(result: unknown): Decompressed {
  if (!isInfo(result)) throw new Error('zlib did not return its engine');
  result.engine._outBuffer = undefined;
  return result;
}

function isInfo(value: unknown): value is Decompressed {
  return typeof value === 'object' && value !== null && 'buffer' in value && 'engine' in value;
}

function startsZstd(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at];
  if (first === 0x28) return bytes[at + 1] === 0xb5 && bytes[at + 2] === 0x2f && bytes[at + 3] === 0xfd;
  const isSkippable = first !== undefined && first >= 0x50 && first <= 0x5f;
  return isSkippable && bytes[at + 1] === 0x2a && bytes[at + 2] === 0x4d && bytes[at + 3] === 0x18;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

function tooLarge(file: string, maxBytes: number): DecodeError {
  return new DecodeError(`${file}: decompresses to more than ${maxBytes} bytes, taken for a decompression bomb`, {
    file,
  });
}

function damaged(what: string, offset: number, file: string, cause?: unknown): DecodeError {
  return new DecodeError(`${file}, byte ${offset}: the zstd frame ${what}`, { file, offset }, cause);
}

function trailing(bytes: Uint8Array, offset: number, after: string, file: string): DecodeError {
  const found = Buffer.from(bytes.subarray(offset, offset + 8)).toString('hex');
  const count = bytes.length - offset;
  return new DecodeError(`${file}, byte ${offset}: trailing bytes after the ${after}: ${count}, the first ${found}`, {
    file,
    offset,
  });
}
