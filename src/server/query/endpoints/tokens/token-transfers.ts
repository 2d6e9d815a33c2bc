/** Movements of a token. */
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { listed, sql } from '../../sql.ts';
import { is } from '../../lists/where.ts';
import {
  completed,
  eventFilters,
  eventKey,
  eventParameters,
  eventRecords,
  keptEvents,
  placeOfToken,
  transferTypes,
  UnifiedEvent,
} from '../events/unified-events.ts';

export const tokenTransfers = list({
  path: '/api/v1/silver/tokens/{contract_id}/transfers',
  summary: 'Token transfer history',
  legacyKey: 'events',
  parameters: { contract_id: parameter.contract('Contract of the token.'), ...eventParameters },
  row: UnifiedEvent,
  where: {
    contract_id: {
      ...is('contract_id'),
      place: ({ event_type: type = 'transfer' }) => placeOfToken({ event_type: type }),
    },
    ...eventFilters,
    event_type: {
      ...eventFilters.event_type,
      absent: {
        sql: sql`event_topic in (${listed(transferTypes)})`,
        test: (row) => transferTypes.includes(String(row['event_type'])),
      },
    },
  },
  key: eventKey,
  rows: ({ event_type: type }, scan) => eventRecords({ event_type: type ?? 'transfer' }, scan),
  of: keptEvents,
  complete: completed,
});
