/**
 * What the generated walkers stand on: checks of single XDR values (RFC 4506).
 * Every function takes a view and an offset and returns the offset after the value. Reading past the end of the view
 * throws a RangeError, which `explain.ts` turns into a DecodeError with a place.
 */

/** How deep values of a recursive type may nest; protocol 27 needs 1500 (CAP-71 delegates, Galexie 27). */
export const MAX_DEPTH = 1500;

/** A value that breaks the schema, at a byte offset; `explain.ts` adds the path of fields. */
export class XdrFault extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** How the message of a fault ends that a newer schema may not have. */
export const NEWER = 'a newer protocol may bring it: update ledgerlake';

/** Returns a fault for a value that has no arm in a union. */
export function unknownArm(union: string, offset: number, value: number): XdrFault {
  return new XdrFault(offset, `${union} has no arm ${value}; ${NEWER}`);
}

/** Returns a fault for a number that names no member of an enum. */
export function unknownMember(name: string, offset: number, value: number): XdrFault {
  return new XdrFault(offset, `${name} has no member ${value}; ${NEWER}`);
}

/** Returns a fault for a recursive value that nests deeper than `MAX_DEPTH`. */
export function tooDeep(offset: number): XdrFault {
  return new XdrFault(offset, `nesting deeper than ${MAX_DEPTH} levels`);
}

/** Reads a boolean; throws unless it is 0 or 1. */
export function flag(view: DataView, at: number): boolean {
  const value = view.getUint32(at);
  if (value > 1) throw new XdrFault(at, `boolean is ${value}, expected 0 or 1`);
  return value === 1;
}

/** Reads the count of an array or the length of an opaque; throws when it is over the schema's limit. */
export function count(view: DataView, at: number, max: number): number {
  const value = view.getUint32(at);
  if (value > max) throw new XdrFault(at, `length is ${value}, expected at most ${max}`);
  return value;
}

/** Skips `length` bytes that are padded to a multiple of four; throws unless the padding is zero. */
export function skipPadded(view: DataView, at: number, length: number): number {
  const end = at + length;
  const padding = -length & 3;
  for (let i = 0; i < padding; i++) {
    if (view.getUint8(end + i) !== 0) throw new XdrFault(end + i, 'padding is not zero');
  }
  return end + padding;
}

/** Skips a variable-length opaque or string. */
export function skipVarOpaque(view: DataView, at: number, max: number): number {
  return skipPadded(view, at + 4, count(view, at, max));
}
