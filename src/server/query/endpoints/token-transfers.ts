/** Movements of a token. */
import { isAmong } from '../kept-rows.ts';
import { keyedBy } from '../keyed-by.ts';
import { list } from '../list.ts';
import * as parameter from '../parameters.ts';
import { isPermission } from './permission-events.ts';
import {
  eventKey,
  eventParameters,
  eventRecords,
  eventRowsOf,
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
  keyed: ({ contract_id: contract, event_type: type }) => (isPermission(type) ? ofEvents(contract) : ofToken(contract)),
  rowsOfKey: (values, scan) => eventRowsOf(values, scan, movements),
  rows: (values, scan) => eventRecords(values, scan, movements),
  kept: keptEvents,
  keyFilters: ['contract_id'],
  keptFilters: ['event_type', 'source_type'],
  isListed: ({ contract_id: contract, event_type: type, source_type: source }, asked) =>
    contract === asked.contract_id &&
    (asked.event_type === undefined ? movements.includes(String(type)) : type === asked.event_type) &&
    isAmong(asked.source_type, source),
  complete: completed,
});
