/**
 * Reads rows of Parquet files by id or text. DuckDB would decompress whole columns at each request; here they stay decoded.
 */
import { setImmediate } from 'node:timers/promises';
import { ByteCache } from '../../core/byte-cache.ts';
import { Chunk, readChunk, readCodecs } from './chunk-reader.ts';
import { Footer, footerLength, TAIL, type ChunkPlace } from './footer.ts';
import { RangedFile } from './ranged-file.ts';
import type { Span } from './runs-reader.ts';
import type { FileColumn } from './schema-reader.ts';
import type { RowValue } from './values-reader.ts';

export type { RowValue } from './values-reader.ts';

/** Numbers from the first to the last. */
export interface NumberRange {
  first: number;
  last: number;
}

/** A text in one of some columns. */
export interface TextAsked {
  value: string;
  in: readonly string[];
}

/** Reads rows of Parquet files by id or text. Keeps decoded column chunks, up to `maxBytes`. */
export class RowReader {
  /** Footers by their files, chunks by their places. */
  readonly #kept: ByteCache<Footer | Chunk, string | ChunkPlace>;

  constructor({ maxBytes }: { maxBytes: number }) {
    this.#kept = new ByteCache(maxBytes);
  }

  /** Size of the cache in bytes. */
  get bytes(): number {
    return this.#kept.bytes;
  }

  /**
   * Returns the rows with these ids in a column, in the order of the ids; missing columns are null. Undefined if the file
   * has nested columns, unknown types, BLOB, pages of version 2 or other encodings or compressions. Throws a system error,
   * or a RangeError if the file is damaged.
   */
  async rows(
    path: string,
    idColumn: string,
    ids: readonly bigint[],
    columns: readonly string[],
  ): Promise<RowValue[][] | undefined> {
    const file = await opened(path);
    try {
      const footer = await this.#footer(file);
      const id = footer?.columns.get(idColumn);
      if (!footer || (id && !isOfTable(id, 'int64'))) return undefined;
      const asked = columns.map((name) => footer.columns.get(name));
      if (asked.some((column) => column && !isOfTable(column))) return undefined;
      if (!id) return [];
      const found = await this.#find({ file, footer }, id, ids, asked);
      return found && ids.flatMap((id) => found.get(id) ?? []);
    } finally {
      await file.close();
    }
  }

  /**
   * Returns the rows with a text in one of some columns whose number in an ascending column is in the ranges, in file order.
   * Undefined if there are more than `most`, and as `rows`; throws as `rows` does.
   */
  async rowsWith(
    path: string,
    { value, in: names }: TextAsked,
    { column, ranges, most }: { column: string; ranges: readonly NumberRange[]; most: number },
    columns: readonly string[],
  ): Promise<RowValue[][] | undefined> {
    const file = await opened(path);
    try {
      const footer = await this.#footer(file);
      const by = footer?.columns.get(column);
      if (!footer || !by || !isOfTable(by, 'int32')) return undefined;
      const asked = columns.map((name) => footer.columns.get(name));
      const looked = names.flatMap((name) => footer.columns.get(name) ?? []);
      if (looked.some((column) => !isOfTable(column, 'utf8'))) return undefined;
      if (asked.some((column) => column && !isOfTable(column))) return undefined;
      const source = { file, footer };
      const text = Buffer.from(value);
      const apart = joined(ranges);
      const places: [group: number, rows: number[]][] = [];
      let count = 0;
      for (const [group, { min, max }] of sound(file, 'its footer', () => footer.ranges(by)).entries()) {
        const near = within(apart, Number(min), Number(max));
        if (near.length === 0) continue;
        const chunks = await this.#chunks(source, group, [by, ...looked]);
        if (!chunks) return undefined;
        const [numbers, ...inColumns] = chunks;
        const rows = sound(file, `row group ${group}`, () => numbers && rowsOf(numbers, inColumns, text, near));
        count += rows?.length ?? 0;
        if (!rows || count > most) return undefined;
        if (rows.length > 0) places.push([group, rows]);
      }
      return await this.#rowsAt(source, places, asked);
    } finally {
      await file.close();
    }
  }

  /** Returns the rows of row groups, the columns in their order. */
  async #rowsAt(
    source: Source,
    places: readonly (readonly [group: number, rows: number[]])[],
    columns: readonly (FileColumn | undefined)[],
  ): Promise<RowValue[][] | undefined> {
    const found: RowValue[][] = [];
    for (const [group, rows] of places) {
      const chunks = await this.#chunks(source, group, columns);
      if (!chunks) return undefined;
      sound(source.file, `row group ${group}`, () => {
        for (const row of rows) found.push(chunks.map((chunk) => chunk?.at(row) ?? null));
      });
    }
    return found;
  }

  async #footer(file: RangedFile): Promise<Footer | undefined> {
    const kept = this.#kept.get(file.key);
    if (kept instanceof Footer) return kept;
    const end = file.size - TAIL;
    if (end < 0) throw new RangeError(`${file.path} is damaged: it has ${file.size} bytes`);
    const tail = await file.read(end, TAIL);
    const length = sound(file, 'its end', () => footerLength(tail, file.size));
    if (length === undefined) return undefined;
    const bytes = await file.read(end - length, length);
    // Another call may have read it meanwhile, and chunks by its places.
    const other = this.#kept.get(file.key);
    if (other instanceof Footer) return other;
    const footer = sound(file, 'its footer', () => new Footer(bytes, end - length));
    this.#kept.put(file.key, footer);
    return footer;
  }

  /** Returns the rows that have the ids, by these, the columns in their order. */
  async #find(
    source: Source,
    id: FileColumn,
    ids: readonly bigint[],
    columns: readonly (FileColumn | undefined)[],
  ): Promise<Map<bigint, RowValue[][]> | undefined> {
    const { file, footer } = source;
    const found = new Map<bigint, RowValue[][]>();
    const sorted = [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1));
    const ranges = sound(file, 'its footer', () => footer.ranges(id));
    for (const [group, { min, max }] of ranges.entries()) {
      const asked = sorted.slice(lowerBound(sorted, min), lowerBound(sorted, max + 1n));
      if (asked.length === 0) continue;
      const [idChunk] = (await this.#chunks(source, group, [id])) ?? [];
      const place = sound(file, 'its footer', () => footer.chunk(group, id));
      if (!idChunk || !place) return undefined;
      const { bytes } = idChunk;
      const rows = sound(file, `ids of row group ${group}`, () => asked.map((id) => idChunk.find(id)));
      // To search it may have taken more memory.
      if (idChunk.bytes !== bytes) this.#kept.put(place, idChunk);
      if (rows.every(({ length }) => length === 0)) continue;
      const others = await this.#chunks(source, group, columns);
      if (!others) return undefined;
      sound(file, `row group ${group}`, () => {
        const valuesOf = (row: number) => others.map((chunk) => chunk?.at(row) ?? null);
        for (const [i, those] of rows.entries()) {
          if (those.length > 0) found.set(asked[i], [...(found.get(asked[i]) ?? []), ...those.map(valuesOf)]);
        }
      });
    }
    return found;
  }

  /** Returns the columns of a row group, in their order; nothing for missing ones. */
  async #chunks(
    { file, footer }: Source,
    group: number,
    columns: readonly (FileColumn | undefined)[],
  ): Promise<(Chunk | undefined)[] | undefined> {
    const chunks: (Chunk | undefined)[] = [];
    const missing = new Map<FileColumn, ChunkPlace>();
    for (const column of columns) {
      const place = column && sound(file, 'its footer', () => footer.chunk(group, column));
      if (column && !(place && readCodecs.has(place.codec))) return undefined;
      const chunk = place && this.#chunkAt(place);
      if (place && !chunk) missing.set(column, place);
      chunks.push(chunk);
    }
    if (missing.size === 0) return chunks;
    const read = await this.#read(file, footer.rows[group], group, [...missing]);
    return read && columns.map((column, i) => chunks[i] ?? (column && read.get(column)));
  }

  #chunkAt(place: ChunkPlace): Chunk | undefined {
    const kept = this.#kept.get(place);
    return kept instanceof Chunk ? kept : undefined;
  }

  async #read(
    file: RangedFile,
    rows: number,
    group: number,
    missing: readonly (readonly [FileColumn, ChunkPlace])[],
  ): Promise<Map<FileColumn, Chunk> | undefined> {
    const chunks = new Map<FileColumn, Chunk>();
    await file.readEach(
      missing.map(([, place]) => place),
      (bytes, i) => {
        const [column, place] = missing[i];
        const read = () => readChunk(bytes, column, place, rows);
        // Another call may have read it meanwhile.
        const chunk = this.#chunkAt(place) ?? sound(file, `${column.name} of row group ${group}`, read);
        if (!chunk) return;
        this.#kept.put(place, chunk);
        chunks.set(column, chunk);
      },
    );
    // Decoding took some milliseconds of the thread.
    await setImmediate();
    return chunks.size === missing.length ? chunks : undefined;
  }
}

/** A file and what its footer says. */
interface Source {
  file: RangedFile;
  footer: Footer;
}

const isOfTable = ({ kind }: FileColumn, of = kind) => kind !== undefined && kind === of;

/** Returns the rows in the spans, in order, that have a text in one of the columns. */
function rowsIn(columns: readonly (Chunk | undefined)[], text: Uint8Array, spans: readonly Span[]): number[] {
  const rows = columns.flatMap((column) => column?.rowsOf(text, spans) ?? []);
  return [...new Set(rows)].sort((a, b) => a - b);
}

/** Returns the rows in the ranges with a text in one of the columns; undefined if numbers do not ascend. */
function rowsOf(
  numbers: Chunk,
  columns: readonly (Chunk | undefined)[],
  text: Uint8Array,
  ranges: readonly NumberRange[],
): number[] | undefined {
  const spans: Span[] = [];
  for (const { first, last } of ranges) {
    const span = numbers.between(first, last);
    if (!span) return undefined;
    spans.push(span);
  }
  return rowsIn(columns, text, spans);
}

/** Returns sorted ranges; none overlaps or touches the next. */
function joined(ranges: readonly NumberRange[]): NumberRange[] {
  const merged: NumberRange[] = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else merged.push({ first, last });
  }
  return merged;
}

/** Returns those of ranges, in order and apart, that have something between two numbers. */
function within(ranges: readonly NumberRange[], min: number, max: number): NumberRange[] {
  const first = firstWhere(ranges.length, (i) => ranges[i].last >= min);
  return ranges.slice(
    first,
    firstWhere(ranges.length, (i) => ranges[i].first > max),
  );
}

/** Returns how many of the ids are less. */
function lowerBound(ids: readonly bigint[], least: bigint): number {
  return firstWhere(ids.length, (i) => ids[i] >= least);
}

/** Returns the first of so many places from which on something holds; how many there are where it holds nowhere. */
function firstWhere(count: number, holds: (place: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns a file when others have had their turn: where all that is read of it stays decoded, nothing else is waited for. */
async function opened(path: string): Promise<RangedFile> {
  const file = RangedFile.of(path);
  await setImmediate();
  return file;
}

/** Returns what is read, or throws where in the file it is damaged. */
function sound<T>({ path }: RangedFile, where: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new RangeError(`${path} is damaged in ${where}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
