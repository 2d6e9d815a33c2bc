/** The consumers of a run while they write: each behind its own checkpoint. */
import type { RecordBatch } from 'apache-arrow';
import { arrowSchema } from '../../arrow/table.ts';
import { PipelineError } from '../../core/errors.ts';
import type { Part } from '../../workers/messages.ts';
import type { Batch, LedgerMark, Sink } from '../sink.ts';
import type { Output } from './options.ts';
import { writesOf } from '../definition/compatibility.ts';
import { processors } from '../processors/index.ts';
import { putTogether } from './plain-batches.ts';
import type { RunningProcessor } from './record-set.ts';
import type { RunningConsumer, Wiring } from './wiring.ts';

/** A consumer and where it writes. */
export interface OpenSink {
  consumer: RunningConsumer;
  sink: Sink;
  rows: number;
  errors: number;
  lastError?: string;
}

/** Returns a part as the batch that consumers get; of a table that two processors make the first's. */
export function batchOf({ first, last, closedAt, rows }: Part, { tables }: Pick<Wiring, 'tables'>): Batch {
  const found = new Map<string, RecordBatch>();
  for (const plain of rows.toSorted((a, b) => a.processor - b.processor)) {
    if (!found.has(plain.table)) found.set(plain.table, putTogether(arrowSchema(tables.get(plain.table)!), plain));
  }
  return { first, last, closedAt, rows: found };
}

/** Returns the processors, and marks those whose records only become jsonb. */
export function toldOfJsonb(running: readonly RunningProcessor[], sinks: readonly OpenSink[]): RunningProcessor[] {
  return running.map((each) => {
    const readers = sinks.filter(({ consumer: { component } }) => writesOf(component, processors.get(each.id)!));
    return readers.every(({ sink }) => sink.isJsonb) ? { ...each, isJsonb: true } : each;
  });
}

/** Returns how many rows a batch has. */
export function rowsWritten({ rows }: Batch): number {
  return rows.values().reduce((sum, { numRows }) => sum + numRows, 0);
}

/** Writes a batch to every consumer that does not have its ledgers; throws the first error when all have ended. */
export async function writeAll(sinks: readonly OpenSink[], batch: Batch, more: boolean): Promise<void> {
  const due = sinks.filter(({ sink }) => (sink.checkpoint?.ledger ?? 0) < batch.last.ledger || !sink.checkpoint);
  await each(due, async (open) => {
    await open.sink.write(batch, more || open.sink.isAhead);
    for (const { name } of open.consumer.inputs) open.rows += batch.rows.get(name)?.numRows ?? 0;
  });
}

/** Makes durable what was written with `more`; throws the first error when all have ended. */
export async function commitAll(sinks: readonly OpenSink[]): Promise<void> {
  await each(sinks, ({ sink }) => sink.commit?.());
}

/** Returns the last ledger that no sink reads any more. */
export function lastRead(sinks: readonly OpenSink[]): number {
  return Math.min(...sinks.map(({ sink }) => (sink.isAhead ? (sink.checkpoint?.ledger ?? 0) : Infinity)));
}

type Work = (open: OpenSink) => Promise<void> | undefined;

async function each(sinks: readonly OpenSink[], work: Work): Promise<void> {
  const ends = await Promise.allSettled(sinks.map((open) => counted(open, work)));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

async function counted(open: OpenSink, work: Work): Promise<void> {
  try {
    await work(open);
    delete open.lastError;
  } catch (error) {
    open.errors++;
    open.lastError = error instanceof Error ? error.message : String(error);
    throw error;
  }
}

/** Throws PipelineError when a part does not follow what a consumer has: its ledgers are of another chain. */
export function checkChain(before: LedgerMark | undefined, { first, previousHash }: Part): void {
  if (!before || before.ledger + 1 !== first || before.hash === '' || before.hash === previousHash) return;
  throw new PipelineError(
    `ledger ${first} follows ${previousHash}, but ledger ${before.ledger} that was written is ${before.hash}: ` +
      `the store is not the one of the runs before; start again with from=start and an empty target`,
    { code: 'other_chain', ledger: first },
  );
}

/** Returns where the consumers have written. */
export function outputsOf(sinks: readonly OpenSink[]): Output[] {
  return sinks.map(({ consumer, sink }) => ({
    consumer: consumer.name,
    kind: sink.kind,
    location: sink.location,
    tables: Array.from(sink.written(), ([name, rows]) => ({ name, rows })),
  }));
}
