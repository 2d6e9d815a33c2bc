/** Claim predicates as the reference writes them in JSON. */
import { Piece } from '../../bytes.ts';
import { ClaimPredicateType } from '../../xdr/generated/enums.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';

const {
  claimPredicateUnconditional,
  claimPredicateAnd,
  claimPredicateOr,
  claimPredicateNot,
  claimPredicateBeforeAbsoluteTime,
} = ClaimPredicateType;

const part = {
  destination: new Piece('{"destination":'),
  predicate: new Piece(',"predicate":'),
  unconditional: new Piece('{"unconditional":true}'),
  and: new Piece('{"and":'),
  or: new Piece('{"or":'),
  not: new Piece('{"not":'),
  null: new Piece('null'),
  absBefore: new Piece('{"abs_before":"'),
  epoch: new Piece('","abs_before_epoch":'),
  relBefore: new Piece('{"rel_before":'),
};
const CLOSE = 125;

/** Writes the list of claimants at `p` as `[{destination, predicate}]` and returns the offset after it. */
export function writeClaimants(w: JsonWriter, p: number, account: (w: JsonWriter, p: number) => number): number {
  return writeList(w, p, (p) => {
    w.piece(part.destination);
    p = account(w, p + 4);
    w.piece(part.predicate);
    p = writePredicate(w, p);
    w.byte(CLOSE);
    return p;
  });
}

/** Writes the ClaimPredicate at `p` and returns the offset after it. */
export function writePredicate(w: JsonWriter, p: number): number {
  const type = w.view.getInt32(p);
  p += 4;
  switch (type) {
    case claimPredicateUnconditional:
      w.piece(part.unconditional);
      return p;
    case claimPredicateAnd:
    case claimPredicateOr:
      w.piece(type === claimPredicateAnd ? part.and : part.or);
      p = writeList(w, p, (p) => writePredicate(w, p));
      break;
    case claimPredicateNot:
      w.piece(part.not);
      if (w.view.getUint32(p) === 1) p = writePredicate(w, p + 4);
      else {
        w.piece(part.null);
        p += 4;
      }
      break;
    case claimPredicateBeforeAbsoluteTime:
      w.piece(part.absBefore);
      w.piece(isoPiece(w.view.getBigInt64(p)));
      w.piece(part.epoch);
      p = w.int64(p);
      break;
    default:
      w.piece(part.relBefore);
      p = w.int64(p);
  }
  w.byte(CLOSE);
  return p;
}

function writeList(w: JsonWriter, p: number, item: (p: number) => number): number {
  const count = w.view.getUint32(p);
  p += 4;
  w.byte(91);
  for (let i = 0; i < count; i++) {
    if (i > 0) w.byte(44);
    p = item(p);
  }
  w.byte(93);
  return p;
}

const DAY = 86_400n;
const ERA = 146_097n;
let lastTime = { seconds: 0n, text: new Piece(isoTime(0n)) };

/** A balance's claimants mostly have one time, and operation, effects and entry tell of it. */
function isoPiece(seconds: bigint): Piece {
  if (seconds !== lastTime.seconds) lastTime = { seconds, text: new Piece(isoTime(seconds)) };
  return lastTime.text;
}

/** Returns a Unix time as the reference writes it: ISO 8601, years past 9999 with a plus sign; any 64-bit value. */
export function isoTime(seconds: bigint): string {
  const days = floorDiv(seconds, DAY);
  const [year, month, day] = civil(days);
  const clock = Number(seconds - days * DAY);
  const two = (value: number) => String(value).padStart(2, '0');
  const sign = year < 0n ? '-' : year > 9999n ? '+' : '';
  const text = (year < 0n ? -year : year).toString().padStart(4, '0');
  const time = [clock / 3600, (clock / 60) % 60, clock % 60].map((part) => two(Math.floor(part))).join(':');
  return `${sign}${text}-${two(month)}-${two(day)}T${time}Z`;
}

/** The date of a day counted from 1970-01-01, in eras of 400 years that begin on 1 March. */
function civil(days: bigint): [year: bigint, month: number, day: number] {
  const shifted = days + 719_468n;
  const era = floorDiv(shifted, ERA);
  const dayOfEra = Number(shifted - era * ERA);
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return [BigInt(yearOfEra) + era * 400n + (month <= 2 ? 1n : 0n), month, day];
}

function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}
