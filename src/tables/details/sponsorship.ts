/** Details of operations that sponsor reserves, and the sponsor that any operation may have got. */
import { ABSENT } from '../../ledger/transaction.ts';
import {
  AssetType,
  LedgerEntryChangeType,
  LedgerEntryType,
  OperationType,
  RevokeSponsorshipType,
} from '../../xdr/generated/enums.ts';
import { atAccountEntry, locateAccountEntry } from '../../xdr/generated/locate.ts';
import { skipSignerKey } from '../../xdr/generated/skip.ts';
import { jsonSignerKey } from '../../xdr/json-values.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import { sameKey } from '../context.ts';
import { sponsorOf } from '../entry/sponsor.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation/operation-at.ts';
import { comparePublicKeys } from '../entry/key-order.ts';
import { signerOf } from './account.ts';
import { canonicalAsset } from './assets.ts';
import type { DetailRow } from './columns.ts';
import { idNames, member, party } from './pieces.ts';
import { writeAccount, writeBalanceId, writeParty, writePoolId, writeString } from './values.ts';

const name = {
  account: member('account_id'),
  balance: idNames('claimable_balance_id'),
  beginSponsor: party('begin_sponsor'),
  dataAccount: member('data_account_id'),
  dataName: member('data_name'),
  signerAccount: member('signer_account_id'),
  signerKey: member('signer_key'),
  trustLineAccount: member('trustline_account_id'),
  trustLineAsset: member('trustline_asset'),
  trustLinePool: idNames('trustline_liquidity_pool_id'),
};

export function writeBeginSponsoring(_: ValueWriter, { view, body }: OperationAt, out: DetailRow): void {
  out.account(out.columns.sponsored_id, view, body + 4);
}

/** Names who began the sponsorship. */
export function writeEndSponsoring(w: ValueWriter, at: OperationAt): void {
  const index = sponsorshipBegin(at);
  if (index === ABSENT) return;
  const { sourceKey, sourceId } = at;
  at.readSource(index);
  writeParty(w, name.beginSponsor, at.sourceKey, at.sourceId);
  at.sourceKey = sourceKey;
  at.sourceId = sourceId;
}

/**
 * Returns the index of the operation that began the sponsorship which this one ends; -1 when the transaction failed, since its
 * operations need not pair.
 */
export function sponsorshipBegin(at: OperationAt): number {
  let index = at.transaction.successful ? at.index - 1 : ABSENT;
  while (index >= 0 && !beginsSponsoring(at, index, at.sourceKey)) index--;
  return index;
}

function beginsSponsoring({ view, transaction }: OperationAt, index: number, sponsored: number): boolean {
  const start = transaction.envelope.operations[index];
  const p = start + (view.getUint32(start) === 0 ? 4 : view.getInt32(start + 4) === 0 ? 40 : 48);
  return view.getInt32(p) === OperationType.beginSponsoringFutureReserves && sameKey(view, p + 8, sponsored);
}

export function writeRevokeSponsorship(w: ValueWriter, { view, body }: OperationAt, out: DetailRow): void {
  if (view.getInt32(body) === RevokeSponsorshipType.revokeSponsorshipLedgerEntry)
    return writeLedgerKey(w, out, body + 4);
  writeAccount(w, name.signerAccount, body + 4);
  w.piece(name.signerKey);
  jsonSignerKey(w, body + 4 + PUBLIC_KEY);
}

function writeLedgerKey(w: ValueWriter, out: DetailRow, p: number): void {
  const type = w.view.getInt32(p);
  p += 4;
  switch (type) {
    case LedgerEntryType.account:
      return writeAccount(w, name.account, p);
    case LedgerEntryType.trustline:
      return writeTrustLineKey(w, p);
    case LedgerEntryType.offer:
      return out.int64(out.columns.offer_id, w.view, p + PUBLIC_KEY);
    case LedgerEntryType.data:
      writeAccount(w, name.dataAccount, p);
      return writeString(w, name.dataName, p + PUBLIC_KEY);
    case LedgerEntryType.claimableBalance:
      return writeBalanceId(w, name.balance, p);
    case LedgerEntryType.liquidityPool:
      return out.pool(w.view, p);
  }
}

function writeTrustLineKey(w: ValueWriter, p: number): void {
  writeAccount(w, name.trustLineAccount, p);
  p += PUBLIC_KEY;
  if (w.view.getInt32(p) === AssetType.assetTypePoolShare) {
    return writePoolId(w, name.trustLinePool, w.view, p + 4);
  }
  w.piece(name.trustLineAsset);
  canonicalAsset.write(w, p);
}

/** Writes who sponsors the first entry, or signer, that the operation created; nothing when nobody does. */
export function writeSponsor(at: OperationAt, out: DetailRow): void {
  const sponsor = newSponsor(at);
  if (sponsor !== ABSENT) out.account(out.columns.sponsor, at.view, sponsor);
}

/** Where the key of the sponsor of the first entry, or signer, that the operation created stands; -1 when nobody sponsors it. */
export function newSponsor(at: OperationAt): number {
  const signer = at.type === OperationType.setOptions ? signerOf(at) : ABSENT;
  return signer === ABSENT ? entrySponsor(at) : signerOrEntrySponsor(at, signer);
}

const { ledgerEntryCreated, ledgerEntryRestored } = LedgerEntryChangeType;

/** Where the key of the sponsor of the sponsored entry that was created and has the lowest ledger key stands, or -1. */
function entrySponsor({ ledger, view, transaction, index }: OperationAt): number {
  const { changes } = ledger;
  const end = transaction.operationChanges[index + 1] ?? 0;
  let first = ABSENT;
  let firstSponsor = ABSENT;
  for (let i = transaction.operationChanges[index] ?? end; i < end; i++) {
    const kind = changes.kind(i);
    if (kind !== ledgerEntryCreated && kind !== ledgerEntryRestored) continue;
    // Entries of pools and contracts have no sponsor (CAP-33; stellar-core, SponsorshipUtils computeMultiplier).
    if (changes.type(i) > LedgerEntryType.claimableBalance) continue;
    const start = changes.start(i);
    const sponsor = sponsorOf(view, start + 4, changes.end(i));
    if (sponsor === ABSENT || (first !== ABSENT && comparePublicKeys(view, first, start + 4) <= 0)) continue;
    first = start + 4;
    firstSponsor = sponsor;
  }
  return firstSponsor;
}

function signerOrEntrySponsor(at: OperationAt, signer: number): number {
  const changes = at.changes.open();
  while (changes.next()) {
    const { pre, post, postEnd } = changes;
    const sponsor = newSignerSponsor(at.view, pre, post, signer);
    if (sponsor !== ABSENT) return sponsor;
    if (pre !== ABSENT || post === ABSENT) continue;
    const entry = sponsorOf(at.view, post, postEnd);
    if (entry !== ABSENT) return entry;
  }
  return ABSENT;
}

const accountParts = atAccountEntry();

/** Where the key of the signer's sponsor stands, when the change gave it one that it had not before; else -1. */
function newSignerSponsor(view: DataView, pre: number, post: number, signer: number): number {
  if (post === ABSENT || view.getInt32(post + 4) !== LedgerEntryType.account) return ABSENT;
  const after = signerSponsor(view, post + 8, signer);
  if (after === ABSENT || pre === ABSENT) return after;
  const before = signerSponsor(view, pre + 8, signer);
  return before !== ABSENT && sameKey(view, before, after) ? ABSENT : after;
}

/** Where the key of the sponsor of a signer stands in the AccountEntry at `p`, or -1. */
function signerSponsor(view: DataView, p: number, signer: number): number {
  locateAccountEntry(view, p, accountParts);
  let sponsor = sponsorIds(view, accountParts.ext);
  if (sponsor === ABSENT) return ABSENT;
  let at = accountParts.signers + 4;
  for (let i = view.getUint32(accountParts.signers); i > 0; i--) {
    const end = skipSignerKey(view, at);
    const isSponsored = view.getUint32(sponsor) === 1;
    if (sameBytes(view, at, end, signer)) return isSponsored ? sponsor + 8 : ABSENT;
    sponsor += isSponsored ? 4 + PUBLIC_KEY : 4;
    at = end + 4;
  }
  return ABSENT;
}

/** Where the first of the signers' sponsors stands in an account's extension, or -1. */
function sponsorIds(view: DataView, ext: number): number {
  // Extension 1: liabilities of 16 bytes. Extension 2: two counts, then the list.
  if (view.getInt32(ext) === 0 || view.getInt32(ext + 20) === 0) return ABSENT;
  return view.getUint32(ext + 32) === 0 ? ABSENT : ext + 36;
}

function sameBytes(view: DataView, a: number, end: number, b: number): boolean {
  for (; a < end; a += 4, b += 4) if (view.getInt32(a) !== view.getInt32(b)) return false;
  return true;
}
