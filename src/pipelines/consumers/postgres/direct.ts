/** Copies rows straight into their table, as long as none of them is there yet: the server writes them once, not twice. */
import type { RecordBatch } from 'apache-arrow';
import type { Batch, RecordTable } from '../../sink.ts';
import type { Connection } from './connection.ts';
import { copyRecords, type Load, type Piece } from './load.ts';
import { copiedType, staging, typeOf, type NameOf, type PostgresTable } from './table.ts';

/** How the rows of one record table come into its table, and those of its children behind them. */
export interface Direct {
  /** The record table, and the table. */
  of: string;
  /** The table in SQL. */
  into: string;
  columns: readonly string[];
  /** What names a row in both. */
  key: readonly string[];
  /** Write the rows of children from where they are copied; rows of their parents are there with id and key. */
  children: readonly Load[];
}

/** Returns how rows are copied straight; undefined where a column is not of the type that the records have: binary rows are not cast. */
export function directly(
  nameOf: NameOf,
  table: PostgresTable,
  records: RecordTable,
  children: readonly Load[] = [],
): Direct | undefined {
  const columns = Object.keys(table.columns).filter((name) => name in records.columns);
  if (columns.some((name) => typeOf(table.columns[name]) !== copiedType(records, name))) return undefined;
  return { of: records.name, into: nameOf(table.name), columns, key: table.key, children };
}

interface Source {
  records: readonly RecordTable[];
  batch: Batch;
  piece: Piece;
}

/** What was copied: rows by table, and how many had to be altered. */
export interface Copied {
  rows: Map<string, number>;
  altered: number;
}

/** Copies the rows of a piece. Throws what the server says, where one of them is there already. */
export async function copyDirectly(
  connection: Connection,
  { of, into, columns, key, children }: Direct,
  table: string,
  { records, batch, piece }: Source,
): Promise<Copied> {
  const copied: Copied = { rows: new Map(), altered: 0 };
  const copy = async (name: string, to: string, only?: readonly string[]) => {
    const own = records.find((one) => one.name === name);
    const rows: RecordBatch | undefined = batch.rows.get(name);
    const part = piece.get(name);
    if (!own || !rows || !part) return;
    const altered = await copyRecords(connection, { into: to, table: own, batch: rows, rows: part, only });
    copied.altered += altered;
  };
  const length = (name: string) => (piece.get(name)?.to ?? 0) - (piece.get(name)?.from ?? 0);
  if (length(of) === 0) return copied;
  await copy(of, into, columns);
  copied.rows.set(table, length(of));
  const filled = children.filter((child) => length(child.of) > 0);
  if (filled.length === 0) return copied;
  const { altered } = copied;
  await copy(of, staging(of), ['id', ...key]);
  // Those of the parents were counted.
  copied.altered = altered;
  for (const child of filled) {
    await copy(child.of, staging(child.of));
    copied.rows.set(child.into ?? child.of, await connection.run(child.sql));
  }
  for (const name of [of, ...filled.map((child) => child.of)]) await connection.run(`delete from ${staging(name)}`);
  return copied;
}
