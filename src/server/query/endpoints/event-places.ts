/** Where movements stand among the events of their operation or transaction, and the ids that JSON-RPC gives these (A08, A-27). */
import type { LedgerRange } from '../../../datastore/keys.ts';
import { MAX_OPERATION, MAX_TRANSACTION } from '../../../ledger/event-list.ts';
import { andWithin } from '../range.ts';
import { raw, sql, type Sql } from '../sql.ts';

const inside = (ledgers: Sql, window?: LedgerRange) => sql`ledger_sequence in (${ledgers}) ${andWithin(window)}`;

/**
 * Returns `ledger_sequence`, `ledger_index`, `event_index`, `toid` and `number` of all movements of some ledgers. The n-th movement of a
 * kind that a contract tells of in an operation is its n-th event with that topic; movements without events count among themselves.
 */
export function eventPlaces(ledgers: Sql, window?: LedgerRange): Sql {
  return sql`
    with emitted as (
        select
            ledger_sequence,
            transaction_id,
            coalesce(operation_id, 0) as operation,
            contract_id,
            topic0 as topic,
            type,
            event_index,
            case
                when event_kind = 'operation' then operation_id - 1
                when event_stage = 'before_all_txs' then ${shifted}
                when event_stage = 'after_tx' then transaction_id + ${raw(String(MAX_OPERATION))}
                else ${shifted} + ${raw(String(MAX_TRANSACTION * 4096))}
            end as toid
        from bronze.history_contract_events_raw_v1
        where event_kind != 'diagnostic' and ${inside(ledgers, window)}
    ),
    told as (
        select
            *,
            row_number() over (partition by transaction_id, operation, contract_id, topic order by toid, event_index) as nth
        from (
            select
                *,
                if(
                    operation > 0,
                    event_index,
                    row_number() over (partition by toid, operation order by transaction_id, event_index) - 1
                ) as number
            from emitted
        )
        where type = 1
    ),
    moved as (
        select
            ledger_sequence,
            event_index as ledger_index,
            transaction_id,
            coalesce(operation_id, 0) as operation,
            contract_id,
            event_topic as topic,
            row_number() over (partition by transaction_id, operation_id, contract_id, event_topic order by event_index) as nth,
            row_number() over (partition by transaction_id, operation_id order by event_index) - 1 as place,
            case
                when operation_id is not null then operation_id - 1
                when starts_with(amount_raw, '-') then transaction_id + ${raw(String(MAX_OPERATION))}
                else ${shifted}
            end as toid
        from bronze.token_transfers_raw_raw_v1
        where ${inside(ledgers, window)}
    )
    select
        moved.ledger_sequence,
        ledger_index,
        coalesce(told.event_index, place) as event_index,
        coalesce(told.toid, moved.toid) as toid,
        coalesce(told.number, row_number() over (partition by moved.toid order by ledger_index) - 1) as number
    from moved
    left join told using (transaction_id, operation, contract_id, topic, nth)`;
}

const shifted = raw('(cast(ledger_sequence as bigint) << 32)');

/** The id of an event that stands at `toid` and `number` of a relation. */
export const idAt = (relation: string) => raw(`format('{:019d}-{:010d}', ${relation}.toid, ${relation}.number)`);
