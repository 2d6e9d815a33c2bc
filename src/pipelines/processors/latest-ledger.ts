/** Each ledger: its hash, counts and fees. */
import { column } from '../../arrow/table.ts';
import { processorConfig, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

export const latestLedgers = defineRecords({
  name: 'latest_ledger',
  grain: 'One row per ledger.',
  key: ['sequence'],
  ledger: 'sequence',
  columns: {
    sequence: column('int32', 'Number of the ledger.'),
    hash: column('utf8', 'SHA-256 of the header.', 'hex'),
    transaction_count: column('int32', 'Transactions.'),
    operation_count: column('int32', 'Operations.'),
    successful_tx_count: column('int32', 'Transactions that succeeded.'),
    failed_tx_count: column('int32', 'Transactions that failed.'),
    total_fee_charged: column('int64', 'Fees charged.', 'stroops'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    base_fee: column('int32', 'Base fee.', 'stroops'),
    soroban_tx_count: column('int32', 'Transactions with Soroban data.'),
    total_soroban_fees: column('int64', 'Declared resource fees.', 'stroops'),
    total_soroban_fees_charged: column('int64', 'Resource fees charged, refunds taken off.', 'stroops'),
    total_resource_instructions: column('int64', 'Declared instructions.'),
  },
});

export const latestLedger: Processor = {
  kind: 'processor',
  id: 'latest_ledger',
  name: 'Latest Ledger Metrics',
  description: 'Each ledger: its hash, counts and fees.',
  origin: 'hosted',
  records: [latestLedgers],
  config: processorConfig(),
  example: `- type: latest_ledger\n`,
};
