/** Token movements as events: of all tokens, and of one contract. */
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { is } from '../../lists/where.ts';
import {
  completed,
  eventFilters,
  eventKey,
  eventParameters,
  eventRecords,
  keptEvents,
  placeOfToken,
  UnifiedEvent,
} from './unified-events.ts';

const common = {
  legacyKey: 'events',
  row: UnifiedEvent,
  where: { contract_id: { ...is('contract_id'), place: placeOfToken }, ...eventFilters },
  key: eventKey,
  rows: eventRecords,
  of: keptEvents,
  complete: completed,
} as const;

export const events = list({
  ...common,
  path: '/api/v1/silver/events',
  summary: 'CAP-67 unified event stream',
  parameters: { contract_id: parameter.may(parameter.contract('Contract of the token.')), ...eventParameters },
});

export const eventsByContract = list({
  ...common,
  path: '/api/v1/silver/events/by-contract',
  summary: 'Events for one contract',
  parameters: {
    contract_id: parameter.required(parameter.contract(), 'contract_id query parameter required'),
    ...eventParameters,
  },
});
