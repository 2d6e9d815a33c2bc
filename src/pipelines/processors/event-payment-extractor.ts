/** Payments that a payment processor contract tells of in its events. */
import { column } from '../../arrow/table.ts';
import { processorConfig, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

export const eventPayments = defineRecords({
  name: 'event_payments',
  grain: 'One row per payment event.',
  key: ['id'],
  ledger: 'block_height',
  decimals: { amount: 'bigint', royalty_amount: 'bigint' },
  columns: {
    id: column('utf8', 'Ledger, first 8 digits of the transaction hash and index of the event.'),
    payment_id: column('utf8', 'Payment as the contract numbers it, 0x and hex.'),
    token_id: column('utf8', 'Token that is paid.'),
    amount: column('utf8', 'How much is paid.'),
    from_id: column('utf8', 'Who pays.'),
    merchant_id: column('utf8', 'Who is paid.'),
    royalty_amount: column('utf8', 'What the contract keeps.'),
    tx_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    block_height: column('int64', 'Ledger of the payment.'),
    block_timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export const eventPaymentExtractor: Processor = {
  kind: 'processor',
  id: 'event_payment_extractor',
  name: 'Event Payment Extractor',
  description: 'Payments that a payment processor contract tells of in its events.',
  origin: 'hosted',
  reads: 'contract_event',
  records: [eventPayments],
  config: processorConfig(),
  example: `- type: event_payment_extractor\n`,
};
