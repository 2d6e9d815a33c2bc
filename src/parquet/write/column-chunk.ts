/** A column of a row group: at most a dictionary page, and one page of data. */
import zlib from 'node:zlib';
import type { Data } from 'apache-arrow';
import type { Arena } from '../../arrow/arena.ts';
import type { ColumnKind } from '../../arrow/columns.ts';
import { giveBack } from '../../core/free-memory.ts';
import { bloomFilter, frameChecksum } from './bloom.ts';
import { Distinct, type Dictionary } from './distinct.ts';
import { codecs, encodings, pages } from '../format.ts';
import { DataPage } from './page.ts';
import { boundsOf, type Bounds } from './bounds.ts';
import { ThriftWriter } from '../thrift.ts';
import { numberedRuns, type TextRun } from './text-runs.ts';
import { bitsOf, nullsIn, textsOf, wordsOf, type Texts, type Words } from './values.ts';

/** What the footer says of a column of a row group, and its bytes. */
export interface ColumnChunk {
  rows: number;
  nulls: number;
  bounds?: Bounds;
  codec: number;
  /** Headers and bodies of its pages, in memory of the arena. */
  pieces: Uint8Array[];
  bytes: number;
  /** The same before they were compressed. */
  plainBytes: number;
  /** How long the dictionary page is; 0 when there is none. */
  dictionaryBytes: number;
  bloom?: Uint8Array;
}

/** Level 2 of zstd: level 3 takes 20% longer for files 1% smaller, level 1 is 7% faster for 3% larger ones. */
const LEVEL = 2;
/** Columns and pages of fewer bytes are not compressed: each call costs as much as a kilobyte. */
const LEAST_COMPRESSED = 256;
/** Columns of no more values are types, codes, roles: every row group has them all. */
const LEAST_BLOOM = 64;

/** Ids and amounts that repeat less often are shorter as they are: zstd sees that they grow (12 instead of 73 kB of v27). */
const LEAST_REPEATS = 16;

const NONE = new Uint8Array(0);

/** Takes the texts of a column as they were numbered, until this returns; nothing where they hardly repeat. */
export type OnNumbered = (found: Dictionary<Texts> | undefined) => void;

/** Makes columns of row groups, one after another, in the same memory. */
export class ColumnWriter {
  readonly #arena: Arena;
  readonly #distinct = new Distinct();
  readonly #dictionary = new DataPage();
  readonly #data = new DataPage();

  /** What it makes lies in the arena, until that is cleared. */
  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /**
   * Returns the rows from `start` on of a column; calls `onNumbered` for text columns. The first column of a row group is always
   * compressed: such columns stand where the row group begins.
   */
  write(
    kind: ColumnKind,
    data: Data,
    start: number,
    count: number,
    { isFirst, onNumbered }: { isFirst?: boolean; onNumbered?: OnNumbered | undefined } = {},
  ): ColumnChunk {
    const nulls = nullsIn(data, start, count);
    const chunk = this.#begin(count, nulls, data.nullBitmap, data.offset + start);
    if (isFirst) chunk.codec = codecs.zstd;
    if (nulls === count) return this.#end(chunk, 0);
    if (kind === 'bool') {
      this.#data.copy(bitsOf(data, start, count));
      return this.#end(chunk, 0);
    }
    const values =
      kind === 'utf8' || kind === 'binary'
        ? textsOf(data, start, count, nulls)
        : wordsOf(data, kind === 'int32' ? 1 : 2, start, count, nulls);
    const dictionary = this.#number(values, onNumbered);
    return dictionary ? this.#numbered(kind, chunk, dictionary, values.count) : this.#plain(kind, chunk, values);
  }

  /** Returns the texts of runs of rows, one behind another: a text that repeats is looked for once a run, not once a row. */
  runs(runs: readonly TextRun[]): ColumnChunk {
    const { values, texts, numbers } = numberedRuns(runs);
    const chunk = this.#begin(numbers.length, 0);
    return isShorterWith(texts, values)
      ? this.#numbered('utf8', chunk, { values: texts, numbers }, numbers.length)
      : this.#plain('utf8', chunk, values);
  }

  #begin(rows: number, nulls: number, valid: Uint8Array = NONE, first = 0): ColumnChunk {
    this.#dictionary.clear();
    this.#data.clear();
    this.#data.levels(rows, nulls, valid, first);
    return { rows, nulls, pieces: [], bytes: 0, plainBytes: 0, dictionaryBytes: 0, codec: codecs.none };
  }

  #plain(kind: ColumnKind, chunk: ColumnChunk, values: Texts | Words): ColumnChunk {
    writePlain(this.#data, values);
    return this.#end({ ...chunk, bounds: boundsOf(kind, values) }, 0);
  }

  #numbered(
    kind: ColumnKind,
    chunk: ColumnChunk,
    { values, numbers }: Dictionary<Texts | Words>,
    count: number,
  ): ColumnChunk {
    writePlain(this.#dictionary, values);
    this.#data.numbers(numbers, count, Math.max(1, 32 - Math.clz32(values.count - 1)));
    // DuckDB 1.5.5 finds nothing by equality in a BLOB column that has a bloom filter.
    const hasBloom = kind === 'utf8' && values.kind === 'texts' && values.count > LEAST_BLOOM;
    const bloom = hasBloom ? this.#arena.copy(bloomFilter(values)) : undefined;
    return this.#end({ ...chunk, bounds: boundsOf(kind, values), bloom }, values.count);
  }

  /** Returns the values as numbers where that is shorter. */
  #number(values: Texts | Words, onNumbered?: OnNumbered): Dictionary<Texts | Words> | undefined {
    if (values.kind === 'words') {
      const found = this.#distinct.ofWords(values);
      if (!found || found.values.count * LEAST_REPEATS > values.count) return undefined;
      return isShorterWith(found.values, values) ? found : undefined;
    }
    const found = this.#distinct.ofTexts(values);
    onNumbered?.(found);
    return found && isShorterWith(found.values, values) ? found : undefined;
  }

  #end(chunk: ColumnChunk, distinct: number): ColumnChunk {
    const isSmall = this.#dictionary.length + this.#data.length < LEAST_COMPRESSED;
    if (!isSmall) chunk.codec = codecs.zstd;
    if (distinct > 0) {
      this.#page(chunk, this.#dictionary, (header) => header.struct(7, () => dictionaryHeader(header, distinct)));
      chunk.dictionaryBytes = chunk.bytes;
    }
    const encoding = distinct > 0 ? encodings.rleDictionary : encodings.plain;
    this.#page(chunk, this.#data, (header) => header.struct(5, () => dataHeader(header, chunk.rows, encoding)));
    return chunk;
  }

  #page(chunk: ColumnChunk, page: DataPage, describe: (header: ThriftWriter) => void): void {
    const plain = page.bytes();
    const body =
      chunk.codec === codecs.none ? plain : plain.length < LEAST_COMPRESSED ? framed(plain) : compressed(plain);
    const header = new ThriftWriter();
    header.i32(1, page === this.#dictionary ? pages.dictionary : pages.data);
    header.i32(2, plain.length);
    header.i32(3, body.length);
    describe(header);
    const head = header.end();
    chunk.pieces.push(this.#arena.copy(head), this.#arena.copy(body));
    chunk.bytes += head.length + body.length;
    chunk.plainBytes += head.length + plain.length;
    if (body !== plain) giveBack(body);
  }
}

function dictionaryHeader(header: ThriftWriter, distinct: number): void {
  header.i32(1, distinct);
  header.i32(2, encodings.plain);
}

function dataHeader(header: ThriftWriter, rows: number, encoding: number): void {
  header.i32(1, rows);
  header.i32(2, encoding);
  header.i32(3, encodings.rle);
  header.i32(4, encodings.rle);
}

/** With a checksum of what a frame holds, which who decompresses it compares: DuckDB and every other engine do. */
const params = { [zlib.constants.ZSTD_c_compressionLevel]: LEVEL, [zlib.constants.ZSTD_c_checksumFlag]: 1 };

function compressed(bytes: Uint8Array): Uint8Array {
  // Most come to less than half, so that the result is one piece.
  const chunkSize = 1024 + (bytes.length >> 1);
  const { buffer, byteOffset, byteLength } = zlib.zstdCompressSync(bytes, { chunkSize, params });
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * Returns fewer than 256 bytes uncompressed in a zstd frame (RFC 8878, 3.1.1): magic number, a header with a one-byte
 * length, one raw block, a checksum. A fifth of pubnet's compressed pages are so short.
 */
function framed(bytes: Uint8Array): Uint8Array {
  const frame = new Uint8Array(9 + bytes.length + 4);
  const block = (bytes.length << 3) | 1;
  frame.set([0x28, 0xb5, 0x2f, 0xfd, 0x24, bytes.length, block & 255, block >> 8, 0]);
  frame.set(bytes, 9);
  new DataView(frame.buffer).setUint32(9 + bytes.length, frameChecksum(bytes), true);
  return frame;
}

function writePlain(page: DataPage, values: Texts | Words): void {
  if (values.kind === 'words') {
    const { buffer, byteOffset } = values.words;
    return page.copy(new Uint8Array(buffer, byteOffset, values.count * values.width * 4));
  }
  const { count, view, starts, ends } = values;
  for (let i = 0; i < count; i++) page.text(view, starts[i], ends[i]);
}

/** Whether numbers of the distinct values and these are shorter than all values. */
function isShorterWith(distinct: Texts | Words, values: Texts | Words): boolean {
  const bits = 32 - Math.clz32(distinct.count);
  return plainBytes(distinct) + (values.count * bits) / 8 < plainBytes(values);
}

function plainBytes(values: Texts | Words): number {
  if (values.kind === 'words') return values.count * values.width * 4;
  let bytes = values.count * 4;
  for (let i = 0; i < values.count; i++) bytes += values.ends[i] - values.starts[i];
  return bytes;
}
