/**
 * Where the movements of a page stand among events: as `eventPlaces` says it of any rows, here of ledgers that are known. Its windows take
 * 9 ms of processor for a page of 100, to count a few hundred rows.
 */
import { MAX_OPERATION, MAX_TRANSACTION } from '../../../ledger/event-list.ts';
import { OperationType as Type } from '../../../xdr/generated/enums.ts';
import type { JsonRows } from '../../../lake/query/kept-results.ts';
import type { RowsAsked } from '../../../lake/relations/single-rows.ts';
import type { Row } from '../fields.ts';
import { areFew, ofLedgers, type OfLedgers } from '../ledger-rows.ts';
import { inLedgers } from '../range.ts';
import { listedAlike, raw, sql, type Sql } from '../sql.ts';
import type { Window } from '../scan.ts';
import { singly } from '../single-rows.ts';
import { rowOf, type View } from '../view.ts';
import { rangesOf, windowOfLedgers } from '../window.ts';

/** The place of a movement. */
export interface MovementPlace {
  /** Position among the events of its operation, else of its transaction, from 0. */
  event_index: number;
  /** What `getEvents` of JSON-RPC calls the event. */
  event_id: string;
}

/** An event, or a movement. */
interface Placed {
  /** Null of a movement; 1 of an event of a contract. */
  type: number | null;
  ledger: number;
  /** Order of the transaction in its ledger. */
  transaction: number;
  /** From 1; 0 of what is of no operation. */
  operation: number;
  contract: string | null;
  topic: string | null;
  index: number;
  stage: string | null;
}

/** Returns the places of the movements of rows by the ledger and the index in it, with a colon between; those of some others may be there. */
export async function placesOf(view: View, rows: readonly Row[]): Promise<Map<string, MovementPlace>> {
  if (rows.length === 0) return new Map();
  const ledgers = [...new Set(rows.map((row) => Number(row['ledger_sequence'])))];
  const operations = areFew(view, places, ledgers.length) ? undefined : operationsOf(rows);
  if (operations) {
    const window = windowOfLedgers(ledgers);
    const told = operationsOf(rows.filter(({ operation_type: type }) => !movesAlone(type))) ?? [];
    const placed = await placedInOperations(view, operations, told, window);
    return places.make(placed.names, placed.rows);
  }
  const found = await ofLedgers(view, places, ledgers);
  return new Map([...found.values()].flatMap((ofLedger) => [...ofLedger]));
}

const places: OfLedgers<Map<string, MovementPlace>> = {
  name: 'places',
  table: 'history_contract_events',
  rows: placedSql,
  make(names, rows) {
    const found = rows.map((row) => rowOf(names, row)) as unknown as Placed[];
    const events = found.filter(({ type }) => type !== null);
    return placesAmong(
      events,
      found.filter(({ type }) => type === null),
    );
  },
};

/**
 * Whether all events of an operation of a type are movements: core tells of nothing else in a classic one, but of permissions where it gives some
 * (CAP-67).
 */
function movesAlone(type: Row[string] | undefined): boolean {
  return typeof type === 'number' && !telling.includes(type);
}

const telling: readonly number[] = [Type.allowTrust, Type.setTrustLineFlags, Type.invokeHostFunction];

/** Returns the TOIDs of the operations of rows; undefined where some are of none: fees and refunds are counted over all transactions of a ledger. */
function operationsOf(rows: readonly Row[]): bigint[] | undefined {
  const operations = rows.map((row) => row['operation_id']);
  if (operations.some((id) => id === null || id === undefined)) return undefined;
  return [...new Set(operations.map((id) => BigInt(String(id))))];
}

function placedSql(window: Window): Sql {
  const isOf = inLedgers(window);
  const transaction = raw(
    'ledger_sequence, ledger_sequence as ledger, cast((transaction_id >> 12) & 1048575 as integer) as transaction',
  );
  const operation = raw('cast(coalesce(operation_id, 0) & 4095 as integer) as operation, contract_id as contract');
  return sql`
    select type, ${transaction}, ${operation}, topic0 as topic, cast(event_index as integer) as index,
        if(event_kind = 'operation', 'operation', cast(event_stage as varchar)) as stage
    from bronze.history_contract_events_raw_v1
    where event_kind != 'diagnostic' and ${isOf}
    union all
    select null, ${transaction}, ${operation}, event_topic, cast(event_index as integer),
        case
            when operation_id is not null then 'operation'
            when starts_with(amount_raw, '-') then 'after_tx'
            else 'before_all_txs'
        end
    from bronze.token_transfers_raw_raw_v1
    where ${isOf}`;
}

/** Of what is in operations fewer columns tell where it stands; diagnostic events are in none. Events are read of some operations. */
function placedInOperations(
  view: View,
  operations: readonly bigint[],
  told: readonly bigint[],
  window: Window,
): Promise<JsonRows> {
  const place = raw(`
        ledger_sequence as ledger,
        cast((operation_id >> 12) & 1048575 as integer) as transaction,
        cast(operation_id & 4095 as integer) as operation,
        contract_id as contract`);
  const single = new Map<string, RowsAsked>();
  // Of what is read singly no other rows are shown; a statement without parameters is not planned again.
  const whereOf = (table: string, ids: readonly bigint[]) => {
    const rows = singly(view, window, new Map([[table, { ids, by: 'operation_id' }]]));
    if (!rows) return sql`where ${inLedgers(window)} and operation_id in (${listedAlike(ids)})`;
    for (const [name, asked] of rows) single.set(name, asked);
    return undefined;
  };
  const movements = sql`
    select cast(null as integer) as type, ${place}, event_topic as topic, cast(event_index as integer) as index, 'operation' as stage
    from bronze.token_transfers_raw_raw_v1
    ${whereOf('token_transfers_raw', operations)}`;
  const events = () => sql`
    union all
    select type, ${place}, topic0, cast(event_index as integer), 'operation'
    from bronze.history_contract_events_raw_v1
    ${whereOf('history_contract_events', told)}`;
  const all = sql`${movements}${told.length > 0 ? events() : undefined}`;
  return view.table(all, rangesOf(window), single.size > 0 ? { rowsOf: single } : undefined);
}

/**
 * The n-th movement of a kind that a contract tells of in an operation is its n-th event with that topic; movements without events count
 * among themselves.
 */
function placesAmong(events: Placed[], movements: Placed[]): Map<string, MovementPlace> {
  const told = toldIn(events);
  const [kinds, inOperation, atToid] = [counter(), counter(), counter()];
  const places = new Map<string, MovementPlace>();
  for (const moved of movements.sort((a, b) => a.ledger - b.ledger || a.index - b.index)) {
    const { ledger, transaction, operation, index } = moved;
    const kind = kindOf(moved);
    const toid = toidOf(moved);
    const nth = kinds(kind);
    const [place, number] = [inOperation(`${ledger}:${transaction}:${operation}`), atToid(`${ledger}:${toid}`)];
    const isNamed = moved.contract !== null && moved.topic !== null;
    const event = isNamed ? told.get(`${kind}:${nth}`) : undefined;
    const id = event ? idOf(ledger, event.toid, event.number) : idOf(ledger, toid, number);
    places.set(`${ledger}:${index}`, { event_index: event?.index ?? place, event_id: id });
  }
  return places;
}

interface Told {
  index: number;
  toid: number;
  number: number;
}

/** Returns events of contracts by what they are and which of these. */
function toldIn(events: Placed[]): Map<string, Told> {
  const [kinds, atToid] = [counter(), counter()];
  const told = new Map<string, Told>();
  const all = events.map((event) => ({ ...event, toid: toidOf(event) }));
  all.sort((a, b) => a.ledger - b.ledger || a.toid - b.toid || a.transaction - b.transaction || a.index - b.index);
  for (const event of all) {
    const { ledger, operation, index, toid } = event;
    const number = operation > 0 ? index : atToid(`${ledger}:${toid}`);
    if (event.type !== 1) continue;
    const kind = kindOf(event);
    told.set(`${kind}:${kinds(kind)}`, { index, toid, number });
  }
  return told;
}

function kindOf({ ledger, transaction, operation, contract, topic }: Placed): string {
  return `${ledger}:${transaction}:${operation}:${contract}:${topic}`;
}

/** Transaction and operation of a TOID: where the id of an event has it (`EventList`). */
function toidOf({ transaction, operation, stage }: Placed): number {
  if (stage === 'operation') return transaction * 4096 + operation - 1;
  if (stage === 'before_all_txs') return 0;
  return stage === 'after_tx' ? transaction * 4096 + MAX_OPERATION : MAX_TRANSACTION * 4096;
}

function idOf(ledger: number, toid: number, number: number): string {
  const whole = (BigInt(ledger) << 32n) + BigInt(toid);
  return `${String(whole).padStart(19, '0')}-${String(number).padStart(10, '0')}`;
}

/** Returns what counts from 0 for each name that it is given. */
function counter(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count;
  };
}
