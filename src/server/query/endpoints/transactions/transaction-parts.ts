/** Two parts of one transaction: its movements as events, and its effects. */
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { sql } from '../../sql.ts';
import type { View } from '../../view.ts';
import { readTransaction } from './transaction.ts';
import { EffectRecord, effectsOf } from './transaction-effects.ts';
import { movementRecords, UnifiedEvent, completed } from '../events/unified-events.ts';

const parameters = { hash: parameter.transactionHash(), limit: parameter.limit(200, 1000) };

/** Returns the TOID of a transaction by its hash; throws ApiError when there is none (7). */
async function transactionId(view: View, hash: string): Promise<string> {
  return String((await readTransaction(view, hash))['id']);
}

const ofTransaction = (toid: string | null) =>
  sql`ledger_sequence = ${Number(BigInt(toid ?? 0) >> 32n)} and transaction_id = cast(${toid} as bigint)`;

export const transactionEvents = list({
  path: '/api/v1/silver/tx/{hash}/events',
  summary: 'Token events of a transaction',
  legacyKey: 'events',
  parameters,
  row: UnifiedEvent,
  prepare: ({ hash }, view) => transactionId(view, hash),
  key: () => [{ column: 'ledger_sequence' }, { column: 'ledger_index' }],
  rows: (_values, _scan, toid) => movementRecords(ofTransaction(toid)),
  complete: completed,
});

export const transactionEffects = list({
  path: '/api/v1/silver/tx/{hash}/effects',
  summary: 'Effects of a transaction',
  legacyKey: 'effects',
  parameters,
  row: EffectRecord,
  prepare: ({ hash }, view) => transactionId(view, hash),
  key: () => [{ column: 'operation_id' }, { column: 'index' }],
  rows: (_values, _scan, toid) => effectsOf(toid ?? '0'),
});
