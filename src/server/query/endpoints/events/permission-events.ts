/** Events of tokens that move nothing: what holders let others spend (`approve`), and what issuers let holders do (`set_authorized`). */
import type { LedgerRange } from '../../../../datastore/keys.ts';
import { sql, where, type Sql } from '../../sql.ts';
import { andWithin } from '../../lists/range.ts';

/** Their types, which are the first topics of the events (SEP-41, CAP-67). */
export const permissions = ['approve', 'set_authorized'] as const;

/** Whether a type is of those. */
export const isPermission = (type: string | undefined) => permissions.some((one) => one === type);

/**
 * Returns the permission events that meet all conditions, under the columns of movements; `toid` and `number` make their
 * ids. `from` approves; `to` may spend, or owns the trust line.
 */
export function permissionEvents(conditions: readonly Sql[]): Sql {
  return sql`
    select
        ledger_sequence,
        transaction_id,
        transaction_hash,
        operation_id,
        contract_id,
        closed_at,
        event_topic,
        "from",
        "to",
        amount_raw,
        asset_type,
        asset_key,
        bronze.key_code(asset_key) as asset_code,
        bronze.key_issuer(asset_key) as asset_issuer,
        operation_type,
        operation_type in (24, 25, 26) as is_soroban,
        operation_id - 1 as toid,
        cast(event_index as bigint) as number,
        bronze.event_id(operation_id - 1, event_index) as event_id,
        event_index as event_position
    from bronze.token_permissions_raw_v1
    ${where(...conditions)}`;
}

/** Returns the same with `ledger_index`, that of the last movement before each in its ledger; -1 where none comes before. */
export function amongMovements(events: Sql, window?: LedgerRange): Sql {
  return sql`
    with permitted as materialized (${events}),
    places as (
        select ledger_sequence, event_index as ledger_index, bronze.event_id(event_toid, event_number) as event_id
        from bronze.token_transfers_raw_raw_v1
        where ledger_sequence in (select ledger_sequence from permitted) ${andWithin(window)}
    )
    select permitted.*, coalesce(places.ledger_index, -1) as ledger_index
    from permitted
    asof left join places
        on places.ledger_sequence = permitted.ledger_sequence and places.event_id < permitted.event_id`;
}
