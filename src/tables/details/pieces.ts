/** Pieces of JSON text that are written again and again, as bytes. */
import { Piece } from '../../core/bytes.ts';

/** Returns a member's name as it stands in an object, a comma before it and a colon behind it. */
export function member(name: string): Piece {
  return new Piece(`,"${name}":`);
}

/** The names under which an account is written, with those of its muxed form. */
export interface PartyNames {
  account: Piece;
  muxed: Piece;
  id: Piece;
}

/** Returns an account's names. */
export function party(name: string): PartyNames {
  return { account: member(name), muxed: member(`${name}_muxed`), id: member(`${name}_muxed_id`) };
}

/** The names under which an id is written, as hex and as strkey. */
export interface IdNames {
  hex: Piece;
  strkey: Piece;
}

/** Returns an id's names. */
export function idNames(name: string): IdNames {
  return { hex: member(name), strkey: member(`${name}_strkey`) };
}
