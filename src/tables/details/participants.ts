/** Who takes part in an operation, and as what: the accounts that Horizon lists under it. */
import { Piece } from '../../core/bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType, OperationType, RevokeSponsorshipType, ScAddressType } from '../../xdr/generated/enums.ts';
import { skipClaimant } from '../../xdr/generated/skip.ts';
import { assetBytes } from '../asset/assets.ts';
import { sameKey } from '../context.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { newSponsor, sponsorshipBegin } from './sponsorship.ts';
import { eachAssetMovement } from '../operation/asset-movements.ts';

/**
 * What an account is to an operation.
 * - `source`: whose operation it is.
 * - `destination`: who is created, paid, or merged into.
 * - `trustor`: whose trust line is authorised or not.
 * - `claimant`: who may claim the balance that is created.
 * - `sponsored`, `sponsor`: for whose reserves another pays, and who pays: who began what ends, or pays for the entry created.
 * - `owner`: whose entry or signer loses its sponsor.
 * - `from`, `to`: from whom is clawed back; who gives and gets in the movements that a call makes in asset contracts.
 * - `holder`: whose account, trust line, offer or data a call changed, when nothing else names it.
 */
const role = {
  source: new Piece('source'),
  destination: new Piece('destination'),
  trustor: new Piece('trustor'),
  claimant: new Piece('claimant'),
  sponsored: new Piece('sponsored'),
  sponsor: new Piece('sponsor'),
  owner: new Piece('owner'),
  from: new Piece('from'),
  to: new Piece('to'),
  holder: new Piece('holder'),
};

const AMOUNT = 8;
/** Where the key stands in a PublicKey, and in a MuxedAccount without and with an id. */
const KEY = 4;
const MUXED_KEY = 12;

/** The participants of one operation, the first `length` of the lists: of each where its 32-byte key stands, and its role. */
export class Participants {
  length = 0;
  readonly keys: number[] = [];
  readonly roles: Piece[] = [];
  #view!: DataView;

  /** Sets the participants to those of the operation, each once in each role. */
  read(at: OperationAt): void {
    this.#view = at.view;
    this.length = 0;
    this.#add(at.sourceKey, role.source);
    this.#readNamed(at);
    const sponsor = newSponsor(at);
    if (sponsor !== ABSENT) this.#add(sponsor, role.sponsor);
  }

  #readNamed(at: OperationAt): void {
    const { view, body } = at;
    switch (at.type) {
      case OperationType.createAccount:
        return this.#add(body + KEY, role.destination);
      case OperationType.payment:
      case OperationType.accountMerge:
        return this.#addMuxed(body, role.destination);
      case OperationType.pathPaymentStrictReceive:
      case OperationType.pathPaymentStrictSend:
        return this.#addMuxed(body + assetBytes(view, body) + AMOUNT, role.destination);
      case OperationType.allowTrust:
      case OperationType.setTrustLineFlags:
        return this.#add(body + KEY, role.trustor);
      case OperationType.createClaimableBalance:
        return this.#addClaimants(body + assetBytes(view, body) + AMOUNT);
      case OperationType.beginSponsoringFutureReserves:
        return this.#add(body + KEY, role.sponsored);
      case OperationType.endSponsoringFutureReserves:
        return this.#addBeginner(at);
      case OperationType.revokeSponsorship:
        return this.#addOwner(body);
      case OperationType.clawback:
        return this.#addMuxed(body + assetBytes(view, body), role.from);
      case OperationType.invokeHostFunction:
        this.#addMoved(at);
        return this.#addHolders(at);
    }
  }

  #addMuxed(p: number, of: Piece): void {
    this.#add(p + (this.#view.getInt32(p) === 0 ? KEY : MUXED_KEY), of);
  }

  #addClaimants(p: number): void {
    const count = this.#view.getUint32(p);
    p += 4;
    for (let i = 0; i < count; i++) {
      // The kind of claimant, then the account.
      this.#add(p + 4 + KEY, role.claimant);
      p = skipClaimant(this.#view, p);
    }
  }

  #addBeginner(at: OperationAt): void {
    const index = sponsorshipBegin(at);
    if (index === ABSENT) return;
    at.readSource(index);
    this.#add(at.sourceKey, role.sponsor);
    at.readSource(at.index);
  }

  /** The signer itself takes no part: anybody's key can be one. */
  #addOwner(p: number): void {
    if (this.#view.getInt32(p) !== RevokeSponsorshipType.revokeSponsorshipLedgerEntry)
      this.#add(p + 4 + KEY, role.owner);
    else if (isOfAccount(this.#view.getInt32(p + 4))) this.#add(p + 8 + KEY, role.owner);
  }

  #addMoved(at: OperationAt): void {
    eachAssetMovement(at, ({ from, to }) => {
      this.#addAddress(from, role.from);
      this.#addAddress(to, role.to);
    });
  }

  /** Of the addresses only accounts count. */
  #addAddress(p: number, of: Piece): void {
    if (p !== ABSENT && this.#view.getInt32(p) === ScAddressType.scAddressTypeAccount) this.#add(p + 4 + KEY, of);
  }

  #addHolders(at: OperationAt): void {
    const changes = at.changes.open();
    while (changes.next()) {
      const entry = changes.post === ABSENT ? changes.pre : changes.post;
      if (entry === ABSENT || !isOfAccount(changes.type)) continue;
      // An entry's ledger of last change and type, then the account.
      const key = entry + 8 + KEY;
      if (!this.#has(key)) this.#add(key, role.holder);
    }
  }

  #has(key: number): boolean {
    for (let i = 0; i < this.length; i++) if (sameKey(this.#view, this.keys[i], key)) return true;
    return false;
  }

  #add(key: number, of: Piece): void {
    for (let i = 0; i < this.length; i++) {
      if (this.roles[i] === of && sameKey(this.#view, this.keys[i], key)) return;
    }
    this.keys[this.length] = key;
    this.roles[this.length++] = of;
  }
}

/** Whether entries of the type, and their keys, begin with the account that owns them. */
function isOfAccount(type: number): boolean {
  return (
    type === LedgerEntryType.account ||
    type === LedgerEntryType.trustline ||
    type === LedgerEntryType.offer ||
    type === LedgerEntryType.data
  );
}
