/** Accounts. */
import { column, defineTable, nullable, type ColumnsOf } from '../arrow/table.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../xdr/generated/enums.ts';
import { atAccountEntry, locateAccountEntry, type AccountEntryAt } from '../xdr/generated/locate.ts';
import type { ChangedEntry } from '../ledger/compact.ts';
import { pushAccount, pushBytes, pushOptionalAccount, pushText, type Context } from './context.ts';
import {
  changeColumn,
  checkAmount,
  commonColumns,
  entryHead,
  pushChange,
  pushCommon,
  pushSponsor,
  shownEntry,
  sponsorColumn,
} from './entry/entry.ts';

export const accounts = defineTable({
  name: 'accounts',
  grain: 'One row per account and ledger in which anything but its signers changed.',
  key: ['account_id', 'ledger_sequence'],
  columns: {
    account_id: column('utf8', 'Address of the account.'),
    balance_stroops: column('int64', 'Lumens held.', 'stroops'),
    balance_change_stroops: changeColumn('the lumens held'),
    buying_liabilities_stroops: column('int64', 'Lumens that open offers may buy.', 'stroops'),
    selling_liabilities_stroops: column('int64', 'Lumens that open offers may sell.', 'stroops'),
    sequence_number: column('int64', 'Last sequence number used.'),
    sequence_ledger: column('int32', 'Ledger in which the sequence number was last used; 0 before protocol 19.'),
    sequence_time: nullable(
      'timestamp',
      'Close time of sequence_ledger; null before protocol 19 and past the year 9999.',
      'UTC',
    ),
    num_subentries: column('int32', 'Trust lines, offers, data entries and signers of the account.'),
    num_sponsored: column('int64', 'Reserves of the account that others pay.'),
    num_sponsoring: column('int64', 'Reserves of others that the account pays.'),
    inflation_destination: column('utf8', 'Account that gets the inflation vote; empty if none.'),
    flags: column(
      'int32',
      'Sum of flags: 1 auth required, 2 auth revocable, 4 auth immutable, 8 auth clawback enabled.',
    ),
    home_domain: column('utf8', 'Home domain of the account; escaped if it is not UTF-8.'),
    home_domain_bytes: nullable('utf8', 'Bytes of the home domain; null without one.', 'base64'),
    master_weight: column('int32', "Weight of the account's own key."),
    threshold_low: column('int32', 'Weight of signatures that low-threshold operations need.'),
    threshold_medium: column('int32', 'Weight of signatures that medium-threshold operations need.'),
    threshold_high: column('int32', 'Weight of signatures that high-threshold operations need.'),
    sponsor: sponsorColumn,
    ...commonColumns,
  },
});

const at = atAccountEntry();
const before = atAccountEntry();

export function extractAccounts(context: Context, out: ColumnsOf<typeof accounts>): void {
  const { view, bytes } = context;
  for (const entry of context.entries[LedgerEntryType.account]) {
    const head = entryHead(view, shownEntry(entry));
    locateAccountEntry(view, head.data, at);
    if (onlySignersChanged(context, entry, at, head.data)) continue;
    const ext = accountExtensions(view, at.ext);
    pushAccount(out.account_id, context, at.accountId);
    checkAmount(context, entry, at.balance - head.data, 'the balance of an account');
    out.balance_stroops.pushAt(view, at.balance);
    pushChange(out.balance_change_stroops, view, entry, at.balance - head.data);
    out.buying_liabilities_stroops.pushOptionalAt(view, ext.liabilities);
    out.selling_liabilities_stroops.pushOptionalAt(view, ext.liabilities < 0 ? -1 : ext.liabilities + 8);
    out.sequence_number.pushAt(view, at.seqNum);
    out.sequence_ledger.push(ext.sequence < 0 ? 0 : view.getUint32(ext.sequence));
    pushSequenceTime(out.sequence_time, view, ext.sequence);
    out.num_subentries.push(view.getUint32(at.numSubEntries));
    out.num_sponsored.push(0, ext.sponsorships < 0 ? 0 : view.getUint32(ext.sponsorships));
    out.num_sponsoring.push(0, ext.sponsorships < 0 ? 0 : view.getUint32(ext.sponsorships + 4));
    if (view.getUint32(at.inflationDest) === 0) out.inflation_destination.ascii('');
    else pushOptionalAccount(out.inflation_destination, context, at.inflationDest);
    out.flags.push(view.getUint32(at.flags));
    pushBytes(out.home_domain_bytes, out.home_domain.length, view, at.homeDomain);
    pushText(out.home_domain, context, at.homeDomain);
    out.master_weight.push(bytes[at.thresholds]);
    out.threshold_low.push(bytes[at.thresholds + 1]);
    out.threshold_medium.push(bytes[at.thresholds + 2]);
    out.threshold_high.push(bytes[at.thresholds + 3]);
    pushSponsor(out.sponsor, context, at.end);
    pushCommon(out, context, entry.change, head.lastModified);
  }
}

type Int64Out = ColumnsOf<typeof accounts>['balance_stroops'];

function pushSequenceTime(column: Int64Out, view: DataView, sequence: number): void {
  const seconds = sequence < 0 ? 0 : Number(view.getBigUint64(sequence + 4));
  if (seconds === 0) column.pushNull();
  else pushSeconds(column, seconds);
}

/** The end of the year 9999, in seconds since 1970. */
const LAST_SECOND = 253_402_300_799;

/** Writes a time in seconds since 1970; one past the year 9999, which no ledger closed at, is null. */
export function pushSeconds(column: Int64Out, seconds: number): void {
  if (seconds > LAST_SECOND) column.pushNull();
  else column.pushNumber(seconds * 1_000_000);
}

/** Where the nested extensions of an account stand; -1 for what it does not have. */
export interface AccountExtensions {
  /** Buying and selling liabilities. */
  liabilities: number;
  /** Counts of sponsored and sponsoring reserves. */
  sponsorships: number;
  /** The list of signers' sponsors. */
  signerSponsors: number;
  /** Ledger and time of the last sequence number. */
  sequence: number;
}

/** Returns where the extensions of the account entry stand whose `ext` is at `p`. */
export function accountExtensions(view: DataView, p: number): AccountExtensions {
  const found = { liabilities: -1, sponsorships: -1, signerSponsors: -1, sequence: -1 };
  if (view.getInt32(p) === 0) return found;
  found.liabilities = p + 4;
  const second = p + 20;
  if (view.getInt32(second) === 0) return found;
  found.sponsorships = second + 4;
  found.signerSponsors = second + 12;
  let third = second + 16;
  for (let i = view.getUint32(second + 12); i > 0; i--) third += view.getUint32(third) === 0 ? 4 : 40;
  // Version 3 begins with an extension point of its own.
  if (view.getInt32(third) === 3) found.sequence = third + 8;
  return found;
}

/**
 * Hubble has a row only when something other than the signers and their sponsors changed. `at` says where the fields of the entry are, which
 * starts at `data`.
 */
export function onlySignersChanged(context: Context, entry: ChangedEntry, at: AccountEntryAt, data: number): boolean {
  if (entry.change !== LedgerEntryChangeType.ledgerEntryUpdated || entry.pre < 0) return false;
  const { view, bytes } = context;
  const pre = entryHead(view, entry.pre);
  if (pre.lastModified !== entryHead(view, entry.post).lastModified) return false;
  locateAccountEntry(view, pre.data, before);
  const parts = (entryAt: AccountEntryAt, start: number) => {
    const ext = accountExtensions(view, entryAt.ext);
    const head = bytes.subarray(start, entryAt.signers);
    const numbers = [ext.liabilities, ext.sponsorships, ext.sequence].map((p, i) =>
      p < 0 ? '' : Buffer.from(bytes.subarray(p, p + [16, 8, 12][i])).toString('hex'),
    );
    return Buffer.from(head).toString('hex') + numbers.join();
  };
  return parts(before, pre.data) === parts(at, data);
}
