/**
 * A file of the events of ledgers, as records that are added at its end: a magic number and a dictionary, then of each ledger a head of five
 * words and a record. What a crash leaves behind a whole record is not read.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { constants, crc32, zstdCompress, zstdCompressSync, zstdDecompressSync, type ZstdOptions } from 'node:zlib';
import { readFullySync } from '../../core/open-files.ts';
import { StoreError } from '../../core/errors.ts';
import type { LedgerEvents } from './ledger-events.ts';
import { eventsOfRecord, recordBytes, recordOfBytes, type EventRecord } from './event-record.ts';

const MAGIC = 'LLEVENT1';
/** The magic number, the length of the dictionary and its CRC-32. */
const FILE_HEAD = MAGIC.length + 8;
/** Length, ledger, checksum of the ledger, CRC-32 of the record, and CRC-32 of these. */
const RECORD_HEAD = 20;
const LEVEL = 6;
/** Holds most decompressed blocks whole. */
const CHUNK_BYTES = 20 * 1024;
const compress = promisify(zstdCompress) as (bytes: Uint8Array, options: ZstdOptions) => Promise<Buffer>;

/** Whether this Node takes dictionaries: since 22.19 and 24.6; others pass over them. */
export function takesDictionaries(): boolean {
  const random = randomBytes(256);
  return zstdCompressSync(random, { dictionary: random }).length < random.length;
}

/** Where the record of a ledger is. */
export interface RecordPlace {
  file: EventFile;
  start: number;
  length: number;
  /** The `metaChecksum` of the ledger that it was made from. */
  checksum: number;
}

/** An open file. */
export class EventFile {
  readonly path: string;
  readonly #file: number;
  readonly #dictionary: Uint8Array;
  #end: number;

  private constructor(path: string, file: number, dictionary: Uint8Array, end: number) {
    this.path = path;
    this.#file = file;
    this.#dictionary = dictionary;
    this.#end = end;
  }

  /** Makes a file, which has its name once its head is written; throws what the system says. */
  static create(path: string, dictionary: Uint8Array): EventFile {
    const unfinished = `${path}.tmp`;
    const file = openSync(unfinished, 'wx+');
    const stored = zstdCompressSync(dictionary);
    const head = Buffer.alloc(FILE_HEAD);
    head.write(MAGIC, 'latin1');
    head.writeUInt32LE(stored.length, MAGIC.length);
    head.writeUInt32LE(crc32(stored), MAGIC.length + 4);
    const made = new EventFile(path, file, dictionary, 0);
    try {
      made.#write(Buffer.concat([head, stored]));
      renameSync(unfinished, path);
    } catch (error) {
      closeSync(file);
      rmSync(unfinished, { force: true });
      throw error;
    }
    return made;
  }

  /** Opens a file and calls `found` with each whole record; throws what the system says, StoreError when it is no such file. */
  static open(path: string, found: (sequence: number, place: RecordPlace) => void): EventFile {
    const file = openSync(path, 'r');
    try {
      const head = readAt(file, 0, FILE_HEAD);
      const isWhole = head.length === FILE_HEAD && head.toString('latin1', 0, MAGIC.length) === MAGIC;
      const length = isWhole ? head.readUInt32LE(MAGIC.length) : 0;
      const stored = readAt(file, FILE_HEAD, Math.min(length, fstatSync(file).size));
      if (!isWhole || stored.length !== length || crc32(stored) !== head.readUInt32LE(MAGIC.length + 4))
        throw damaged(path);
      const opened = new EventFile(path, file, zstdDecompressSync(stored), FILE_HEAD + length);
      opened.#eachRecord(found);
      return opened;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  #eachRecord(found: (sequence: number, place: RecordPlace) => void): void {
    const { size } = fstatSync(this.#file);
    for (;;) {
      const head = readAt(this.#file, this.#end, RECORD_HEAD);
      if (head.length < RECORD_HEAD || crc32(head.subarray(0, RECORD_HEAD - 4)) !== head.readUInt32LE(RECORD_HEAD - 4))
        return;
      const [length, sequence, checksum] = [0, 4, 8].map((at) => head.readUInt32LE(at)) as [number, number, number];
      const start = this.#end;
      if (start + RECORD_HEAD + length > size) return;
      this.#end += RECORD_HEAD + length;
      found(sequence, { file: this, start, length, checksum });
    }
  }

  /** Adds a record, compressed; returns its place. Throws what the system says. */
  async add(sequence: number, checksum: number, { head, blocks }: EventRecord): Promise<RecordPlace> {
    // The checksum shows a block that changed after its record was checked.
    const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };
    const options = { dictionary: this.#dictionary, params };
    const stored = await Promise.all(blocks.map((block) => compress(block, options)));
    const record = recordBytes(head, stored);
    const recordHead = Buffer.alloc(RECORD_HEAD);
    [record.length, sequence, checksum, crc32(record)].forEach((word, i) => recordHead.writeUInt32LE(word, i * 4));
    recordHead.writeUInt32LE(crc32(recordHead.subarray(0, RECORD_HEAD - 4)), RECORD_HEAD - 4);
    const start = this.#end;
    this.#write(Buffer.concat([recordHead, record]));
    return { file: this, start, length: record.length, checksum };
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at, bytes.length - at, this.#end + at);
    this.#end += bytes.length;
  }

  /**
   * Returns the events of a ledger, whose blocks are read when they are asked for; throws StoreError when the record or a block is not what
   * was written, and what the system says.
   */
  read(sequence: number, { start, length }: RecordPlace): LedgerEvents {
    const bytes = readShared(this.#file, start, RECORD_HEAD + length);
    const record = bytes.subarray(RECORD_HEAD);
    if (record.length !== length || crc32(record) !== bytes.readUInt32LE(12)) throw damaged(this.path);
    return eventsOfRecord(sequence, recordOfBytes(record), (block) => {
      const stored = readShared(this.#file, start + RECORD_HEAD + block.start, block.length);
      try {
        return zstdDecompressSync(stored, { dictionary: this.#dictionary, chunkSize: CHUNK_BYTES });
      } catch {
        throw damaged(this.path);
      }
    });
  }

  close(): void {
    closeSync(this.#file);
  }
}

function readAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readFullySync(file, bytes, start));
}

let shared = Buffer.allocUnsafe(64 * 1024);

/** Returns bytes that are valid until the next call. New buffers for each page would make V8 collect garbage often. */
function readShared(file: number, start: number, length: number): Buffer {
  if (shared.length < length) shared = Buffer.allocUnsafe(length);
  const bytes = shared.subarray(0, length);
  return bytes.subarray(0, readFullySync(file, bytes, start));
}

function damaged(path: string): StoreError {
  return new StoreError(`${path}: not what was written; its events are read from the ledgers`, { key: path });
}
