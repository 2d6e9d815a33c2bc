/** Members of a JSON object, each with a comma before it, from XDR bytes. */
import type { Piece } from '../../core/bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { jsonMuxedAccountMed25519 } from '../../xdr/json-values.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { strkeyVersion, writeStrkey } from '../../xdr/strkey.ts';
import { type IdNames, type PartyNames } from './pieces.ts';
import { writeText } from './text.ts';

const QUOTE = 34;

/** Writes the string or opaque at `p` (length first) as text. */
export function writeString(w: JsonWriter, name: Piece, p: number): void {
  w.piece(name);
  w.byte(QUOTE);
  writeText(w, p + 4, p + 4 + w.view.getUint32(p));
  w.byte(QUOTE);
}

/** Writes the unsigned 32-bit integer at `p`. */
export function writeUint32(w: JsonWriter, name: Piece, p: number): void {
  w.piece(name);
  w.uint32(p);
}

/** Writes the signed 64-bit integer at `p` as a number with all its digits. */
export function writeInt64(w: JsonWriter, name: Piece, p: number): void {
  w.piece(name);
  w.signed64(w.view.getInt32(p), w.view.getUint32(p + 4));
}

/** Writes the strkey of the 32-byte key at `p`. */
export function writeKeyMember(w: JsonWriter, name: Piece, version: number, p: number): void {
  w.piece(name);
  w.byte(QUOTE);
  w.keys.write(w, version, w.view, p);
  w.byte(QUOTE);
}

/** Writes the `G...` of the PublicKey at `p`. */
export function writeAccount(w: JsonWriter, name: Piece, p: number): void {
  writeKeyMember(w, name, strkeyVersion.account, p + 4);
}

/** Writes the account of a key, and with a muxed id (-1 for none) its `_muxed` and `_muxed_id`. */
export function writeParty(w: JsonWriter, names: PartyNames, key: number, id: number): void {
  writeKeyMember(w, names.account, strkeyVersion.account, key);
  writeMuxedId(w, names, id);
}

/** Writes `_muxed` and `_muxed_id` of a party with a muxed id (-1 for none). */
export function writeMuxedId(w: JsonWriter, names: PartyNames, id: number): void {
  if (id === ABSENT) return;
  w.piece(names.muxed);
  // In XDR the id stands right before the key.
  jsonMuxedAccountMed25519(w, id);
  w.piece(names.id);
  w.unsigned64(w.view.getUint32(id), w.view.getUint32(id + 4));
}

/** Writes the pool id at `p` as hex and as strkey. */
export function writePoolId(w: JsonWriter, names: IdNames, view: DataView, p: number): void {
  w.piece(names.hex);
  w.byte(QUOTE);
  w.hex(view, p, p + 32);
  w.byte(QUOTE);
  w.piece(names.strkey);
  w.byte(QUOTE);
  w.keys.write(w, strkeyVersion.liquidityPool, view, p);
  w.byte(QUOTE);
}

const BALANCE_ID = 36;

/** Writes the ClaimableBalanceId at `p` as hex of its XDR and as strkey. */
export function writeBalanceId(w: JsonWriter, names: IdNames, p: number): void {
  w.piece(names.hex);
  w.opaque(p, BALANCE_ID);
  w.piece(names.strkey);
  w.byte(QUOTE);
  // The strkey's payload has one byte of type, the last of XDR's four.
  writeStrkey(w, strkeyVersion.claimableBalance, w.bytes, p + 3, p + BALANCE_ID);
  w.byte(QUOTE);
}
