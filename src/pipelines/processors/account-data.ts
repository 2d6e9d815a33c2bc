/** Accounts that a ledger changed, as they are at its end. */
import { column, nullable } from '../../arrow/table.ts';
import { processorConfig, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

export const accounts = defineRecords({
  name: 'accounts',
  grain: 'One row per account and ledger in which it changed: its state at the end of the ledger.',
  key: ['account_id', 'ledger_sequence'],
  ledger: 'ledger_sequence',
  columns: {
    account_id: column('utf8', 'Address of the account.'),
    balance: column('utf8', 'Lumens held.', 'stroops'),
    buying_liabilities: column('utf8', 'Lumens that open offers may buy.', 'stroops'),
    selling_liabilities: column('utf8', 'Lumens that open offers may sell.', 'stroops'),
    sequence_number: column('int64', 'Last sequence number used.'),
    sequence_ledger: nullable('int32', 'Ledger in which it was used; null before protocol 19.'),
    sequence_time: nullable('timestamp', 'Close time of that ledger; null before protocol 19.', 'UTC'),
    num_subentries: column('int32', 'Trust lines, offers, data entries and signers of the account.'),
    inflation_dest: column('utf8', 'Account that inflation was voted to; empty when none.'),
    flags: column('int32', '1 auth required, 2 revocable, 4 immutable, 8 clawback enabled.'),
    home_domain: column('utf8', 'Domain of the account.'),
    master_weight: column('int32', "Weight of the account's own key."),
    threshold_low: column('int32', 'Weight that low operations need.'),
    threshold_medium: column('int32', 'Weight that medium operations need.'),
    threshold_high: column('int32', 'Weight that high operations need.'),
    sponsor: column('utf8', 'Account that pays the reserve; empty when none does.'),
    num_sponsored: column('int32', 'Reserves that others pay for the account.'),
    num_sponsoring: column('int32', 'Reserves that the account pays for others.'),
    last_modified_ledger: column('int32', 'Ledger in which the entry was last modified; for a removal, before it.'),
    ledger_entry_change: column('int32', '1 created, 2 updated, 0 removed, 4 restored.'),
    deleted: column('bool', 'Whether it was removed; the other columns then hold its last values.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export const accountData: Processor = {
  kind: 'processor',
  id: 'account_data',
  name: 'Account Data',
  description: 'Accounts that a ledger changed, as they are at its end.',
  origin: 'hosted',
  records: [accounts],
  config: processorConfig(),
  example: `- type: account_data\n`,
};
