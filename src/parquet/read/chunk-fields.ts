/** Where a footer says that column chunks and bloom filters lie, and where in the footer it says so. */
import { ThriftReader } from './thrift-reader.ts';

/** What a file begins with. */
const MAGIC_BYTES = 4;

/** A number in a struct of Thrift: where it is, and its value. */
export interface ThriftField {
  at: number;
  end: number;
  value: number;
}

/** A column chunk. */
export interface ChunkFields {
  codec: number;
  size: ThriftField;
  /** Where its pages, its file or its bloom filter begin. */
  offsets: ThriftField[];
  start: number;
  /** Where its bloom filter lies; 0 and 0 if it has none. */
  bloom: { start: number; bytes: number };
}

/** A row group. */
export interface GroupFields {
  chunks: ChunkFields[];
  /** The size of its chunks. */
  size?: ThriftField;
  offset?: ThriftField;
}

/** Returns the row groups of a footer. Throws a RangeError if it is damaged. */
export function readGroupFields(footer: Uint8Array): GroupFields[] {
  const groups: GroupFields[] = [];
  const reader = new ThriftReader(footer);
  reader.struct((id, type) => {
    if (id === 4) reader.list(type, (item) => groups.push(readGroup(reader, item)));
    else reader.skip(type);
  });
  return groups;
}

/** Where the data of a file end, and its bloom filters behind them, which begin at `bloomsStart`. */
export interface DataEnds {
  data: number;
  bloomsStart: number;
  blooms: number;
}

/** Returns where data and bloom filters end; without bloom filters both ends are the same. */
export function endsOf(groups: readonly GroupFields[]): DataEnds {
  const chunks = groups.flatMap((group) => group.chunks);
  const data = Math.max(MAGIC_BYTES, ...chunks.map(({ start, size }) => start + size.value));
  const blooms = chunks.flatMap(({ bloom }) => (bloom.bytes > 0 ? [bloom] : []));
  return {
    data,
    bloomsStart: Math.min(...blooms.map(({ start }) => start), Infinity),
    blooms: Math.max(data, ...blooms.map(({ start, bytes }) => start + bytes)),
  };
}

/** Reads a number. */
export function readField(reader: ThriftReader, type: number): ThriftField {
  const { at } = reader;
  const value = reader.integer(type);
  return { at, end: reader.at, value };
}

function readGroup(reader: ThriftReader, type: number): GroupFields {
  const group: GroupFields = { chunks: [] };
  reader.structIn(type, (id, of) => {
    if (id === 1) reader.list(of, (item) => group.chunks.push(readChunkFields(reader, item)));
    else if (id === 5) group.offset = readField(reader, of);
    else if (id === 6) group.size = readField(reader, of);
    else reader.skip(of);
  });
  return group;
}

/** Fields of a chunk's own struct, and of its metadata, that say where something is; the last one is of a bloom filter. */
const OFFSETS = { own: [2, 4, 6], meta: [9, 10, 11, 14] };
const BLOOM = { start: 14, bytes: 15 };

function readChunkFields(reader: ThriftReader, type: number): ChunkFields {
  const none = { at: 0, end: 0, value: 0 };
  const chunk: ChunkFields = { codec: -1, size: none, offsets: [], start: Infinity, bloom: { start: 0, bytes: 0 } };
  reader.structIn(type, (id, of) => {
    if (OFFSETS.own.includes(id)) chunk.offsets.push(readField(reader, of));
    else if (id === 3) readMetadata(reader, of, chunk);
    else reader.skip(of);
  });
  return chunk;
}

function readMetadata(reader: ThriftReader, type: number, chunk: ChunkFields): void {
  reader.structIn(type, (id, of) => {
    if (id === 4) chunk.codec = reader.integer(of);
    else if (id === 7) chunk.size = readField(reader, of);
    else if (id === BLOOM.bytes) chunk.bloom.bytes = reader.integer(of);
    else if (!OFFSETS.meta.includes(id)) reader.skip(of);
    else {
      const field = readField(reader, of);
      chunk.offsets.push(field);
      if (id === BLOOM.start) chunk.bloom.start = field.value;
      else if (field.value > 0) chunk.start = Math.min(chunk.start, field.value);
    }
  });
}
