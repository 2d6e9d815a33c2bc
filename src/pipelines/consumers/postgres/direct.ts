/** Writes rows straight into their table, as long as none of them is there yet: the server writes them once, not twice. */
import { makeData, RecordBatch, Struct } from 'apache-arrow';
import { columnTypes } from '../../../arrow/columns.ts';
import type { Batch, RecordTable } from '../../sink.ts';
import type { Connection } from './connection.ts';
import type { Rows } from './copy.ts';
import { copyRecords, type LoadPiece } from './load.ts';
import type { FoundTable } from './schema.ts';
import { copiedType, typeOf, type NameOf, type PostgresTable } from './table.ts';

/** How the rows of a record table come into its table. */
interface Insert {
  /** The record table. */
  of: string;
  table: string;
  /** The table in SQL. */
  into: string;
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
export interface DirectTables {
  nameOf: NameOf;
  found: ReadonlyMap<string, FoundTable>;
}

/**
 * Returns how to copy rows directly. Undefined if a column has another type, since binary copies do not cast, or if children
 * could not get the ids of their parents.
 */
export function directly(tables: DirectTables, parent: Filled, children: readonly Filled[] = []): Direct | undefined {
  const sequence = children.length > 0 ? tables.found.get(parent[0].name)?.sequence : undefined;
  if (children.length > 0 && sequence === undefined) return undefined;
  const own = insertInto(tables, parent, sequence === undefined ? [] : ['id']);
  const ofChildren = children.flatMap((child) => insertInto(tables, child) ?? []);
  if (!own || ofChildren.length < children.length) return undefined;
  return { ...own, ...(sequence !== undefined && { sequence }), children: ofChildren };
}

function insertInto(tables: DirectTables, [table, records]: Filled, ids: readonly string[] = []): Insert | undefined {
  const own = Object.keys(table.columns).filter((name) => name in records.columns);
  if (own.some((name) => typeOf(table.columns[name]) !== copiedType(records, name))) return undefined;
  const columns = [...ids, ...own];
  const types = tables.found.get(table.name)?.types;
  if (columns.some((name) => types?.get(name) !== copiedType(records, name))) return undefined;
  return { of: records.name, table: table.name, into: tables.nameOf(table.name), columns };
}

interface Source {
  records: readonly RecordTable[];
  batch: Batch;
  piece: LoadPiece;
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

async function insert(
  connection: Connection,
  { of, table, into, columns }: Insert,
  { records, piece }: Source,
  batch: RecordBatch,
  copied: Copied,
): Promise<void> {
  const rows = piece.get(of)!;
  const own = records.find(({ name }) => name === of)!;
  copied.altered += await copyRecords(connection, { into, table: own, batch, rows, columns });
  copied.rows.set(table, lengthOf(rows));
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
