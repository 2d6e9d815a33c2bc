/** Every change of a ledger entry, transaction by transaction. */
import { processorConfig, type Processor } from '../component.ts';

export const ledgerEntryChanges: Processor = {
  kind: 'processor',
  id: 'ledger_entry_changes',
  name: 'Ledger Entry Changes',
  description: 'Every change of a ledger entry, transaction by transaction.',
  origin: 'local',
  config: processorConfig(),
  example: `- type: ledger_entry_changes\n`,
};
