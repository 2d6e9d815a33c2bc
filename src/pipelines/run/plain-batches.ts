/** Arrow batches from thread to thread: taken apart into buffers there, put together here. */
import { BufferType, Data, RecordBatch, Struct, makeData, type Schema } from 'apache-arrow';
import type { PlainBatch } from '../../workers/messages.ts';
import { MemoryRoom } from './part-memory.ts';

const { OFFSET, DATA, VALIDITY } = BufferType;

/** Returns how many bytes the batch takes in a room. */
export function bytesOf({ data: { children } }: RecordBatch): number {
  return children.reduce((sum, { buffers }) => {
    const sizes = [OFFSET, DATA, VALIDITY].map((buffer) => MemoryRoom.bytesFor(buffers[buffer]));
    return sum + sizes[0] + sizes[1] + sizes[2];
  }, 0);
}

/** Returns the batch in memory of the room. */
export function takeApart(
  processor: number,
  table: string,
  { data: { length, children } }: RecordBatch,
  room: MemoryRoom,
): PlainBatch {
  const columns = children.map(({ buffers, nullCount }: Data) => ({
    nullCount,
    offsets: buffers[OFFSET] && room.copy(buffers[OFFSET] as Int32Array),
    data: room.copy(buffers[DATA] as Uint8Array),
    ...(nullCount > 0 && { validity: room.copy(buffers[VALIDITY]) }),
  }));
  return { processor, table, length, columns };
}

/** Returns the batch that was taken apart. */
export function putTogether(schema: Schema, { length, columns }: PlainBatch): RecordBatch {
  const children = columns.map(({ nullCount, offsets, data, validity }, i) => {
    const buffers = { [OFFSET]: offsets, [DATA]: data, [VALIDITY]: validity } as Partial<Data['buffers']>;
    return new Data(schema.fields[i].type, 0, length, nullCount, buffers);
  });
  return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }));
}
