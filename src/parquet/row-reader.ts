/**
 * Rows of Parquet files by their ids. DuckDB decompresses whole columns of a row group for three of its rows, again at each request; here they
 * stay decoded.
 */
import { setImmediate } from 'node:timers/promises';
import { KeptBytes } from '../kept-bytes.ts';
import { Chunk, readChunk } from './chunk-reader.ts';
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

/** Rows of Parquet files by their ids; columns of row groups stay decoded in memory, of `maxBytes` in all. */
export class RowReader {
  /** Footers by their files, chunks by their places. */
  readonly #kept: KeptBytes<Footer | Chunk, string | ChunkPlace>;

  constructor({ maxBytes }: { maxBytes: number }) {
    this.#kept = new KeptBytes(maxBytes);
  }

  /** How many bytes what is kept takes. */
  get bytes(): number {
    return this.#kept.bytes;
  }

  /**
   * Returns the rows that have the ids in a column, in the order of the ids: values of the columns in their order, null those that the file
   * lacks. Undefined where the file has something of them that is not read: columns that are nested or of other types than the decoder
   * writes or BLOB, pages of version 2, other encodings, compressed by other means than zstd. Throws an error of the system, or a RangeError
   * where the file is damaged.
   */
  async rows(
    path: string,
    idColumn: string,
    ids: readonly bigint[],
    columns: readonly string[],
  ): Promise<RowValue[][] | undefined> {
    const file = await RangedFile.of(path);
    try {
      const footer = await this.#footer(file);
      const id = footer?.columns.get(idColumn);
      if (!footer || (id && id.kind !== 'int64')) return undefined;
      const asked = columns.map((name) => footer.columns.get(name));
      if (asked.some((column) => column && !column.kind)) return undefined;
      if (!id) return [];
      const found = await this.#find({ file, footer }, id, ids, asked);
      return found && ids.flatMap((id) => found.get(id) ?? []);
    } finally {
      await file.close();
    }
  }

  /**
   * Returns the rows that have a text in one of some columns, of those whose numbers in another column are in the ranges, in the order of the
   * file: values of the columns in theirs. That column ascends. Undefined where there are more than `most`, and as `rows`; throws as that does.
   */
  async rowsWith(
    path: string,
    { value, in: names }: { value: string; in: readonly string[] },
    { column, ranges, most }: { column: string; ranges: readonly NumberRange[]; most: number },
    columns: readonly string[],
  ): Promise<RowValue[][] | undefined> {
    const file = await RangedFile.of(path);
    try {
      const footer = await this.#footer(file);
      const by = footer?.columns.get(column);
      if (!footer || by?.kind !== 'int32') return undefined;
      const asked = columns.map((name) => footer.columns.get(name));
      const looked = names.flatMap((name) => footer.columns.get(name) ?? []);
      if (looked.some(({ kind }) => kind !== 'utf8')) return undefined;
      if (asked.some((column) => column && !column.kind)) return undefined;
      const text = Buffer.from(value);
      const apart = joined(ranges);
      const places: [group: number, rows: number[]][] = [];
      let count = 0;
      for (const [group, { min, max }] of sound(file, 'its footer', () => footer.ranges(by)).entries()) {
        const near = within(apart, Number(min), Number(max));
        if (near.length === 0) continue;
        const chunks = await this.#chunks({ file, footer }, group, [by, ...looked]);
        if (!chunks) return undefined;
        const [numbers, ...inColumns] = chunks;
        const rows = sound(file, `row group ${group}`, () => numbers && rowsOf(numbers, inColumns, text, near));
        count += rows?.length ?? 0;
        if (!rows || count > most) return undefined;
        if (rows.length > 0) places.push([group, rows]);
      }
      const found: RowValue[][] = [];
      for (const [group, rows] of places) {
        const others = await this.#chunks({ file, footer }, group, asked);
        if (!others) return undefined;
        sound(file, `row group ${group}`, () => {
          for (const row of rows) found.push(others.map((chunk) => chunk?.at(row) ?? null));
        });
      }
      return found;
    } finally {
      await file.close();
    }
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

  /** Returns the columns of a row group, in their order; nothing for those that the file lacks. */
  async #chunks(
    { file, footer }: Source,
    group: number,
    columns: readonly (FileColumn | undefined)[],
  ): Promise<(Chunk | undefined)[] | undefined> {
    const chunks: (Chunk | undefined)[] = [];
    const missing = new Map<FileColumn, ChunkPlace>();
    for (const column of columns) {
      const place = column && sound(file, 'its footer', () => footer.chunk(group, column));
      if (column && !place) return undefined;
      const chunk = place && this.#chunkAt(place);
      if (place && !chunk) missing.set(column, place);
      chunks.push(chunk);
    }
    if (missing.size === 0) return chunks;
    const read = await this.#read({ file, footer }, group, [...missing]);
    return read && columns.map((column, i) => chunks[i] ?? (column && read.get(column)));
  }

  #chunkAt(place: ChunkPlace): Chunk | undefined {
    const kept = this.#kept.get(place);
    return kept instanceof Chunk ? kept : undefined;
  }

  async #read(
    { file, footer }: Source,
    group: number,
    missing: readonly (readonly [FileColumn, ChunkPlace])[],
  ): Promise<Map<FileColumn, Chunk> | undefined> {
    const chunks = new Map<FileColumn, Chunk>();
    await file.readEach(
      missing.map(([, place]) => place),
      (bytes, i) => {
        const [column, place] = missing[i];
        const read = () => readChunk(bytes, column, place, footer.rows[group]);
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

/** A file, and what its footer says. */
interface Source {
  file: RangedFile;
  footer: Footer;
}

/** Returns the rows with numbers in the ranges, in order, that have a text in one of the columns; undefined where the numbers do not ascend. */
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
  return [...new Set(columns.flatMap((column) => column?.rowsOf(text, spans) ?? []))].sort((a, b) => a - b);
}

/** Returns ranges in order, of which none overlaps or touches the next. */
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
