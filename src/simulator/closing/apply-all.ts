/** Applies all transactions of a ledger: charges fees, runs both phases and refunds resource fees. */
import type { Ttl } from '../state/entries.ts';
import type { LedgerState } from '../encode/ledger-state.ts';
import { readEntryKey } from '../encode/read-entry.ts';
import { keyHashOf, isSoroban, ttlKeyOf } from '../soroban/keys.ts';
import {
  applyTransaction,
  chargeFee,
  prepareTransaction,
  refundFee,
  runTransaction,
  type ApplyContext,
  type PreparedTransaction,
} from '../transactions/apply.ts';
import { isSorobanFrame, type Frame } from '../transactions/frame.ts';
import type { AppliedTransaction } from '../transactions/outcome.ts';

/** A transaction, and the stroops that it pays per operation at most. */
export interface PricedFrame {
  frame: Frame;
  baseFee: bigint;
}

/**
 * Applies transactions in this order, those with contracts last, after all fees are charged. Since protocol 23 those are all prepared
 * before one of them runs, and get back what they did not use after all of them (stellar-core, LedgerManagerImpl `applyTransactions`).
 */
export function applyAll(
  frames: readonly PricedFrame[],
  state: LedgerState,
  context: ApplyContext,
): AppliedTransaction[] {
  const charged = frames.map(({ frame, baseFee }) => ({ frame, fee: chargeFee(frame, state, baseFee) }));
  const isParallel = context.view.protocol >= 23;
  const first = charged
    .filter(({ frame }) => !isParallel || !isSorobanFrame(frame))
    .map(({ frame, fee }) => applyTransaction(frame, fee, state, context));
  const prepared = charged
    .filter(({ frame }) => isParallel && isSorobanFrame(frame))
    .map(({ frame, fee }) => prepareTransaction(frame, fee, state, context));
  const last = runStage(prepared, state, context);
  return [...first, ...last.map((applied) => refundFee(applied, state, context))];
}

// Longer lives of entries that were only read hold when the stage ends, or before a transaction that may write the entry (CAP-63).
function runStage(
  prepared: readonly PreparedTransaction[],
  state: LedgerState,
  context: ApplyContext,
): AppliedTransaction[] {
  const pending = new Map<string, Ttl>();
  const applied = prepared.map((transaction) => {
    for (const key of writtenLifetimes(transaction)) settle(key, pending, state);
    const done = runTransaction(transaction, state, context);
    if (done.outcome.kind === 'success') for (const ttl of done.soroban?.extended ?? []) extend(ttl, pending);
    return done;
  });
  for (const key of pending.keys()) settle(key, pending, state);
  return applied;
}

function writtenLifetimes({ frame }: PreparedTransaction): string[] {
  const keys = frame.inner.soroban?.resources.footprint.readWrite ?? [];
  return keys.filter(isSoroban).map((key) => ttlKeyOf(keyHashOf(readEntryKey(key))));
}

function settle(key: string, pending: Map<string, Ttl>, state: LedgerState): void {
  const ttl = pending.get(key);
  if (ttl) state.set(key, ttl);
  pending.delete(key);
}

function extend(ttl: Ttl, pending: Map<string, Ttl>): void {
  const known = pending.get(ttl.key);
  if (!known || known.liveUntil < ttl.liveUntil) pending.set(ttl.key, ttl);
}
