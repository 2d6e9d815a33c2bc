/** Accounts that a ledger changed, as they are at its end. */
import { processorConfig, type Processor } from '../component.ts';

export const accountData: Processor = {
  kind: 'processor',
  id: 'account_data',
  name: 'Account Data',
  description: 'Accounts that a ledger changed, as they are at its end.',
  origin: 'hosted',
  config: processorConfig(),
  example: `- type: account_data\n`,
};
