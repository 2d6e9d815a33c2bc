/** Queries of `sql` processors, run in a child process: this side asks. */
import { RecordBatchStreamWriter, type RecordBatch } from 'apache-arrow';
import { PipelineError } from '../../../core/errors.ts';
import { ChildCrash, ChildPool } from '../../../processes/child-pool.ts';
import type { BoundColumn, BoundQuery } from '../../component.ts';
import type { SqlPlainValue } from './columns.ts';

/** Find out what a query reads and gives. */
export interface BindCall {
  kind: 'bind';
  query: string;
}

/** Ask a query of the rows of one ledger: a stream of Arrow for each table. */
export interface AskCall {
  kind: 'ask';
  query: string;
  columns: readonly BoundColumn[];
  batches: [table: string, bytes: Uint8Array][];
}

/** How long a query may take to be planned, and to answer of one ledger. */
const BIND_SECONDS = 10;
const ASK_SECONDS = 60;
/** Two, so that a query which takes its whole time keeps others waiting no longer than needed. */
const PROCESSES = 2;
/** Bytes beside those that Node takes: the query's own 256 MB, and the ledger's rows. */
const MEMORY = 512e6;

const entry = new URL(import.meta.url.endsWith('.ts') ? './child.ts' : './child.js', import.meta.url);
let pool: ChildPool | undefined;

/**
 * Returns the relations and columns of a query. Throws QueryError if it is wrong, PipelineError if DuckDB ends or hangs, and the
 * signal's reason.
 */
export async function bindQuery(query: string, signal?: AbortSignal): Promise<BoundQuery> {
  return (await call({ kind: 'bind', query }, BIND_SECONDS, signal)) as BoundQuery;
}

/** Returns the values of each column that the query gives of the batches; throws as `bindQuery`, and the signal's reason. */
export async function askQuery(
  query: string,
  columns: readonly BoundColumn[],
  tables: ReadonlyMap<string, RecordBatch>,
  signal: AbortSignal,
): Promise<SqlPlainValue[][]> {
  const batches = Array.from(tables, ([table, batch]): [string, Uint8Array] => [
    table,
    RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true),
  ]);
  return (await call({ kind: 'ask', query, columns, batches }, ASK_SECONDS, signal)) as SqlPlainValue[][];
}

async function call(payload: BindCall | AskCall, seconds: number, signal?: AbortSignal): Promise<unknown> {
  pool ??= new ChildPool({ entry, size: PROCESSES, memory: MEMORY });
  const deadline = AbortSignal.timeout(seconds * 1000);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  try {
    return await pool.call({ payload, signal: either });
  } catch (error) {
    if (error instanceof ChildCrash) throw new PipelineError(`the query ended DuckDB (${error.reason})`);
    if (deadline.aborted) throw new PipelineError(`DuckDB did not answer within ${seconds} s`);
    throw error;
  }
}
