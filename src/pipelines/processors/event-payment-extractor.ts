/** Payments that a payment processor contract tells of in its events. */
import { processorConfig, type Processor } from '../component.ts';

export const eventPaymentExtractor: Processor = {
  kind: 'processor',
  id: 'event_payment_extractor',
  name: 'Event Payment Extractor',
  description: 'Payments that a payment processor contract tells of in its events.',
  origin: 'hosted',
  reads: 'contract_event',
  config: processorConfig(),
  example: `- type: event_payment_extractor\n`,
};
