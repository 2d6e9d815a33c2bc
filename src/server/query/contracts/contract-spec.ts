/** What a contract says of itself in the sections of its code (SEP-46, SEP-48), as far as it can be read. */
import { MAX_DEPTH, XdrFault, tooDeep, unknownArm } from '../../../xdr/reader.ts';
import type { Row } from '../json.ts';
import { SpecCursor } from '../lists/spec-cursor.ts';
import { readSections } from './wasm.ts';

/** A function of a contract. */
export interface SpecFunction extends Row {
  name: string;
  inputs: { name: string; type: string }[];
  outputs: string[];
}

/** Everything that a contract's types and functions are. */
export interface Interface extends Row {
  functions: SpecFunction[];
  structs: Row[];
  unions: Row[];
  enums: Row[];
  errors: Row[];
  events: Row[];
}

/** What code says of itself. */
export interface Spec {
  interface: Interface;
  metadata: { key: string; value: string }[];
  environment: Row;
  /** What cannot be read, a sentence each. */
  warnings: string[];
}

/** Returns a description with nothing in it. */
export function emptySpec(): Spec {
  const nothing = { functions: [], structs: [], unions: [], enums: [], errors: [], events: [] };
  return { interface: nothing, metadata: [], environment: {}, warnings: [] };
}

/** Returns what the code says of itself, with a warning for all that cannot be read. */
export function readContractSpec(wasm: Uint8Array): Spec {
  const { sections, warning } = readSections(wasm);
  const spec = emptySpec();
  if (warning !== undefined) spec.warnings.push(warning);
  const read = (name: string, add: (cursor: SpecCursor) => void) => {
    const bytes = sections.get(name);
    if (bytes) readEntries(name, new SpecCursor(bytes), spec.warnings, add);
  };
  read('contractspecv0', (cursor) => readEntry(cursor, spec.interface));
  read('contractmetav0', (cursor) => {
    readKind(cursor, 'ScMetaEntry', 0);
    spec.metadata.push({ key: cursor.text(), value: cursor.text() });
  });
  read('contractenvmetav0', (cursor) => {
    readKind(cursor, 'ScEnvMetaEntry', 0);
    const version = { protocol: cursor.uint32(), pre_release: cursor.uint32() };
    spec.environment['interface_version'] ??= version;
  });
  return spec;
}

/** Reads entries up to the end, or to the first that cannot be read: nothing says where the next one begins. */
function readEntries(name: string, cursor: SpecCursor, warnings: string[], read: (cursor: SpecCursor) => void): void {
  for (let entry = 1; cursor.left > 0; entry++) {
    try {
      read(cursor);
    } catch (error) {
      if (!(error instanceof XdrFault)) throw error;
      const where = `entry ${entry} of the section ${name} cannot be read (byte ${error.offset}: ${error.message})`;
      warnings.push(`${where}; it and all entries after it are missing`);
      break;
    }
  }
  const [first] = cursor.excesses;
  if (!first) return;
  const { offset, length, limit } = first;
  const example = `the first is ${length} at byte ${offset}, where at most ${limit} is allowed`;
  warnings.push(`the section ${name} has ${cursor.excesses.length} lengths over the limits of SEP-48: ${example}`);
}

function readKind(cursor: SpecCursor, union: string, last: number): number {
  const offset = cursor.at;
  const kind = cursor.uint32();
  if (kind > last) throw unknownArm(union, offset, kind);
  return kind;
}

/** Those of protocol 30, which takes longer names of types and events. */
const limits = { doc: 1024, lib: 80, name: 1024, case: 60, field: 30, symbol: 32, topics: 2, outputs: 1, tuple: 12 };

/** Reads a ScSpecEntry into the list of its kind. */
function readEntry(cursor: SpecCursor, found: Interface): void {
  switch (readKind(cursor, 'ScSpecEntry', 5)) {
    case 0:
      found.functions.push(readFunction(cursor));
      break;
    case 1:
      found.structs.push({ ...readHead(cursor), fields: cursor.list(() => readField(cursor)) });
      break;
    case 2:
      found.unions.push({ ...readHead(cursor), cases: cursor.list(() => readUnionCase(cursor)) });
      break;
    case 3:
      found.enums.push({ ...readHead(cursor), cases: cursor.list(() => readEnumCase(cursor)) });
      break;
    case 4:
      found.errors.push({ ...readHead(cursor), cases: cursor.list(() => readEnumCase(cursor)) });
      break;
    default:
      found.events.push(readEvent(cursor));
  }
}

function readFunction(cursor: SpecCursor): SpecFunction {
  const doc = cursor.text(limits.doc);
  const name = cursor.text(limits.symbol);
  const inputs = cursor.list(() => readField(cursor));
  return { name, doc, inputs, outputs: cursor.list(() => readType(cursor), limits.outputs) };
}

function readHead(cursor: SpecCursor): { name: string; doc: string; lib: string } {
  const doc = cursor.text(limits.doc);
  const lib = cursor.text(limits.lib);
  return { name: cursor.text(limits.name), doc, lib };
}

function readField(cursor: SpecCursor): { name: string; type: string; doc: string } {
  const doc = cursor.text(limits.doc);
  const name = cursor.text(limits.field);
  return { name, type: readType(cursor), doc };
}

function readUnionCase(cursor: SpecCursor): Row {
  const hasValues = readKind(cursor, 'ScSpecUdtUnionCaseV0', 1) === 1;
  const doc = cursor.text(limits.doc);
  const name = cursor.text(limits.case);
  return { name, doc, values: hasValues ? cursor.list(() => readType(cursor)) : [] };
}

function readEnumCase(cursor: SpecCursor): Row {
  const doc = cursor.text(limits.doc);
  const name = cursor.text(limits.case);
  return { name, doc, value: cursor.uint32() };
}

const formats = ['single_value', 'vec', 'map'];

function readEvent(cursor: SpecCursor): Row {
  const head = readHead(cursor);
  const topics = cursor.list(() => cursor.text(limits.symbol), limits.topics);
  const params = cursor.list(() => {
    const param = readField(cursor);
    return { ...param, location: readKind(cursor, 'ScSpecEventParamLocationV0', 1) === 1 ? 'topic' : 'data' };
  });
  const format = formats[readKind(cursor, 'ScSpecEventDataFormat', 2)];
  return { ...head, prefix_topics: topics, params, data_format: format };
}

/** Types without parameters, by ScSpecType. */
const plainTypes: Partial<Record<number, string>> = Object.fromEntries(
  [
    ...['Val', 'bool', 'void', 'error', 'u32', 'i32', 'u64', 'i64', 'timepoint', 'duration'],
    ...['u128', 'i128', 'u256', 'i256', 'bytes', undefined, 'string', 'symbol', undefined, 'Address', 'MuxedAddress'],
  ].flatMap((name, type) => (name === undefined ? [] : [[type, name]])),
);

/** Reads a ScSpecTypeDef and returns it as the Rust SDK writes it. */
function readType(cursor: SpecCursor, depth = MAX_DEPTH): string {
  const offset = cursor.at;
  if (depth === 0) throw tooDeep(offset);
  const type = cursor.uint32();
  const inner = () => readType(cursor, depth - 1);
  switch (type) {
    case 1000:
      return `Option<${inner()}>`;
    case 1001:
      return `Result<${inner()},${inner()}>`;
    case 1002:
      return `Vec<${inner()}>`;
    case 1004:
      return `Map<${inner()},${inner()}>`;
    case 1005:
      return `(${cursor.list(inner, limits.tuple).join(',')})`;
    case 1006:
      return `BytesN<${cursor.uint32()}>`;
    case 2000:
      return cursor.text(limits.name);
  }
  const plain = plainTypes[type];
  if (plain === undefined) throw unknownArm('ScSpecTypeDef', offset, type);
  return plain;
}
