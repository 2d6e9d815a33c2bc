/** Builds generalized transaction sets and computes the order in which transactions apply. */
import { Writer } from '../encode/writer.ts';
import { writeList } from '../encode/values.ts';
import type { AccountId } from '../state/entries.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { sha256 } from '../identity.ts';
import { isSorobanFrame, type Frame } from '../transactions/frame.ts';
import { clustersOf } from './clusters.ts';

/** The transactions of a ledger, all of which pay this many stroops per operation, or what they offer if that is less. */
export interface TransactionSet {
  frames: readonly Frame[];
  baseFee: bigint;
  /** What those with contracts pay; `baseFee` unless given. */
  sorobanBaseFee?: bigint;
}

/** A set with its phases. */
export interface PhasedSet {
  /** The generalized set as XDR. */
  bytes: Uint8Array;
  classic: readonly Frame[];
  /** Those with contracts, in clusters that may run side by side; in one before protocol 23. */
  clusters: readonly (readonly Frame[])[];
}

/** Returns the generalized set: in each phase transactions are sorted by the hash of their envelopes. */
export function phasedSet(
  { frames, baseFee, sorobanBaseFee = baseFee }: TransactionSet,
  previousLedgerHash: Uint8Array,
  protocol: number,
  maxClusters: number,
): PhasedSet {
  const classic = frames.filter((frame) => !isSorobanFrame(frame)).sort(byHash);
  const soroban = frames.filter(isSorobanFrame);
  const clusters = soroban.length ? clustersOf(soroban, protocol >= 23 ? maxClusters : 1) : [];
  const writer = new Writer(64 * 1024).int(1).raw(previousLedgerHash).int(2);
  writeComponents(writer, classic, baseFee);
  if (protocol >= 23) writeStage(writer, clusters, sorobanBaseFee);
  else writeComponents(writer, clusters.flat(), sorobanBaseFee);
  return { bytes: writer.toBytes(), classic, clusters };
}

function writeComponents(writer: Writer, frames: readonly Frame[], baseFee: bigint): void {
  writer.int(0).int(frames.length ? 1 : 0);
  if (frames.length) writeFrames(writer.int(0).int(1).long(baseFee), frames);
}

// one stage at most, or none without a base fee
function writeStage(writer: Writer, clusters: readonly (readonly Frame[])[], baseFee: bigint): void {
  if (clusters.length === 0) return void writer.int(1).int(0).int(0);
  writer.int(1).int(1).long(baseFee).int(1).int(clusters.length);
  for (const cluster of clusters) writeFrames(writer, cluster);
}

function writeFrames(writer: Writer, frames: readonly Frame[]): void {
  writeList(
    writer,
    frames.map(({ bytes }) => bytes),
  );
}

/** Returns the transactions of a set as stellar-core applies them: those without contracts, then cluster by cluster. */
export function applyOrder({ classic, clusters, bytes }: PhasedSet, protocol: number): Frame[] {
  const setHash = sha256(bytes);
  if (protocol < 23) return [...inRounds(classic, setHash), ...inRounds(clusters.flat(), setHash)];
  return [...inRounds(classic, setHash), ...clusters.flatMap((cluster) => shuffled(cluster, setHash))];
}

// The first of every account, then the second of those that have more, and so on, each round by envelope hash combined with the hash
// of the set by exclusive or (`sortedForApplySequential`).
function inRounds(frames: readonly Frame[], setHash: Uint8Array): Frame[] {
  const rounds: Frame[][] = [];
  const seen = new Map<AccountId, number>();
  for (const frame of frames.toSorted(bySequence)) {
    const round = seen.get(frame.inner.source) ?? 0;
    seen.set(frame.inner.source, round + 1);
    (rounds[round] ??= []).push(frame);
  }
  return rounds.flatMap((round) => shuffled(round, setHash));
}

function shuffled(frames: readonly Frame[], setHash: Uint8Array): Frame[] {
  const keyed = frames.map((frame) => ({ frame, key: hexOf(frame.envelopeHash.map((byte, i) => byte ^ setHash[i])) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ frame }) => frame);
}

const bySequence = ({ inner: a }: Frame, { inner: b }: Frame) =>
  a.tx.seqNum < b.tx.seqNum ? -1 : Number(a.tx.seqNum > b.tx.seqNum);
const byHash = (a: Frame, b: Frame) => Buffer.compare(a.envelopeHash, b.envelopeHash);
