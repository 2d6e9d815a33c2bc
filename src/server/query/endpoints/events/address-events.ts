/** Movements to or from an address, as events. */
import { text } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { is } from '../../lists/where.ts';
import {
  addressParameters,
  completed,
  eventFilters,
  eventKey,
  eventRecords,
  keptEvents,
  UnifiedEvent,
} from './unified-events.ts';

export const addressEvents = list({
  path: '/api/v1/silver/address/{addr}/events',
  summary: 'CAP-67 events of an address',
  legacyKey: 'events',
  parameters: {
    addr: parameter.refused(
      parameter.holder('An account, a contract, a claimable balance or a pool.'),
      'addr must be a valid Stellar account (G...) or contract (C...) address',
    ),
    contract_id: parameter.may(parameter.contract('Contract of the token.')),
    ...addressParameters,
  },
  row: UnifiedEvent,
  where: { addr: eventFilters.address, contract_id: is('contract_id'), ...eventFilters },
  beside: { fields: { address: text() }, read: async ({ addr }) => ({ address: addr }) },
  key: eventKey,
  rows: eventRecords,
  of: keptEvents,
  complete: completed,
});
