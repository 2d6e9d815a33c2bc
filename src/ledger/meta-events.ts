/** Where the events of one transaction stand in its meta. */
import { EnvelopeType } from '../xdr/generated/enums.ts';
import { atTransaction, locateTransaction } from '../xdr/generated/locate.ts';
import {
  skipContractEvent,
  skipLedgerEntryChange,
  skipOperationMeta,
  skipScVal,
  skipSorobanTransactionMetaExt,
  skipSorobanTransactionMetaV2,
  skipTransactionEvent,
} from '../xdr/generated/skip.ts';
import type { LedgerParts } from './parts.ts';
import { skipList } from './skip-list.ts';
import { isSorobanTransaction } from './soroban.ts';
import { ABSENT, type LedgerTransaction } from './transaction.ts';

/** Offsets of counts, each followed by that many events; `transaction` and `diagnostic` may be `ABSENT`. */
export interface MetaEvents {
  /** One per operation. Meta V3 keeps the events of a Soroban transaction as its only operation's; `ABSENT` when it has none. */
  operations: number[];
  transaction: number;
  diagnostic: number;
}

/** Returns an empty place for `locateEvents` to fill. */
export function metaEvents(): MetaEvents {
  return { operations: [], transaction: ABSENT, diagnostic: ABSENT };
}

/**
 * Finds the events of a transaction: in meta V4 everybody's, in V3 those of Soroban transactions, before that none
 * (`ingest.LedgerTransaction.GetTransactionEvents`). The ledger's envelopes must be paired.
 */
export function locateEvents(parts: LedgerParts, index: number, at: MetaEvents): MetaEvents {
  at.operations.length = 0;
  at.transaction = ABSENT;
  at.diagnostic = ABSENT;
  const { view } = parts;
  const version = parts.metaVersion(index);
  if (version === 4) locateV4(view, parts.meta(index) + 8, at);
  else if (version === 3 && carriesSoroban(parts, index)) locateV3(view, parts.meta(index) + 8, at);
  return at;
}

/** Fills in the events of a transaction that was read, but for diagnostic ones: `locateEvents` without a walk. */
export function eventsIn(view: DataView, transaction: LedgerTransaction, at: MetaEvents): MetaEvents {
  const { metaVersion, operationEvents, sorobanMeta } = transaction;
  at.operations.length = 0;
  at.transaction = transaction.events;
  at.diagnostic = ABSENT;
  if (metaVersion === 4) for (const list of operationEvents) at.operations.push(list);
  else if (sorobanMeta !== ABSENT) at.operations.push(skipSorobanTransactionMetaExt(view, sorobanMeta));
  return at;
}

function locateV4(view: DataView, p: number, at: MetaEvents): void {
  p = skipList(view, p, skipLedgerEntryChange);
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    p = skipList(view, p + 4, skipLedgerEntryChange);
    at.operations.push(p);
    p = skipList(view, p, skipContractEvent);
  }
  p = skipList(view, p, skipLedgerEntryChange);
  p = view.getUint32(p) === 1 ? skipSorobanTransactionMetaV2(view, p + 4) : p + 4;
  at.transaction = p;
  at.diagnostic = skipList(view, p, skipTransactionEvent);
}

function locateV3(view: DataView, p: number, at: MetaEvents): void {
  at.operations.push(ABSENT);
  p = sorobanMetaOf3(view, p);
  if (p === ABSENT) return;
  p = skipSorobanTransactionMetaExt(view, p);
  at.operations[0] = p;
  p = skipList(view, p, skipContractEvent);
  at.diagnostic = skipScVal(view, p);
}

function sorobanMetaOf3(view: DataView, p: number): number {
  p = skipList(view, p, skipLedgerEntryChange);
  p = skipList(view, p, skipOperationMeta);
  p = skipList(view, p, skipLedgerEntryChange);
  return view.getUint32(p) === 1 ? p + 4 : ABSENT;
}

/** Returns where the SorobanTransactionMeta of a V3 meta, or its second version of a V4 meta, starts; else -1. Both begin with the same ext. */
export function sorobanMeta(parts: LedgerParts, index: number): number {
  const { view } = parts;
  const version = parts.metaVersion(index);
  let p = parts.meta(index) + 8;
  if (version === 3) return sorobanMetaOf3(view, p);
  if (version !== 4) return ABSENT;
  p = skipList(view, p, skipLedgerEntryChange);
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    p = skipList(view, p + 4, skipLedgerEntryChange);
    p = skipList(view, p, skipContractEvent);
  }
  p = skipList(view, p, skipLedgerEntryChange);
  return view.getUint32(p) === 1 ? p + 4 : ABSENT;
}

const transaction = atTransaction();

function carriesSoroban(parts: LedgerParts, index: number): boolean {
  const { view } = parts;
  if (view.getInt32(parts.envelope(index)) === EnvelopeType.envelopeTypeTxV0) return false;
  locateTransaction(view, parts.innerTransaction(index), transaction);
  return isSorobanTransaction(view, transaction);
}
