/** The signers of an account entry, by their strkeys. */
import { atAccountEntry, locateAccountEntry } from '../../xdr/generated/locate.ts';
import { skipSigner } from '../../xdr/generated/skip.ts';
import { jsonPublicKey, jsonSignerKey } from '../../xdr/json-values.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import { accountExtensions } from '../accounts.ts';

const account = atAccountEntry();

/** Returns the weight of each signer of the account of the LedgerEntry at `entry`, its own key included while it has weight. */
export function signerWeights(w: ValueWriter, entry: number): Map<string, number> {
  const { view, bytes } = w;
  locateAccountEntry(view, entry + 8, account);
  const weights = new Map<string, number>();
  const master = bytes[account.thresholds];
  if (master > 0) weights.set(keyText(w, account.accountId, jsonPublicKey), master);
  let p = account.signers + 4;
  for (let i = view.getUint32(account.signers); i > 0; i--) {
    const end = skipSigner(view, p);
    weights.set(keyText(w, p, jsonSignerKey), view.getInt32(end - 4));
    p = end;
  }
  return weights;
}

/** Returns where the 32-byte key of the sponsor of each sponsored signer stands, of the account of the LedgerEntry at `entry`. */
export function signerSponsors(w: ValueWriter, entry: number): Map<string, number> {
  const { view } = w;
  locateAccountEntry(view, entry + 8, account);
  const sponsors = new Map<string, number>();
  const list = accountExtensions(view, account.ext).signerSponsors;
  if (list < 0) return sponsors;
  let p = account.signers + 4;
  let sponsor = list + 4;
  for (let i = view.getUint32(list); i > 0; i--) {
    const isSponsored = view.getUint32(sponsor) === 1;
    if (isSponsored) sponsors.set(keyText(w, p, jsonSignerKey), sponsor + 8);
    sponsor += isSponsored ? 40 : 4;
    p = skipSigner(view, p);
  }
  return sponsors;
}

/** Whether a signer of the account of the LedgerEntry at `entry` is sponsored. */
export function hasSponsoredSigners(view: DataView, entry: number): boolean {
  if (!hasSigners(view, entry + 8)) return false;
  locateAccountEntry(view, entry + 8, account);
  let p = accountExtensions(view, account.ext).signerSponsors;
  if (p < 0) return false;
  for (let i = view.getUint32(p); i > 0; i--) if (view.getUint32((p += 4)) === 1) return true;
  return false;
}

/** Most accounts have no signers besides their own key; this finds them without a walk of the whole entry. */
function hasSigners(view: DataView, p: number): boolean {
  // Key, balance, sequence number, count of subentries; then an option of a key, flags, a text and four thresholds.
  p += 36 + 8 + 8 + 4;
  p += view.getUint32(p) === 1 ? 40 : 4;
  p += 4;
  p += 4 + ((view.getUint32(p) + 3) & ~3);
  return view.getUint32(p + 4) > 0;
}

function keyText(w: ValueWriter, p: number, write: typeof jsonPublicKey): string {
  const start = w.length;
  write(w, p);
  const text = w.text(start).slice(1, -1);
  w.length = start;
  return text;
}
