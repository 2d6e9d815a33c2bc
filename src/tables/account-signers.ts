/** Signers of accounts. */
import { column, defineTable, nullable, type ColumnsOf } from '../arrow/table.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../xdr/generated/enums.ts';
import { atAccountEntry, locateAccountEntry, type AccountEntryAt } from '../xdr/generated/locate.ts';
import { skipSigner } from '../xdr/generated/skip.ts';
import { jsonPublicKey, jsonSignerKey } from '../xdr/json-values.ts';
import { sameSpans } from '../ledger/compact.ts';
import { accountExtensions } from './accounts.ts';
import { pushAccount, type Context } from './context.ts';
import { commonColumns, entryHead, pushCommon, shownEntry } from './entry/entry.ts';

export const accountSigners = defineTable({
  name: 'account_signers',
  grain: 'One row per signer and ledger in which the signers of its account changed.',
  key: ['account_id', 'signer', 'ledger_sequence'],
  columns: {
    account_id: column('utf8', 'Address of the account.'),
    signer: column('utf8', "Key that may sign (G, T, X or P); the account's own key while it has weight."),
    weight: column('int64', "Weight of the signer's signature; 0 for a signer that was removed."),
    sponsor: nullable('utf8', 'Account that pays the reserve of the signer; null if no other does.'),
    ...commonColumns,
  },
});

interface Signer {
  weight: number;
  sponsor: string | undefined;
}

const { ledgerEntryUpdated, ledgerEntryRemoved } = LedgerEntryChangeType;
const at = atAccountEntry();

export function extractAccountSigners(context: Context, out: ColumnsOf<typeof accountSigners>): void {
  const { view } = context;
  for (const entry of context.entries[LedgerEntryType.account]) {
    if (entry.change === ledgerEntryUpdated && entry.pre >= 0 && sameSigners(context, entry.pre, entry.post)) continue;
    const head = entryHead(view, shownEntry(entry));
    const signers = signersAt(context, head.data);
    const account = head.data;
    const push = (key: string, { weight, sponsor }: Signer, change: number, lastModified: number) => {
      pushAccount(out.account_id, context, account);
      out.signer.ascii(key);
      out.weight.push(0, weight);
      if (sponsor === undefined) out.sponsor.pushNull();
      else out.sponsor.ascii(sponsor);
      pushCommon(out, context, change, lastModified);
    };
    for (const [key, signer] of signers) push(key, signer, entry.change, head.lastModified);
    if (entry.pre < 0 || entry.post < 0) continue;
    const before = entryHead(view, entry.pre);
    for (const [key, { sponsor }] of signersAt(context, before.data)) {
      if (!signers.has(key)) push(key, { weight: 0, sponsor }, ledgerEntryRemoved, before.lastModified);
    }
  }
}

const before = atAccountEntry();

/** Whether nothing of the signers changed: their keys, weights, sponsors, and the weight of the account's own key. */
function sameSigners({ view, bytes }: Context, pre: number, post: number): boolean {
  locateAccountEntry(view, entryHead(view, pre).data, before);
  locateAccountEntry(view, entryHead(view, post).data, at);
  if (bytes[before.thresholds] !== bytes[at.thresholds]) return false;
  if (!sameSpans(view, before.signers, before.ext, at.signers, at.ext)) return false;
  const [a, b] = [sponsorSpan(view, before), sponsorSpan(view, at)];
  return sameSpans(view, a[0], a[1], b[0], b[1]);
}

/** Where the list of the signers' sponsors stands; empty when nobody sponsors, whether the account has a list or not. */
function sponsorSpan(view: DataView, account: AccountEntryAt): [start: number, end: number] {
  const { signerSponsors, sequence } = accountExtensions(view, account.ext);
  if (signerSponsors < 0) return [0, 0];
  const end = sequence < 0 ? account.end - 4 : sequence - 8;
  // A list without a sponsor is its count and a word for each signer.
  if (end - signerSponsors === 4 + view.getUint32(signerSponsors) * 4) return [0, 0];
  return [signerSponsors, end];
}

function signersAt(context: Context, p: number): Map<string, Signer> {
  const { view, bytes } = context;
  locateAccountEntry(view, p, at);
  const found = new Map<string, Signer>();
  const master = bytes[at.thresholds];
  if (master > 0) found.set(keyText(context, at.accountId, jsonPublicKey), { weight: master, sponsor: undefined });
  const { signerSponsors } = accountExtensions(view, at.ext);
  let sponsor = signerSponsors + 4;
  let signer = at.signers + 4;
  for (let i = view.getUint32(at.signers); i > 0; i--) {
    const end = skipSigner(view, signer);
    const sponsored = signerSponsors >= 0 && sponsor < at.end && view.getUint32(sponsor) === 1;
    found.set(keyText(context, signer, jsonSignerKey), {
      weight: view.getUint32(end - 4),
      sponsor: sponsored ? keyText(context, sponsor + 4, jsonPublicKey) : undefined,
    });
    sponsor += sponsored ? 40 : 4;
    signer = end;
  }
  return found;
}

function keyText({ json }: Context, p: number, write: typeof jsonPublicKey): string {
  json.length = 0;
  write(json, p);
  return json.text().slice(1, -1);
}
