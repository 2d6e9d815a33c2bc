/** Members of the details of effects, each with a comma before it. Amounts are texts of seven decimals. */
import { Piece } from '../../core/bytes.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import { writeFixedUnits, writeWideUnits } from '../details/amounts.ts';

const QUOTE = 34;
const BALANCE_ID = 36;

/** Writes the stroops at `p` in units. */
export function writeStroops(w: ValueWriter, name: Piece, p: number): void {
  w.piece(name);
  w.byte(QUOTE);
  writeFixedUnits(w, w.view.getInt32(p), w.view.getUint32(p + 4));
  w.byte(QUOTE);
}

/** Writes stroops in units. */
export function writeBigStroops(w: ValueWriter, name: Piece, stroops: bigint): void {
  w.piece(name);
  w.byte(QUOTE);
  writeWideUnits(w, stroops);
  w.byte(QUOTE);
}

/** Returns a writer of flags, named by bit: true of those set, false of those cleared. */
export function flagsWriter(names: string[]): (w: ValueWriter, set: number, cleared: number) => void {
  const flags = names.map((name) => ({ set: new Piece(`,"${name}":true`), cleared: new Piece(`,"${name}":false`) }));
  return (w, set, cleared) =>
    flags.forEach((pieces, bit) => {
      if (cleared & (1 << bit)) w.piece(pieces.cleared);
      else if (set & (1 << bit)) w.piece(pieces.set);
    });
}

/** Writes the ClaimableBalanceId at `p` as hex of its XDR. */
export function writeBalanceHex(w: ValueWriter, name: Piece, p: number): void {
  w.piece(name);
  w.opaque(p, BALANCE_ID);
}
