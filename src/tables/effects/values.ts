/** Members of the details of effects, each with a comma before it. Amounts are texts of seven decimals. */
import type { Piece } from '../../core/bytes.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import { writeFixedUnits, writeWideUnits } from '../details/amounts.ts';
import { append } from '../details/pieces.ts';

const QUOTE = 34;
const BALANCE_ID = 36;

/** Writes the stroops at `p` in units. */
export function writeStroops(w: ValueWriter, name: Piece, p: number): void {
  append(w, name);
  w.byte(QUOTE);
  writeFixedUnits(w, w.view.getInt32(p), w.view.getUint32(p + 4));
  w.byte(QUOTE);
}

/** Writes stroops in units. */
export function writeBigStroops(w: ValueWriter, name: Piece, stroops: bigint): void {
  append(w, name);
  w.byte(QUOTE);
  writeWideUnits(w, stroops);
  w.byte(QUOTE);
}

/** Writes the ClaimableBalanceId at `p` as hex of its XDR. */
export function writeBalanceHex(w: ValueWriter, name: Piece, p: number): void {
  append(w, name);
  w.opaque(p, BALANCE_ID);
}
