/** Validates, normalises and evaluates the claim predicates of claimable balances. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { maxAmount } from '../accounts/balances.ts';

/** Whether a predicate is one: at most four deep, with all its parts and no time before 1970. */
export function isValidPredicate(predicate: xdr.ClaimPredicate, depth = 1): boolean {
  if (depth > 4) return false;
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return true;
    case 'claimPredicateAnd':
      return isPair(predicate.andPredicates, depth);
    case 'claimPredicateOr':
      return isPair(predicate.orPredicates, depth);
    case 'claimPredicateNot':
      return predicate.notPredicate !== null && isValidPredicate(predicate.notPredicate, depth + 1);
    case 'claimPredicateBeforeAbsoluteTime':
      return predicate.absBefore >= 0n;
    case 'claimPredicateBeforeRelativeTime':
      return predicate.relBefore >= 0n;
    default:
      return predicate satisfies never;
  }
}

function isPair(parts: readonly xdr.ClaimPredicate[], depth: number): boolean {
  return parts.length === 2 && parts.every((part) => isValidPredicate(part, depth + 1));
}

/** Returns the predicate with times after now as times of the clock. */
export function absolutePredicate(predicate: xdr.ClaimPredicate, closeTime: bigint): xdr.ClaimPredicate {
  const absolute = (part: xdr.ClaimPredicate) => absolutePredicate(part, closeTime);
  switch (predicate.type) {
    case 'claimPredicateAnd':
      return xdr.ClaimPredicate.claimPredicateAnd(predicate.andPredicates.map(absolute));
    case 'claimPredicateOr':
      return xdr.ClaimPredicate.claimPredicateOr(predicate.orPredicates.map(absolute));
    case 'claimPredicateNot':
      return xdr.ClaimPredicate.claimPredicateNot(predicate.notPredicate && absolute(predicate.notPredicate));
    case 'claimPredicateBeforeRelativeTime': {
      const time = closeTime + predicate.relBefore;
      return xdr.ClaimPredicate.claimPredicateBeforeAbsoluteTime(time > maxAmount ? maxAmount : time);
    }
    default:
      return predicate;
  }
}

/** Whether a predicate of a balance in the ledger holds at a time. */
export function holds(predicate: xdr.ClaimPredicate, closeTime: bigint): boolean {
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return true;
    case 'claimPredicateAnd':
      return predicate.andPredicates.every((part) => holds(part, closeTime));
    case 'claimPredicateOr':
      return predicate.orPredicates.some((part) => holds(part, closeTime));
    case 'claimPredicateNot':
      return predicate.notPredicate !== null && !holds(predicate.notPredicate, closeTime);
    case 'claimPredicateBeforeAbsoluteTime':
      return predicate.absBefore > closeTime;
    case 'claimPredicateBeforeRelativeTime':
      throw new Error('a balance in the ledger has no relative times');
    default:
      return predicate satisfies never;
  }
}
