/** Every change of a ledger entry, transaction by transaction. */
import { processorConfig, type Processor } from '../component.ts';
import { bronzeExtraction } from './bronze-tables.ts';
import { recordsOf } from '../sink.ts';
import { transactionChanges } from '../../tables/transaction-changes.ts';

export const ledgerEntryChanges: Processor = {
  kind: 'processor',
  id: 'ledger_entry_changes',
  name: 'Ledger Entry Changes',
  description: 'Every change of a ledger entry, transaction by transaction.',
  origin: 'local',
  records: [recordsOf(transactionChanges)],
  extraction: () => bronzeExtraction(['transaction_changes']),
  config: processorConfig(),
  example: `- type: ledger_entry_changes\n`,
};
