/** Pairs that a swap service makes, and their reserves. */
import { column } from '../../arrow/table.ts';
import { processorConfig, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

export const soroswapPairs = defineRecords({
  name: 'soroswap_pairs',
  grain: 'One row per pair that a factory announces.',
  key: ['pair_address'],
  ledger: 'ledger_sequence',
  columns: {
    pair_address: column('utf8', 'Contract of the pair.'),
    token0: column('utf8', 'First token.'),
    token1: column('utf8', 'Second token.'),
    factory_contract_id: column('utf8', 'Contract that made the pair.'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export const soroswapSyncs = defineRecords({
  name: 'soroswap_syncs',
  grain: 'One row per event with the reserves of a pair; the last one is in force.',
  key: ['event_id'],
  ledger: 'ledger_sequence',
  columns: {
    event_id: column(
      'int64',
      'Ledger times 2^32, and the number of the event among those of the ledger: the order of syncs.',
    ),
    pair_address: column('utf8', 'Contract of the pair.'),
    reserve0: column('utf8', 'Reserve of the first token.'),
    reserve1: column('utf8', 'Reserve of the second token.'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export const soroswap: Processor = {
  kind: 'processor',
  id: 'soroswap',
  name: 'SwapService',
  description: 'Pairs that a swap service makes, and their reserves.',
  origin: 'hosted',
  reads: 'contract_event',
  records: [soroswapPairs, soroswapSyncs],
  config: processorConfig(),
  example: `- type: soroswap\n`,
};
