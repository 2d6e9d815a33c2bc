/** Token movements as events (CAP-67): the record, and the parts that three lists share. */
import { big, may, fields, text, time, whole, type Json, type Row } from '../../fields.ts';
import { keptRows } from '../../lists/kept-rows.ts';
import { inOrder, type Scan } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { raw, sql, where, type Sql } from '../../sql.ts';
import { assetToken, decimalsSource, tokensOf, unitsOf } from '../../tokens.ts';
import { areHashesApart, withHashes } from '../../lists/transaction-hashes.ts';
import type { View } from '../../view.ts';
import { anyOf, is, isAsset, type KeyPlace } from '../../lists/where.ts';
import { widthOf } from '../../lists/window.ts';
import { amongMovements, isPermission, permissionEvents, permissions } from './permission-events.ts';

export const UnifiedEvent = fields({
  event_id: text('The id that getEvents of JSON-RPC gives.'),
  contract_id: may(text()),
  ledger_sequence: whole(),
  tx_hash: text(),
  closed_at: time(),
  event_type: text(),
  from: may(text('Absent: it came into being.')),
  to: may(text('Absent: it went out of being.')),
  amount: may(big('In the smallest unit of the token.')),
  asset_code: may(text()),
  asset_issuer: may(text()),
  token_name: may(text()),
  token_symbol: may(text()),
  token_decimals: may(whole()),
  decimals_source: text(decimalsSource),
  token_type: may(text('sac or custom_soroban.')),
  source_type: text('classic or soroban.'),
  operation_type: may(whole()),
  event_index: whole('Position among the events of the operation, else of the transaction, from 0.'),
  amount_display: may(text('The amount with the decimals of the token; absent where none are known.')),
  to_muxed_id: may(text('Id of the muxed destination; absent without memo, and where the memo is no id.')),
  operation_id: may(big()),
});

/** Types of events that the transfers of a token have. */
export const transferTypes: readonly string[] = ['transfer', 'mint', 'burn', 'clawback'];
/** Types that lists of events have. */
const types = ['transfer', 'mint', 'burn', 'clawback', 'fee', 'set_authorized', 'approve'] as const;

/** Parameters that lists of an address have, too. */
export const addressParameters = {
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
  asset_code: parameter.may(parameter.text('Code of the asset; XLM without issuer is the native one.')),
  asset_issuer: parameter.may(parameter.address(['G'], 'Issuer of the asset.')),
  limit: parameter.limit(20, 200),
  order: parameter.order,
};

export const eventParameters = {
  address: parameter.may(parameter.holder('Sender or receiver.')),
  ...addressParameters,
};

const keyColumns = ['ledger_sequence', 'ledger_index', 'toid', 'number'];
/** Order within a ledger: events before all transactions, then those of each transaction, then those after all transactions. */
export const eventKey = inOrder(...keyColumns);

/** What filters of events require, by columns that movements and other events share. */
export const eventFilters = {
  event_type: is(['event_topic', 'event_type']),
  source_type: {
    sql: (type: string) => sql`is_soroban = ${type === 'soroban'}`,
    test: (row: Row, type: string) => row['source_type'] === type,
  },
  address: anyOf([
    ['"from"', null],
    ['"to"', null],
  ]),
  asset_code: { sql: isAsset.asset_code.sql },
  asset_issuer: is(['asset_issuer', null]),
};

/** Returns where events of a token are found. */
export function placeOfToken({ event_type: type }: { readonly event_type?: unknown }): KeyPlace {
  // What moves nothing is placed among movements of others.
  if (type === undefined || isPermission(String(type))) return { kinds: ['token', 'event'] };
  return { kinds: ['token'], rows: { token_transfers_raw: ['contract_id'] }, hasHash: true };
}

/**
 * Returns the records of the events of a scan, with their place: `ledger_index`, that of a movement in its ledger, then `toid` and `number` of what
 * moves nothing and comes after it, 0 of movements; without `tx_hash` where `completed` adds it.
 */
export function eventRecords({ event_type: type }: { event_type?: string }, scan: Scan): Sql {
  return eventsOf(type === undefined ? types : [type], scan, !areHashesApart(scan.view, widthOf(scan.window)));
}

function eventsOf(wanted: readonly string[], { filters, window }: Scan, hasHash: boolean): Sql {
  const still = permissions.filter((type) => wanted.includes(type));
  const moving = wanted.filter((type) => !isPermission(type));
  const moved = movementsWhere(hasHash, ...filters);
  if (still.length === 0) return records(moved, hasHash);
  const permitted = amongMovements(permissionEvents(filters), window);
  if (moving.length === 0)
    return records(sql`select *, cast(null as varchar) as to_muxed_id from (${permitted})`, hasHash);
  return records(sql`from (${moved}) union all by name from (${permitted})`, hasHash);
}

/** Returns the records of the movements of which all conditions are true. */
export function movementRecords(condition: Sql): Sql {
  return records(movementsWhere(true, condition));
}

/** Returns the movements of which all conditions are true, with their place. */
function movementsWhere(hasHash: boolean, ...conditions: readonly (Sql | undefined)[]): Sql {
  return sql`
    select
        ledger_sequence,
        transaction_id,
        ${hasHash ? raw('transaction_hash,') : undefined}
        operation_id,
        contract_id,
        closed_at,
        event_topic,
        "from",
        "to",
        amount_raw,
        asset_type,
        bronze.key_code(asset_key) as asset_code,
        bronze.key_issuer(asset_key) as asset_issuer,
        is_soroban,
        operation_type,
        if(to_memo_type = 'id', to_memo, null) as to_muxed_id,
        event_index as ledger_index,
        0 as toid,
        0 as number,
        bronze.event_id(event_toid, event_number) as event_id,
        event_position
    from bronze.token_transfers_raw_raw_v1
    ${where(...conditions)}`;
}

/** Returns the records of events, with their hashes or without. */
function records(events: Sql, hasHash = true): Sql {
  return sql`
    select
        ledger_sequence,
        ledger_index,
        toid,
        number,
        event_id,
        contract_id,
        transaction_id,
        ${hasHash ? raw('transaction_hash as tx_hash,') : undefined}
        closed_at,
        event_topic as event_type,
        "from",
        "to",
        amount_raw as amount,
        asset_type,
        if(asset_type = 'native', 'XLM', asset_code) as asset_code,
        asset_issuer,
        if(is_soroban, 'soroban', 'classic') as source_type,
        operation_type,
        event_position as event_index,
        to_muxed_id,
        operation_id
    from (${events}) as events`;
}

/** The records of all events of ledgers. */
export const keptEvents = keptRows({
  name: 'events',
  table: 'token_transfers_raw',
  key: keyColumns,
  rows: (scan) => eventsOf(types, scan, true),
});

/**
 * Adds to records their hashes where they lack them, and what their tokens are called: contracts of assets after the asset, others after
 * what they keep.
 */
export async function completed(rows: readonly Row[], view: View): Promise<Row[]> {
  const hashed = await withHashes(rows, view, 'tx_hash');
  const others = rows.filter(({ asset_type: type }) => isEmpty(type)).map(({ contract_id: id }) => String(id));
  const tokens = await tokensOf(view, others);
  return hashed.map((row) => {
    const { asset_type: type, asset_code: code, asset_issuer: issuer, amount } = row;
    const token = isEmpty(type)
      ? tokens.get(String(row['contract_id']))
      : assetToken(String(type), code as string | null, issuer as string | null);
    const display = unitsOf(amount, token?.token_decimals);
    return { decimals_source: 'default', ...row, ...token, amount_display: display };
  });
}

const isEmpty = (type: Json | undefined) => type === null || type === undefined || type === '';
