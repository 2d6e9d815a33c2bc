/**
 * Adds checksums to the pages of a file of DuckDB: the flag in each zstd frame and the four bytes behind it (RFC 8878,
 * 3.1.1). Recompresses nothing; later offsets move.
 */
import { createHash } from 'node:crypto';
import { rename, rm, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { withFile } from '../core/open-files.ts';
import { TAIL } from './read/footer.ts';
import { CHUNK_GUARD, codecs, pages } from './format.ts';
import {
  endsOf,
  readField,
  readGroupFields,
  type ChunkFields,
  type GroupFields,
  type ThriftField,
} from './read/chunk-fields.ts';
import { RangedFile } from './read/ranged-file.ts';
import { ThriftReader } from './read/thrift-reader.ts';
import { sealedEnd, sealParquet } from './seal.ts';

const AT_ONCE = 4;
const PARQUET = Buffer.from('PAR1');
const MAGIC = 0xfd2fb528;
/** Where a frame says whether it has a checksum, and how. */
const FLAGS = { at: 4, checksum: 4 };
const CHECKSUM_BYTES = 4;
/** What a frame has besides its blocks, and a little for each of these. */
const FRAME_BYTES = 1024;
/** The fastest level: what it makes is dropped but for the checksum. */
const FASTEST = -131_072;

const decompress = promisify(zlib.zstdDecompress);
const compress = promisify(zlib.zstdCompress);

/**
 * Adds a checksum to each zstd page and a guard behind each chunk, and seals the file; returns size and SHA-256. `draft` is
 * a path for the new file. Without zstd the seal is of all bytes, and the file stays.
 */
export async function addPageChecksums(path: string, draft: string): Promise<{ bytes: number; sha256: string }> {
  const file = RangedFile.of(path);
  try {
    const tail = Buffer.from(await file.read(file.size - TAIL, TAIL));
    const footer = await file.read(file.size - TAIL - tail.readUInt32LE(), tail.readUInt32LE());
    const groups = readGroupFields(footer);
    if (!groups.some(({ chunks }) => chunks.some(({ codec }) => codec === codecs.zstd))) {
      return await sealParquet(path, file, footer);
    }
    const written = await withFile(draft, (out) => copyChecked(file, footer, groups, out), { flags: 'w' });
    await rename(draft, path);
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Where a chunk began in the old file, by how much it has moved in the new one, and by how much it has grown. */
interface Move {
  start: number;
  by: number;
  grown: number;
}

async function copyChecked(
  file: RangedFile,
  footer: Uint8Array,
  groups: readonly GroupFields[],
  out: FileHandle,
): Promise<{ bytes: number; sha256: string }> {
  const sum = createHash('sha256');
  let bytes = 0;
  const put = async (piece: Uint8Array) => {
    bytes += piece.length;
    sum.update(piece);
    await out.writeFile(piece);
  };
  const moves: Move[] = [];
  await put(PARQUET);
  const chunks = groups.flatMap((group) => group.chunks).sort((a, b) => a.start - b.start);
  for (let i = 0; i < chunks.length; i += AT_ONCE) {
    const some = chunks.slice(i, i + AT_ONCE);
    const checked = await Promise.all(some.map((chunk) => readChecked(file, chunk)));
    for (const [j, { start, size }] of some.entries()) {
      const grown = checked[j].reduce((sum, { length }) => sum + length, -size.value);
      moves.push({ start, by: bytes - start, grown });
      for (const piece of checked[j]) await put(piece);
      await put(CHUNK_GUARD);
    }
  }
  const checkedEnd = bytes;
  const { data, blooms, bloomsStart } = endsOf(groups);
  const behind = blooms > data ? await file.read(bloomsStart, blooms - bloomsStart) : Buffer.alloc(0);
  moves.push({ start: bloomsStart, by: bytes - bloomsStart, grown: 0 });
  await put(behind);
  await put(sealedEnd({ checkedEnd, behind: zlib.crc32(behind) }, patched(footer, movedFields(groups, moves))));
  return { bytes, sha256: sum.digest('hex') };
}

/** Returns a chunk in pieces, its pages with their checksums. */
async function readChecked(file: RangedFile, { start, size, codec }: ChunkFields): Promise<Uint8Array[]> {
  const bytes = await file.read(start, size.value);
  if (codec !== codecs.zstd) return [bytes];
  const pieces: Uint8Array[] = [];
  const reader = new ThriftReader(bytes);
  while (reader.at < bytes.length) {
    const from = reader.at;
    const { type, plainBytes, size, crc } = readHeader(reader);
    const header = bytes.subarray(from, reader.at);
    const body = bytes.subarray(reader.at, (reader.at += size.value));
    const isKnown = (type === pages.data || type === pages.dictionary) && !crc;
    const checksum = isKnown ? await checksumOf(body, plainBytes) : undefined;
    if (!checksum) pieces.push(header, body);
    else {
      const grown = { at: size.at - from, end: size.end - from, value: size.value + CHECKSUM_BYTES };
      body[FLAGS.at] |= FLAGS.checksum;
      pieces.push(patched(header, [grown]), body, checksum);
    }
  }
  return pieces;
}

/** Returns the checksum of a page; nothing where it has one, or is no frame. */
async function checksumOf(body: Uint8Array, plainBytes: number): Promise<Uint8Array | undefined> {
  const isFrame = body.length > FLAGS.at && new DataView(body.buffer, body.byteOffset).getUint32(0, true) === MAGIC;
  if (!isFrame || (body[FLAGS.at] & FLAGS.checksum) !== 0) return undefined;
  const plain = await decompress(body, { chunkSize: Math.max(64, plainBytes + 1), maxOutputLength: plainBytes });
  const params = {
    [zlib.constants.ZSTD_c_checksumFlag]: 1,
    [zlib.constants.ZSTD_c_compressionLevel]: FASTEST,
  };
  const frame = await compress(plain, { params, chunkSize: Math.max(64, plainBytes + FRAME_BYTES) });
  return frame.subarray(frame.length - CHECKSUM_BYTES);
}

function readHeader(reader: ThriftReader): { type: number; plainBytes: number; size: ThriftField; crc: boolean } {
  let [type, plainBytes, crc] = [-1, 0, false];
  let size: ThriftField = { at: 0, end: 0, value: 0 };
  reader.struct((id, of) => {
    if (id === 1) type = reader.integer(of);
    else if (id === 2) plainBytes = reader.integer(of);
    else if (id === 3) size = readField(reader, of);
    else reader.skip(of);
    if (id === 4) crc = true;
  });
  return { type, plainBytes, size, crc };
}

/** Returns the fields of a footer that change, with their new values. */
function movedFields(groups: readonly GroupFields[], moves: readonly Move[]): ThriftField[] {
  const movedBy = (offset: number) => moves.findLast(({ start }) => start <= offset)?.by ?? 0;
  const moved = (field: ThriftField) => ({
    ...field,
    value: field.value + (field.value > 0 ? movedBy(field.value) : 0),
  });
  const fields: ThriftField[] = [];
  for (const { chunks, size, offset } of groups) {
    let all = 0;
    for (const { start, size, offsets } of chunks) {
      const { grown } = moves.find((move) => move.start === start)!;
      all += grown;
      fields.push({ ...size, value: size.value + grown }, ...offsets.map(moved));
    }
    if (size) fields.push({ ...size, value: size.value + all });
    if (offset) fields.push(moved(offset));
  }
  return fields.sort((a, b) => a.at - b.at);
}

/** Returns bytes of Thrift with other numbers in fields, which are in their order. */
function patched(bytes: Uint8Array, fields: readonly ThriftField[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { at, end, value } of fields) {
    pieces.push(bytes.subarray(from, at), zigzag(value));
    from = end;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}

function zigzag(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value < 0 ? -2 * value - 1 : 2 * value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Uint8Array.of(...bytes, left);
}
