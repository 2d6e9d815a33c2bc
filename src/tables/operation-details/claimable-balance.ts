/** Details of operations on claimable balances. */
import { ABSENT } from '../../ledger/transaction.ts';
import { ClaimPredicateType } from '../../xdr/generated/enums.ts';
import { jsonPublicKey } from '../../xdr/json-values.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import type { OperationAt } from '../operation-at.ts';
import { canonicalAsset } from './assets.ts';
import { timeText } from './time.ts';
import { writeAmount, writeBalanceId, writeName, writeParty } from './values.ts';

const COMMA = 44;

export function writeCreateClaimableBalance(w: JsonWriter, at: OperationAt): void {
  writeName(w, 'asset');
  const amount = canonicalAsset.write(w, at.body);
  writeAmount(w, 'amount', amount);
  writeName(w, 'claimants');
  writeClaimants(w, amount + 8);
  if (at.success !== ABSENT) writeBalanceId(w, 'balance_id', at.success);
}

export function writeClaimClaimableBalance(w: JsonWriter, { body, sourceKey, sourceId }: OperationAt): void {
  writeBalanceId(w, 'balance_id', body);
  writeParty(w, 'claimant', sourceKey, sourceId);
}

export function writeClawbackClaimableBalance(w: JsonWriter, { body }: OperationAt): void {
  writeBalanceId(w, 'balance_id', body);
}

/** Writes the list of Claimants at `p` as stellar-etl does: null when empty. */
export function writeClaimants(w: JsonWriter, p: number): void {
  const count = w.view.getUint32(p);
  if (count === 0) return w.ascii('null');
  p += 4;
  w.byte(91);
  for (let i = 0; i < count; i++) {
    if (i > 0) w.byte(COMMA);
    w.ascii('{"destination":');
    p = jsonPublicKey(w, p + 4);
    w.ascii(',"predicate":');
    p = writePredicate(w, p);
    w.ascii('}');
  }
  w.byte(93);
}

/** Writes the ClaimPredicate at `p` as Horizon does and returns where it ends. */
function writePredicate(w: JsonWriter, p: number): number {
  const type = w.view.getInt32(p);
  p += 4;
  switch (type) {
    case ClaimPredicateType.claimPredicateAnd:
      return writePredicates(w, 'and', p);
    case ClaimPredicateType.claimPredicateOr:
      return writePredicates(w, 'or', p);
    case ClaimPredicateType.claimPredicateNot:
      return writeNot(w, p);
    case ClaimPredicateType.claimPredicateBeforeAbsoluteTime:
      return writeAbsolute(w, p);
    case ClaimPredicateType.claimPredicateBeforeRelativeTime:
      w.ascii('{"rel_before":');
      w.int64(p);
      w.ascii('}');
      return p + 8;
    default:
      w.ascii('{"unconditional":true}');
      return p;
  }
}

function writePredicates(w: JsonWriter, name: string, p: number): number {
  const count = w.view.getUint32(p);
  p += 4;
  w.ascii(`{"${name}":[`);
  for (let i = 0; i < count; i++) {
    if (i > 0) w.byte(COMMA);
    p = writePredicate(w, p);
  }
  w.ascii(']}');
  return p;
}

function writeNot(w: JsonWriter, p: number): number {
  w.ascii('{"not":');
  if (w.view.getUint32(p) === 1) p = writePredicate(w, p + 4);
  else {
    w.ascii('null');
    p += 4;
  }
  w.ascii('}');
  return p;
}

function writeAbsolute(w: JsonWriter, p: number): number {
  const time = timeText(w.view.getBigInt64(p));
  const isLate = !time.startsWith('-') && time.indexOf('-') > 4;
  w.ascii(`{"abs_before":"${isLate ? '+' : ''}${time}Z","abs_before_epoch":`);
  w.int64(p);
  w.ascii('}');
  return p + 8;
}
