/** The footer of a file: its columns, and where each row group has them. */
import { readFileSchema, type FileColumn } from './schema-reader.ts';
import { ThriftReader } from './thrift-reader.ts';

/** Where a column of a row group lies, and how. */
export interface ChunkPlace {
  start: number;
  bytes: number;
  /** The same before they were compressed. */
  plainBytes: number;
  codec: number;
}

/** The least and the greatest value that a row group has of a column of whole numbers. */
export interface Range {
  min: bigint;
  max: bigint;
}

/** The same as bytes; nothing where it is not told. */
interface Bounds {
  min?: Uint8Array;
  max?: Uint8Array;
}

/** Behind a footer: its length and PAR1. */
export const TAIL = 8;
/** What a column takes in a map, about. */
const COLUMN_BYTES = 250;
/** What a place takes, and where its chunk is described. */
const PLACE_BYTES = 80;
const EVERY: Range = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const MAX_BYTES = 2 ** 31;

/**
 * A footer: keeps its bytes and the place of each chunk's description. 55 row groups of 75 columns have 550 kB, of which a
 * call needs little.
 */
export class Footer {
  readonly columns = new Map<string, FileColumn>();
  /** How many rows each row group has. */
  readonly rows: number[] = [];
  /** How much memory it takes. */
  readonly bytes: number;
  readonly #source: Uint8Array;
  /** Where data end. */
  readonly #end: number;
  /** How many chunks a row group has. */
  #chunks = 0;
  readonly #places: Uint32Array;
  readonly #chunkPlaces: (ChunkPlace | undefined)[];
  readonly #ranges = new Map<string, Range[]>();

  /** `end` is where in its file the footer begins. Throws a RangeError where it is damaged. */
  constructor(source: Uint8Array, end: number) {
    this.#source = source;
    this.#end = end;
    const reader = new ThriftReader(source);
    const places: number[] = [];
    reader.struct((id, type) => {
      if (id === 2) this.#schema(reader, type);
      else if (id === 4) reader.list(type, (item) => this.#group(reader, item, places));
      else reader.skip(type);
    });
    if (places.length !== this.rows.length * this.#chunks) {
      throw new RangeError(`${places.length} chunks in ${this.rows.length} row groups of ${this.#chunks} columns`);
    }
    this.#places = Uint32Array.from(places);
    this.#chunkPlaces = Array<ChunkPlace | undefined>(places.length).fill(undefined);
    this.bytes =
      source.buffer.byteLength + PLACE_BYTES * places.length + COLUMN_BYTES * (this.columns.size + this.rows.length);
  }

  /** Returns where a row group has a column; undefined if in another file or encrypted. Always the same object. */
  chunk(group: number, column: FileColumn): ChunkPlace | undefined {
    const at = group * this.#chunks + column.index;
    return (this.#chunkPlaces[at] ??= this.#chunk(group, column));
  }

  #chunk(group: number, column: FileColumn): ChunkPlace | undefined {
    let place: ChunkPlace | undefined;
    let isElsewhere = false;
    const reader = this.#readerOf(group, column);
    reader.struct((id, type) => {
      if (id === 3) place = this.#place(reader, type, this.rows[group]);
      else reader.skip(type);
      // A path, or how it is encrypted.
      if (id === 1 || id >= 8) isElsewhere = true;
    });
    return isElsewhere ? undefined : place;
  }

  /** Returns between which values of a column of whole numbers those of each row group are, as far as the footer says. */
  ranges(column: FileColumn): readonly Range[] {
    let ranges = this.#ranges.get(column.name);
    if (!ranges)
      this.#ranges.set(column.name, (ranges = this.rows.map((_, group) => rangeOf(this.#boundsIn(group, column)))));
    return ranges;
  }

  #schema(reader: ThriftReader, type: number): void {
    const { columns, chunks } = readFileSchema(reader, type);
    for (const column of columns) this.columns.set(column.name, column);
    this.#chunks = chunks;
  }

  #group(reader: ThriftReader, type: number, places: number[]): void {
    let rows = -1;
    reader.structIn(type, (id, type) => {
      if (id === 3) rows = reader.integer(type);
      else if (id !== 1) reader.skip(type);
      else
        reader.list(type, (item) => {
          places.push(reader.at);
          reader.skip(item);
        });
    });
    if (rows < 0 || rows >= MAX_BYTES) throw new RangeError(`a row group of ${rows} rows`);
    this.rows.push(rows);
  }

  #place(reader: ThriftReader, type: number, rows: number): ChunkPlace {
    let [codec, values, plainBytes, bytes, start, dictionary] = [-1, -1, -1, -1, -1, 0];
    reader.structIn(type, (id, type) => {
      if (id === 4) codec = reader.integer(type);
      else if (id === 5) values = reader.integer(type);
      else if (id === 6) plainBytes = reader.integer(type);
      else if (id === 7) bytes = reader.integer(type);
      else if (id === 9) start = reader.integer(type);
      else if (id === 11) dictionary = reader.integer(type);
      else reader.skip(type);
    });
    if (dictionary > 0 && dictionary < start) start = dictionary;
    if (start < 0 || bytes < 0 || start + bytes > this.#end || plainBytes < 0) {
      throw new RangeError(`a chunk of ${bytes} bytes at ${start}, where data end at ${this.#end}`);
    }
    if (values !== rows) throw new RangeError(`a chunk of ${values} values in a row group of ${rows} rows`);
    return { start, bytes, plainBytes, codec };
  }

  #boundsIn(group: number, column: FileColumn): Bounds {
    const range: Bounds = {};
    const reader = this.#readerOf(group, column);
    reader.struct((id, type) => {
      if (id !== 3) return reader.skip(type);
      reader.structIn(type, (id, type) => {
        if (id !== 12) return reader.skip(type);
        reader.structIn(type, (id, type) => {
          if (id === 5) range.max = reader.binary(type);
          else if (id === 6) range.min = reader.binary(type);
          else reader.skip(type);
        });
      });
    });
    return range;
  }

  #readerOf(group: number, column: FileColumn): ThriftReader {
    return new ThriftReader(this.#source, this.#places[group * this.#chunks + column.index]);
  }
}

function rangeOf({ min, max }: Bounds): Range {
  return { min: (min && bound(min)) ?? EVERY.min, max: (max && bound(max)) ?? EVERY.max };
}

function bound(bytes: Uint8Array): bigint | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length === 4) return BigInt(view.getInt32(0, true));
  return bytes.length === 8 ? view.getBigInt64(0, true) : undefined;
}

/** Returns how long the footer is that the end of a file tells of; nothing where it is encrypted. */
export function footerLength(tail: Uint8Array, size: number): number | undefined {
  const magic = String.fromCharCode(...tail.subarray(4));
  if (magic === 'PARE') return undefined;
  const length = new DataView(tail.buffer, tail.byteOffset, tail.length).getUint32(0, true);
  if (magic !== 'PAR1' || length + TAIL > size) {
    throw new RangeError(`${size} bytes end with ${JSON.stringify(magic)} behind a footer of ${length} bytes`);
  }
  return length;
}
