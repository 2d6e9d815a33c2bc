/** Brings the rows of a batch into tables: each record table is copied beside them, then statements write from there. */
import type { RecordBatch } from 'apache-arrow';
import { unfitting } from '../../left-out.ts';
import type { Batch, RecordTable } from '../../sink.ts';
import type { Connection } from './connection.ts';
import { copyRows, type Rows } from './copy.ts';
import { isServerError } from './faults.ts';
import { quotePostgres, staging } from './table.ts';

/** A statement that writes copied rows. */
export interface Load {
  /** The record table without whose rows there is nothing to do. */
  of: string;
  /** The table whose rows it counts; none for what is only got ready. */
  into?: string;
  sql: string;
}

/** Which rows of each record table. */
export type LoadPiece = ReadonlyMap<string, Rows>;

/** What a transaction has brought into the tables. */
export class Loaded {
  readonly rows = new Map<string, number>();
  readonly skipped: { ledger: number; cause: string; record?: string | undefined }[] = [];
  altered = 0;

  add({ rows, altered }: Pick<Loaded, 'rows' | 'altered'>): void {
    for (const [table, count] of rows) this.rows.set(table, (this.rows.get(table) ?? 0) + count);
    this.altered += altered;
  }
}

interface LoadOptions {
  records: readonly RecordTable[];
  loads: readonly Load[];
  batch: Batch;
  piece: LoadPiece;
  /** Whether further pieces follow in the same transaction. */
  more: boolean;
}

/** About 4 MB of events: on a line of 100 KB/s a COPY is still within `statement_timeout`. */
const ROWS_PER_COPY = 1_000;

/** Writes a piece of a batch, counts its rows by table, and returns how many had to be altered. */
export async function loadRows(
  connection: Connection,
  { records, loads, batch, piece, more }: LoadOptions,
  counts: Map<string, number>,
): Promise<number> {
  let altered = 0;
  for (const table of records) {
    const [own, rows] = [batch.rows.get(table.name), piece.get(table.name)];
    if (own && rows) altered += await copyRecords(connection, { into: staging(table.name), table, batch: own, rows });
  }
  for (const { of, into, sql } of loads) {
    if (!piece.has(of)) continue;
    const count = await connection.run(sql).catch((error: unknown) => {
      throw placed(error, into, records, batch);
    });
    if (into) counts.set(into, (counts.get(into) ?? 0) + count);
  }
  if (more) for (const name of piece.keys()) await connection.run(`delete from ${staging(name)}`);
  return altered;
}

/** The server names no table and column for a number that does not fit. */
function placed(error: unknown, into: string | undefined, records: readonly RecordTable[], batch: Batch): unknown {
  if (!isServerError(error) || error.table) return error;
  const places = error.code === '22003' ? records.map((table) => unfitting(table, batch.rows.get(table.name))) : [];
  const column = places.find((place) => place)?.column;
  return Object.assign(error, { table: into, ...(column && { column }) });
}

interface CopyOptions {
  /** The table in SQL. */
  into: string;
  table: RecordTable;
  batch: RecordBatch;
  rows: Rows;
  /** The columns that are copied; all without it. */
  columns?: readonly string[];
}

/** Copies rows of a record table, and returns how many had to be altered. */
export async function copyRecords(
  connection: Connection,
  { into, table, batch, rows, columns = batch.schema.fields.map(({ name }) => name) }: CopyOptions,
): Promise<number> {
  const sql = `copy ${into} (${columns.map(quotePostgres).join(', ')}) from stdin (format binary)`;
  let count = 0;
  for (const part of partsOf(rows, ROWS_PER_COPY)) {
    const { chunks, altered } = copyRows(table, batch, part, columns);
    await connection.copy(sql, chunks);
    count += altered;
  }
  return count;
}

/** Returns the rows in parts of so many. */
export function* partsOf(rows: Rows | undefined, size: number): Generator<Rows> {
  if (!rows) return;
  for (let from = rows.from; from < rows.to; from += size) yield { from, to: Math.min(from + size, rows.to) };
}

/** Returns all rows as one piece, or, when there is one record table, as pieces of so many rows. */
export function loadPieces(records: readonly RecordTable[], batch: Batch, size: number): LoadPiece[] {
  const whole = records.flatMap(({ name }) => {
    const length = batch.rows.get(name)?.numRows ?? 0;
    return length > 0 ? [[name, { from: 0, to: length }] as const] : [];
  });
  if (records.length > 1 || whole.length === 0) return [new Map(whole)];
  return [...partsOf(whole[0][1], size)].map((rows) => new Map([[whole[0][0], rows]]));
}

/** Returns the rows of each ledger that has any, in ledger order. */
export function piecesByLedger(records: readonly RecordTable[], batch: Batch): [number, LoadPiece][] {
  const pieces = new Map<number, Map<string, Rows>>();
  for (const { name, ledger } of records) {
    const rows = batch.rows.get(name);
    const column = rows?.getChild(ledger);
    for (let row = 0; rows && row < rows.numRows; row++) {
      const piece = upsertPiece(pieces, Number(column?.get(row)));
      const found = piece.get(name);
      if (found) found.to = row + 1;
      else piece.set(name, { from: row, to: row + 1 });
    }
  }
  return [...pieces].sort(([a], [b]) => a - b);
}

function upsertPiece(pieces: Map<number, Map<string, Rows>>, ledger: number): Map<string, Rows> {
  const piece = pieces.get(ledger) ?? new Map<string, Rows>();
  pieces.set(ledger, piece);
  return piece;
}
