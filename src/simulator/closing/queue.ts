/** Queues submitted transactions and selects those with the highest fees for the next ledger. */
import type { LedgerView } from '../context.ts';
import type { AccountId } from '../state/entries.ts';
import type { State } from '../state/state.ts';
import { hashHex, type Frame } from '../transactions/frame.ts';
import type { Outcome } from '../transactions/outcome.ts';
import type { Verify } from '../accounts/signatures.ts';
import { refusal, type Waiting } from '../transactions/submission.ts';
import type { TransactionSet } from './transaction-set.ts';

/** The transactions that wait for a ledger. */
export class TransactionQueue {
  #frames: Frame[] = [];
  readonly #verify?: Verify;

  constructor(verify?: Verify) {
    this.#verify = verify;
  }

  get size(): number {
    return this.#frames.length;
  }

  /** Whether a transaction of this hash waits. */
  has(hash: string): boolean {
    return this.#frames.some((frame) => hashHex(frame) === hash);
  }

  /** Lets a transaction wait, or returns why it is refused. */
  add(frame: Frame, state: State, view: LedgerView): Outcome | undefined {
    const refused = refusal(frame, state, view, waiting(this.#frames, frame), this.#verify);
    if (!refused) this.#frames.push(frame);
    return refused;
  }

  /**
   * Takes the transactions of the next ledger: those that offer most per operation, as many operations as fit. When some do not,
   * all pay what the last of the others offers (CAP-5, stellar-core `computeLaneBaseFee`). Drops what became invalid.
   */
  take(state: State, view: LedgerView, maxOperations: number): TransactionSet {
    const valid = this.#revalidate(state, view);
    const { taken, left } = choose(valid, maxOperations);
    this.#frames = left;
    if (left.length === 0 || taken.length === 0) return { frames: taken, baseFee: BigInt(view.baseFee) };
    return { frames: taken, baseFee: taken.map(feeRate).reduce((low, rate) => (rate < low ? rate : low)) };
  }

  #revalidate(state: State, view: LedgerView): Frame[] {
    const valid: Frame[] = [];
    for (const frame of this.#frames) {
      if (!refusal(frame, state, view, waiting(valid, frame), this.#verify)) valid.push(frame);
    }
    return valid;
  }
}

function waiting(frames: readonly Frame[], next: Frame): Waiting {
  let sequence: bigint | undefined;
  let fees = 0n;
  for (const frame of frames) {
    if (frame.inner.source === next.inner.source) sequence = frame.inner.tx.seqNum;
    if (frame.feeSource === next.feeSource) fees += frame.fee;
  }
  return { sequence, fees };
}

// by what they offer; a transaction comes no earlier than the one before it of the same account
function choose(frames: readonly Frame[], maxOperations: number): { taken: Frame[]; left: Frame[] } {
  const blocked = new Set<AccountId>();
  const taken = new Set<Frame>();
  let room = maxOperations;
  for (const frame of frames.toSorted((a, b) => Number(feeRate(b) - feeRate(a)) || bySequence(a, b))) {
    const first = frames.find((other) => other.inner.source === frame.inner.source && !taken.has(other));
    if (first !== frame || blocked.has(frame.inner.source) || frame.paidOperations > room) {
      blocked.add(frame.inner.source);
      continue;
    }
    taken.add(frame);
    room -= frame.paidOperations;
  }
  return { taken: [...taken], left: frames.filter((frame) => !taken.has(frame)) };
}

const feeRate = ({ fee, resourceFee, paidOperations }: Frame) =>
  (fee - resourceFee) / BigInt(Math.max(1, paidOperations));
const bySequence = ({ inner: a }: Frame, { inner: b }: Frame) =>
  a.tx.seqNum < b.tx.seqNum ? -1 : Number(a.tx.seqNum > b.tx.seqNum);
