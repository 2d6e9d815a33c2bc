/** `on_error: skip` of consumers that write files: what cannot be written of a batch is left out, ledger by ledger. */
import type { RecordBatch } from 'apache-arrow';
import { PipelineError } from '../../core/errors.ts';
import { messageOf } from '../../core/system-errors.ts';
import { recordNamed, unfitting } from '../left-out.ts';
import type { Batch, RecordTable, Sink, SinkContext } from '../sink.ts';

/** What DuckDB says of values that do not fit; a full disk is no fault of a ledger. */
const OF_VALUES = /Conversion Error|Out of Range Error|Invalid Input Error|Constraint Error|not UTF-8/;

/** Returns the sink, which writes a batch that fails for its values again, ledger by ledger, where the config asks for that. */
export function skipping(sink: Sink, context: SinkContext): Sink {
  if (context.config['on_error'] !== 'skip') return sink;
  return {
    kind: sink.kind,
    location: sink.location,
    get checkpoint() {
      return sink.checkpoint;
    },
    async write(batch) {
      try {
        await sink.write(batch);
      } catch (error) {
        if (!isOfValues(error)) throw error;
        await writeByLedger(sink, batch, context);
      }
    },
    written: () => sink.written(),
    close: () => sink.close(),
  };
}

function isOfValues(error: unknown): boolean {
  return (
    error instanceof PipelineError && error.fields.code === 'sink_write_failed' && OF_VALUES.test(messageOf(error))
  );
}

async function writeByLedger(sink: Sink, batch: Batch, { inputs, skip }: SinkContext): Promise<void> {
  for (let ledger = batch.first; ledger <= batch.last.ledger; ledger++) {
    const last = ledger === batch.last.ledger ? batch.last : { ledger, hash: '' };
    const rows = new Map(inputs.flatMap((table) => rowsOfLedger(table, batch, ledger)));
    const one = { first: ledger, last, closedAt: batch.closedAt };
    try {
      await sink.write({ ...one, rows });
    } catch (error) {
      if (!isOfValues(error)) throw error;
      skip?.(ledger, messageOf(error), unfittingRecord(inputs, rows));
      // The checkpoint goes on.
      await sink.write({ ...one, rows: new Map() });
    }
  }
}

function unfittingRecord(inputs: SinkContext['inputs'], rows: Batch['rows']): string | undefined {
  for (const table of inputs) {
    const batch = rows.get(table.name);
    const place = unfitting(table, batch);
    if (batch && place) return recordNamed(table, batch, place.row);
  }
  return undefined;
}

/** The rows of a batch are in the order of ledgers. */
function rowsOfLedger(table: RecordTable, { rows }: Batch, ledger: number): [string, RecordBatch][] {
  const batch = rows.get(table.name);
  const ledgers = batch?.getChild(table.ledger)?.toArray() as Int32Array | BigInt64Array | undefined;
  if (!batch || !ledgers) return [];
  // Payments of events count ledgers in 64 bits.
  const numbers = ledgers instanceof Int32Array ? ledgers : Int32Array.from(ledgers, Number);
  const from = numbers.indexOf(ledger);
  return from < 0 ? [] : [[table.name, batch.slice(from, numbers.lastIndexOf(ledger) + 1)]];
}
