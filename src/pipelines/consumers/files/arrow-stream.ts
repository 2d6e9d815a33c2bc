/** Records as an Arrow IPC stream that grows: a stream has no end that must be written. */
import { RecordBatchStreamWriter, type RecordBatch } from 'apache-arrow';
import type { Encoding } from './appended.ts';

/** What a stream ends with: a message of no length. */
const END_BYTES = 8;

/** Returns what writes batches as messages of one stream. */
export function arrowStream(): Encoding {
  return {
    kind: 'arrow',
    encode(_table, rows, isFirst) {
      const stream = bytesOf(rows, [rows]);
      const head = isFirst ? 0 : bytesOf(rows, []).length - END_BYTES;
      return Promise.resolve(stream.subarray(head, stream.length - END_BYTES));
    },
    close: () => undefined,
  };
}

function bytesOf({ schema }: RecordBatch, batches: readonly RecordBatch[]): Uint8Array {
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  for (const batch of batches) writer.write(batch);
  writer.finish();
  return writer.toUint8Array(true);
}
