/**
 * Writes Parquet files from Arrow batches, one row group at a time. Columns know that texts repeat and values are similar,
 * so this is faster than a copy to DuckDB, and keeps only compressed bytes.
 */
import { crc32 } from 'node:zlib';
import type { RecordBatch } from 'apache-arrow';
import type { Arena } from '../../arrow/arena.ts';
import type { ColumnKind } from '../../arrow/columns.ts';
import { decoderVersion } from '../../version.ts';
import { ColumnWriter, type ColumnChunk } from './column-chunk.ts';
import type { Dictionary } from './distinct.ts';
import { CHUNK_GUARD, codecs, encodings, repetitions } from '../format.ts';
import { sealedEnd } from '../seal.ts';
import type { TextRun } from './text-runs.ts';
import { ThriftWriter } from '../thrift.ts';
import type { Texts } from './values.ts';

/** The columns of a file. */
export type FileColumns = Readonly<Record<string, ColumnKind>>;

/** Rows that a file has together, column by column. */
export interface RowGroup {
  rows: number;
  columns: ColumnChunk[];
}

/** Physical and converted type of each kind; what DuckDB writes for the same. */
const physical: Record<ColumnKind, [type: number, converted?: number]> = {
  bool: [0],
  int32: [1, 17],
  int64: [2, 18],
  timestamp: [2, 10],
  float64: [5],
  utf8: [6, 0],
  binary: [6],
};
const MAGIC = new TextEncoder().encode('PAR1');

/** Takes the texts of a column from row `start` on, as numbers where they repeat; valid during the call. */
export type OnTexts = (column: number, start: number, rows: number, numbered: Dictionary<Texts> | undefined) => void;

/** Makes row groups, one after another, in memory of the arena. */
export class RowGroupWriter {
  readonly #columns: ColumnWriter;

  constructor(arena: Arena) {
    this.#columns = new ColumnWriter(arena);
  }

  /** Returns the batch's rows from `start` on, `kinds` being those of its columns; `onTexts` gets the text columns. */
  write(kinds: readonly ColumnKind[], { data }: RecordBatch, start: number, rows: number, onTexts?: OnTexts): RowGroup {
    const columns = kinds.map((kind, i) =>
      this.#columns.write(kind, data.children[i], start, rows, {
        isFirst: i === 0,
        onNumbered: onTexts && ((found) => onTexts(i, start, rows, found)),
      }),
    );
    return { rows, columns };
  }

  /** Returns a column of the texts of runs of rows. */
  runs(runs: readonly TextRun[]): ColumnChunk {
    return this.#columns.runs(runs);
  }
}

/** Returns pieces one behind another. */
export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/**
 * Returns the pieces that are, one behind another, a sealed file of the row groups. Compressed pages have checksums. Chunks
 * that are not compressed, of some 100 bytes, lie with the bloom filters, which the seal covers. The first column of a row group
 * lies where the group begins: by that place readers of Hadoop decide which part of a file a group belongs to.
 */
export function parquetPieces(columns: FileColumns, groups: readonly RowGroup[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let offset = 0;
  let sum = 0;
  const put = (piece: Uint8Array) => {
    pieces.push(piece);
    offset += piece.length;
    sum = crc32(piece, sum);
  };
  const placed = groups.map(({ rows, columns }) => ({
    rows,
    columns: columns.map((chunk) => ({ chunk, offset: 0, bloom: 0 })),
  }));
  const all = placed.flatMap((group) => group.columns);
  const isChecked = ({ chunk }: PlacedColumn) => chunk.codec === codecs.zstd;
  const place = (column: PlacedColumn) => {
    column.offset = offset;
    column.chunk.pieces.forEach(put);
  };
  put(MAGIC);
  for (const column of all.filter(isChecked)) {
    place(column);
    put(CHUNK_GUARD);
  }
  const checkedEnd = offset;
  sum = 0;
  for (const column of all) if (!isChecked(column)) place(column);
  for (const column of all) {
    column.bloom = offset;
    if (column.chunk.bloom) put(column.chunk.bloom);
  }
  put(sealedEnd({ checkedEnd, behind: sum }, footerOf(columns, placed)));
  return pieces;
}

interface PlacedColumn {
  chunk: ColumnChunk;
  offset: number;
  bloom: number;
}

interface PlacedGroup {
  rows: number;
  columns: PlacedColumn[];
}

function footerOf(columns: FileColumns, groups: readonly PlacedGroup[]): Uint8Array {
  const names = Object.keys(columns);
  const footer = new ThriftWriter();
  footer.i32(1, 1);
  footer.structs(2, [undefined, ...names], (name) => schemaElement(footer, columns, name));
  footer.i64(
    3,
    groups.reduce((sum, { rows }) => sum + rows, 0),
  );
  footer.structs(4, groups, ({ rows, columns: placed }) => {
    footer.structs(
      1,
      placed.map((column, i) => ({ ...column, name: names[i] })),
      (column) => columnChunk(footer, column, columns[column.name]),
    );
    footer.i64(
      2,
      placed.reduce((sum, { chunk }) => sum + chunk.plainBytes, 0),
    );
    footer.i64(3, rows);
  });
  footer.text(6, decoderVersion);
  // Bounds are in the order of each column's type.
  footer.structs(7, names, () => footer.struct(1));
  return footer.end();
}

/** Without a name the root, which has the others. */
function schemaElement(footer: ThriftWriter, columns: FileColumns, name?: string): void {
  if (name === undefined) {
    footer.i32(3, repetitions.required);
    footer.text(4, 'schema');
    return footer.i32(5, Object.keys(columns).length);
  }
  const kind = columns[name];
  const [type, converted] = physical[kind];
  footer.i32(1, type);
  footer.i32(3, repetitions.optional);
  footer.text(4, name);
  if (converted !== undefined) footer.i32(6, converted);
  if (kind === 'utf8') footer.struct(10, () => footer.struct(1));
  if (kind === 'timestamp') footer.struct(10, () => footer.struct(8, () => microseconds(footer)));
}

/** Without a zone. */
function microseconds(footer: ThriftWriter): void {
  footer.flag(1, false);
  footer.struct(2, () => footer.struct(2));
}

function columnChunk(footer: ThriftWriter, placed: PlacedColumn & { name: string }, kind: ColumnKind): void {
  const { chunk, offset, bloom, name } = placed;
  footer.i64(2, offset);
  footer.struct(3, () => {
    footer.i32(1, physical[kind][0]);
    const used = chunk.dictionaryBytes > 0 ? Object.values(encodings) : [encodings.plain, encodings.rle];
    footer.i32s(2, used);
    footer.texts(3, [name]);
    footer.i32(4, chunk.codec);
    footer.i64(5, chunk.rows);
    footer.i64(6, chunk.plainBytes);
    footer.i64(7, chunk.bytes);
    footer.i64(9, offset + chunk.dictionaryBytes);
    if (chunk.dictionaryBytes > 0) footer.i64(11, offset);
    footer.struct(12, () => statistics(footer, chunk));
    if (chunk.bloom) {
      footer.i64(14, bloom);
      footer.i32(15, chunk.bloom.length);
    }
  });
}

function statistics(footer: ThriftWriter, { nulls, bounds }: ColumnChunk): void {
  footer.i64(3, nulls);
  if (!bounds) return;
  footer.binary(5, bounds.max);
  footer.binary(6, bounds.min);
}
