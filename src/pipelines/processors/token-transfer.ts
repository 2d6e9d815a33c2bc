/** Movements of tokens: transfers, mints, burns, clawbacks and fees. */
import { processorConfig, type Processor } from '../component.ts';
import { bronzeExtraction } from './bronze-tables.ts';
import { recordsOf } from '../sink.ts';
import { tokenTransfersRaw } from '../../tables/transfers/declaration.ts';

export const tokenTransfer: Processor = {
  kind: 'processor',
  id: 'token_transfer',
  name: 'Token Transfers',
  description: 'Movements of tokens: transfers, mints, burns, clawbacks and fees.',
  origin: 'local',
  records: [recordsOf(tokenTransfersRaw)],
  extraction: () => bronzeExtraction(['token_transfers_raw']),
  config: processorConfig(),
  example: `- type: token_transfer\n`,
};
