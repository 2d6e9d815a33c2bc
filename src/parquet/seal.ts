/**
 * The seal of a Parquet file: a checksum of what its pages' own checksums do not cover. It lies before the footer, where no
 * reader looks. Bytes: where pages with checksums end (8), nothing (4), CRC-32 of what lies behind them, and of seal, footer
 * and tail.
 */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { withFile } from '../core/open-files.ts';
import { endsOf, readGroupFields } from './read/chunk-fields.ts';
import { TAIL } from './read/footer.ts';
import { RangedFile } from './read/ranged-file.ts';

const SEAL = 20;
/** The last four bytes are the checksum of the others and what follows. */
const SEALED = SEAL - 4;
const PIECE = 1 << 20;
/** Most footers are shorter, so that one read has them. */
const END_READ = 1 << 16;

/** What lies before a seal: where pages with checksums end, and the checksum of what is behind them. */
export interface SealedBytes {
  checkedEnd: number;
  behind: number;
}

/** Returns the end of a file: seal, footer, its length, and the magic number. */
export function sealedEnd({ checkedEnd, behind }: SealedBytes, footer: Uint8Array): Uint8Array {
  const end = Buffer.alloc(SEAL + footer.length + TAIL);
  end.writeBigUInt64LE(BigInt(checkedEnd));
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

/** Seals a file of DuckDB whose pages have no checksums: the seal is of all bytes before it. Returns size and SHA-256. */
export async function sealParquet(
  path: string,
  file: RangedFile,
  footer: Uint8Array,
): Promise<{ bytes: number; sha256: string }> {
  const { blooms: start } = endsOf(readGroupFields(footer));
  const sum = createHash('sha256');
  const behind = await checksumIn(file, 0, start, (piece) => void sum.update(piece));
  const end = sealedEnd({ checkedEnd: 0, behind }, footer);
  await writeAt(path, end, start);
  return { bytes: start + end.length, sha256: sum.update(end).digest('hex') };
}

/** Writes bytes at a place of a file. */
async function writeAt(path: string, bytes: Uint8Array, start: number): Promise<void> {
  const write = async (out: FileHandle) => {
    for (let at = 0; at < bytes.length;) {
      at += (await out.write(bytes, at, bytes.length - at, start + at)).bytesWritten;
    }
  };
  await withFile(path, write, { flags: 'r+' });
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
 * Compares a file with its seal: all bytes but pages that have checksums. Returns what is wrong, undefined if nothing is.
 * Throws a system error if the file cannot be read.
 */
export async function sealProblem(path: string): Promise<string | undefined> {
  const file = RangedFile.of(path);
  try {
    const from = Math.max(0, file.size - END_READ);
    const last = Buffer.from(await file.read(from, file.size - from));
    const footer = last.length < SEAL + TAIL ? Infinity : last.readUInt32LE(last.length - TAIL);
    const start = file.size - SEAL - footer - TAIL;
    if (start < 0) return `has ${file.size} bytes, too few for its footer`;
    const end = start >= from ? last.subarray(start - from) : Buffer.from(await file.read(start, file.size - start));
    if (checksumOfEnd(end) !== end.readUInt32LE(SEALED)) return 'has a footer that differs from its checksum';
    const checkedEnd = Number(end.readBigUInt64LE());
    if (checkedEnd > start) return `has pages up to ${checkedEnd}, behind its seal`;
    const behind =
      checkedEnd >= from
        ? crc32(last.subarray(checkedEnd - from, start - from))
        : await checksumIn(file, checkedEnd, start);
    return behind === end.readUInt32LE(12) ? undefined : 'has pages or bloom filters that differ from their checksum';
  } finally {
    await file.close();
  }
}
