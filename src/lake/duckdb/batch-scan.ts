/** Arrow batches as a relation of DuckDB: a table function that fills the columns that a query reads, and no others. */
import type { Data, RecordBatch } from 'apache-arrow';
import type { ColumnKind } from '../../arrow/columns.ts';
import { messageOf } from '../../core/system-errors.ts';
import { checkColumns, fillBy, notUtf8, type BridgeOptions, type TableShape } from './bridge.ts';
import { CHUNK_ROWS, fillFast, types, type DataChunk } from './bridge-fill.ts';
import { duckdb, quoteText, type DuckDBConnection } from './duckdb.ts';

/** The batches of each table, in their order. */
export type Batches = ReadonlyMap<string, readonly RecordBatch[]>;

/** Returns the relation that `registerBatches` makes of a table's batches. */
export function batchesOf(table: string): string {
  return `arrow_batches(${quoteText(table)})`;
}

/** A column that a query reads, at its place in a chunk. */
interface Read {
  at: number;
  source: number;
  kind: ColumnKind;
}

/** Where a scan stands. */
interface Scan {
  table: TableShape;
  reads: readonly Read[];
  batch: number;
  row: number;
}

/**
 * Lets SQL of the connection read the batches that the map holds when a query starts. A query fails if a batch has other
 * columns than its table or invalid UTF-8.
 */
export async function registerBatches(
  connection: DuckDBConnection,
  tables: readonly TableShape[],
  batches: Batches,
  { path }: BridgeOptions = {},
): Promise<void> {
  const fill = await fillBy(path);
  const byName = new Map(tables.map((table) => [table.name, table]));
  const scan = duckdb.DuckDBTableFunction.create({
    name: 'arrow_batches',
    parameterTypes: [duckdb.VARCHAR],
    supportsProjectionPushdown: true,
    bindFunction(info) {
      const table = byName.get(String(info.getParameter(0)));
      if (!table) return info.setError(`no table ${String(info.getParameter(0))}`);
      for (const [name, { kind }] of Object.entries(table.columns)) info.addResultColumn(name, types[kind]);
      info.setBindData(table);
    },
    initFunction(info) {
      // Its callbacks run on this thread, one after another, so a second one would only wait.
      info.setMaxThreads(1);
      const table = info.getBindData() as TableShape;
      info.setInitData({ table, reads: readsOf(table, info.getColumnIndexes()), batch: 0, row: 0 } satisfies Scan);
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

/** Who only counts rows asks for a column that there is not; it stays as it is. */
function readsOf({ columns }: TableShape, indexes: readonly number[]): Read[] {
  const kinds = Object.values(columns).map(({ kind }) => kind);
  return indexes.flatMap((source, at) => (source < kinds.length ? [{ at, source, kind: kinds[source] }] : []));
}

/** Fills the chunk with the rows after those that the scan has given, or with none at the end. */
function fillNext(chunk: DataChunk, scan: Scan, batches: Batches, fill: typeof fillFast): void {
  const { table } = scan;
  const batch = batches.get(table.name)?.[scan.batch];
  const count = Math.min(CHUNK_ROWS, (batch?.numRows ?? 0) - scan.row);
  chunk.rowCount = count;
  if (!batch || count === 0) return;
  if (scan.row === 0) checkColumns(table.name, Object.keys(table.columns), batch);
  for (const { at, source, kind } of scan.reads) {
    if (!fill(chunk, at, kind, columnOf(batch, source), scan.row, count)) {
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
