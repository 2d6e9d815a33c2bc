/** Arrow batches from thread to thread: taken apart into buffers there, put together here. */
import { BufferType, Data, RecordBatch, Struct, makeData, type Schema } from 'apache-arrow';
import type { PlainBatch } from '../../workers/messages.ts';

const { OFFSET, DATA, VALIDITY } = BufferType;

/** Returns the batch in memory of its own. */
export function takeApart(processor: number, table: string, { data: { length, children } }: RecordBatch): PlainBatch {
  const columns = children.map(({ buffers, nullCount }: Data) => ({
    nullCount,
    offsets: buffers[OFFSET]?.slice() as Int32Array | undefined,
    data: (buffers[DATA] as Uint8Array).slice(),
    ...(nullCount > 0 && { validity: buffers[VALIDITY].slice() }),
  }));
  return { processor, table, length, columns };
}

/** Returns the buffers that a batch may take with it. */
export function buffersOf({ columns }: PlainBatch): ArrayBuffer[] {
  return columns.flatMap(({ offsets, data, validity }) =>
    [offsets, data, validity].flatMap((view) => (view ? [view.buffer as ArrayBuffer] : [])),
  );
}

/** Returns the batch that was taken apart. */
export function putTogether(schema: Schema, { length, columns }: PlainBatch): RecordBatch {
  const children = columns.map(({ nullCount, offsets, data, validity }, i) => {
    const buffers = { [OFFSET]: offsets, [DATA]: data, [VALIDITY]: validity } as Partial<Data['buffers']>;
    return new Data(schema.fields[i].type, 0, length, nullCount, buffers);
  });
  return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }));
}
