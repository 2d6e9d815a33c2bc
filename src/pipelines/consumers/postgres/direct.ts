/** Writes rows straight into their table, as long as none of them is there yet: the server writes them once, not twice. */
import type { RecordBatch } from 'apache-arrow';
import type { Batch, RecordTable } from '../../sink.ts';
import { arraysOf } from './arrays.ts';
import type { Connection } from './connection.ts';
import { copyRecords, partsOf, type Load, type Piece } from './load.ts';
import { copiedType, literal, quote, staging, typeOf, type NameOf, type PostgresTable } from './table.ts';

/** How the rows of one record table come into its table, and those of its children behind them. */
export interface Direct {
  /** The record table, and the table. */
  of: string;
  /** Writes rows, whose columns are parameters, to the table. */
  sql: string;
  /** The columns that are sent. */
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
  const { within = {} } = records;
  const sent = columns.filter((name) => !(name in within));
  const values = columns.map((name) => {
    const [column = name, ...path] = within[name] ?? [];
    return [quote(column), ...path.map(literal)].join(' -> ');
  });
  const arrays = sent.map((name, i) => `unnest($${i + 1}::${copiedType(records, name)}[]) as ${quote(name)}`);
  const sql = `insert into ${nameOf(table.name)} (${columns.map(quote).join(', ')}) select ${values.join(', ')} from (select ${arrays.join(', ')}) s`;
  return { of: records.name, sql, columns: sent, key: table.key, children };
}

/** So many rows are written by a statement: of what it parses, the server keeps everything until its end. */
const ROWS_PER_STATEMENT = 500;

/** Memory for what is sent: of two buffers one is filled while the other is on its way. */
export class Rooms {
  readonly #buffers = [Buffer.alloc(0), Buffer.alloc(0)];

  /** Returns one of so many bytes, or more; the one that was returned before the last may be written over. */
  next(bytes: number): Buffer {
    const last = this.#buffers.shift()!;
    const next = last.length < bytes ? Buffer.allocUnsafe(bytes * 1.25) : last;
    this.#buffers.push(next);
    return next;
  }
}

interface Source {
  records: readonly RecordTable[];
  batch: Batch;
  piece: Piece;
  rooms: Rooms;
}

/** What was copied: rows by table, and how many had to be altered. */
export interface Copied {
  rows: Map<string, number>;
  altered: number;
}

/** Copies the rows of a piece. Throws what the server says, where one of them is there already. */
export async function copyDirectly(
  connection: Connection,
  { of, sql, columns, key, children }: Direct,
  table: string,
  { records, batch, piece, rooms }: Source,
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
  const insert = async () => {
    const own = records.find((one) => one.name === of);
    const rows = batch.rows.get(of);
    if (!own || !rows) return 0;
    let sent = Promise.resolve();
    let count = 0;
    for (const part of partsOf(piece.get(of), ROWS_PER_STATEMENT)) {
      const parameters = arraysOf(own, rows, part, { names: columns, room: (bytes) => rooms.next(bytes) });
      count += parameters.altered;
      await sent;
      sent = connection.send(sql, parameters);
    }
    await sent;
    return count;
  };
  const length = (name: string) => (piece.get(name)?.to ?? 0) - (piece.get(name)?.from ?? 0);
  if (length(of) === 0) return copied;
  copied.altered += await insert();
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
