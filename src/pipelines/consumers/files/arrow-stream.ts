/** Records as an Arrow IPC stream that grows: a stream has no end that must be written. */
import { RecordBatchStreamWriter, type RecordBatch, type Schema } from 'apache-arrow';
import { arrowSchema } from '../../../arrow/table.ts';
import type { Encoding } from './appended.ts';

/** What a stream ends with: a message of no length. */
const END_BYTES = 8;

/** Returns what writes batches as messages of one stream. */
export function arrowStream(): Encoding {
  return {
    kind: 'arrow',
    head: (table) => Promise.resolve(bytesOf(arrowSchema(table), [])),
    encode(_table, rows) {
      const head = bytesOf(rows.schema, []).length;
      return Promise.resolve(bytesOf(rows.schema, [rows]).subarray(head));
    },
    close: () => undefined,
  };
}

function bytesOf(schema: Schema, batches: readonly RecordBatch[]): Uint8Array {
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  for (const batch of batches) writer.write(batch);
  writer.finish();
  return writer.toUint8Array(true).subarray(0, -END_BYTES);
}
