/** Implements `createNetwork`, the public interface to a simulated network that callers drive. */
import { StrKey } from '@stellar/stellar-sdk/base';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { UsageError } from '../core/errors.ts';
import { knownOptions } from '../options/known-options.ts';
import { FIRST_WITH_MILLISECONDS } from './closing/header.ts';
import { millisecondsOf, ClosingNetwork } from './closing/network.ts';
import type { NetworkOptions } from './closing/network-options.ts';
import { TransactionQueue } from './closing/queue.ts';
import { mustUpgrade } from './closing/upgrades.ts';
import { writeResult } from './closing/results.ts';
import { Writer } from './encode/writer.ts';
import { mustExecute } from './soroban/must-execute.ts';
import { hexOf } from './encode/from-xdr.ts';
import { hashHex, type Frame } from './transactions/frame.ts';
import type { Outcome } from './transactions/outcome.ts';
import type { SimulatedLedger } from './simulate.ts';
import * as kind from '../options/kinds.ts';

export type { NetworkOptions, SimulatedLedger };

/** A value of the SDK, of any version: a class such as `xdr.TransactionEnvelope`. */
export interface XdrValue {
  /** Returns the XDR of the value. */
  toXdr(): Uint8Array;
}

/**
 * What became of an envelope: it waits for the next ledger (`pending`), waited already (`duplicate`), or is refused (`error`). `code` is then
 * the code of its result, such as `txBadSeq`, and `errorResultXdr` the TransactionResult in base64.
 */
export type Submission =
  | { status: 'pending' | 'duplicate'; hash: string }
  | { status: 'error'; hash: string; code: string; errorResultXdr: string };

/** Options of closing a ledger. */
export interface CloseOptions {
  /** Unix seconds, since protocol 30 to the millisecond; after the interval of the network unless given. */
  closeTime?: number;
  /** Upgrades that the ledger applies after its transactions, each an `xdr.LedgerUpgrade`; none by default. */
  upgrades?: readonly XdrValue[];
}

/** A network of one node in memory. */
export interface SimulatedNetwork {
  /** Passphrase to sign transactions with. */
  readonly passphrase: string;
  /** Queues a signed transaction for the next ledger, or refuses it. Throws UsageError when it calls a contract whose code is not executed. */
  submit(envelope: SignedEnvelope): Submission;
  /** Closes the next ledger with the transactions that wait. */
  close(options?: CloseOptions): SimulatedLedger;
  /** Returns the ledgers that were closed, the oldest first. */
  ledgers(): readonly SimulatedLedger[];
  /** Returns what transactions of an account are made with, or undefined when there is no such account. */
  account(address: string): { sequence: bigint; balance: bigint } | undefined;
}

/** A signed transaction of the SDK, its `xdr.TransactionEnvelope`, or that as base64. */
export type SignedEnvelope = XdrValue | { toEnvelope(): XdrValue } | string;

/**
 * Returns a network that closes ledgers of transactions which a caller built. All lumens begin in the account whose secret is the
 * network id, `Keypair.master(passphrase)` in the SDK. The same options and calls give the same bytes. Throws UsageError for options
 * that there are not.
 */
export function createNetwork(options: NetworkOptions): SimulatedNetwork {
  const network = new ClosingNetwork(knownOptions('createNetwork', options, optionNames));
  const queue = new TransactionQueue();
  const closed: SimulatedLedger[] = [];
  return {
    passphrase: options.passphrase,
    submit: (envelope) => submit(network, queue, envelopeOf(envelope)),
    close(plan = {}) {
      const ledger = close(network, queue, plan);
      closed.push(ledger);
      return ledger;
    },
    ledgers: () => closed,
    account(address) {
      const account = network.state.account(hexOf(StrKey.decodeEd25519PublicKey(address)));
      return account && { sequence: account.sequence, balance: account.balance };
    },
  };
}

const optionNames: Record<keyof NetworkOptions, kind.Kind> = {
  seed: kind.text,
  passphrase: kind.text,
  asPublicNetwork: kind.flag,
  protocol: kind.whole(),
  startLedger: kind.whole(),
  startTime: kind.whole(0),
  interval: kind.amount,
};

function submit(network: ClosingNetwork, queue: TransactionQueue, envelope: xdr.TransactionEnvelope): Submission {
  const frame = network.frame(envelope);
  for (const { operation } of frame.inner.operations)
    mustExecute(operation.body, network.state, network.header.ledgerVersion);
  const hash = hashHex(frame);
  if (queue.has(hash)) return { status: 'duplicate', hash };
  const refused = queue.add(frame, network.state, network.nextView());
  if (!refused) return { status: 'pending', hash };
  const result = resultOf(frame, refused, network);
  return { status: 'error', hash, code: result.result.type, errorResultXdr: result.toXdr('base64') };
}

function close(
  network: ClosingNetwork,
  queue: TransactionQueue,
  { closeTime, upgrades: given = [] }: CloseOptions,
): SimulatedLedger {
  const upgrades = given.map((upgrade) => xdr.LedgerUpgrade.fromXdr(upgrade.toXdr()));
  for (const upgrade of upgrades) mustUpgrade(network.header, upgrade);
  const time = closeTime === undefined ? network.nextCloseTimeMs : millisecondsOf(closeTime);
  const last = network.closeTimeMs;
  const hasMilliseconds = network.header.ledgerVersion >= FIRST_WITH_MILLISECONDS;
  if (!hasMilliseconds && time % 1000n !== 0n)
    throw new UsageError(
      `close time ${closeTime} is no whole second, as protocols before ${FIRST_WITH_MILLISECONDS} need`,
    );
  if (time <= last) {
    throw new UsageError(`close time ${secondsOf(time)} is not after that of the last ledger, ${secondsOf(last)}`);
  }
  const view = { ...network.nextView(), closeTime: time / 1000n };
  const set = queue.take(network.state, view, network.header.maxTxSetSize);
  const { header, hash, bytes } = network.closeWith({ ...set, closeTimeMs: time, upgrades });
  return { sequence: header.ledgerSeq, closeTime: secondsOf(time), hash, bytes };
}

const secondsOf = (milliseconds: bigint): number => Number(milliseconds) / 1000;

function resultOf(frame: Frame, outcome: Outcome, { header }: ClosingNetwork): xdr.TransactionResult {
  const feeCharged = frame.resourceFee + BigInt(header.baseFee * Math.max(1, frame.paidOperations));
  return xdr.TransactionResult.fromXdr(writeResult(new Writer(), { frame, outcome, feeCharged }).toBytes());
}

function envelopeOf(envelope: SignedEnvelope): xdr.TransactionEnvelope {
  if (typeof envelope === 'string') return xdr.TransactionEnvelope.fromXdr(envelope, 'base64');
  const value = 'toEnvelope' in envelope ? envelope.toEnvelope() : envelope;
  return xdr.TransactionEnvelope.fromXdr(value.toXdr());
}
