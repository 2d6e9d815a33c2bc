/** Events of tokens that move nothing: what holders let others spend (`approve`), and what issuers let holders do (`set_authorized`). */
import type { LedgerRange } from '../../../datastore/keys.ts';
import { listed, raw, sql, when, where, type Sql } from '../sql.ts';
import { eventPlaces } from './event-places.ts';
import { assetFilters } from './movements.ts';

/** Their types, which are the first topics of the events (SEP-41, CAP-67). */
export const permissions = ['approve', 'set_authorized'] as const;

/** Whether a type is of those. */
export const isPermission = (type: string | undefined) => permissions.some((one) => one === type);

/** What is asked of them. */
export interface Permitted {
  contract_id?: string;
  source_type?: string;
  address?: string;
  asset_code?: string;
  asset_issuer?: string;
}

/**
 * Returns those of some types under the columns of movements, with `toid` and `number` of their ids. `from` is who approves, `to` who may
 * spend, or whose trust line it is.
 */
export function permissionEvents(types: readonly string[], asked: Permitted, conditions: readonly Sql[]): Sql {
  return sql`
    with emitted as (
        select
            *,
            if(topic0 = 'approve', topic1, null) as "from",
            if(topic0 = 'approve', topic2, topic1) as "to",
            if(topic0 = 'approve', cast(data_decoded as json) ->> '$.vec[0].i128', null) as amount_raw
        from bronze.history_contract_events_raw_v1
        ${where(
          sql`topic0 in (${listed(types)})`,
          sql`event_kind = 'operation' and type = 1`,
          raw(`regexp_matches(topic1, '^[GC][A-Z2-7]{55}$')`),
          raw(`(topic0 = 'set_authorized' or regexp_matches(topic2, '^[GC][A-Z2-7]{55}$'))`),
          ...conditions,
          when(asked.contract_id, (id) => sql`contract_id = ${id}`),
          when(asked.address, (id) => sql`(topic1 = ${id} or topic0 = 'approve' and topic2 = ${id})`),
        )}
    )
    select
        ledger_sequence,
        transaction_id,
        transaction_hash,
        operation_id,
        contract_id,
        closed_at,
        topic0 as event_topic,
        "from",
        "to",
        amount_raw,
        operation_id - 1 as toid,
        cast(event_index as bigint) as number
    from emitted
    ${where(when(asked.source_type, ofSource), ofAsset(asked))}`;
}

const ofSource = (type: string) => sql`
    (operation_id in (
        select id from bronze.history_operations_raw_v1
        where type in (24, 25, 26) and ledger_sequence in (select ledger_sequence from emitted)
    )) = ${type === 'soroban'}`;

/** Contracts may emit what they like: only the id of one says which asset it is of. */
function ofAsset(asked: Permitted): Sql | undefined {
  if (asked.asset_code === undefined && asked.asset_issuer === undefined) return undefined;
  return sql`contract_id in (select contract_id from bronze.history_assets ${where(...assetFilters(asked))})`;
}

/** Returns the same with `ledger_index`, that of the last movement before each in its ledger; -1 where none comes before. */
export function amongMovements(events: Sql, window?: LedgerRange): Sql {
  return sql`
    with permitted as materialized (${events}),
    places as (${eventPlaces(sql`select ledger_sequence from permitted`, window)})
    select permitted.*, coalesce(places.ledger_index, -1) as ledger_index
    from (select *, ${spot} as spot from permitted) as permitted
    asof left join (select ledger_sequence, ledger_index, ${spot} as spot from places) as places
        on places.ledger_sequence = permitted.ledger_sequence and places.spot < permitted.spot`;
}

const spot = raw('cast(toid as hugeint) * 4294967296 + number');
