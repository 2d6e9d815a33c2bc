/** What moved: transfers, mints, burns, clawbacks and fees. */
import { processorConfig, type Processor } from '../component.ts';

export const tokenTransfer: Processor = {
  kind: 'processor',
  id: 'token_transfer',
  name: 'Token Transfers',
  description: 'What moved: transfers, mints, burns, clawbacks and fees.',
  origin: 'local',
  config: processorConfig(),
  example: `- type: token_transfer\n`,
};
