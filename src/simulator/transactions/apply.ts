/** Applies one transaction: charges its fee, uses its sequence number, runs operations and refunds. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { feeEvent, EventLog } from '../events/log.ts';
import type { EventContract } from '../events/asset-contracts.ts';
import type { LedgerView, TransactionView } from '../context.ts';
import { applyOperation } from '../operations/index.ts';
import { isSuccess } from '../operations/results.ts';
import { withBalance } from '../accounts/balances.ts';
import { removeSigner } from '../operations/signers.ts';
import type { AccountId, AssetId } from '../state/entries.ts';
import { declaredFee, SorobanRun } from '../soroban/run.ts';
import { hexOf, muxedId } from '../encode/from-xdr.ts';
import { Layer, type Change, type State } from '../state/state.ts';
import type { Frame } from './frame.ts';
import { operationFaults } from './operation-signatures.ts';
import type { AppliedOperation, AppliedTransaction, Outcome } from './outcome.ts';
import { Signatures, type Verify } from '../accounts/signatures.ts';
import { validity, type TransactionFault } from './validity.ts';

/** What closing a ledger gives its transactions. */
export interface ApplyContext {
  view: LedgerView;
  networkId: Uint8Array;
  contractOf: (asset: AssetId) => EventContract;
  verify?: Verify;
  /** Whether classic operations have events: since protocol 23. */
  classicEvents: boolean;
}

/** A fee as charged, with the change of the payer's account. */
export interface ChargedFee {
  fee: bigint;
  changes: readonly Change[];
}

/** A transaction whose fee is charged and whose sequence number is used; what is wrong with it is its outcome. */
export interface PreparedTransaction {
  frame: Frame;
  charged: ChargedFee;
  changes: readonly Change[];
  outcome?: Outcome;
  soroban?: SorobanRun;
}

/** Takes a transaction's fee from its payer; ledgers charge all fees before they apply anything. */
export function chargeFee(frame: Frame, ledger: State, baseFee: bigint): ChargedFee {
  const { fee, resourceFee, feeSource, paidOperations } = frame;
  const layer = new Layer(ledger);
  const payer = layer.account(feeSource)!;
  const inclusion = smaller(fee - resourceFee, baseFee * BigInt(paidOperations));
  const due = smaller(resourceFee + inclusion, payer.balance);
  layer.put({ ...payer, balance: payer.balance - due });
  return { fee: due, changes: commit(layer) };
}

/** Applies a transaction whose fee is charged (stellar-core, `TransactionFrame::apply`). */
export function applyTransaction(
  frame: Frame,
  charged: ChargedFee,
  ledger: State,
  context: ApplyContext,
): AppliedTransaction {
  const applied = runTransaction(prepareTransaction(frame, charged, ledger, context), ledger, context);
  return context.view.protocol < 23 ? refundFee(applied, ledger, context) : applied;
}

/** Uses the sequence number of a transaction whose fee is charged, and says whether it may run (stellar-core, `commonPreApply`). */
export function prepareTransaction(
  frame: Frame,
  charged: ChargedFee,
  ledger: State,
  context: ApplyContext,
): PreparedTransaction {
  const signatures = new Signatures(frame.inner.hash, frame.inner.signatures, context.verify);
  return { frame, charged, ...prepare(frame, signatures, ledger, context), soroban: sorobanRun(frame, context) };
}

/** Runs the operations of a transaction that is prepared. */
export function runTransaction(
  { frame, charged, changes, outcome, soroban }: PreparedTransaction,
  ledger: State,
  context: ApplyContext,
): AppliedTransaction {
  const body = outcome ? undefined : applyOperations(frame, ledger, context, soroban);
  const applied: AppliedTransaction = {
    frame,
    feeCharged: charged.fee,
    feeKept: charged.fee,
    feeChanges: charged.changes,
    changesBefore: changes,
    operations: body?.operations ?? [],
    changesAfter: [],
    outcome: outcome ?? body!.outcome,
    soroban,
    events: feeEvents(frame, charged.fee, context),
  };
  if (applied.outcome.kind !== 'success') soroban?.fail();
  return applied;
}

function sorobanRun({ inner }: Frame, { view }: ApplyContext): SorobanRun | undefined {
  const { soroban, size, operations } = inner;
  if (!soroban || !view.soroban || operations.length !== 1) return undefined;
  const isRestoring = operations[0].operation.body.type === 'restoreFootprint';
  return new SorobanRun(soroban, view.soroban, declaredFee(soroban, size, view.soroban, isRestoring));
}

/** Gives back what a transaction offered for resources and did not use (stellar-core, `refundSorobanFee`). */
export function refundFee(applied: AppliedTransaction, ledger: State, context: ApplyContext): AppliedTransaction {
  const { frame, soroban } = applied;
  const { protocol } = context.view;
  const refund = soroban?.refund() ?? 0n;
  const layer = new Layer(ledger);
  const payer = layer.account(frame.feeSource);
  const refunded = payer && withBalance(payer, refund, context.view);
  if (refund === 0n || !refunded) return applied;
  layer.put(refunded);
  const changes = commit(layer);
  // until protocol 21 results of fee bumps did not say so
  const feeKept = applied.feeKept - refund;
  const feeCharged = frame.bump && protocol < 21 ? applied.feeCharged : feeKept;
  if (protocol < 23) return { ...applied, feeCharged, feeKept, changesAfter: changes };
  const events = [...applied.events, feeEvent(context.contractOf('native'), frame.feeSource, -refund, 2)];
  return { ...applied, feeCharged, feeKept, feeChangesAfter: changes, events };
}

function feeEvents({ feeSource }: Frame, fee: bigint, { contractOf, classicEvents }: ApplyContext): Uint8Array[] {
  return classicEvents && fee > 0n ? [feeEvent(contractOf('native'), feeSource, fee, 0)] : [];
}

// sequence number and one-time signers, which stay used when the transaction fails (`commonPreApply`)
function prepare(
  frame: Frame,
  signatures: Signatures,
  ledger: State,
  { view }: ApplyContext,
): { changes: Change[]; outcome?: Outcome } {
  const bumped = frame.bump ? removeBumpSigner(frame, ledger) : [];
  const layer = new Layer(ledger);
  const { fault, usesSequence } = validity(frame, signatures, layer, view, { applying: true });
  if (usesSequence) useSequence(frame, layer, view);
  const outcome = fault ? ({ kind: 'fault', fault } as const) : signatureOutcome(frame, signatures, layer);
  removeOneTimeSigners(frame, layer);
  return { changes: [...bumped, ...commit(layer)], outcome };
}

// A fee bump writes its payer's account in a layer of its own, even when nothing changes in it.
function removeBumpSigner({ feeSource, hash }: Frame, ledger: State): Change[] {
  const layer = new Layer(ledger);
  const payer = layer.account(feeSource);
  if (!payer) return [];
  layer.put(payer);
  removePreAuth(layer, feeSource, hash);
  return commit(layer);
}

function useSequence({ inner: { source, tx } }: Frame, layer: Layer, { ledger, closeTime }: LedgerView): void {
  const account = layer.account(source)!;
  layer.put({ ...account, sequence: tx.seqNum, extension: 3, sequenceLedger: ledger, sequenceTime: closeTime });
}

function signatureOutcome({ inner }: Frame, signatures: Signatures, layer: Layer): Outcome | undefined {
  const results = operationFaults(inner, signatures, layer);
  if (results) return { kind: 'failed', results };
  return signatures.allUsed ? undefined : { kind: 'fault', fault: 'txBadAuthExtra' };
}

function removeOneTimeSigners({ inner }: Frame, layer: Layer): void {
  const sources = new Set([inner.source, ...inner.operations.map(({ source }) => source)]);
  for (const source of sources) removePreAuth(layer, source, inner.hash);
}

function removePreAuth(layer: Layer, id: AccountId, hash: Uint8Array): void {
  const account = layer.account(id);
  if (!account || account.signers.length === 0) return;
  const key = `00000001${hexOf(hash)}`;
  if (account.signers.some((signer) => signer.key === key)) {
    removeSigner({ state: layer }, id, key);
  }
}

// All operations run even when one fails, and all results are kept; then nothing of them is committed.
function applyOperations(
  { inner }: Frame,
  ledger: State,
  { view, networkId, contractOf, classicEvents }: ApplyContext,
  soroban?: SorobanRun,
): { outcome: Outcome; operations: AppliedOperation[] } {
  const body = new Layer(ledger);
  const results: xdr.OperationResult[] = [];
  const applied: AppliedOperation[] = [];
  const transaction: TransactionView = { source: inner.source, sequence: inner.tx.seqNum, sponsorships: new Map() };
  inner.operations.forEach(({ operation, source }, index) => {
    const state = new Layer(body);
    const events = new EventLog(contractOf, inner.tx.memo, classicEvents);
    const address = muxedId(operation.sourceAccount ?? inner.tx.sourceAccount);
    const context = { state, view, networkId, transaction, index, source, muxedId: address, events, soroban };
    const result = applyOperation(operation.body, context);
    results.push(result);
    if (!isSuccess(result)) return;
    const changes = state.changes();
    applied.push({
      changes: soroban?.metaChanges(changes, (key) => body.get(key)) ?? changes,
      events: events.events,
    });
    state.commit();
  });
  if (applied.length < results.length) return { outcome: { kind: 'failed', results }, operations: [] };
  if (transaction.sponsorships.size > 0) return fault('txBadSponsorship');
  body.commit();
  return { outcome: { kind: 'success', results }, operations: applied };
}

const fault = (name: TransactionFault) => ({ outcome: { kind: 'fault', fault: name } as const, operations: [] });

function commit(layer: Layer): Change[] {
  const changes = layer.changes();
  layer.commit();
  return changes;
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
