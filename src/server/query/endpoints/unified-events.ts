/** Movements of value as events (CAP-67): the record of contract 6.4, and what three lists of it have in common. */
import { big, may, object, text, time, whole } from '../fields.ts';
import type { Key, Scan } from '../list.ts';
import * as parameter from '../parameters.ts';
import type { LedgerRange } from '../../../datastore/keys.ts';
import { andWithin, inRange } from '../range.ts';
import { raw, sql, when, where, type Sql } from '../sql.ts';
import { assetFilters } from './movements.ts';

export const UnifiedEvent = object({
  event_id: text('The id that getEvents of JSON-RPC gives.'),
  contract_id: may(text()),
  ledger_sequence: whole(),
  tx_hash: text(),
  closed_at: time(),
  event_type: text(),
  from: may(text('Absent: it came into being.')),
  to: may(text('Absent: it went out of being.')),
  amount: may(big('In the smallest unit.')),
  asset_code: may(text()),
  asset_issuer: may(text()),
  token_name: may(text()),
  token_symbol: may(text()),
  token_decimals: may(whole()),
  token_type: may(text('sac or custom_soroban.')),
  source_type: text('classic or soroban.'),
  operation_type: may(whole()),
  event_index: whole('Position in the operation, else in the transaction, from 0.'),
  amount_display: may(text('The amount with the decimals of the token.')),
  to_muxed_id: may(text()),
  operation_id: may(big()),
});

/** Types that lists of events have; transfers of a token have no fee unless asked for. */
const types = ['transfer', 'mint', 'burn', 'clawback', 'fee', 'set_authorized', 'approve'] as const;

export const eventParameters = {
  event_type: parameter.may(
    parameter.choice(
      'event_type',
      types,
      undefined,
      'event_type must be transfer, mint, or burn (clawback, fee, set_authorized and approve are accepted too)',
    ),
  ),
  source_type: parameter.sourceType,
  ...parameter.ledgerRange,
  address: parameter.may(parameter.holder('Who gave or got.')),
  asset_code: parameter.may(parameter.text('Code of the asset; XLM without issuer is the native one.')),
  asset_issuer: parameter.may(parameter.address(['G'], 'Issuer of the asset.')),
  limit: parameter.limit(20, 200),
  order: parameter.order,
};

/** Events stand as they happened: before all transactions, with their transaction, after all transactions (A11b). */
export function eventKey({ order }: { order: 'asc' | 'desc' }): Key[] {
  const descending = order === 'desc';
  return [
    { column: 'ledger_sequence', descending },
    { column: 'ledger_index', descending },
  ];
}

interface Asked extends parameter.Values<typeof eventParameters> {
  contract_id?: string;
}

/** Returns the events that are asked for, with `ledger_index`, their place in the ledger. */
export function eventRows(values: Asked, scan: Scan, more?: Sql): Sql {
  const { after } = scan;
  const next = when(
    after?.get('ledger_sequence'),
    (ledger) => sql`ledger_sequence ${raw(values.order === 'desc' ? '<=' : '>=')} ${Number(ledger)}`,
  );
  return sql`
    select * exclude (event_index), event_index as ledger_index
    from bronze.token_transfers_raw
    ${where(
      ...inRange(values, scan),
      next,
      more,
      when(values.contract_id, (id) => sql`contract_id = ${id}`),
      when(values.event_type, (type) => sql`event_topic = ${type}`),
      when(values.source_type, (type) => sql`coalesce(is_soroban, false) = ${type === 'soroban'}`),
      when(values.address, (id) => sql`("from" = ${id} or "to" = ${id})`),
      ...assetFilters(values),
    )}`;
}

/** Returns the records of the events of `page`, which are of the window if there is one. */
export function eventRecords(window?: LedgerRange): Sql {
  return sql`
    with placed as (
        select
            ledger_sequence,
            event_index as ledger_index,
            row_number() over (partition by transaction_id, operation_id order by event_index) - 1 as event_index
        from bronze.token_transfers_raw
        where ledger_sequence in (select ledger_sequence from page) ${andWithin(window)}
    )
    select
        page.ledger_sequence,
        page.ledger_index,
        format(
            '{:019d}-{:010d}',
            coalesce(page.operation_id, page.transaction_id),
            placed.event_index
        ) as event_id,
        page.contract_id,
        page.transaction_hash as tx_hash,
        page.closed_at,
        page.event_topic as event_type,
        page."from",
        page."to",
        page.amount_raw as amount,
        if(page.asset_type = 'native', 'XLM', page.asset_code) as asset_code,
        page.asset_issuer,
        tokens.token_name,
        tokens.token_symbol,
        tokens.token_decimals,
        tokens.token_type,
        if(coalesce(page.is_soroban, false), 'soroban', 'classic') as source_type,
        operations.type as operation_type,
        placed.event_index,
        bronze.scaled_text(page.amount_raw, coalesce(tokens.token_decimals, 7)) as amount_display,
        page.to_muxed_id,
        page.operation_id
    from page
    left join placed on placed.ledger_sequence = page.ledger_sequence and placed.ledger_index = page.ledger_index
    left join bronze.history_operations_raw_v1 as operations
        on operations.ledger_sequence = page.ledger_sequence and operations.id = page.operation_id
            ${andWithin(window, 'operations.ledger_sequence')}
    left join silver.token_registry as tokens on tokens.contract_id = page.contract_id`;
}
