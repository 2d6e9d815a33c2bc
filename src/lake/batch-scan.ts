/** Arrow batches as a relation of DuckDB: a table function that fills the columns that a query reads, and no others. */
import type { Data, RecordBatch } from 'apache-arrow';
import type { ColumnKind } from '../arrow/columns.ts';
import { messageOf } from '../system-errors.ts';
import { checkColumns, fillBy, notUtf8, type BridgeOptions, type TableShape } from './bridge.ts';
import { CHUNK_ROWS, fillEnum, fillFast, fillTerms, types, type Chunk } from './bridge-fill.ts';
import { duckdb, quoteText, type DuckDBConnection } from './duckdb.ts';
import { BATCH_ID, ledgerColumn } from './table-files.ts';
import { termsOf, type Terms } from './terms.ts';

/** The batches of each table, in their order. */
export type Batches = ReadonlyMap<string, readonly RecordBatch[]>;

/** The file that each ledger came from: `ids[0]` is that of ledger `first`. */
export interface LedgerFiles {
  first: number;
  ids: readonly string[];
}

export interface BatchScanOptions extends BridgeOptions {
  /** What it holds when a query starts becomes the column `batch_id`; by default there is none. */
  files?: LedgerFiles;
}

/**
 * Returns the relation that `registerBatches` makes of a table's batches. `withTerms` is for what is only written: columns of few texts are
 * ENUMs then, which have an order of their own.
 */
export function batchesOf(table: string, { withTerms = false } = {}): string {
  return `arrow_batches(${quoteText(table)}, ${withTerms})`;
}

/** What a query was bound to. */
interface Bound {
  table: TableShape;
  /** How many files there are, and of each ledger from `first` on the number of its own. */
  files?: { first: number; count: number; numbers: Uint32Array };
  /** The columns that are ENUMs, by their place. */
  terms: readonly (Terms | undefined)[];
}

/** A column that a query reads, at its place in a chunk; `kind` is that of a declared one. */
interface Read {
  at: number;
  source: number;
  kind: ColumnKind | undefined;
}

/** Where a scan stands. */
interface Scan {
  bound: Bound;
  reads: readonly Read[];
  batch: number;
  row: number;
}

/**
 * Lets SQL of the connection read the batches that the map has when a query starts, as `batchesOf` names them: the tables' columns,
 * the batches' rows in their order. A query fails when a batch has other columns than its table, or a text is not UTF-8.
 *
 * `batch_id` is an ENUM, which Parquet holds as text: DuckDB writes its values as they are numbered, where it would hash the text of each
 * row (12% of writing a segment of pubnet).
 */
export async function registerBatches(
  connection: DuckDBConnection,
  tables: readonly TableShape[],
  batches: Batches,
  { path, files }: BatchScanOptions = {},
): Promise<void> {
  const fill = await fillBy(path);
  const byName = new Map(tables.map((table) => [table.name, table]));
  const scan = duckdb.DuckDBTableFunction.create({
    name: 'arrow_batches',
    parameterTypes: [duckdb.VARCHAR, duckdb.BOOLEAN],
    supportsProjectionPushdown: true,
    bindFunction(info) {
      const table = byName.get(String(info.getParameter(0)));
      if (!table) return info.setError(`no table ${String(info.getParameter(0))}`);
      const isFast = info.getParameter(1) === true && fill === fillFast;
      const terms = isFast ? termsIn(table, batches.get(table.name) ?? []) : [];
      Object.entries(table.columns).forEach(([name, { kind }], i) => {
        info.addResultColumn(name, terms[i] ? duckdb.ENUM(terms[i].values) : types[kind]);
      });
      const bound: Bound = { table, terms };
      if (files) {
        const { values, numbers } = numbered(files.ids);
        info.addResultColumn(BATCH_ID, duckdb.ENUM(values));
        bound.files = { first: files.first, count: values.length, numbers };
      }
      info.setBindData(bound);
    },
    initFunction(info) {
      // Its callbacks run on this thread, one after another, so a second one would only wait.
      info.setMaxThreads(1);
      const bound = info.getBindData() as Bound;
      info.setInitData({ bound, reads: readsOf(bound, info.getColumnIndexes()), batch: 0, row: 0 } satisfies Scan);
    },
    mainFunction(info, chunk) {
      try {
        fillNext(chunk, info.getInitData() as Scan, batches, fill);
      } catch (error) {
        info.setError(messageOf(error));
      }
    },
  });
  connection.registerTableFunction(scan);
}

/** Returns the distinct ids, and for each ledger the place of its id among them. */
function numbered(ids: readonly string[]): { values: string[]; numbers: Uint32Array } {
  const places = new Map<string, number>();
  const numbers = Uint32Array.from(ids, (id) => {
    const place = places.get(id) ?? places.size;
    places.set(id, place);
    return place;
  });
  // Views are bound before there are files, and an ENUM has a value.
  return { values: places.size === 0 ? [''] : [...places.keys()], numbers };
}

/** Returns the columns of few texts, by their place, of batches that have the table's columns. */
function termsIn({ columns }: TableShape, batches: readonly RecordBatch[]): (Terms | undefined)[] {
  return Object.values(columns).map(({ kind }, i) => {
    const data = batches.flatMap((batch) => batch.data.children[i] ?? []);
    return kind === 'utf8' && data.length === batches.length ? termsOf(data) : undefined;
  });
}

/** Who only counts rows asks for a column that there is not; it stays as it is. */
function readsOf({ table, files }: Bound, indexes: readonly number[]): Read[] {
  const kinds = Object.values(table.columns).map(({ kind }) => kind);
  const columns = kinds.length + (files ? 1 : 0);
  return indexes.flatMap((source, at) => (source < columns ? [{ at, source, kind: kinds[source] }] : []));
}

/** Fills the chunk with the rows after those that the scan has given, or with none at the end. */
function fillNext(chunk: Chunk, scan: Scan, batches: Batches, fill: typeof fillFast): void {
  const { table, terms } = scan.bound;
  const batch = batches.get(table.name)?.[scan.batch];
  const count = Math.min(CHUNK_ROWS, (batch?.numRows ?? 0) - scan.row);
  chunk.rowCount = count;
  if (!batch || count === 0) return;
  if (scan.row === 0) checkColumns(table.name, Object.keys(table.columns), batch);
  for (const { at, source, kind } of scan.reads) {
    const term = terms[source];
    if (kind === undefined) fillFiles(chunk, at, scan, batch, count);
    else if (term) fillTerms(chunk, at, term.numbers[scan.batch], columnOf(batch, source), scan.row, count);
    else if (!fill(chunk, at, kind, columnOf(batch, source), scan.row, count)) {
      throw notUtf8(table.name, Object.keys(table.columns)[source]);
    }
  }
  scan.row += count;
  if (scan.row < batch.numRows) return;
  scan.batch++;
  scan.row = 0;
}

function columnOf(batch: RecordBatch, index: number): Data {
  return batch.data.children[index];
}

const numbersOfRows = new Uint32Array(CHUNK_ROWS);

function fillFiles(chunk: Chunk, at: number, { bound, row }: Scan, batch: RecordBatch, count: number): void {
  const { first, count: files, numbers } = bound.files!;
  const place = Object.keys(bound.table.columns).indexOf(ledgerColumn(bound.table));
  const ledgers = columnOf(batch, place).values as Int32Array;
  for (let i = 0; i < count; i++) numbersOfRows[i] = numbers[ledgers[row + i] - first];
  fillEnum(chunk, at, numbersOfRows.subarray(0, count), files);
}
