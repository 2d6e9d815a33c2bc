/** The columns that a footer tells of, and which of them are read. */
import { repetitions } from './format.ts';
import type { ThriftReader } from './thrift-reader.ts';

/** What values of a column become; `int64` has microseconds, too. */
export type ValueKind = 'bool' | 'int32' | 'int64' | 'float64' | 'utf8';

/** A column at the top of a schema. */
export interface FileColumn {
  name: string;
  /** Nothing where its values are not read. */
  kind?: ValueKind;
  isOptional: boolean;
  /** Its place among the chunks of a row group. */
  index: number;
}

/** What a physical type's values may stand for, so that they are read as they are. */
type Meaning = 'signed' | 'microseconds' | 'text' | 'other';

interface Element {
  name: string;
  type?: number;
  repetition?: number;
  children: number;
  converted?: Meaning;
  logical?: Meaning;
}

const convertedTypes: Readonly<Record<number, Meaning>> = {
  0: 'text',
  10: 'microseconds',
  15: 'signed',
  16: 'signed',
  17: 'signed',
  18: 'signed',
};
const logicalTypes = { text: 1, timestamp: 8 } as const;
const MICROSECONDS = 2;

const decoder = new TextDecoder();

/** Reads the schema, a list of elements each of which has its children behind it, the root first. */
export function readSchema(reader: ThriftReader, type: number): { columns: FileColumn[]; chunks: number } {
  const elements: Element[] = [];
  reader.list(type, (item) => elements.push(readElement(reader, item)));
  const columns: FileColumn[] = [];
  let chunks = 0;
  for (let at = 1; at < elements.length;) {
    const element = elements[at];
    const first = chunks;
    // What is below an element ends where none of those before lacks a child.
    for (let open = 1; open > 0; open += elements[at++].children - 1) {
      if (at >= elements.length) throw new RangeError(`the schema ends within ${element.name}`);
      if (elements[at].children === 0) chunks++;
    }
    const isOptional = element.repetition === repetitions.optional;
    columns.push({ name: element.name, kind: kindOf(element), isOptional, index: first });
  }
  return { columns, chunks };
}

function readElement(reader: ThriftReader, item: number): Element {
  const element: Element = { name: '', children: 0 };
  reader.structIn(item, (id, type) => {
    if (id === 1) element.type = reader.integer(type);
    else if (id === 3) element.repetition = reader.integer(type);
    else if (id === 4) element.name = decoder.decode(reader.binary(type));
    else if (id === 5) element.children = Math.max(0, reader.integer(type));
    else if (id === 6) element.converted = convertedTypes[reader.integer(type)] ?? 'other';
    else if (id === 10) element.logical = readLogical(reader, type);
    else reader.skip(type);
  });
  return element;
}

function readLogical(reader: ThriftReader, type: number): Meaning | undefined {
  let meaning: Meaning | undefined = 'other';
  reader.structIn(type, (id, type) => {
    if (id === logicalTypes.text) meaning = 'text';
    if (id !== logicalTypes.timestamp) return reader.skip(type);
    reader.structIn(type, (id, type) => {
      if (id !== 2) return reader.skip(type);
      reader.structIn(type, (unit, type) => {
        if (unit === MICROSECONDS) meaning = 'microseconds';
        reader.skip(type);
      });
    });
  });
  return meaning;
}

function kindOf({ type, repetition, children, converted, logical }: Element): ValueKind | undefined {
  if (children > 0 || (repetition !== repetitions.required && repetition !== repetitions.optional)) return undefined;
  // An integer is told by its converted type alone: that has its sign and its width.
  const meaning = converted === 'signed' ? converted : (logical ?? converted);
  switch (type) {
    case 0:
      return meaning === undefined ? 'bool' : undefined;
    case 1:
      return meaning === undefined || meaning === 'signed' ? 'int32' : undefined;
    case 2:
      return meaning === undefined || meaning === 'signed' || meaning === 'microseconds' ? 'int64' : undefined;
    case 5:
      return meaning === undefined ? 'float64' : undefined;
    case 6:
      return meaning === 'text' ? 'utf8' : undefined;
    default:
      return undefined;
  }
}
