/** Movements of value in the form of the reference token transfer processor. */
import { ABSENT } from '../../../src/ledger/transaction.ts';
import { networkId, passphraseOf } from '../../../src/ledger/network.ts';
import { createTables } from '../../../src/tables/index.ts';
import { divergence } from '../../divergences.ts';
import { goldenLines, placeOf, readSet, type GoldenSet } from './sets.ts';

/** A movement: what the goldens of the reference and our rows both tell of it. */
export interface Movement {
  ledger_sequence: number;
  closed_at: string;
  transaction_hash: string;
  transaction_index: number;
  operation_index: number | null;
  event_type: string;
  from: string | null;
  to: string | null;
  amount: string;
  asset: string | null;
  contract_address: string;
  to_muxed_type: string | null;
  to_muxed: string | null;
}

/** One of ours; `origin` says how it was found. */
export interface OurMovement extends Movement {
  origin: string;
  event_index: number;
}

/**
 * Returns our movements of each ledger of the set, in the order of their rows. Without fee events a meta does not say
 * that it has the events of classic operations.
 */
export function ourMovements(set: GoldenSet, { withFeeEvents = true } = {}): Map<string, OurMovement[]> {
  const tables = createTables(networkId(passphraseOf(set.network)), { only: ['token_transfers_raw'] });
  const found = new Map<string, OurMovement[]>();
  for (const { capture, ledger } of readSet(set)) {
    if (!withFeeEvents) for (const transaction of ledger.transactions) transaction.events = ABSENT;
    tables.add(ledger);
    const rows = tables.batches().get('token_transfers_raw')!.toArray();
    const movements = rows.map((row) => movementOf(row.toJSON() as Record<string, unknown>));
    found.set(placeOf(ledger.sequence, set.captures ? capture : undefined), movements);
    tables.reset();
  }
  return found;
}

function movementOf(row: Record<string, unknown>): OurMovement {
  const text = (name: string) => row[name] as string | null;
  const operation = row.operation_id as bigint | null;
  return {
    ledger_sequence: row.ledger_sequence as number,
    closed_at: new Date(Number(row.closed_at)).toISOString().replace('.000', ''),
    transaction_hash: text('transaction_hash')!,
    transaction_index: Number(((row.transaction_id as bigint) >> 12n) & 0xfffffn),
    operation_index: operation === null ? null : Number(operation & 0xfffn),
    event_type: text('event_topic')!,
    from: text('from'),
    to: text('to'),
    amount: text('amount_raw')!,
    asset: text('asset_type') === '' ? null : text('asset_key'),
    contract_address: text('contract_id')!,
    to_muxed_type: text('to_memo_type'),
    to_muxed: text('to_memo'),
    origin: text('origin')!,
    event_index: row.event_index as number,
  };
}

/** Who gets what a token minted, by transaction, where the reference names the administrator: the third topic of the event. */
const holders: Record<string, string> = {
  be3afa2a1b742d9644f1256d3a069a2c57ea14ce91c92326252f726ef965b4ce:
    'GCWOB27XBIE6JYO64PFRBW55QHGWHDQ7B3DFVZNRVVU7RYL7PIP77HLQ',
  '5d1b062dae9b02b4f9460c80dea277cffb46f1d3104ab84aa49d13beb2ccb718':
    'GC3S56AK6TGJVVM2WPW6S6RBOHVYKFZGXVJUXDCYBW7P5JOK3AZYEA2W',
};

/** Returns the movement with the parties that the list of divergences gives it. */
export function withHolder<T extends Pick<Movement, 'event_type' | 'asset' | 'transaction_hash' | 'to'>>(
  movement: T,
): T {
  const { event_type: type, asset, transaction_hash: hash, to } = movement;
  if (type !== 'mint' || asset !== null) return movement;
  const [{ columns }] = divergence('administrator-is-no-holder').where;
  return columns.includes('to') ? { ...movement, to: holders[hash] ?? to } : movement;
}

/** Returns the movements of each ledger in a file of the reference; of a file for several networks only those of one. */
export function referenceMovements(path: string, network?: string): Map<string, Movement[]> {
  const found = new Map<string, Movement[]>();
  for (const line of goldenLines(path)) {
    const movement = JSON.parse(line) as Movement & { network?: string; capture?: string };
    if (movement.network !== network) continue;
    const place = placeOf(movement.ledger_sequence, movement.capture);
    if (!found.has(place)) found.set(place, []);
    found.get(place)!.push(withHolder(movement));
  }
  return found;
}

const names = [
  ...(['ledger_sequence', 'closed_at', 'transaction_hash', 'transaction_index', 'operation_index'] as const),
  ...(['event_type', 'from', 'to', 'amount', 'asset', 'contract_address', 'to_muxed_type', 'to_muxed'] as const),
];

/** Returns the movements as texts, in their order. */
export function inOrder(movements: Movement[]): string[] {
  return movements.map((movement) => JSON.stringify(names.map((name) => movement[name])));
}

/** Returns the movements as texts, those of one operation sorted. */
export function byOperation(movements: Movement[]): string[] {
  const lines = inOrder(movements);
  const isSame = (a: Movement, b: Movement) =>
    a.transaction_index === b.transaction_index && a.operation_index === b.operation_index;
  let start = 0;
  movements.forEach((movement, i) => {
    const next = movements[i + 1];
    if (next && isSame(movement, next)) return;
    lines.splice(start, i + 1 - start, ...lines.slice(start, i + 1).sort());
    start = i + 1;
  });
  return lines;
}
