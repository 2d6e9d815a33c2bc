/** Defines the context in which operations run and the interface of each operation type. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import type { AccountId } from './state/entries.ts';
import type { State } from './state/state.ts';
import type { EventLog } from './events/log.ts';
import type { SorobanRun } from './soroban/run.ts';
import type { SorobanSettings } from './soroban/settings.ts';
import type { Verify } from './accounts/signatures.ts';

/** The ledger that is being closed, as operations may ask for it. */
export interface LedgerView {
  ledger: number;
  /** Unix seconds. */
  closeTime: bigint;
  protocol: number;
  /** Stroops an operation costs at least. */
  baseFee: number;
  /** Stroops that an account must hold per base entry and per subentry. */
  baseReserve: bigint;
  /** Highest sequence number of an account among the ledger's transactions, asked for by merges only (CAP-21). */
  highestSequence(source: AccountId): bigint | undefined;
  /** Missing where contracts are not executed. */
  soroban?: SorobanSettings;
  /** How signatures are verified; by the node's crypto unless given. */
  verify?: Verify;
}

/** The transaction that an operation belongs to. */
export interface TransactionView {
  source: AccountId;
  sequence: bigint;
  /** Who pays for the reserves of whom, while begun and not ended (CAP-33). */
  sponsorships: Map<AccountId, AccountId>;
}

/** Where an operation runs. */
export interface OperationContext {
  /** The operation's own layer. */
  state: State;
  view: LedgerView;
  networkId: Uint8Array;
  transaction: TransactionView;
  /** Place of the operation in its transaction. */
  index: number;
  source: AccountId;
  /** The id behind the source, when its address is multiplexed. */
  muxedId?: bigint;
  events: EventLog;
  /** Of a transaction with contracts. */
  soroban?: SorobanRun;
}

/** What threshold of its source an operation needs. */
export type Threshold = 'low' | 'medium' | 'high';

/** The body of operations of one kind. */
export type BodyOf<K extends xdr.OperationBody['type']> = Extract<xdr.OperationBody, { type: K }>;

/** How one kind of operation is checked and run; results say why it failed. */
export interface OperationKind<K extends xdr.OperationBody['type']> {
  threshold?(body: BodyOf<K>): Threshold;
  /** Returns what is wrong with the operation whatever the ledger holds. */
  check?(
    body: BodyOf<K>,
    source: AccountId,
    view: LedgerView,
    data?: xdr.SorobanTransactionData,
  ): xdr.OperationResult | undefined;
  /** Runs it on the layer of the context, which is dropped when it fails. */
  apply(body: BodyOf<K>, context: OperationContext): xdr.OperationResult;
}
