/**
 * Turns a failed walk into a DecodeError that says where: the generated walkers know only the byte offset, so the value
 * is walked again, slowly, along the schema.
 */
import { createRequire } from 'node:module';
import type { xdr } from '@stellar/stellar-sdk';
import { DecodeError } from '../core/errors.ts';
import { skips } from './generated/skip.ts';
import { NEWER, XdrFault, count, flag, skipPadded, skipVarOpaque, unknownArm, unknownMember } from './reader.ts';
import { resolve, type Schema } from './schema.ts';
import { announced } from './schema/announced.ts';
import { NEWEST_PROTOCOL, wholeSchema } from './schema/whole.ts';

/** Most fields of a path; what nests deeper is walked by the generated walkers, which need less stack. */
const MAX_PATH = 50;

/** What is known of the bytes before they are walked. */
export interface Origin {
  file?: string;
  ledger?: number;
  /** Of a ledger of a newer protocol than this version reads. */
  protocol?: number;
}

/**
 * Returns the end of the value at `start`, as `walk` finds it. Throws DecodeError, with file, ledger, byte offset and
 * path of fields, when the walk fails or ends elsewhere than the bytes.
 */
export function explained(
  type: string,
  bytes: Uint8Array,
  origin: Origin,
  walk: (view: DataView) => number,
  start = 0,
): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end: number;
  try {
    end = walk(view);
  } catch (error) {
    throw decodeFault(error, type, view, origin, start);
  }
  if (end > bytes.length) throw decodeFault(new RangeError(), type, view, origin, start);
  if (end < bytes.length) {
    throw decodeError(origin, end, type, `${bytes.length - end} bytes follow the value, expected none`);
  }
  return end;
}

/** Returns the DecodeError for what a walk over a value of the type at `start` threw; other errors come back as they are. */
export function decodeFault(error: unknown, type: string, view: DataView, origin: Origin, start = 0): unknown {
  if (!(error instanceof XdrFault || error instanceof RangeError)) return error;
  const path: string[] = [];
  let found: unknown;
  try {
    const fault = error instanceof XdrFault ? error.offset : Infinity;
    const end = walkSchema(schemaOf(type), view, start, { path, fault, sought: Infinity });
    if (end > view.byteLength) throw new RangeError();
  } catch (fault) {
    found = fault;
  }
  // The walk that failed knows best what is wrong.
  const fault = error instanceof XdrFault ? error : found;
  // The schema knows no limits of meaning, such as that of a close time.
  const where = error instanceof XdrFault && !found ? pathAt(type, view, error.offset, start) : pathText(type, path);
  const protocol = type === 'LedgerCloseMeta' ? protocolAt(view, start) : 0;
  const from = protocol > NEWEST_PROTOCOL ? { ...origin, protocol } : origin;
  if (fault instanceof XdrFault) return decodeError(from, fault.offset, where, reasonOf(fault, from));
  return found ? decodeError(from, view.byteLength, where, 'the bytes end inside a value') : error;
}

/** Returns what is wrong, and of an unknown arm the protocol that brings it, if it is known, and that of the ledger. */
function reasonOf({ message }: XdrFault, { protocol }: Origin): string {
  const brought = broughtBy(message);
  const newer = `the ledger is of protocol ${protocol}, those of protocols 0 to ${NEWEST_PROTOCOL} are read`;
  const reasons = [brought, ...(protocol === undefined ? [] : [newer])].filter(Boolean);
  return reasons.length === 0 ? message : message.replace(NEWER, `${reasons.join('; ')}: update ledgerlake`);
}

/** Returns which protocol brings the arm or member that a fault says a type lacks, and how it is called; undefined if nobody knows. */
function broughtBy(fault: string): string | undefined {
  const [, type, number] = /^(\w+) has no (?:arm|member) (-?\d+)/.exec(fault) ?? [];
  const found = announced.find(({ numbers }) => numbers[type]?.[Number(number)] !== undefined);
  return found && `protocol ${found.protocol} brings it (${found.numbers[type][Number(number)]})`;
}

/** Returns the protocol of the LedgerCloseMeta at `start`, which is the first thing that its header says; 0 when it has no header. */
function protocolAt(view: DataView, start: number): number {
  try {
    const entry = view.getInt32(start) === 0 ? start + 4 : skips.LedgerCloseMetaExt(view, start + 4);
    return view.getUint32(entry + HASH);
  } catch {
    return 0;
  }
}

const HASH = 32;

/**
 * Returns the path of fields to the outermost value that starts at `offset`, or the innermost that holds it, in the value of
 * the type at `start`.
 */
export function pathAt(type: string, view: DataView, offset: number, start = 0): string {
  const path: string[] = [];
  try {
    if (offset > start) walkSchema(schemaOf(type), view, start, { path, fault: Infinity, sought: offset });
  } catch (error) {
    // Bytes that are no such value have a path up to where they cease to be one.
    if (!(error === FOUND || error instanceof XdrFault || error instanceof RangeError)) throw error;
  }
  return pathText(type, path);
}

const FOUND = new Error('found');

function pathText(type: string, path: readonly string[]): string {
  return [type, ...path].join('.').replaceAll('.[', '[');
}

function decodeError(origin: Origin, offset: number, path: string, message: string): DecodeError {
  const where = [
    origin.file,
    origin.ledger === undefined ? undefined : `ledger ${origin.ledger}`,
    `byte ${offset}`,
    path,
  ];
  return new DecodeError(`${where.filter(Boolean).join(', ')}: ${message}`, { ...origin, offset, path });
}

let types: Map<string, Schema> | undefined;

/** The schema is needed for messages only, so the SDK is loaded when the first one is made. */
export function schemaOf(type: string): Schema {
  types ??= wholeSchema((createRequire(import.meta.url)('@stellar/stellar-sdk') as { xdr: typeof xdr }).xdr);
  return types.get(type)!;
}

/** What a slow walk leaves, and where it may end: at a fault, if its offset is known, or at a value that is sought. */
interface Trail {
  path: string[];
  fault: number;
  sought: number;
}

/** Walks a value until it fails or comes to what is sought, and leaves in the trail's `path` where. */
function walkSchema(schema: Schema, view: DataView, p: number, trail: Trail): number {
  const { path, fault, sought } = trail;
  const type = resolve(schema);
  if (path.length >= MAX_PATH && type.name !== undefined && type.name in skips) {
    path.push('…');
    const end = within(view, skips[type.name as keyof typeof skips](view, p));
    if (end > fault) throw new XdrFault(fault, 'the fault is inside');
    if (end > sought) throw FOUND;
    path.pop();
    return end;
  }
  switch (type.kind) {
    case 'struct':
      for (const [name, field] of type.entries) p = walkStep(name, field, view, p, trail);
      return p;
    case 'union': {
      const value = view.getInt32(p);
      const found = type.cases.find(({ discriminant }) => discriminant === value);
      if (!found) throw unknownArm(type.name, p, value);
      if (found.arm.kind === 'void') return p + 4;
      return walkStep(found.name, found.arm.schema, view, p + 4, trail);
    }
    case 'enum': {
      const value = view.getInt32(p);
      if (!type.nameByValue.has(value)) throw unknownMember(type.name, p, value);
      return p + 4;
    }
    case 'option':
      return flag(view, p) ? walkSchema(type.element, view, p + 4, trail) : p + 4;
    case 'array':
    case 'fixedArray': {
      const length = type.kind === 'array' ? lengthThatFits(view, p, type.maxLength) : type.length;
      if (type.kind === 'array') p += 4;
      for (let i = 0; i < length; i++) p = walkStep(`[${i}]`, type.element, view, p, trail);
      return p;
    }
    case 'string':
    case 'varOpaque':
      lengthThatFits(view, p, type.maxLength);
      return within(view, skipVarOpaque(view, p, type.maxLength));
    case 'opaque':
      return within(view, skipPadded(view, p, type.length));
    case 'bool':
      flag(view, p);
      return p + 4;
    case 'int32':
    case 'uint32':
    case 'float':
      return within(view, p + 4);
    case 'int64':
    case 'uint64':
    case 'double':
      return within(view, p + 8);
    case 'void':
      return p;
  }
}

function walkStep(name: string, schema: Schema, view: DataView, p: number, trail: Trail): number {
  // What is sought may be the count of a list, whose first element this is.
  if (p > trail.sought) throw FOUND;
  trail.path.push(name);
  if (p === trail.sought) throw FOUND;
  const end = endBefore(schema, view, p, trail.sought) ?? walkSchema(schema, view, p, trail);
  if (end > trail.sought) throw FOUND;
  trail.path.pop();
  return end;
}

/** Returns where a value ends that lies before what is sought, as the generated walkers find it: they are fast. */
function endBefore(schema: Schema, view: DataView, p: number, sought: number): number | undefined {
  const { name } = resolve(schema);
  if (sought === Infinity || name === undefined || !(name in skips)) return undefined;
  const end = skips[name as keyof typeof skips](view, p);
  return end <= sought ? end : undefined;
}

/** Reads a count or length; throws when there are fewer bytes than that, since no element is smaller than one. */
function lengthThatFits(view: DataView, p: number, max: number): number {
  const length = count(view, p, max);
  const left = view.byteLength - p - 4;
  if (length > left) throw new XdrFault(p, `length is ${length}, but only ${left} bytes follow`);
  return length;
}

function within(view: DataView, end: number): number {
  if (end > view.byteLength) throw new RangeError();
  return end;
}
