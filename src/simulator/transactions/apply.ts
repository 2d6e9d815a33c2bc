import * as xdr from '@stellar/stellar-sdk/xdr';
import { feeEvent, EventLog } from '../events/log.ts';
import type { AssetContract } from '../events/asset-contracts.ts';
import type { LedgerView, TransactionView } from '../operations/context.ts';
import { applyOperation } from '../operations/index.ts';
import { isSuccess } from '../operations/results.ts';
import { removeSigner } from '../operations/signers.ts';
import type { AccountId, AssetId } from '../state/entries.ts';
import { hexOf, muxedId } from '../state/from-xdr.ts';
import { Layer, type Change, type State } from '../state/state.ts';
import type { Frame } from './frame.ts';
import { operationFaults } from './operation-signatures.ts';
import type { AppliedOperation, AppliedTransaction, Outcome } from './outcome.ts';
import { Signatures, type Verify } from './signatures.ts';
import { validity, type TransactionFault } from './validity.ts';

/** What closing a ledger gives its transactions. */
export interface ApplyContext {
  view: LedgerView;
  networkId: Uint8Array;
  contractOf: (asset: AssetId) => AssetContract;
  verify?: Verify;
  /** Whether classic operations have events: since protocol 23. */
  classicEvents: boolean;
}

/** A fee as charged, with the change of the payer's account. */
export interface ChargedFee {
  fee: bigint;
  changes: readonly Change[];
}

/** Takes a transaction's fee from its payer; ledgers charge all fees before they apply anything. */
export function chargeFee({ fee, feeSource, paidOperations }: Frame, ledger: State, baseFee: bigint): ChargedFee {
  const layer = new Layer(ledger);
  const payer = layer.account(feeSource)!;
  const due = smaller(smaller(fee, baseFee * BigInt(paidOperations)), payer.balance);
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
  const signatures = new Signatures(frame.inner.hash, frame.inner.signatures, context.verify);
  const prepared = prepare(frame, signatures, ledger, context);
  const body = prepared.outcome ? undefined : applyOperations(frame, ledger, context);
  return {
    frame,
    feeCharged: charged.fee,
    feeChanges: charged.changes,
    changesBefore: prepared.changes,
    operations: body?.operations ?? [],
    changesAfter: [],
    outcome: prepared.outcome ?? body!.outcome,
    events: feeEvents(frame, charged.fee, context),
  };
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
  layer.put(layer.account(feeSource)!);
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
): { outcome: Outcome; operations: AppliedOperation[] } {
  const body = new Layer(ledger);
  const results: xdr.OperationResult[] = [];
  const applied: AppliedOperation[] = [];
  const transaction: TransactionView = { source: inner.source, sequence: inner.tx.seqNum, sponsorships: new Map() };
  inner.operations.forEach(({ operation, source }, index) => {
    const state = new Layer(body);
    const events = new EventLog(contractOf, inner.tx.memo, classicEvents);
    const address = muxedId(operation.sourceAccount ?? inner.tx.sourceAccount);
    const context = { state, view, networkId, transaction, index, source, muxedId: address, events };
    const result = applyOperation(operation.body, context);
    results.push(result);
    if (isSuccess(result)) applied.push({ changes: commit(state), events: events.events });
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
