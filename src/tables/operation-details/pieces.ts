/** Pieces of JSON text that are written again and again, as bytes. */
import type { ByteWriter } from '../../bytes.ts';

const encoder = new TextEncoder();

/** Returns the text as bytes. */
export function piece(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Returns a member's name as it stands in an object, a comma before it and a colon behind it. */
export function member(name: string): Uint8Array {
  return piece(`,"${name}":`);
}

/** The names under which an account is written, with those of its muxed form. */
export interface PartyNames {
  account: Uint8Array;
  muxed: Uint8Array;
  id: Uint8Array;
}

/** Returns an account's names. */
export function party(name: string): PartyNames {
  return { account: member(name), muxed: member(`${name}_muxed`), id: member(`${name}_muxed_id`) };
}

/** The names under which an id is written, as hex and as strkey. */
export interface IdNames {
  hex: Uint8Array;
  strkey: Uint8Array;
}

/** Returns an id's names. */
export function idNames(name: string): IdNames {
  return { hex: member(name), strkey: member(`${name}_strkey`) };
}

/** Writes a whole piece: 17 ns at any usual length, where a text of 40 characters takes 90 (one `set`, no subarray). */
export function append(w: ByteWriter, bytes: Uint8Array): void {
  const { length } = bytes;
  w.reserve(length);
  w.buffer.set(bytes, w.length);
  w.length += length;
}
