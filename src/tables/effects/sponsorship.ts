/** Effects of any operation on who sponsors entries and signers (CAP-33); entries of offers have none. */
import { Piece } from '../../core/bytes.ts';
import { sameSpans } from '../../ledger/compact.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { AssetType, LedgerEntryType } from '../../xdr/generated/enums.ts';
import { sponsorOf } from '../entry/sponsor.ts';
import { PUBLIC_KEY } from '../operation/operation-at.ts';
import { member } from '../details/pieces.ts';
import { writeString } from '../details/values.ts';
import type { ChangesByKey } from './changes-by-key.ts';
import { POOL_LINE } from './columns.ts';
import type { EffectRows } from './rows.ts';
import { signerSponsors } from './signers.ts';
import { effectType, type EffectType } from './types.ts';

const dataName = member('data_name');
const poolShares = new Piece(',"asset_type":"liquidity_pool"');
const { account, trustline, data, claimableBalance } = LedgerEntryType;

/** Types of the effects of a sponsorship that began, passed to another account, or ended. */
type Types = readonly [created: EffectType, updated: EffectType, removed: EffectType];

type Sponsored = 'account' | 'trustline' | 'data' | 'claimableBalance' | 'signer';

const typesOf = (sponsored: Sponsored): Types => [
  effectType[`${sponsored}SponsorshipCreated`],
  effectType[`${sponsored}SponsorshipUpdated`],
  effectType[`${sponsored}SponsorshipRemoved`],
];
const signerTypes = typesOf('signer');
const entryTypes: Record<number, Types> = {
  [account]: typesOf('account'),
  [trustline]: typesOf('trustline'),
  [data]: typesOf('data'),
  [claimableBalance]: typesOf('claimableBalance'),
};

/** Writes the effects of the changes, which are of entries that can be sponsored: of each entry, then of its signers. */
export function addSponsorships(rows: EffectRows, changes: ChangesByKey): void {
  for (let i = 0; i < changes.length; i++) {
    addEntry(rows, changes, i);
    const shown = changes.post(i) === ABSENT ? changes.pre(i) : changes.post(i);
    if (rows.w.view.getInt32(shown + 4) === account) addSigners(rows, changes.pre(i), changes.post(i));
  }
}

function addEntry(rows: EffectRows, changes: ChangesByKey, i: number): void {
  const { view } = rows.w;
  const [pre, post] = [changes.pre(i), changes.post(i)];
  const former = pre === ABSENT ? ABSENT : sponsorOf(view, pre, changes.preEnd(i));
  const next = post === ABSENT ? ABSENT : sponsorOf(view, post, changes.postEnd(i));
  if (isSameSponsor(view, former, next)) return;
  const entry = post === ABSENT ? pre : post;
  const type = view.getInt32(entry + 4);
  const effect = openSponsors(rows, entryTypes[type], former, next);
  writeEntry(rows, type, entry + 8);
  rows.close();
  // Accounts and trust lines begin with the account; the rest concerns the operation's source.
  if (type === account || type === trustline) rows.account(effect, entry + 12);
  else rows.source(effect);
}

/** Whether the key of a sponsor at `a` is that at `b`, -1 standing for none. */
export function isSameSponsor(view: DataView, a: number, b: number): boolean {
  if (a === ABSENT || b === ABSENT) return a === b;
  return sameSpans(view, a, a + 32, b, b + 32);
}

/** Begins details with the sponsors before and after (one may be absent), and returns the type of the effect. */
function openSponsors(rows: EffectRows, [created, updated, removed]: Types, former: number, next: number): EffectType {
  const details = rows.open();
  details.sponsor = next;
  details.formerSponsor = former;
  if (former === ABSENT) return created;
  return next === ABSENT ? removed : updated;
}

/** Writes which entry it is, whose data stands at `p`. */
function writeEntry(rows: EffectRows, type: number, p: number): void {
  if (type === trustline) writeTrusted(rows, p + PUBLIC_KEY);
  else if (type === data) writeString(rows.w, dataName, p + PUBLIC_KEY);
  else if (type === claimableBalance) rows.details.balanceId = p;
}

function writeTrusted(rows: EffectRows, asset: number): void {
  const { details, w } = rows;
  if (w.view.getInt32(asset) === AssetType.assetTypePoolShare) {
    w.piece(poolShares);
    details.poolId = asset + 4;
    details.asset = POOL_LINE;
  } else details.wholeAsset = rows.asset(asset);
}

function addSigners(rows: EffectRows, pre: number, post: number): void {
  const { view } = rows.w;
  const before = pre === ABSENT ? new Map<string, number>() : signerSponsors(rows.w, pre);
  const after = post === ABSENT ? new Map<string, number>() : signerSponsors(rows.w, post);
  const owner = (post === ABSENT ? pre : post) + 12;
  for (const signer of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const former = before.get(signer) ?? ABSENT;
    const next = after.get(signer) ?? ABSENT;
    if (isSameSponsor(view, former, next)) continue;
    const effect = openSponsors(rows, signerTypes, former, next);
    rows.details.signer = signer;
    rows.close();
    rows.account(effect, owner);
  }
}
