/** Checks a transaction as a whole: time bounds, sequence number, signatures and fee. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import type { LedgerView } from '../context.ts';
import { available } from '../accounts/balances.ts';
import type { Account } from '../state/entries.ts';
import { sorobanFault } from './soroban-validity.ts';
import { signerKeyOf } from '../encode/from-xdr.ts';
import type { State } from '../state/state.ts';
import type { Frame, InnerFrame } from './frame.ts';
import type { Signatures } from '../accounts/signatures.ts';

/** Why a transaction fails as a whole: the names that results give it. */
export type TransactionFault =
  | 'txTooEarly'
  | 'txTooLate'
  | 'txMissingOperation'
  | 'txBadSeq'
  | 'txBadAuth'
  | 'txInsufficientBalance'
  | 'txNoAccount'
  | 'txInsufficientFee'
  | 'txBadAuthExtra'
  | 'txNotSupported'
  | 'txBadSponsorship'
  | 'txBadMinSeqAgeOrGap'
  | 'txMalformed'
  | 'txSorobanInvalid';

/** How far a transaction came: one that has not even the right sequence number does not use it up. */
export interface Validity {
  fault?: TransactionFault;
  usesSequence: boolean;
}

/** What validity depends on beside the transaction. */
export interface ValidityOptions {
  /** Whether fees are charged already. */
  applying: boolean;
  /** Sequence number of the account when transactions before this one wait. */
  sequence?: bigint;
}

/** Returns whether a transaction may be applied (stellar-core, `TransactionFrame::commonValid`). */
export function validity(
  frame: Frame,
  signatures: Signatures,
  state: State,
  view: LedgerView,
  { applying, sequence }: ValidityOptions,
): Validity {
  const { inner } = frame;
  const early = faultBeforeSequence(frame, view);
  if (early) return { fault: early, usesSequence: false };
  const source = state.account(inner.source);
  if (!source) return { fault: 'txNoAccount', usesSequence: false };
  if (isBadSequence(inner, sequence ?? source.sequence, view)) return { fault: 'txBadSeq', usesSequence: false };
  const v2 = inner.tx.cond.type === 'precondV2' ? inner.tx.cond.v2 : undefined;
  if (v2 && isTooEarlyForAccount(v2, source, view)) return { fault: 'txBadMinSeqAgeOrGap', usesSequence: true };
  if (!isSigned(source, v2, signatures)) return { fault: 'txBadAuth', usesSequence: true };
  const due = applying ? 0n : frame.fee;
  if (!frame.bump && available(source, view) < due) return { fault: 'txInsufficientBalance', usesSequence: true };
  return { usesSequence: true };
}

// what does not depend on accounts (`commonValidPreSeqNum`)
function faultBeforeSequence(frame: Frame, view: LedgerView): TransactionFault | undefined {
  const { inner, bump, fee, resourceFee } = frame;
  const { tx, operations } = inner;
  const v2 = tx.cond.type === 'precondV2' ? tx.cond.v2 : undefined;
  if (v2 && !areGoodSigners(v2.extraSigners)) return 'txMalformed';
  if (operations.length === 0) return 'txMissingOperation';
  const fault = sorobanFault(inner, view, bump && view.protocol >= 23 ? undefined : BigInt(tx.fee));
  if (fault) return fault;
  const time = tx.cond.type === 'precondTime' ? tx.cond.timeBounds : v2?.timeBounds;
  const bounds = v2?.ledgerBounds;
  if ((time && time.minTime > view.closeTime) || (bounds && bounds.minLedger > view.ledger)) return 'txTooEarly';
  if (time?.maxTime && time.maxTime < view.closeTime) return 'txTooLate';
  if (bounds?.maxLedger && bounds.maxLedger <= view.ledger) return 'txTooLate';
  return !bump && fee - resourceFee < BigInt(view.baseFee * operations.length) ? 'txInsufficientFee' : undefined;
}

function areGoodSigners(signers: readonly xdr.SignerKey[]): boolean {
  const keys = signers.map(signerKeyOf);
  if (new Set(keys).size < keys.length) return false;
  return signers.every(
    (key) => key.type !== 'signerKeyTypeEd25519SignedPayload' || key.ed25519SignedPayload.payload.length > 0,
  );
}

function isBadSequence({ tx }: InnerFrame, current: bigint, view: LedgerView): boolean {
  const wanted = tx.seqNum;
  if (wanted === BigInt(view.ledger) << 32n) return true;
  const lowest = tx.cond.type === 'precondV2' ? tx.cond.v2.minSeqNum : null;
  if (lowest !== null) return current < lowest || current >= wanted;
  return current + 1n !== wanted;
}

function isTooEarlyForAccount(
  { minSeqAge, minSeqLedgerGap }: xdr.PreconditionsV2,
  { sequenceTime, sequenceLedger }: Account,
  { closeTime, ledger }: LedgerView,
): boolean {
  return closeTime - minSeqAge < sequenceTime || ledger - minSeqLedgerGap < sequenceLedger || minSeqAge > closeTime;
}

function isSigned(source: Account, v2: xdr.PreconditionsV2 | undefined, signatures: Signatures): boolean {
  if (!signatures.reach(source, source.thresholds[1])) return false;
  if (!v2 || v2.extraSigners.length === 0) return true;
  const keys = v2.extraSigners.map((key) => ({ key: signerKeyOf(key), weight: 1 }));
  return signatures.check(keys, keys.length);
}
