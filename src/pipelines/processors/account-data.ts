/** Accounts that a ledger changed, in their state after it. */
import { column, nullable } from '../../arrow/table.ts';
import { accountExtensions, onlySignersChanged, pushSeconds } from '../../tables/accounts.ts';
import { pushAccount, pushClosedAt, pushOptionalAccount, pushText } from '../../tables/context.ts';
import { entryHead, pushSponsor, shownEntry } from '../../tables/entry/entry.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../../xdr/generated/enums.ts';
import { atAccountEntry, locateAccountEntry } from '../../xdr/generated/locate.ts';
import type { Int32Column, Utf8Column } from '../../arrow/columns.ts';
import { extractionOf, processorConfig, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

const accounts = defineRecords({
  name: 'accounts',
  grain: 'One row per account and ledger in which it changed: its state at the end of the ledger.',
  key: ['account_id', 'ledger_sequence'],
  ledger: 'ledger_sequence',
  zoned: ['sequence_time', 'closed_at', 'timestamp'],
  stamps: ['created_at'],
  columns: {
    id: column(
      'int64',
      'Ledger times 2^32, plus the position of the account among those changed in the ledger, from 0.',
    ),
    account_id: column('utf8', 'Address of the account.'),
    balance: column('utf8', 'Lumens held.', 'stroops'),
    buying_liabilities: column('utf8', 'Lumens that open offers may buy.', 'stroops'),
    selling_liabilities: column('utf8', 'Lumens that open offers may sell.', 'stroops'),
    sequence_number: column('int64', 'Last sequence number used.'),
    sequence_ledger: nullable(
      'int32',
      'Ledger in which it was used; null when the entry does not say (before protocol 19).',
    ),
    sequence_time: nullable('timestamp', 'Close time of that ledger; null when the entry does not say.', 'UTC'),
    num_subentries: column('int32', 'Trust lines, offers, data entries and signers of the account.'),
    inflation_dest: column('utf8', 'Account that inflation was voted to; empty when none.'),
    flags: column('int32', '1 auth required, 2 revocable, 4 immutable, 8 clawback enabled.'),
    home_domain: column('utf8', 'Domain of the account.'),
    master_weight: column('int32', "Weight of the account's own key."),
    threshold_low: column('int32', 'Weight that low operations need.'),
    threshold_medium: column('int32', 'Weight that medium operations need.'),
    threshold_high: column('int32', 'Weight that high operations need.'),
    sponsor: column('utf8', 'Account that pays the reserve; empty when none does.'),
    num_sponsored: column('int64', 'Reserves that others pay for the account.'),
    num_sponsoring: column('int64', 'Reserves that the account pays for others.'),
    last_modified_ledger: column('int32', 'Ledger in which the entry was last modified; for a removal, before it.'),
    ledger_entry_change: column('int32', '1 created, 2 updated, 0 removed, 4 restored.'),
    deleted: column('bool', 'Whether it was removed; the other columns then hold its last values.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export const accountDataProcessor: Processor = {
  kind: 'processor',
  id: 'account_data',
  name: 'Account Data',
  description: 'Accounts that a ledger changed, in their state after it.',
  origin: 'hosted',
  records: [accounts],
  extraction: accountDataExtraction,
  config: processorConfig(),
  example: `- type: account_data\n`,
};

const at = atAccountEntry();

/** Codes of the reference runtime: 1 created, 2 updated, 0 removed. It has no code for restored entries; here it is 4. */
const changeCodes = { 0: 1, 1: 2, 2: 0, 4: 4 } as Record<number, number>;

function accountDataExtraction() {
  return extractionOf({ out: accounts }, (context, { out }) => {
    const { view, bytes, ledger } = context;
    for (const [number, entry] of context.entries[LedgerEntryType.account].entries()) {
      const head = entryHead(view, shownEntry(entry));
      locateAccountEntry(view, head.data, at);
      if (onlySignersChanged(context, entry, at, head.data)) continue;
      const ext = accountExtensions(view, at.ext);
      out.id.push(ledger.sequence, number);
      pushAccount(out.account_id, context, at.accountId);
      pushStroops(out.balance, view, at.balance);
      pushStroops(out.buying_liabilities, view, ext.liabilities);
      pushStroops(out.selling_liabilities, view, ext.liabilities < 0 ? -1 : ext.liabilities + 8);
      out.sequence_number.pushAt(view, at.seqNum);
      if (ext.sequence < 0) out.sequence_ledger.pushNull();
      else out.sequence_ledger.push(view.getUint32(ext.sequence));
      if (ext.sequence < 0) out.sequence_time.pushNull();
      else pushSeconds(out.sequence_time, Number(view.getBigUint64(ext.sequence + 4)));
      out.num_subentries.push(view.getUint32(at.numSubEntries));
      if (view.getUint32(at.inflationDest) === 0) out.inflation_dest.ascii('');
      else pushOptionalAccount(out.inflation_dest, context, at.inflationDest);
      out.flags.push(view.getUint32(at.flags));
      pushText(out.home_domain, context, at.homeDomain);
      const weights = [out.master_weight, out.threshold_low, out.threshold_medium, out.threshold_high];
      weights.forEach((column: Int32Column, i) => column.push(bytes[at.thresholds + i]));
      if (hasSponsor(view, at.end)) pushSponsor(out.sponsor, context, at.end);
      else out.sponsor.ascii('');
      out.num_sponsored.push(0, ext.sponsorships < 0 ? 0 : view.getUint32(ext.sponsorships));
      out.num_sponsoring.push(0, ext.sponsorships < 0 ? 0 : view.getUint32(ext.sponsorships + 4));
      out.last_modified_ledger.push(head.lastModified);
      out.ledger_entry_change.push(changeCodes[entry.change]);
      out.deleted.push(entry.change === LedgerEntryChangeType.ledgerEntryRemoved);
      pushClosedAt(out.closed_at, context);
      out.ledger_sequence.push(ledger.sequence);
      pushClosedAt(out.timestamp, context);
    }
  });
}

/** Whether the extension of the entry whose data ends at `end` names a sponsor. */
function hasSponsor(view: DataView, end: number): boolean {
  return view.getInt32(end) !== 0 && view.getUint32(end + 4) === 1;
}

/** Writes the amount at `p` as text; 0 where there is none. */
function pushStroops(column: Utf8Column, view: DataView, p: number): void {
  if (p < 0) column.writer.byte(48);
  else column.writer.signed64(view.getInt32(p), view.getUint32(p + 4));
  column.end();
}
