/** Changes of ledger entries, in the order of transactions. */
import { processorConfig, type Processor } from '../component.ts';
import { bronzeExtraction } from './bronze-tables.ts';
import { recordsOf } from '../sink.ts';
import { transactionChanges } from '../../tables/transaction-changes.ts';

export const ledgerEntryChanges: Processor = {
  kind: 'processor',
  id: 'ledger_entry_changes',
  name: 'Ledger Entry Changes',
  description: 'Changes of ledger entries, in the order of transactions.',
  origin: 'local',
  records: [recordsOf(transactionChanges)],
  extraction: () => bronzeExtraction(['transaction_changes']),
  config: processorConfig(),
  example: `- type: ledger_entry_changes\n`,
};
