/**
 * The seal of a Parquet file: checksums of what its pages' own checksums do not cover. It lies before the footer, where no
 * reader looks. Bytes: where the data end (8), CRC-32 of the data, of what lies behind them, and of seal, footer and tail.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { CHUNK_GUARD } from './format.ts';
import { endsOf, readGroupFields } from './read/chunk-fields.ts';
import { TAIL } from './read/footer.ts';
import { RangedFile } from './read/ranged-file.ts';

const SEAL = 20;
/** The last four bytes are the checksum of the others and what follows. */
const SEALED = SEAL - 4;
const PIECE = 1 << 20;
/** Most footers are shorter, so that one read has them. */
const END_READ = 1 << 16;

/** What lies before a seal: how long the data are, and the checksums. */
export interface SealedBytes {
  dataEnd: number;
  data: number;
  /** Of bloom filters and chunks without checksums. */
  behind: number;
}

/** Returns the end of a file: seal, footer, its length, and the magic number. */
export function sealedEnd({ dataEnd, data, behind }: SealedBytes, footer: Uint8Array): Uint8Array {
  const end = Buffer.alloc(SEAL + footer.length + TAIL);
  end.writeBigUInt64LE(BigInt(dataEnd));
  end.writeUInt32LE(data, 8);
  end.writeUInt32LE(behind, 12);
  end.set(footer, SEAL);
  end.writeUInt32LE(footer.length, end.length - TAIL);
  end.write('PAR1', end.length - 4, 'latin1');
  end.writeUInt32LE(checksumOfEnd(end), SEALED);
  return end;
}

function checksumOfEnd(end: Uint8Array): number {
  return crc32(end.subarray(SEAL), crc32(end.subarray(0, SEALED)));
}

/** Seals a file of DuckDB; returns its size and SHA-256. */
export async function sealParquet(path: string): Promise<{ bytes: number; sha256: string }> {
  const file = RangedFile.of(path);
  try {
    const tail = Buffer.from(await file.read(file.size - TAIL, TAIL));
    const length = tail.readUInt32LE();
    const footer = await file.read(file.size - TAIL - length, length);
    const { data: dataEnd, blooms: start } = endsOf(readGroupFields(footer));
    const sum = createHash('sha256');
    const onPiece = (piece: Uint8Array) => void sum.update(piece);
    const data = await checksumIn(file, 0, dataEnd, onPiece);
    const hasBlooms = start > dataEnd;
    const behind = hasBlooms ? await checksumIn(file, dataEnd, start, onPiece) : crc32(CHUNK_GUARD);
    const end = sealedEnd({ dataEnd, data, behind }, footer);
    const written = hasBlooms ? end : Buffer.concat([CHUNK_GUARD, end]);
    await writeAt(path, written, start);
    return { bytes: start + written.length, sha256: sum.update(written).digest('hex') };
  } finally {
    await file.close();
  }
}

/** Writes bytes at a place of a file. */
async function writeAt(path: string, bytes: Uint8Array, start: number): Promise<void> {
  const out = await open(path, 'r+');
  try {
    for (let at = 0; at < bytes.length;) {
      at += (await out.write(bytes, at, bytes.length - at, start + at)).bytesWritten;
    }
  } finally {
    await out.close();
  }
}

async function checksumIn(
  file: RangedFile,
  start: number,
  end: number,
  onPiece?: (piece: Uint8Array) => void,
): Promise<number> {
  let sum = 0;
  for (let at = start; at < end; at += PIECE) {
    const piece = await file.read(at, Math.min(PIECE, end - at));
    onPiece?.(piece);
    sum = crc32(piece, sum);
  }
  return sum;
}

/**
 * Compares a file with its seal: what lies behind its data, and data of up to `mostData` bytes. Returns what is wrong,
 * undefined if nothing is. Throws a system error if the file cannot be read.
 */
export async function sealProblem(path: string, mostData: number): Promise<string | undefined> {
  const file = RangedFile.of(path);
  try {
    const from = Math.max(0, file.size - END_READ);
    const last = Buffer.from(await file.read(from, file.size - from));
    const footer = last.length < SEAL + TAIL ? Infinity : last.readUInt32LE(last.length - TAIL);
    const start = file.size - SEAL - footer - TAIL;
    if (start < 0) return `has ${file.size} bytes, too few for its footer`;
    const end = start >= from ? last.subarray(start - from) : Buffer.from(await file.read(start, file.size - start));
    if (checksumOfEnd(end) !== end.readUInt32LE(SEALED)) return 'has a footer that differs from its checksum';
    const dataEnd = Number(end.readBigUInt64LE());
    if (dataEnd > start) return `has data up to ${dataEnd}, behind its seal`;
    const sumOf = (first: number, end: number) =>
      first >= from ? crc32(last.subarray(first - from, end - from)) : checksumIn(file, first, end);
    if ((await sumOf(dataEnd, start)) !== end.readUInt32LE(12)) {
      return 'has bloom filters or short pages that differ from their checksum';
    }
    const isWhole = dataEnd > mostData || (await sumOf(0, dataEnd)) === end.readUInt32LE(8);
    return isWhole ? undefined : 'has pages that differ from their checksum';
  } finally {
    await file.close();
  }
}
