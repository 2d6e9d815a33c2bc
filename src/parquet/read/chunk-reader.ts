/** A column of a row group, decoded as far as to find the value of a row. */
import zlib from 'node:zlib';
import type { ChunkPlace } from './footer.ts';
import { codecs, encodings, pages, PLAIN_DICTIONARY } from '../format.ts';
import { Bitmap, PackedNumbers, type Span } from './runs-reader.ts';
import type { FileColumn, ValueKind } from './schema-reader.ts';
import { ThriftReader } from './thrift-reader.ts';
import { numberedValues, ownBytes, plainValues, type PageValues, type RowValue } from './values-reader.ts';

/** What a page takes besides what it counts, about. */
const PAGE_BYTES = 500;
/** The same of a chunk. */
const CHUNK_BYTES = 800;
/** Few pages shrink to less than so little of them, so that memory for one is not asked for before it proves to be that long. */
const MOST_SHRUNK = 64;

interface PageHeader {
  type: number;
  plainBytes: number;
  bytes: number;
  count: number;
  encoding: number;
  /** How definition levels are encoded. */
  levels: number;
}

/** Rows of a chunk. */
interface Page {
  first: number;
  rows: number;
  /** Nothing where each row has a value. */
  valid?: Bitmap;
  /** Nothing where none has. */
  values?: PageValues;
}

/** How chunks that are read may be compressed. */
export const readCodecs: ReadonlySet<number> = new Set([codecs.none, codecs.zstd]);

/** What a dictionary page has. */
interface Dictionary {
  count: number;
  values: PageValues;
}

/** The rows of a column of a row group. */
export class Chunk {
  /** How much memory it takes. */
  bytes = CHUNK_BYTES;
  readonly #pages: readonly Page[];
  readonly #rows: number;
  /** The rows that have a value, in the order of their values; nothing before they are searched, or where that is their own. */
  #order?: Uint32Array;
  /** The values of one page, where they ascend. */
  #ascending?: BigInt64Array;
  #isSearched = false;
  #ascends: boolean | undefined;

  constructor(pages: readonly Page[], rows: number, dictionary?: Dictionary) {
    this.#pages = pages;
    this.#rows = rows;
    this.bytes += dictionary?.values.bytes ?? 0;
    for (const { valid, values } of pages) this.bytes += PAGE_BYTES + (valid?.bytes ?? 0) + (values?.bytes ?? 0);
  }

  /** Returns the value of a row. */
  at(row: number): RowValue {
    let page = this.#pages[0];
    for (let i = 1; row >= page.first + page.rows; i++) page = this.#pages[i];
    const { first, valid, values } = page;
    const index = valid ? valid.rank(row - first) : row - first;
    return index < 0 || !values ? null : values.at(index);
  }

  /** Returns the rows that have a value, a column of 64 bits being searched. The first search may need more memory. */
  find(value: bigint): number[] {
    if (!this.#isSearched) this.#search();
    const [{ valid } = {}] = this.#pages;
    const [ascending, order] = [this.#ascending, this.#order];
    const valueOf = (i: number) => (ascending ? ascending[i] : order ? this.at(order[i]) : null);
    const count = ascending?.length ?? order?.length ?? 0;
    let low = 0;
    for (let high = count; low < high;) {
      const middle = (low + high) >> 1;
      const found = valueOf(middle);
      if (typeof found === 'bigint' && found < value) low = middle + 1;
      else high = middle;
    }
    const rows: number[] = [];
    for (; low < count && valueOf(low) === value; low++) rows.push(order?.[low] ?? valid?.row(low) ?? low);
    return order ? rows.sort((a, b) => a - b) : rows;
  }

  /** Returns which rows in the spans, which ascend, have a text. */
  rowsOf(text: Uint8Array, spans: readonly Span[]): number[] {
    return this.#pages.flatMap(({ first, rows, valid, values }) => {
      if (!values?.placesOf) return [];
      const ofPage: Span[] = [];
      for (const [start, end] of spans) {
        const [from, to] = [Math.max(0, start - first), Math.min(rows, end - first)];
        if (from < to) ofPage.push(valid ? [valid.before(from), valid.before(to)] : [from, to]);
      }
      if (ofPage.length === 0) return [];
      return values.placesOf(text, ofPage).map((index) => first + (valid ? valid.row(index) : index));
    });
  }

  /** Returns the rows with values in a range, by binary search; undefined if the column does not ascend. */
  between(first: number, last: number): Span | undefined {
    this.#ascends ??= ascends(this);
    if (!this.#ascends) return undefined;
    return [this.#lower(first), this.#lower(last + 1)];
  }

  /** How many there are. */
  get rows(): number {
    return this.#rows;
  }

  /** Returns how many rows have less than a number. */
  #lower(least: number): number {
    let low = 0;
    for (let high = this.#rows; low < high;) {
      const middle = (low + high) >> 1;
      if (Number(this.at(middle)) < least) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #search(): void {
    this.#isSearched = true;
    const longs = this.#pages.length === 1 ? this.#pages[0].values?.longs : undefined;
    if (isAscending(longs)) {
      this.#ascending = longs;
      return;
    }
    const values = Array.from({ length: this.#rows }, (_, row) => this.at(row));
    const rows = Uint32Array.from(values.keys()).filter((row) => values[row] !== null);
    this.#order = rows.sort((a, b) => Number(BigInt(values[a] ?? 0) - BigInt(values[b] ?? 0)));
    this.bytes += this.#order.byteLength;
  }
}

/** Whether each row has a number, none less than the one before. */
function ascends(chunk: Chunk): boolean {
  let before = -Infinity;
  for (let row = 0; row < chunk.rows; row++) {
    const value = chunk.at(row);
    if (typeof value !== 'number' || value < before) return false;
    before = value;
  }
  return true;
}

/** Returns a column of a row group; undefined for unsupported encodings. Throws if it is damaged. */
export function readChunk(bytes: Uint8Array, column: FileColumn, place: ChunkPlace, rows: number): Chunk | undefined {
  const { kind, isOptional } = column;
  if (kind === undefined || !readCodecs.has(place.codec)) return undefined;
  const reader = new ThriftReader(bytes);
  const read: Page[] = [];
  let dictionary: Dictionary | undefined;
  let plainLeft = place.plainBytes;
  for (let first = 0; first < rows;) {
    const header = readHeader(reader);
    plainLeft -= header.plainBytes;
    const { count, encoding } = header;
    const body = bytes.subarray(reader.at, reader.at + header.bytes);
    if (body.length < header.bytes || header.bytes < 0 || header.plainBytes < 0 || plainLeft < 0 || count < 0) {
      throw new RangeError(`a page of ${header.bytes} bytes, plain ${header.plainBytes}, with ${count} values`);
    }
    reader.at += header.bytes;
    if (header.type === pages.dictionary) {
      if (encoding !== encodings.plain && encoding !== PLAIN_DICTIONARY) return undefined;
      dictionary = { count, values: plainValues(kind, decompressed(body, place.codec, header.plainBytes), count) };
    } else if (header.type === pages.data) {
      if (count > rows - first) throw new RangeError(`a page of ${count} rows, where ${rows - first} are left`);
      const plain = decompressed(body, place.codec, header.plainBytes);
      const page = readPage(kind, isOptional, header, plain, dictionary);
      if (!page) return undefined;
      read.push({ ...page, first });
      first += count;
    } else return undefined;
  }
  return new Chunk(read, rows, dictionary);
}

function readPage(
  kind: ValueKind,
  isOptional: boolean,
  { count: rows, encoding, levels }: PageHeader,
  plain: Uint8Array,
  dictionary?: Dictionary,
): Omit<Page, 'first'> | undefined {
  if (!isOptional) {
    const values = readValues(kind, encoding, plain, rows, dictionary);
    return values && { rows, values };
  }
  if (levels !== encodings.rle) return undefined;
  if (plain.length < 4) throw new RangeError(`a page of ${plain.length} bytes`);
  const end = 4 + new DataView(plain.buffer, plain.byteOffset, 4).getUint32(0, true);
  if (end > plain.length) throw new RangeError(`levels end at ${end} of ${plain.length} bytes`);
  const valid = new Bitmap(plain.subarray(4, end), rows);
  if (valid.count === 0) return { rows };
  const values = readValues(kind, encoding, plain.subarray(end), valid.count, dictionary);
  return values && { rows, values, valid: valid.count < rows ? valid : undefined };
}

function readValues(
  kind: ValueKind,
  encoding: number,
  bytes: Uint8Array,
  count: number,
  dictionary?: Dictionary,
): PageValues | undefined {
  if (encoding === encodings.plain) return plainValues(kind, bytes, count);
  if (encoding !== encodings.rleDictionary && encoding !== PLAIN_DICTIONARY) return undefined;
  if (!dictionary) throw new RangeError('a page has numbers of a dictionary that is not there');
  return numberedValues(dictionary.values, dictionary.count, new PackedNumbers(ownBytes(bytes), count));
}

function readHeader(reader: ThriftReader): PageHeader {
  const header: PageHeader = { type: -1, plainBytes: -1, bytes: -1, count: -1, encoding: -1, levels: -1 };
  reader.struct((id, type) => {
    if (id === 1) header.type = reader.integer(type);
    else if (id === 2) header.plainBytes = reader.integer(type);
    else if (id === 3) header.bytes = reader.integer(type);
    else if (id !== 5 && id !== 7) reader.skip(type);
    else
      reader.structIn(type, (id, type) => {
        if (id === 1) header.count = reader.integer(type);
        else if (id === 2) header.encoding = reader.integer(type);
        else if (id === 3) header.levels = reader.integer(type);
        else reader.skip(type);
      });
  });
  return header;
}

function decompressed(body: Uint8Array, codec: number, plainBytes: number): Uint8Array {
  // The memory of the body is given back.
  let plain: Uint8Array = codec === codecs.none ? new Uint8Array(body) : body;
  if (codec === codecs.zstd && plainBytes > 0) {
    // One byte more than there are, so that one piece of memory is enough.
    const chunkSize = Math.max(64, Math.min(plainBytes + 1, body.length * MOST_SHRUNK));
    plain = zlib.zstdDecompressSync(body, { chunkSize, maxOutputLength: plainBytes });
  }
  if (plain.length !== plainBytes) throw new RangeError(`a page of ${plain.length} bytes, expected ${plainBytes}`);
  return plain;
}

function isAscending(values?: BigInt64Array): values is BigInt64Array {
  if (!values) return false;
  for (let i = 1; i < values.length; i++) if (values[i] < values[i - 1]) return false;
  return true;
}
