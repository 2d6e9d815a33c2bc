/** Token movements as events: of all tokens, and of one contract. */
import type { Row } from '../fields.ts';
import { isAmong } from '../kept-rows.ts';
import { keyedBy } from '../keyed-by.ts';
import { list } from '../list.ts';
import * as parameter from '../parameters.ts';
import { activityOf } from '../tokens.ts';
import type { View } from '../view.ts';
import {
  eventKey,
  eventParameters,
  eventRecords,
  eventRowsOf,
  UnifiedEvent,
  completed,
  keptEvents,
  probeEvents,
} from './unified-events.ts';

const ofToken = keyedBy('token', 'event');

type Asked = Partial<Record<'contract_id' | 'event_type' | 'source_type', string>>;

function isAsked({ contract_id: contract, event_type: type, source_type: source }: Row, asked: Asked): boolean {
  return isAmong(asked.contract_id, contract) && isAmong(asked.event_type, type) && isAmong(asked.source_type, source);
}

/** Of a contract few ledgers tell: how many events it has of those that are listed. */
async function mostOfContract(
  { contract_id: contract }: { contract_id?: string },
  view: View,
): Promise<number | undefined> {
  if (contract === undefined) return undefined;
  const { transfers, fees, permissions } = (await activityOf(view, contract)) ?? {};
  return [transfers, fees, permissions].reduce<number>((sum, count) => sum + Number(count ?? 0), 0);
}

export const events = list({
  path: '/api/v1/silver/events',
  summary: 'CAP-67 unified event stream',
  legacyKey: 'events',
  parameters: { contract_id: parameter.may(parameter.contract('Contract of the token.')), ...eventParameters },
  row: UnifiedEvent,
  table: 'token_transfers_raw',
  // Which contract is of an asset may stand in any ledger.
  isScattered: ({ asset_code: code, asset_issuer: issuer }) => code !== undefined || issuer !== undefined,
  key: eventKey,
  keyed: ({ contract_id: contract }) => ofToken(contract),
  probe: probeEvents,
  rowsOfKey: (values, scan, probed) => eventRowsOf(values, scan, undefined, probed),
  rows: (values, scan, probed) => eventRecords(values, scan, undefined, probed),
  kept: keptEvents,
  keyFilters: ['contract_id'],
  keptFilters: ['event_type', 'source_type'],
  isListed: isAsked,
  most: mostOfContract,
  complete: completed,
});

export const eventsByContract = list({
  path: '/api/v1/silver/events/by-contract',
  summary: 'Events for one contract',
  legacyKey: 'events',
  parameters: {
    contract_id: parameter.required(parameter.contract(), 'contract_id query parameter required'),
    ...eventParameters,
  },
  row: UnifiedEvent,
  key: eventKey,
  keyed: ({ contract_id: contract }) => ofToken(contract),
  probe: probeEvents,
  rowsOfKey: (values, scan, probed) => eventRowsOf(values, scan, undefined, probed),
  rows: (values, scan, probed) => eventRecords(values, scan, undefined, probed),
  kept: keptEvents,
  keyFilters: ['contract_id'],
  keptFilters: ['event_type', 'source_type'],
  isListed: isAsked,
  most: mostOfContract,
  complete: completed,
});
