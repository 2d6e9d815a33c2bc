/** Writes rows straight into their table, as long as none of them is there yet: the server writes them once, not twice. */
import { makeData, RecordBatch, Struct } from 'apache-arrow';
import { columnTypes } from '../../../arrow/columns.ts';
import type { Batch, RecordTable } from '../../sink.ts';
import { arraysOf } from './arrays.ts';
import type { Fields } from './bound-statement.ts';
import type { Connection } from './connection.ts';
import type { Rows } from './copy.ts';
import { partsOf, type Piece } from './load.ts';
import { copiedType, literal, quote, typeOf, type NameOf, type PostgresTable } from './table.ts';

/** How the rows of a record table come into its table. */
interface Insert {
  /** The record table, and the table. */
  of: string;
  into: string;
  /** Writes rows, whose columns are parameters, to the table. */
  sql: string;
  /** The columns that are sent. */
  columns: readonly string[];
}

/** How the rows of one record table come into its table, and those of its children behind them. */
export interface Direct extends Insert {
  /** Does the same, and returns the `id` that it gave to each row. */
  numbering: string;
  children: readonly Insert[];
}

/** A table, and the records that it has. */
export type Filled = readonly [PostgresTable, RecordTable];

/** Returns how rows are sent straight; undefined where a column is not of the type that the records have: what is sent in binary is not cast. */
export function directly(nameOf: NameOf, parent: Filled, children: readonly Filled[] = []): Direct | undefined {
  const own = insertInto(nameOf, parent);
  const ofChildren = children.flatMap((child) => insertInto(nameOf, child) ?? []);
  if (!own || ofChildren.length < children.length) return undefined;
  const numbering = `with written as (${own.sql} returning id) select string_agg(id::text, ' ') from written`;
  return { ...own, numbering, children: ofChildren };
}

function insertInto(nameOf: NameOf, [table, records]: Filled): Insert | undefined {
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
  return { of: records.name, into: table.name, sql, columns: sent };
}

/**
 * So many rows are written at once: of what it parses, the server keeps everything until its end. With 500 a contract event took it 37 µs,
 * with 100 it takes 34.
 */
const ROWS_AT_ONCE = 100;

/** About 5 MB of events: on a line of 100 KB/s they are there before the driver gives up. */
const ROWS_PER_STATEMENT = 2000;

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

/** What was written: rows by table, and how many had to be altered. */
export interface Copied {
  rows: Map<string, number>;
  altered: number;
}

/** Writes the rows of a piece. Throws what the server says, where one of them is there already. */
export async function writeDirectly(connection: Connection, direct: Direct, source: Source): Promise<Copied> {
  const { batch, piece, records } = source;
  const copied: Copied = { rows: new Map(), altered: 0 };
  const parents = batch.rows.get(direct.of);
  if (!parents || lengthOf(piece, direct.of) === 0) return copied;
  const filled = direct.children.filter((child) => lengthOf(piece, child.of) > 0);
  if (filled.length === 0) {
    await insert(connection, direct, source, parents, copied);
    return copied;
  }
  const ids = new Ids(parents);
  const ranges = await insert(connection, { ...direct, sql: direct.numbering }, source, parents, copied);
  [...partsOf(piece.get(direct.of), ROWS_AT_ONCE)].forEach((rows, i) => ids.take(rows, ranges[i]));
  for (const child of filled) {
    const column = records.find(({ name }) => name === child.of)?.parent?.column ?? '';
    await insert(connection, child, source, ids.put(batch.rows.get(child.of)!, column), copied);
  }
  return copied;
}

const lengthOf = (piece: Piece, name: string) => (piece.get(name)?.to ?? 0) - (piece.get(name)?.from ?? 0);

/** Sends rows, of which the next are got ready while the server writes, and returns what it says of each ROWS_AT_ONCE. */
async function insert(
  connection: Connection,
  { of, into, sql, columns }: Insert,
  { records, piece, rooms }: Source,
  rows: RecordBatch,
  copied: Copied,
): Promise<Fields[]> {
  const own = records.find(({ name }) => name === of)!;
  const room = (bytes: number) => rooms.next(bytes);
  const parametersOf = function* (part: Rows) {
    for (const few of partsOf(part, ROWS_AT_ONCE)) {
      const parameters = arraysOf(own, rows, few, { names: columns, room });
      copied.altered += parameters.altered;
      yield parameters;
    }
  };
  const said: Fields[] = [];
  for (const part of partsOf(piece.get(of), ROWS_PER_STATEMENT))
    said.push(...(await connection.send(sql, parametersOf(part))));
  copied.rows.set(into, lengthOf(piece, of));
  return said;
}

/** The ids that the server gave to rows, by those that their records have. */
class Ids {
  readonly #own: BigInt64Array;
  readonly #given = new Map<bigint, bigint>();

  constructor(parents: RecordBatch) {
    this.#own = parents.getChild('id')?.data[0].values as BigInt64Array;
  }

  /** Takes the ids of some rows, which are numbered in the order in which they were sent. */
  take({ from }: Rows, [ids]: Fields): void {
    const given = ids?.split(' ') ?? [];
    given.forEach((id, i) => this.#given.set(this.#own[from + i], BigInt(id)));
  }

  /** Returns the rows of children with the ids of their parents in the column. */
  put({ schema, data: { children, length } }: RecordBatch, column: string): RecordBatch {
    const at = schema.fields.findIndex(({ name }) => name === column);
    const own = children[at].values as BigInt64Array;
    const data = BigInt64Array.from({ length }, (_, row) => this.#given.get(own[row])!);
    const ids = makeData({ type: columnTypes.int64, length, nullCount: 0, data });
    const type = new Struct(schema.fields);
    return new RecordBatch(schema, makeData({ type, length, nullCount: 0, children: children.with(at, ids) }));
  }
}
