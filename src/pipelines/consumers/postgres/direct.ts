/** Writes rows straight into their table, as long as none of them is there yet: the server writes them once, not twice. */
import { makeData, RecordBatch, Struct } from 'apache-arrow';
import { columnTypes } from '../../../arrow/columns.ts';
import type { Batch, RecordTable } from '../../sink.ts';
import { arraysOf } from './arrays.ts';
import type { Connection } from './connection.ts';
import { copyRows, type Rows } from './copy.ts';
import { partsOf, type Piece } from './load.ts';
import type { Found } from './schema.ts';
import { copiedType, literal, quote, typeOf, type NameOf, type PostgresTable } from './table.ts';

/** How the rows of a record table come into its table. */
interface Insert {
  /** The record table, and the table. */
  of: string;
  into: string;
  /** A COPY of the columns, or what takes them as parameters, an array each. */
  how: 'copy' | 'arrays';
  sql: string;
  /** The columns that are sent. */
  columns: readonly string[];
}

/** How the rows of one record table come into its table, and those of its children behind them. */
export interface Direct extends Insert {
  /** What numbers its rows, in SQL; absent where the server does, as no children need to know. */
  sequence?: string;
  children: readonly Insert[];
}

/** A table, and the records that it has. */
export type Filled = readonly [PostgresTable, RecordTable];

/** Where tables are, and what there is of them, by name. */
export interface Tables {
  nameOf: NameOf;
  found: ReadonlyMap<string, Found>;
}

/**
 * Returns how rows are sent straight; undefined where a column is not of the type that the records have, as what is sent in binary is not cast, or
 * children could not be told the ids of their parents.
 */
export function directly(tables: Tables, parent: Filled, children: readonly Filled[] = []): Direct | undefined {
  const sequence = children.length > 0 ? tables.found.get(parent[0].name)?.sequence : undefined;
  if (children.length > 0 && sequence === undefined) return undefined;
  const own = insertInto(tables, parent, sequence === undefined ? [] : ['id']);
  const ofChildren = children.flatMap((child) => insertInto(tables, child) ?? []);
  if (!own || ofChildren.length < children.length) return undefined;
  return { ...own, ...(sequence !== undefined && { sequence }), children: ofChildren };
}

function insertInto(tables: Tables, [table, records]: Filled, ids: readonly string[] = []): Insert | undefined {
  const own = Object.keys(table.columns).filter((name) => name in records.columns);
  if (own.some((name) => typeOf(table.columns[name]) !== copiedType(records, name))) return undefined;
  const { within = {} } = records;
  const columns = [...ids, ...own];
  const types = tables.found.get(table.name)?.types;
  const isAsSent = columns.every((name) => !(name in within) && types?.get(name) === copiedType(records, name));
  const list = `${tables.nameOf(table.name)} (${columns.map(quote).join(', ')})`;
  const insert = { of: records.name, into: table.name };
  // 136,000 rows of invocations take the server 7.2 s in place of 7.7; what stands within another column would be parsed twice.
  if (isAsSent) return { ...insert, how: 'copy', columns, sql: `copy ${list} from stdin (format binary)` };
  const sent = columns.filter((name) => !(name in within));
  const values = columns.map((name) => {
    const [column = name, ...path] = within[name] ?? [];
    return [quote(column), ...path.map(literal)].join(' -> ');
  });
  const arrays = sent.map((name, i) => `unnest($${i + 1}::${copiedType(records, name)}[]) as ${quote(name)}`);
  const sql = `insert into ${list} overriding system value select ${values.join(', ')} from (select ${arrays.join(', ')}) s`;
  return { ...insert, how: 'arrays', columns: sent, sql };
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
  const rows = piece.get(direct.of);
  if (!parents || !rows || lengthOf(rows) === 0) return copied;
  if (direct.sequence === undefined) {
    await insert(connection, direct, source, parents, copied);
    return copied;
  }
  const ids = new Ids(parents, rows, await numbersOf(connection, direct.sequence, lengthOf(rows)));
  await insert(connection, direct, source, ids.put(parents, 'id'), copied);
  for (const child of direct.children) {
    if (lengthOf(piece.get(child.of)) === 0) continue;
    const column = records.find(({ name }) => name === child.of)?.parent?.column ?? '';
    await insert(connection, child, source, ids.put(batch.rows.get(child.of)!, column), copied);
  }
  return copied;
}

const lengthOf = ({ from, to }: Rows = { from: 0, to: 0 }) => to - from;

/** Returns so many numbers of a sequence, which nobody else gets. */
async function numbersOf(connection: Connection, sequence: string, count: number): Promise<bigint[]> {
  const [{ numbers }] = await connection.rows<{ numbers: string }>(
    "select string_agg(nextval($1)::text, ' ') as numbers from generate_series(1, $2)",
    [sequence, count],
  );
  return numbers.split(' ').map(BigInt);
}

/** Sends rows, of which the next are got ready while the server writes. */
async function insert(
  connection: Connection,
  { of, into, how, sql, columns: names }: Insert,
  { records, piece, rooms }: Source,
  rows: RecordBatch,
  copied: Copied,
): Promise<void> {
  const own = records.find(({ name }) => name === of)!;
  const room = (bytes: number) => rooms.next(bytes);
  const parametersOf = function* (part: Rows) {
    for (const few of partsOf(part, ROWS_AT_ONCE)) {
      const parameters = arraysOf(own, rows, few, { names, room });
      copied.altered += parameters.altered;
      yield parameters;
    }
  };
  for (const part of partsOf(piece.get(of), ROWS_PER_STATEMENT)) {
    if (how === 'arrays') await connection.send(sql, parametersOf(part));
    else {
      const { chunks, altered } = copyRows(own, rows, part, { names, room });
      copied.altered += altered;
      await connection.copy(sql, chunks);
    }
  }
  copied.rows.set(into, lengthOf(piece.get(of)));
}

/** The ids that rows get, by those that their records have. */
class Ids {
  readonly #given = new Map<bigint, bigint>();

  constructor(parents: RecordBatch, { from }: Rows, given: readonly bigint[]) {
    const own = parents.getChild('id')?.data[0].values as BigInt64Array;
    given.forEach((id, i) => this.#given.set(own[from + i], id));
  }

  /** Returns the rows, of parents or children, with the ids in the column. */
  put({ schema, data: { children, length } }: RecordBatch, column: string): RecordBatch {
    const at = schema.fields.findIndex(({ name }) => name === column);
    const own = children[at].values as BigInt64Array;
    const data = BigInt64Array.from({ length }, (_, row) => this.#given.get(own[row])!);
    const ids = makeData({ type: columnTypes.int64, length, nullCount: 0, data });
    const type = new Struct(schema.fields);
    return new RecordBatch(schema, makeData({ type, length, nullCount: 0, children: children.with(at, ids) }));
  }
}
