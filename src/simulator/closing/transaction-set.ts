import { Writer } from '../encode/writer.ts';
import { writeList } from '../encode/meta.ts';
import type { AccountId } from '../state/entries.ts';
import { hexOf } from '../state/from-xdr.ts';
import type { Frame } from '../transactions/frame.ts';

/** The transactions of a ledger, all of which pay this many stroops per operation, or what they offer if that is less. */
export interface TransactionSet {
  frames: readonly Frame[];
  baseFee: bigint;
}

/** Returns the generalized set as XDR: sorted by the hash of the envelopes, with an empty Soroban phase. */
export function transactionSetXdr(
  { frames, baseFee }: TransactionSet,
  previousLedgerHash: Uint8Array,
  protocol: number,
): Uint8Array {
  const sorted = frames.toSorted((a, b) => Buffer.compare(a.envelopeHash, b.envelopeHash));
  const writer = new Writer(64 * 1024).int(1).raw(previousLedgerHash).int(2);
  writer.int(0).int(sorted.length ? 1 : 0);
  if (sorted.length) {
    writer.int(0).int(1).long(baseFee);
    writeList(
      writer,
      sorted.map(({ bytes }) => bytes),
    );
  }
  // since protocol 23 the Soroban phase has stages: no base fee, none of them
  return (protocol >= 23 ? writer.int(1).int(0).int(0) : writer.int(0).int(0)).toBytes();
}

/**
 * Returns the transactions as stellar-core applies them: the first of every account, then the second of those that have more,
 * and so on, each round by envelope hash combined with the hash of the set by exclusive or (`sortedForApplySequential`).
 */
export function applyOrder(frames: readonly Frame[], setHash: Uint8Array): Frame[] {
  const rounds: Frame[][] = [];
  const seen = new Map<AccountId, number>();
  for (const frame of frames.toSorted(bySequence)) {
    const round = seen.get(frame.inner.source) ?? 0;
    seen.set(frame.inner.source, round + 1);
    (rounds[round] ??= []).push(frame);
  }
  return rounds.flatMap((round) => shuffled(round, setHash));
}

function shuffled(frames: Frame[], setHash: Uint8Array): Frame[] {
  const keyed = frames.map((frame) => ({ frame, key: hexOf(frame.envelopeHash.map((byte, i) => byte ^ setHash[i])) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ frame }) => frame);
}

const bySequence = ({ inner: a }: Frame, { inner: b }: Frame) =>
  a.tx.seqNum < b.tx.seqNum ? -1 : Number(a.tx.seqNum > b.tx.seqNum);
