/** What a contract exports, from the sections of its code, as the interface endpoint tells it (contract 6.3, SEP-48). */
import { decodeJson } from '../../xdr/decode.ts';
import { skipScEnvMetaEntry, skipScMetaEntry, skipScSpecEntry } from '../../xdr/generated/skip.ts';
import type { Json, Row } from './json.ts';
import { customSections } from './wasm.ts';

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
}

/** Returns an interface with nothing in it. */
export function emptyInterface(): Interface {
  return { functions: [], structs: [], unions: [], enums: [], errors: [], events: [] };
}

/** Returns what the code says of itself; throws DecodeError when a section is not as the schema says. */
export function readSpec(wasm: Uint8Array): Spec {
  const sections = customSections(wasm);
  const read = (name: string, type: string, skip: Skip) => entriesIn(sections.get(name), type, skip);
  const told = emptyInterface();
  for (const entry of read('contractspecv0', 'ScSpecEntry', skipScSpecEntry)) addEntry(told, entry);
  const metadata = read('contractmetav0', 'ScMetaEntry', skipScMetaEntry).map(({ inner: { key, val } }) => ({
    key: String(key),
    value: String(val),
  }));
  const [environment] = read('contractenvmetav0', 'ScEnvMetaEntry', skipScEnvMetaEntry);
  return { interface: told, metadata, environment: environment ? { interface_version: environment.inner } : {} };
}

type Skip = (view: DataView, p: number) => number;

/** A union in SEP-51 JSON: the name of its arm, and what is in it. */
interface Entry {
  kind: string;
  inner: Row;
}

function entriesIn(bytes: Uint8Array | undefined, type: string, skip: Skip): Entry[] {
  if (!bytes) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Entry[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = skip(view, at);
    const [[kind, inner]] = Object.entries(JSON.parse(decodeJson(type, bytes.subarray(at, end))) as Row);
    entries.push({ kind, inner: inner as Row });
    at = end;
  }
  return entries;
}

function addEntry(told: Interface, { kind, inner }: Entry): void {
  const { name, doc, lib } = inner;
  const head = { name: String(name), doc, lib };
  if (kind === 'function_v0') {
    const outputs = list(inner['outputs']).map(typeText);
    told.functions.push({ name: String(name), doc, inputs: list(inner['inputs']).map(field), outputs });
  } else if (kind === 'udt_struct_v0') told.structs.push({ ...head, fields: list(inner['fields']).map(field) });
  else if (kind === 'udt_union_v0') told.unions.push({ ...head, cases: list(inner['cases']).map(unionCase) });
  else if (kind === 'udt_enum_v0') told.enums.push({ ...head, cases: inner['cases'] });
  else if (kind === 'udt_error_enum_v0') told.errors.push({ ...head, cases: inner['cases'] });
  else if (kind === 'event_v0') told.events.push(event(head, inner));
}

function list(value: Json): Row[] {
  return Array.isArray(value) ? (value as Row[]) : [];
}

function field({ name, doc, type }: Row): { name: string; type: string; doc: Json } {
  return { name: String(name), type: typeText(type), doc };
}

function unionCase(entry: Row): Row {
  const { name, doc, type: types = [] } = Object.values(entry)[0] as Row;
  return { name, doc, values: list(types).map(typeText) };
}

function event(head: Row, { prefix_topics: topics, params, data_format: format }: Row): Row {
  const told = list(params).map((param) => ({
    ...field(param),
    location: param['location'] === 'topic_list' ? 'topic' : 'data',
  }));
  return { ...head, prefix_topics: topics, params: told, data_format: format };
}

const words: Partial<Record<string, string>> = { address: 'Address', muxed_address: 'MuxedAddress', val: 'Val' };

/** Returns a type as the Rust SDK writes it. */
export function typeText(type: Json): string {
  if (typeof type === 'string') return words[type] ?? type;
  const [[kind, inner]] = Object.entries(type as Row) as [string, Row][];
  const of = (...names: string[]) => names.map((name) => typeText(inner[name])).join(',');
  if (kind === 'option') return `Option<${of('value_type')}>`;
  if (kind === 'result') return `Result<${of('ok_type', 'error_type')}>`;
  if (kind === 'vec') return `Vec<${of('element_type')}>`;
  if (kind === 'map') return `Map<${of('key_type', 'value_type')}>`;
  if (kind === 'tuple') return `(${list(inner['value_types']).map(typeText).join(',')})`;
  return kind === 'bytes_n' ? `BytesN<${String(inner['n'])}>` : String(inner['name']);
}
