/** The movements of one transaction as events, in their order (contract 7.1, 6.4). */
import type { Row } from '../fields.ts';
import { join, sql } from '../sql.ts';
import type { View } from '../view.ts';
import { ofTransaction, type Operation, type Transaction } from './transaction.ts';

/** A movement: a record of `UnifiedEvent`. */
export interface Movement extends Row {
  event_type: string;
  contract_id: string | null;
  from: string | null;
  to: string | null;
  /** In the smallest unit. */
  amount: string;
  amount_display: string;
  asset_code: string | null;
  token_symbol: string | null;
  source_type: string;
}

/** Returns what `event_id`, `event_index` and the token of each are with it. */
export async function readMovements(
  view: View,
  transaction: Transaction,
  operations: readonly Operation[],
): Promise<Movement[]> {
  const rows = (await view.rows(sql`
    select
        ledger_sequence,
        transaction_hash as tx_hash,
        transaction_id,
        operation_id,
        contract_id,
        closed_at,
        event_topic as event_type,
        "from",
        "to",
        amount_raw as amount,
        asset_type,
        if(asset_type = 'native', 'XLM', asset_code) as asset_code,
        asset_issuer,
        if(coalesce(is_soroban, false), 'soroban', 'classic') as source_type,
        case when to_memo_type = 'id' then to_memo when to_memo_type is not null then '0' end as to_muxed_id,
        row_number() over (partition by operation_id order by event_index) - 1 as event_index
    from bronze.token_transfers_raw_raw_v1 as transfers
    where ${ofTransaction(transaction)}
    order by transfers.event_index`)) as Movement[];
  const others = rows.filter(({ asset_type: type }) => type === null).map(({ contract_id: id }) => String(id));
  const tokens = await tokensOf(view, [...new Set(others)]);
  const types = new Map(operations.map(({ operation_id: id, type }) => [id, type]));
  return rows.map((row) => {
    const token = tokenOf(row, tokens);
    const amount = scaled(String(row['amount']), Number(token['token_decimals'] ?? 7));
    const operation = types.get(row['operation_id'] ?? null) ?? null;
    return { ...row, ...token, amount_display: amount, operation_type: operation, event_id: eventId(row) };
  });
}

function eventId({ operation_id: operation, transaction_id: transaction, event_index: index }: Row): string {
  return `${String(operation ?? transaction).padStart(19, '0')}-${String(index).padStart(10, '0')}`;
}

/** The contract of an asset keeps the names of the asset: they need not be looked up. */
function tokenOf(row: Row, tokens: ReadonlyMap<string, Row>): Row {
  const { asset_type: type, asset_code: code, asset_issuer: issuer, contract_id: id } = row;
  if (type === null) return tokens.get(String(id)) ?? {};
  const isNative = type === 'native';
  const name = isNative ? 'native' : `${String(code)}:${String(issuer)}`;
  return { token_name: name, token_symbol: isNative ? 'native' : code, token_decimals: 7, token_type: 'sac' };
}

async function tokensOf(view: View, contracts: readonly string[]): Promise<Map<string, Row>> {
  if (contracts.length === 0) return new Map();
  const rows = await view.rows(sql`
    select
        contract_id,
        name as token_name,
        symbol as token_symbol,
        coalesce(decimals, 7) as token_decimals,
        'custom_soroban' as token_type
    from silver.token_instances
    where contract_id in (${join(contracts.map((id) => sql`${id}`))})`);
  return new Map(rows.map((row) => [String(row['contract_id']), row]));
}

/** Returns an integer divided by a power of ten, with so many places. */
export function scaled(integer: string, places: number): string {
  const digits = integer.replace('-', '').padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const sign = integer.startsWith('-') ? '-' : '';
  return places === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-places)}`;
}
