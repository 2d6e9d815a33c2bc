/** Movements of a token (contract 5.6). */
import { keyedBy } from '../keyed-by.ts';
import { list } from '../list.ts';
import * as parameter from '../parameters.ts';
import { permissions } from './permission-events.ts';
import {
  eventKey,
  eventParameters,
  eventRecords,
  eventRows,
  UnifiedEvent,
  completed,
  keptEvents,
} from './unified-events.ts';

const ofToken = keyedBy('token');
const ofEvents = keyedBy('event');
const movements = ['transfer', 'mint', 'burn', 'clawback'];

export const tokenTransfers = list({
  path: '/api/v1/silver/tokens/{contract_id}/transfers',
  summary: 'Token transfer history',
  legacyKey: 'events',
  parameters: { contract_id: parameter.contract('Contract of the token.'), ...eventParameters },
  row: UnifiedEvent,
  key: eventKey,
  keyed: ({ contract_id: contract, event_type: type }) =>
    permissions.some((one) => one === type) ? ofEvents(contract) : ofToken(contract),
  rows: (values, scan) => eventRows(values, scan, movements),
  page: (_values, { window }) => eventRecords(window),
  kept: keptEvents,
  keyFilters: ['contract_id'],
  isListed: ({ contract_id: contract, event_type: type }, asked) =>
    contract === asked.contract_id && movements.includes(String(type)),
  complete: completed,
});
