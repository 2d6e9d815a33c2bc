/** Claim predicates as the reference writes them in JSON. */
import { Piece } from '../../core/bytes.ts';
import { ClaimPredicateType } from '../../xdr/generated/enums.ts';
import type { ValueWriter } from './value-writer.ts';

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
export function writeClaimants(w: ValueWriter, p: number, account: (w: ValueWriter, p: number) => number): number {
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
export function writePredicate(w: ValueWriter, p: number): number {
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
      w.piece(w.times.of(w.view.getBigInt64(p)));
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

function writeList(w: ValueWriter, p: number, item: (p: number) => number): number {
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
